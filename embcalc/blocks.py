"""The parts that many architectures share: linear layers, norms, attention, feed-forward, experts and heads.

A part is a tree of tensors (see `embcalc.tensors`); the keys are the names that checkpoints use. Weights of linear
layers are (out, in), as torch.nn.Linear stores them; `conv1d` is GPT-2's transposed (in, out).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from embcalc.config import Config, shown
from embcalc.errors import ConfigError, did_you_mean
from embcalc.tensors import Kind, Param, Role, Stack, Tree, repeat

Module = dict[str, Tree]
Head = Callable[[Config, Module, str], Module]


def linear(rows_in: int, rows_out: int, bias: bool = True) -> Module:
    """torch.nn.Linear: weight (out, in) and, with `bias`, bias (out)."""
    weight: Module = {"weight": Param((rows_out, rows_in), kind=Kind.LINEAR)}
    return weight | {"bias": Param((rows_out,))} if bias else weight


def scores(rows_in: int, rows_out: int, bias: bool = False) -> Module:
    """A router's logits over experts: laid out as a linear layer, but left as it is where layers are quantised."""
    weight: Module = {"weight": Param((rows_out, rows_in), kind=Kind.ROUTER)}
    return weight | {"bias": Param((rows_out,))} if bias else weight


def conv1d(rows_in: int, rows_out: int) -> Module:
    """GPT-2's Conv1D: a linear layer stored transposed, weight (in, out) and bias (out)."""
    return {"weight": Param((rows_in, rows_out), kind=Kind.CONV1D), "bias": Param((rows_out,))}


def rms_norm(size: int) -> Module:
    """A scale per channel, no bias."""
    return {"weight": Param((size,))}


def layer_norm(size: int, bias: bool = True) -> Module:
    """A scale and, with `bias`, a shift per channel."""
    return {"weight": Param((size,)), "bias": Param((size,))} if bias else {"weight": Param((size,))}


def token_table(rows: int, width: int, *, tied_to: str | None = None) -> Module:
    """The input embedding E: V × d, indexed by token id, no bias; a copy is `tied_to` the table of that name."""
    return {"weight": Param((rows, width), Role.INPUT_EMBEDDING, tied_to)}


def position_table(rows: int, width: int) -> Module:
    """A learned table of positions, added to the token vectors."""
    return {"weight": Param((rows, width), Role.POSITION_EMBEDDING)}


def sines(rows: int, width: int, *, saved: bool = True) -> Module:
    """A table of fixed sines for positions that the class keeps as a parameter: counted, and never trained."""
    return {"weight": Param((rows, width), Role.POSITION_EMBEDDING, trainable=False, saved=saved)}


def other_table(rows: int, width: int) -> Module:
    """A table that is indexed by neither token nor position: token types, for one."""
    return {"weight": Param((rows, width), Role.OTHER_EMBEDDING)}


def output_head(rows: int, width: int, *, tied_to: str | None, bias: bool = False) -> Module:
    """The projection from d to V logits, (V, d): its own matrix, or `tied_to` the token table of that name."""
    head: Module = {"weight": Param((rows, width), Role.OUTPUT_HEAD, tied_to, kind=Kind.LINEAR)}
    return head | {"bias": Param((rows,), Role.OUTPUT_HEAD_BIAS)} if bias else head


def buffer(*shape: int) -> Param:
    """A tensor that is saved with the model but not trained: stored, not a parameter."""
    return Param(shape, Role.BUFFER)


ACTIVATIONS = (
    *("gelu", "gelu_10", "gelu_accurate", "gelu_fast", "gelu_new", "gelu_python", "gelu_python_tanh"),
    *("gelu_pytorch_tanh", "hardswish", "laplace", "leaky_relu", "linear", "mish", "prelu", "quick_gelu", "relu"),
    *("relu2", "relu6", "sigmoid", "silu", "sqrtsoftplus", "swish", "tanh", "xielu"),
)


def activation(c: Config, key: str, name: str | None = None) -> Module:
    """The activation function that a key names: no tensors, but for PReLU's slope and xIELU's two of each kind.

    `name` states it where the key says more than that.
    """
    name = c.text(key) if name is None else name
    if name not in ACTIVATIONS:
        raise ConfigError(f"{c.spelt(key)} {shown(name)} is not known", did_you_mean(name, ACTIVATIONS))
    if name == "xielu":
        return {"alpha_p": Param((1,)), "alpha_n": Param((1,)), "beta": buffer(), "eps": buffer()}
    return {"weight": Param((1,))} if name == "prelu" else {}


def heads_divide(c: Config) -> None:
    """Refuse a hidden size that does not split evenly over the attention heads, as the model's own class does."""
    d, n = c.hidden_size, c.num_attention_heads
    if d % n:
        raise ConfigError(f"{c.spelt('hidden_size')} {d} is not a multiple of {c.spelt('num_attention_heads')} {n}")


def head_dim(c: Config) -> int:
    """Width of one attention head: the config's own, else hidden_size // num_attention_heads.

    Modeling code looks for `head_dim` even where the config class has no such field; null is then no answer.
    """
    if "head_dim" in c.defaults:
        return c.optional("head_dim") or split_width(c)
    return c.head_dim if "head_dim" in c.data else split_width(c)


def split_width(c: Config) -> int:
    """The hidden size shared out over the attention heads, rounded down; refused where nothing is left for a head."""
    d, n = c.hidden_size, c.num_attention_heads
    if d < n:
        raise ConfigError(f"{c.spelt('hidden_size')} {d} is smaller than {c.spelt('num_attention_heads')} {n}")
    return d // n


def kv_heads(c: Config) -> int:
    """Key and value heads: the config's own, else one per query head."""
    return c.optional("num_key_value_heads") or c.num_attention_heads


def gqa(
    c: Config, *, qkv_bias: bool = False, out_bias: bool = False, head: int | None = None, kv: int | None = None
) -> Module:
    """Grouped-query attention: q (n·h, d), k and v (n_kv·h, d), o (d, n·h).

    `head` and `kv` state h and n_kv where they do not come from the usual keys or may not be null.
    """
    d, h = c.hidden_size, head or head_dim(c)
    rows, kv_rows = c.num_attention_heads * h, (kv or kv_heads(c)) * h
    return {
        "q_proj": linear(d, rows, qkv_bias),
        "k_proj": linear(d, kv_rows, qkv_bias),
        "v_proj": linear(d, kv_rows, qkv_bias),
        "o_proj": linear(rows, d, out_bias),
    }


def qk_norms(q: int, k: int) -> Module:
    """RMS norms of the queries and the keys: over one head's width, shared by all heads, or over all heads' widths."""
    return {"q_norm": rms_norm(q), "k_norm": rms_norm(k)}


def gated_mlp(d: int, f: int, bias: bool = False) -> Module:
    """Gated feed-forward (SwiGLU, GeGLU): gate and up (f, d), down (d, f)."""
    return {"gate_proj": linear(d, f, bias), "up_proj": linear(d, f, bias), "down_proj": linear(f, d, bias)}


def experts(expert: Tree, count: int, active: int) -> Stack:
    """`count` alike experts of which a router picks `active` for each token."""
    return repeat(expert, count, active=active)


def decoder(c: Config, layers: Tree, norm: Tree | None = None) -> Module:
    """The usual decoder: token table, layers, final norm (RMS unless another is given)."""
    kinds = c.data.get("layer_types")
    if isinstance(kinds, list) and len(kinds) != c.num_hidden_layers:
        raise ConfigError(f"layer_types lists {len(kinds)} layers, num_hidden_layers says {c.num_hidden_layers}")
    return {
        "embed_tokens": token_table(c.vocab_size, c.hidden_size),
        "layers": layers,
        "norm": rms_norm(c.hidden_size) if norm is None else norm,
    }


def uniform_decoder(c: Config, layer: Tree, norm: Tree | None = None) -> Module:
    """The usual decoder with `num_hidden_layers` alike layers."""
    return decoder(c, repeat(layer, c.num_hidden_layers), norm)


# Heads: what a class adds around its base model. `prefix` is the base model's name inside the class.


def bare(c: Config, base: Module, prefix: str) -> Module:
    """…Model: the base model alone, without a prefix."""
    return base


def causal_lm_of(table: str, *, bias: bool = False) -> Head:
    """…ForCausalLM of a base model whose token table has another name, or whose head has a bias of its own."""

    def head(c: Config, base: Module, prefix: str) -> Module:
        owner = f"{prefix}.{table}.weight" if c.flag("tie_word_embeddings") else None
        return {prefix: base, "lm_head": output_head(c.vocab_size, c.hidden_size, tied_to=owner, bias=bias)}

    return head


causal_lm = causal_lm_of("embed_tokens")  # …ForCausalLM: a head without bias, tied to the token table or its own


def sequence_score(c: Config, base: Module, prefix: str) -> Module:
    """…ForSequenceClassification of decoders: `score` (labels, d), no bias."""
    return {prefix: base, "score": linear(c.hidden_size, c.num_labels, bias=False)}


def token_score(c: Config, base: Module, prefix: str) -> Module:
    """…ForTokenClassification of decoders: `score` (labels, d) with a bias, unless the config denies it."""
    bias = "token_classification_bias" not in c.data or c.flag("token_classification_bias")
    return {prefix: base, "score": linear(c.hidden_size, c.num_labels, bias)}


def token_classifier(c: Config, base: Module, prefix: str) -> Module:
    """…ForTokenClassification of older models: `classifier` (labels, d) with a bias."""
    return {prefix: base, "classifier": linear(c.hidden_size, c.num_labels)}


def question_outputs(c: Config, base: Module, prefix: str) -> Module:
    """…ForQuestionAnswering: `qa_outputs` (2, d) with a bias, for the start and the end of an answer."""
    return {prefix: base, "qa_outputs": linear(c.hidden_size, 2)}


def under(prefix: str, head: Head) -> Head:
    """A head whose class names its base model differently from its siblings."""
    return lambda c, base, _: head(c, base, prefix)


DECODER_HEADS: Mapping[str, Head] = {
    "Model": bare,
    "ForCausalLM": causal_lm,
    "ForSequenceClassification": sequence_score,
    "ForTokenClassification": token_score,
    "ForQuestionAnswering": question_outputs,
}
CLASSIFIERS = ("ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering")


def decoder_classes(stem: str, *, without: tuple[str, ...] = ()) -> dict[str, Head]:
    """The classes that most decoders have, by the stem of their names: `LlamaModel`, `LlamaForCausalLM` and so on.

    `without` names the kinds that this stem lacks; a class with a layout of its own is added with `|`.
    """
    return {f"{stem}{kind}": head for kind, head in DECODER_HEADS.items() if kind not in without}

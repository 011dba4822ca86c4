"""T5 and mT5: an encoder and a decoder with relative positions, around one shared token table."""

from __future__ import annotations

from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Head, Module, activation, linear, output_head, position_table, rms_norm, token_table
from embcalc.config import Config, shown
from embcalc.errors import ConfigError
from embcalc.tensors import stack


def encoder(c: Config) -> Module:
    return blocks(c, c.count("num_layers"), cross=False)


def decoder(c: Config) -> Module:
    depth = c.optional_count("num_decoder_layers")
    return blocks(c, c.count("num_layers") if depth is None else depth, cross=True)


def blocks(c: Config, depth: int, *, cross: bool) -> Module:
    # the first block holds the table of relative positions for all of them
    attend, norm = attention(c), rms_norm(c.d_model)
    over_encoder: list[Module] = [{"EncDecAttention": attend, "layer_norm": norm}] if cross else []
    rest: list[Module] = [*over_encoder, {"DenseReluDense": feed_forward(c), "layer_norm": norm}]
    first: Module = {"SelfAttention": attend | position_bias(c), "layer_norm": norm}
    other: Module = {"SelfAttention": attend, "layer_norm": norm}
    return {
        "block": stack(({"layer": [first, *rest]}, min(depth, 1)), ({"layer": [other, *rest]}, depth - 1)),
        "final_layer_norm": rms_norm(c.d_model),
    }


def attention(c: Config) -> Module:
    d, width = c.d_model, c.num_heads * c.d_kv
    return {
        "q": linear(d, width, bias=False),
        "k": linear(d, width, bias=False),
        "v": linear(d, width, bias=False),
        "o": linear(width, d, bias=False),
    }


def position_bias(c: Config) -> Module:
    return {"relative_attention_bias": position_table(c.relative_attention_num_buckets, c.num_heads)}


def feed_forward(c: Config) -> Module:
    d, f = c.d_model, c.d_ff
    up: Module = {name: linear(d, f, bias=False) for name in (("wi_0", "wi_1") if gated(c) else ("wi",))}
    # gated-gelu names gelu; a saved config names the function too, and that wins
    named = "dense_act_fn" if "dense_act_fn" in c.data else "feed_forward_proj"
    return up | {"wo": linear(f, d, bias=False), "act": activation(c, named, c.text(named).rpartition("-")[2])}


def gated(c: Config) -> bool:
    kind = c.text("feed_forward_proj")
    first, *rest = kind.split("-")
    if len(rest) > 1 or (rest and first != "gated"):
        raise ConfigError(f"feed_forward_proj must be an activation or gated-activation, not {shown(kind)}")
    # a saved config states the answer too, and it wins
    return c.optional_flag("is_gated_act") if "is_gated_act" in c.data else first == "gated"


# Classes: `base` is the encoder, the one part that they all have; `path` leads to the shared table, which the
# encoder and the decoder always use.


def model(c: Config, base: Module, path: str = "") -> Module:
    v, d, owner = c.vocab_size, c.d_model, f"{path}shared.weight"
    return {
        "shared": token_table(v, d),
        "encoder": {"embed_tokens": token_table(v, d, tied_to=owner)} | base,
        "decoder": {"embed_tokens": token_table(v, d, tied_to=owner)} | decoder(c),
    }


def encoder_model(c: Config, base: Module, path: str = "") -> Module:
    # only without a decoder beside it does the encoder heed is_decoder
    v, d, owner = c.vocab_size, c.d_model, f"{path}shared.weight"
    alone = blocks(c, c.count("num_layers"), cross=True) if c.flag("is_decoder") else base
    return {"shared": token_table(v, d), "encoder": {"embed_tokens": token_table(v, d, tied_to=owner)} | alone}


def conditional_generation(c: Config, base: Module, _: str) -> Module:
    # false is what the published checkpoints with a head of their own say (T5 1.1, FLAN-T5, mT5). transformers 5
    # ties it for a model built from the config alone, but keeps it apart when it loads such a checkpoint.
    owner = "shared.weight" if c.flag("tie_word_embeddings") else None
    return model(c, base) | {"lm_head": output_head(c.vocab_size, c.d_model, tied_to=owner)}


def sequence_classification(c: Config, base: Module, _: str) -> Module:
    d = c.d_model
    return {
        "transformer": model(c, base, "transformer."),
        "classification_head": {"dense": linear(d, d), "out_proj": linear(d, c.num_labels)},
    }


def token_classification(c: Config, base: Module, _: str) -> Module:
    return {
        "transformer": encoder_model(c, base, "transformer."),
        "classifier": linear(c.d_model, c.num_labels),
    }


def question_answering(c: Config, base: Module, _: str) -> Module:
    return model(c, base) | {"qa_outputs": linear(c.d_model, c.num_labels)}


def classes(stem: str) -> dict[str, Head]:
    return {
        f"{stem}Model": lambda c, base, _: model(c, base),
        f"{stem}ForConditionalGeneration": conditional_generation,
        f"{stem}EncoderModel": lambda c, base, _: encoder_model(c, base),
        f"{stem}ForSequenceClassification": sequence_classification,
        f"{stem}ForTokenClassification": token_classification,
        f"{stem}ForQuestionAnswering": question_answering,
    }


T5 = ModelType(
    encoder,
    # T5ForConditionalGeneration's name in the first releases, which old configs still state
    {**classes("T5"), "T5WithLMHeadModel": conditional_generation},
    usual="T5ForConditionalGeneration",
    width="d_model",
    aliases={
        "hidden_size": "d_model",
        "num_attention_heads": "num_heads",
        "num_hidden_layers": "num_layers",
        "head_dim": "d_kv",
    },
    defaults={
        "vocab_size": 32_128,
        "d_model": 512,
        "d_kv": 64,
        "d_ff": 2_048,
        "num_layers": 6,
        "num_decoder_layers": None,
        "num_heads": 8,
        "relative_attention_num_buckets": 32,
        "feed_forward_proj": "relu",
        "is_decoder": False,
        "tie_word_embeddings": True,
    },
)

MODEL_TYPES = {
    "t5": T5,
    "mt5": T5._replace(
        classes=classes("MT5"),
        usual="MT5ForConditionalGeneration",
        defaults={
            **T5.defaults,
            "vocab_size": 250_112,
            "d_ff": 1_024,
            "num_layers": 8,
            "num_heads": 6,
            "feed_forward_proj": "gated-gelu",
        },
    ),
}

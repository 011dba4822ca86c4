"""GPT-J: rotary positions, one norm a layer for attention and feed-forward alike, a head with bias."""

from __future__ import annotations

from embcalc.architectures.gpt2 import NAMES
from embcalc.architectures.model_type import ModelType
from embcalc.blocks import Module, causal_lm_of, decoder_classes, heads_divide, layer_norm, linear, token_table
from embcalc.config import Config
from embcalc.tensors import repeat


def gptj(c: Config) -> Module:
    d, f = c.n_embd, c.optional("n_inner") or 4 * c.n_embd
    heads_divide(c)
    layer: Module = {
        "ln_1": layer_norm(d),
        "attn": {
            "k_proj": linear(d, d, bias=False),
            "v_proj": linear(d, d, bias=False),
            "q_proj": linear(d, d, bias=False),
            "out_proj": linear(d, d, bias=False),
        },
        "mlp": {"fc_in": linear(d, f), "fc_out": linear(f, d)},
    }
    return {"wte": token_table(c.vocab_size, d), "h": repeat(layer, c.n_layer), "ln_f": layer_norm(d)}


MODEL_TYPES = {
    "gptj": ModelType(
        gptj,
        decoder_classes("GPTJ", without=("ForTokenClassification",))
        | {"GPTJForCausalLM": causal_lm_of("wte", bias=True)},
        usual="GPTJForCausalLM",
        defaults={
            "vocab_size": 50_400,
            "n_embd": 4_096,
            "n_layer": 28,
            "n_head": 16,
            "n_inner": None,
            "tie_word_embeddings": False,
        },
        prefix="transformer",
        aliases=NAMES,
    ),
}

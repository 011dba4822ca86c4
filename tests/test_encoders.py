"""What the encoders refuse: configs from which their own classes cannot be built either."""

from __future__ import annotations

from typing import Any

import pytest

from embcalc import architectures
from embcalc.errors import ConfigError

REFUSED = [
    ("bert", {"hidden_size": 770}, "hidden_size 770 is not a multiple of num_attention_heads 12"),
    ("roberta", {"add_cross_attention": True}, "add_cross_attention is true, but is_decoder is false"),
    ("bert", {"hidden_act": "gelo"}, 'hidden_act the text "gelo" is not known'),
    ("electra", {"num_attention_heads": 300}, "num_attention_heads 300 is more than hidden_size 256"),
    ("distilbert", {"hidden_size": 770}, "hidden_size 770 is not a multiple of n_heads 12"),
    ("deberta-v2", {"conv_kernel_size": 3, "conv_groups": 7}, "hidden_size 1536 is not a multiple of conv_groups 7"),
    ("deberta-v2", {"embedding_size": None}, "embedding_size must be a whole number, not null"),
    ("modernbert", {"layer_types": ["full_attention"]}, "layer_types names 1 layers, but num_hidden_layers is 22"),
    ("modernbert", {"num_hidden_layers": 1, "layer_types": ["mamba"]}, 'not the text "mamba"'),
]


@pytest.mark.parametrize(("model_type", "keys", "message"), REFUSED)
def test_refuses_what_the_class_refuses(model_type: str, keys: dict[str, Any], message: str) -> None:
    """The error names the keys and the values that contradict each other."""
    with pytest.raises(ConfigError, match=message):
        architectures.build({"model_type": model_type, **keys})


def test_bart_splits_its_width_over_the_heads_of_layers_that_there_are() -> None:
    """A side without layers has no heads: 3 of them do not divide 32, and need not."""
    keys = {"model_type": "bart", "d_model": 32, "encoder_attention_heads": 3, "decoder_attention_heads": 2}
    assert architectures.build(keys | {"encoder_layers": 0}).complete
    with pytest.raises(ConfigError, match="d_model 32 is not a multiple of encoder_attention_heads 3"):
        architectures.build(keys)


def test_distilbert_answers_questions_with_two_outputs_only() -> None:
    """Its class refuses any other number of labels, where BERT's takes it."""
    keys = {"num_labels": 3, "architectures": ["DistilBertForQuestionAnswering"]}
    with pytest.raises(ConfigError, match="num_labels must be 2"):
        architectures.build({"model_type": "distilbert", **keys})


def test_electra_refuses_the_summary_that_is_not_implemented() -> None:
    """Only multiple choice has a summary, so only that class refuses it."""
    keys = {"model_type": "electra", "summary_type": "attn"}
    assert architectures.build(keys).complete
    with pytest.raises(ConfigError, match="summary_type attn"):
        architectures.build(keys | {"architectures": ["ElectraForMultipleChoice"]})

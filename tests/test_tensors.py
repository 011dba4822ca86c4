"""Trees of tensors: what is summed, folded and listed is one and the same, for every recorded model."""

from __future__ import annotations

import time

import pytest

from embcalc import architectures
from embcalc.errors import EmbcalcError
from embcalc.folding import Counts, fold
from embcalc.manifests import Manifest
from embcalc.tensors import Kind, Param, Role, repeat, stack
from embcalc.walking import outline, unfold, walk, walk_folded
from tests.test_architectures import CASES, recorded

LAYER = {"up": {"weight": Param((8, 4))}, "down": {"weight": Param((4, 8)), "bias": Param((4,))}}


def named(*, tied_to: str | None = "embed.weight", rows: int = 10) -> dict[str, dict[str, Param]]:
    """A token table and a head."""
    return {
        "embed": {"weight": Param((10, 4), Role.INPUT_EMBEDDING)},
        "head": {"weight": Param((rows, 4), Role.OUTPUT_HEAD, tied_to)},
    }


@pytest.mark.parametrize(("model_type", "number"), CASES)
def test_a_model_is_the_same_summed_folded_and_listed(model_type: str, number: int) -> None:
    """Names are unique, every tie resolves, and the sums of fold, folded rows and walk are equal."""
    manifest = architectures.build(recorded(model_type, number)["config"])
    listed = list(manifest.tensors())
    names = [tensor.name for tensor in listed]
    shapes = {tensor.name: tensor.shape for tensor in listed}
    assert len(names) == len(set(names))
    assert [shapes[tensor.tied_to] for tensor in listed if tensor.tied_to] == [
        tensor.shape for tensor in listed if tensor.tied_to
    ]
    assert manifest.counts.total == sum(tensor.parameters for tensor in listed)
    assert manifest.counts.total == sum(row.parameters for row in manifest.folded)
    by_role = dict.fromkeys(Role, 0)
    for tensor in listed:
        by_role[tensor.role] += tensor.parameters
    assert by_role == {role: getattr(manifest.counts, role.value) for role in Role} | {Role.BUFFER: 0}
    matrices = [tensor for tensor in listed if tensor.role is Role.BODY and tensor.kind is not Kind.OTHER]
    assert manifest.counts.matrices == sum(tensor.parameters for tensor in matrices)
    assert sorted(names) == sorted(name for row in manifest.folded for name in unfold(row.name))
    assert 0 < manifest.counts.active <= manifest.counts.total <= manifest.counts.stored + manifest.counts.unsaved
    assert manifest.counts.unsaved == sum(tensor.parameters for tensor in listed if not tensor.saved)
    assert manifest.counts.non_trainable == sum(row.parameters for row in manifest.folded if not row.trainable)


def test_parts_add_up() -> None:
    """Three layers of 8·4 + 4·8 + 4 = 68."""
    assert fold(repeat(LAYER, 3)).total == 204
    assert fold([LAYER, LAYER, LAYER]) == fold(repeat(LAYER, 3))
    assert fold(repeat(LAYER, 0)) == Counts()


def test_a_tied_tensor_owns_nothing_and_is_listed() -> None:
    """10 · 4 once, whatever points at it."""
    manifest = Manifest(named())
    assert manifest.counts.total == 40
    assert [tensor.name for tensor in manifest.tensors()] == ["embed.weight", "head.weight"]
    assert [tensor.name for tensor in manifest.saved()] == ["embed.weight"]


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (named(tied_to="embed.weigth"), r"head\.weight is tied to embed\.weigth, which does not exist"),
        (named(tied_to="embed.weight.0"), "does not exist"),
        (named(tied_to="embed"), "which is a module"),
        (named(rows=11), r"head\.weight \(11, 4\) is tied to embed\.weight, which is \(10, 4\)"),
    ],
)
def test_a_tie_must_have_an_owner_of_its_shape(tree: dict[str, dict[str, Param]], message: str) -> None:
    """A wrong name or another shape is an error, not a count."""
    with pytest.raises(EmbcalcError, match=message):
        Manifest(tree)


def test_a_buffer_is_stored_but_no_parameter() -> None:
    """A saved bias of 7 values: 0 parameters, 7 stored."""
    counts = fold({"bias": Param((7,), Role.BUFFER)})
    assert (counts.total, counts.stored, counts.active) == (0, 7, 0)


def test_a_parameter_may_be_fixed_and_in_no_checkpoint() -> None:
    """Of 3 · 4 + 5 · 4 sines none is trained and the second table is not saved; a tied copy of it adds nothing."""
    first, second = (Param((rows, 4), Role.POSITION_EMBEDDING, trainable=False, saved=rows != 5) for rows in (3, 5))
    manifest = Manifest({"a": first, "b": second, "c": second._replace(tied_to="b"), "d": Param((7,))})
    counts = manifest.counts
    assert (counts.total, counts.position_embedding, counts.non_trainable) == (39, 32, 32)
    assert (counts.unsaved, counts.stored) == (20, 19)
    assert [tensor.name for tensor in manifest.saved()] == ["a", "d"]


def test_experts_of_which_some_are_active() -> None:
    """2 of 8 experts of 68: 136 of 544, as modules and as one tensor."""
    assert fold(repeat(LAYER, 8, active=2)).active == 136
    assert fold(repeat(LAYER, 8, active=9)).active == 544
    assert fold({"weight": Param((8, 68), active=2)}).active == 136


def test_folded_names_stand_for_their_numbers() -> None:
    """Spans of alike layers, wherever they stand."""
    dense, sparse = {"a": Param((1,))}, {"b": Param((2,))}
    tree = {"layers": stack((dense, 2), (sparse, 3), (dense, 1))}
    rows = list(walk_folded(tree))
    assert [(row.name, row.copies) for row in rows] == [("layers.{0-1,5}.a", 3), ("layers.{2-4}.b", 3)]
    assert list(unfold(rows[0].name)) == ["layers.0.a", "layers.1.a", "layers.5.a"]
    assert [tensor.name for tensor in walk(tree)][2:4] == ["layers.2.b", "layers.3.b"]
    assert [(path, copies, counts.total) for path, copies, counts in outline(tree)] == [
        ("layers.{0-1,5}", 3, 1),
        ("layers.{2-4}", 3, 2),
    ]


def test_counting_does_not_depend_on_the_number_of_layers_and_experts() -> None:
    """10,000 layers of 100,000 experts are three billion tensors, and no walk."""
    config = {"model_type": "mixtral", "num_hidden_layers": 10_000, "num_local_experts": 100_000}
    start = time.process_time()
    manifest = architectures.build(config)
    assert sum(row.copies for row in manifest.folded) > 10**9
    assert time.process_time() - start < 1

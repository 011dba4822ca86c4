"""Manifest: a model's tensors, with the few facts about it that are no tensors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from embcalc.errors import EmbcalcError
from embcalc.folding import sums
from embcalc.tensors import Param, Role, Tensor, Tree
from embcalc.walking import find, walk, walk_folded


class Manifest:
    """A model's tensors, with the few facts about it that are no tensors.

    `hidden_size` is the width of the residual stream (the token table may be narrower), `tied` says whether the head
    shares the token table (None: no head, or not known), `tied_from` where that answer comes from. `complete` is
    False where only the vocabulary's tables are known: then no total can be given. `dtype` is the data type that the
    config states for the weights, `not_counted` what a checkpoint may hold beside the class. `config_vocab_size` is
    what the config calls its vocabulary, where the table may have more rows. `several_parts` says that the language
    model is one part of the model. `notable` lists the tensors that are tied or of another role than the body's,
    folded; `counts` sums all.
    """

    def __init__(
        self,
        tree: Tree,
        *,
        model_type: str | None = None,
        architecture: str | None = None,
        hidden_size: int | None = None,
        tied: bool | None = None,
        tied_from: str | None = None,
        complete: bool = True,
        dtype: str | None = None,
        defaults_used: Mapping[str, object] | None = None,
        warnings: Sequence[str] = (),
    ) -> None:
        self.tree = tree
        self.model_type = model_type
        self.architecture = architecture
        self.hidden_size = hidden_size
        self.tied = tied
        self.tied_from = tied_from
        self.complete = complete
        self.dtype = dtype
        self.defaults_used = dict(defaults_used or {})
        self.warnings = list(warnings)
        self.not_counted: list[str] = []
        self.config_vocab_size: int | None = None
        self.several_parts = False
        self.counts, plain = sums(tree)
        listed = walk_folded(tree, skipped=plain)
        self.notable = tuple(tensor for tensor in listed if tensor.tied_to or tensor.role is not Role.BODY)
        for tensor in self.notable:
            if tensor.tied_to is not None:
                self._check_tie(tensor)

    @cached_property
    def folded(self) -> tuple[Tensor, ...]:
        """The tensors with repeated modules folded into one row each."""
        return tuple(walk_folded(self.tree))

    def tensors(self) -> Iterator[Tensor]:
        """Every tensor in the model's order: parameters, saved buffers, and tied copies that name their owner."""
        return walk(self.tree)

    def saved(self) -> Iterator[Tensor]:
        """The tensors that a checkpoint holds: tied copies and what is made anew left out, buffers included."""
        return (tensor for tensor in self.tensors() if tensor.tied_to is None and tensor.saved)

    def first(self, role: Role) -> Tensor | None:
        """The first tensor of a role other than the body's, tied copies of it only where there is no other."""
        found = [tensor for tensor in self.notable if tensor.role is role]
        return next((tensor for tensor in found if tensor.tied_to is None), found[0] if found else None)

    @property
    def logits(self) -> int | None:
        """How many logits the head gives: one for each entry of its bias, and without a bias one a row.

        A head whose bias has other sizes leads to vectors that the token table scores.
        """
        found = self.first(Role.OUTPUT_HEAD_BIAS) or self.first(Role.OUTPUT_HEAD)
        return found.shape[0] if found else None

    @property
    def untieable(self) -> str:
        """Why one matrix cannot serve as token table and as head; empty where it can, or where one of them is missing.

        A head that does not lead to the logits itself works on top of the table, and is not meant.
        """
        tables = [tensor.shape for tensor in self.notable if tensor.role is Role.INPUT_EMBEDDING]
        head = self.first(Role.OUTPUT_HEAD)
        if not tables or head is None or head.shape[0] != self.logits or head.shape in tables:
            return ""
        axis, word = (0, "rows") if tables[0][0] != head.shape[0] else (1, "columns")
        return f"the table has {tables[0][axis]:,} {word}, the head {head.shape[axis]:,}"

    def _check_tie(self, tensor: Tensor) -> None:
        owner = find(self.tree, tensor.tied_to or "")
        if owner is None:
            raise EmbcalcError(f"{tensor.name} is tied to {tensor.tied_to}, which does not exist")
        if not isinstance(owner, Param) or owner.shape != tensor.shape:
            shape = owner.shape if isinstance(owner, Param) else "a module"
            raise EmbcalcError(f"{tensor.name} {tensor.shape} is tied to {tensor.tied_to}, which is {shape}")

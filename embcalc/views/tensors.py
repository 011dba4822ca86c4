"""`tensors`: the parameter-and-shape listing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from embcalc.manifests import Manifest
from embcalc.tensors import Role, Tensor
from embcalc.units import grouped, printable, times
from embcalc.views.sheet import Column, Grid, Row, Sheet

COLUMNS = (Column("tensor"), Column("shape", number=True), Column("role"), Column("parameters", number=True))
ROLES = {role: role.value.replace("_", " ") for role in Role} | {Role.POSITION_EMBEDDING: "position table"}


def sheet(name: str, manifest: Manifest, listed: Iterable[Tensor]) -> Sheet:
    """One row a tensor, or a folded group of alike ones; a tied one names its owner."""
    rows = [_row(tensor) for tensor in listed]
    total = grouped(manifest.counts.total) if manifest.complete else "unknown"
    rows.append(Row(("total", "", "", total), kind="total"))
    described = manifest.architecture or manifest.model_type or "unknown architecture"
    return Sheet(printable(name), printable(described), "", [Grid(COLUMNS, rows)])


def _row(tensor: Tensor) -> Row:
    faint = tensor.tied_to or tensor.role is Role.BUFFER
    cells = (tensor.name, times(tensor.shape) or "scalar", ROLES[tensor.role], grouped(tensor.parameters))
    return Row(cells, f"= {tensor.tied_to}" if tensor.tied_to else "", "faint" if faint else "")


def document(listed: Iterable[Tensor]) -> list[dict[str, Any]]:
    """Name, shape, role, and the name of the tensor that owns the values where it is tied."""
    return [{"name": t.name, "shape": t.shape, "role": t.role.value, "tied_to": t.tied_to} for t in listed]


def records(listed: Iterable[Tensor]) -> list[dict[str, Any]]:
    """One record a tensor, or a folded group of `copies` alike ones."""
    return [
        {
            "name": tensor.name,
            "shape": "×".join(map(str, tensor.shape)),
            "role": tensor.role.value,
            "tied_to": tensor.tied_to,
            "parameters": tensor.parameters,
            "copies": tensor.copies,
        }
        for tensor in listed
    ]

"""Verdict: what became of a comparison, of a card's claim as of a file's sizes."""

from __future__ import annotations

from enum import Enum


class Verdict(str, Enum):
    """What became of a comparison. Remarks and warnings pass; a warning is to be looked at by a person."""

    OK = "ok"
    REMARK = "remark"
    WARNING = "warning"
    FAIL = "fail"
    SKIPPED = "skipped"

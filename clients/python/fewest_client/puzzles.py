"""What a client is given: puzzles, limits, and the ids or documents of work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import quote

from .documents import Limits

Puzzle: TypeAlias = Mapping[str, Any]
"""A puzzle in the format of the service: ``kind``, ``board``, ``start``, ``goal`` and, on jump boards, ``opening``."""


class LimitKeywords(Limits, total=False):
    """Limits of a search, all as ``limits={"seconds": 60}``, as the service has them, or each as ``seconds=60``."""

    limits: Limits


def limits_of(given: LimitKeywords) -> dict[str, Any]:
    """The limits that were given as keywords, in either way."""
    return {**given.get("limits", {}), **{name: value for name, value in given.items() if name != "limits"}}


def segment(given: str | Mapping[str, Any]) -> str:
    """A name, or the id of a document, as a part of a path."""
    return quote(given if isinstance(given, str) else given["id"], safe="")

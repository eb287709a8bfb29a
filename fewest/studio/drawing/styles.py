"""How the kinds of puzzle are drawn: the only place where drawings distinguish them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """How puzzles of a kind are drawn.

    Attributes
    ----------
    holes
        Whether the board has holes and marbles that hop, with a groove for captured ones, rather than adjacent cells.
    blocks
        Whether pieces may cover several cells.
    """

    holes: bool = False
    blocks: bool = False


PIECES = Style()
"""Pieces that slide: kinds without a style of their own have this one."""

STYLES = {"jump": Style(holes=True), "block": Style(blocks=True)}


def style_of(kind: str) -> Style:
    """The style of a kind."""
    return STYLES.get(kind, PIECES)

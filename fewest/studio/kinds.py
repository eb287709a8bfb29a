"""How each kind of puzzle is shown: the only place where the studio distinguishes them."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.solver.errors import Message


@dataclass(frozen=True, slots=True)
class Style:
    """How puzzles of a kind are shown.

    Attributes
    ----------
    title
        What a puzzle on a board without a name is called.
    holes
        Whether the board has holes and marbles that hop, with a groove for captured ones, rather than adjacent cells.
    blocks
        Whether pieces may cover several cells.
    later
        Whether the page loads their code and boards only when needed.
    """

    title: Message
    holes: bool = False
    blocks: bool = False
    later: bool = False


OTHER = Style(Message("A puzzle"))
"""Kinds without a style of their own have pieces that slide."""

STYLES = {
    "jump": Style(Message("Peg solitaire"), holes=True),
    "slide": Style(Message("A sliding puzzle")),
    "block": Style(Message("Sliding blocks"), blocks=True, later=True),
}


def style_of(kind: str) -> Style:
    """The style of a kind."""
    return STYLES.get(kind, OTHER)

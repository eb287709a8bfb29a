"""Pages of all optimal solutions, enumerated from a stored listing without a search and without compiled code."""

from __future__ import annotations

from solver.kinds import kind_of
from solver.listing import Listing
from solver.model import Puzzle, Solution


def page(puzzle: Puzzle, listing: Listing, offset: int, limit: int) -> list[Solution]:
    """Solutions ``offset`` … ``offset + limit - 1`` of a puzzle, in an order that never changes.

    Parameters
    ----------
    puzzle
        The puzzle the listing was made for, in the same numbering.
    """
    kind = kind_of(puzzle)
    return listing.page(kind.rules(puzzle), kind.position_key(puzzle, listing.symmetries), offset, limit)

"""Pages of all optimal solutions, out of a kept listing. No search, nothing compiled."""

from __future__ import annotations

from solver.jump import symmetry as jump_symmetry
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import JumpRules
from solver.listing import Listing
from solver.model import Solution
from solver.replay import Puzzle
from solver.slide import labelling as slide_contents
from solver.slide.rules import SlideRules


def page(puzzle: Puzzle, listing: Listing, offset: int, limit: int) -> list[Solution]:
    """Solutions ``offset`` … ``offset + limit - 1`` of a puzzle, in an order that never changes.

    Parameters
    ----------
    puzzle
        The puzzle the listing was made for, in the same numbering.
    """
    if isinstance(puzzle, JumpPuzzle):
        return listing.page(JumpRules(puzzle), jump_symmetry.key(puzzle), offset, limit)
    return listing.page(SlideRules(puzzle), slide_contents.key(puzzle), offset, limit)

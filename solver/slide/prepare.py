"""Build large tables ahead of the puzzles that will want them."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from solver.model import Progress
from solver.slide.contents import contents
from solver.slide.costs import bound, room
from solver.slide.ledger import Ledger
from solver.slide.patterns import groups
from solver.slide.puzzle import SlidePuzzle
from solver.slide.standard import standard


def prepare(puzzle: SlidePuzzle, placements: int, folder: Path, cores: int = 1) -> Generator[Progress, None, None]:
    """Build the tables of a board and goal, unless they are in the folder already.

    Parameters
    ----------
    puzzle
        Its board, goal and contents count; how its start places them does not.
    placements
        Placements of one group at most: one of ``Plan.placements`` for a search to find the tables.
    folder
        Where searches look for tables.
    cores
        Threads to build with at most.
    """
    whole = standard(contents(puzzle)).contents
    parts = groups(whole, placements)
    yield from bound(whole, parts, folder, Ledger(2 * room(whole, parts)), cores)

"""Build large tables ahead of the puzzles that will want them. Run: python -m solver.slide.search.prebuild FOLDER"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from pathlib import Path

from solver.budget import Budget
from solver.model import Progress
from solver.slide.board import board_from_grid
from solver.slide.bounds.cache import is_cached, pattern_database, peak_bytes
from solver.slide.bounds.partition import choose_partition, load_partition
from solver.slide.bounds.pattern_tables import placements as placements_of
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.instance import standard

CLASSICS = ((3, 5, 60_000_000), (4, 4, 600_000_000), (5, 5, 600_000_000))
"""Rows, columns and placements of the boards whose tables are worth keeping, pieces in order, the last cell empty."""


ROOM = 1_000_000_000
"""Bytes for choosing groups."""
DOT_SECONDS = 5.0
"""Between two signs of life."""


def prepare(puzzle: SlidePuzzle, placements: int, folder: Path, cores: int = 1) -> Generator[Progress, None, None]:
    """Build the tables of a board and goal, unless they are in the folder already.

    Parameters
    ----------
    puzzle
        Its board, goal and labelled count; how its start places them does not.
    placements
        Placements of one group at most: one of ``Plan.placements`` for a search to find the tables.
    folder
        Where searches look for tables.
    cores
        Threads to build with at most.
    """
    whole = standard(labelled(puzzle)).labelled
    partition = yield from choose_partition(whole, placements, folder, Budget(ROOM))
    yield from pattern_database(whole, partition, folder, Budget(2 * peak_bytes(whole, partition)), cores)


def main() -> None:
    """Build the tables of the classical boards, and say what is done."""
    folder = Path(sys.argv[1])
    for rows, columns, placements in CLASSICS:
        board = board_from_grid(["." * columns] * rows)[0]
        goal = (*range(1, board.cells), 0)
        puzzle = SlidePuzzle(board, goal, goal)
        whole = standard(labelled(puzzle)).labelled
        print(f"{rows} by {columns}:", end="", flush=True)
        if is_cached(whole, load_partition(whole, placements, folder), folder):
            print(" there already")
            continue
        began = told = time.monotonic()
        for _ in prepare(puzzle, placements, folder, cores=2):
            if time.monotonic() > told + DOT_SECONDS:
                print(" ..", end="", flush=True)
                told = time.monotonic()
        partition = load_partition(whole, placements, folder) or ()
        sizes = " and ".join(str(len(group)) for group in partition)
        bytes_ = sum(placements_of(whole, group) for group in partition)
        print(f" groups of {sizes} pieces, {bytes_ / 1e6:.0f} MB in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()

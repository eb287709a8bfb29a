"""Large pattern databases, built before the puzzles that use them arrive."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from solver.budget import Budget
from solver.model import Slices
from solver.slide.board import board_from_grid
from solver.slide.bounds import excess
from solver.slide.bounds.cache import is_cached, pattern_database, peak_bytes
from solver.slide.bounds.complementary import Size, choose_partitions, load_partitions
from solver.slide.bounds.partition import choose_partition, load_partition
from solver.slide.bounds.pattern_tables import placements as group_placements
from solver.slide.labelling import LabelledPuzzle, labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.instance import make_instance
from solver.slide.search.move_pruning import LONGER_ROUTES, prepare_automaton
from solver.slide.search.plan import COMPLEMENTARY, PAIR

PARTITION_BYTES = 1_000_000_000
"""Memory for comparing partitions."""


class Classic(NamedTuple):
    """A grid whose pieces are in order in the goal, the last cell empty, and the size of its tables.

    ``tables`` is the number of placements of one group at most, or the size of tables of excesses.
    """

    rows: int
    columns: int
    tables: int | Size

    @property
    def puzzle(self) -> SlidePuzzle:
        """The solved puzzle: tables depend on the board and the goal only."""
        board = board_from_grid(["." * self.columns] * self.rows)[0]
        goal = (*range(1, board.cells), 0)
        return SlidePuzzle(board, goal, goal)


CLASSICS = (
    Classic(3, 5, 60_000_000),
    Classic(4, 4, 600_000_000),
    Classic(4, 4, PAIR),
    Classic(5, 5, 600_000_000),
    Classic(5, 5, COMPLEMENTARY),
)
"""The boards whose tables are worth keeping. IDA* uses tables of excesses; other searches do not."""


def prebuild(puzzle: SlidePuzzle, size: int | Size, folder: Path, threads: int = 1) -> Slices[None]:
    """Build the tables of a board and goal, unless they are in the folder already.

    Parameters
    ----------
    puzzle
        Only the board, the goal and the numbers of pieces matter, not the start. For a ``Size``, all pieces differ.
    size
        See ``Classic.tables``. A search finds those that its ``Plan`` names.
    folder
        Where searches look for tables.
    threads
        Threads to build with at most.
    """
    solved = _in_table_numbers(puzzle)
    if isinstance(size, Size):
        partitions = yield from choose_partitions(solved, size, folder, Budget(PARTITION_BYTES))
        if partitions is not None:
            budget = Budget(2 * excess.peak_bytes(solved, partitions))
            yield from excess.excess_database(solved, partitions, folder, budget, threads)
            if len(partitions) > 1:
                yield from prepare_automaton(solved.board, folder, LONGER_ROUTES, budget)
        return
    partition = yield from choose_partition(solved, size, folder, Budget(PARTITION_BYTES))
    budget = Budget(2 * peak_bytes(solved, partition))
    yield from pattern_database(solved, partition, folder, budget, threads)


def is_prebuilt(puzzle: SlidePuzzle, size: int | Size, folder: Path) -> bool:
    """Whether the tables that ``prebuild`` would build are in the folder."""
    solved = _in_table_numbers(puzzle)
    if isinstance(size, Size):
        return excess.is_stored(solved, load_partitions(solved, size, folder), folder)
    return is_cached(solved, load_partition(solved, size, folder), folder)


def table_bytes(puzzle: SlidePuzzle, size: int | Size, folder: Path) -> int:
    """Bytes of the tables that ``prebuild`` has built, all groups together; 0 if no partition has been chosen yet."""
    solved = _in_table_numbers(puzzle)
    if isinstance(size, Size):
        partitions = load_partitions(solved, size, folder)
        return excess.table_bytes(solved, partitions) if partitions else 0
    return sum(group_placements(solved, group) for group in load_partition(solved, size, folder) or ())


def _in_table_numbers(puzzle: SlidePuzzle) -> LabelledPuzzle:
    """Tables are kept in the numbers of the search instance."""
    return make_instance(labelled(puzzle)).labelled

"""Large pattern databases, built before the puzzles that use them arrive."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from fewest.solver.budget import Budget
from fewest.solver.model import Slices
from fewest.solver.slide.board import board_from_grid
from fewest.solver.slide.bounds.cache import CostTables
from fewest.solver.slide.bounds.complementary import Size, choose_partitions, load_partitions
from fewest.solver.slide.bounds.excess import ExcessTables
from fewest.solver.slide.bounds.partition import choose_partition, load_partition
from fewest.solver.slide.labelling import LabelledPuzzle, labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.instance import make_instance
from fewest.solver.slide.search.move_pruning import LONGER_ROUTES, prepare_automaton
from fewest.solver.slide.search.plan import FIFTEEN_PUZZLE, TWENTY_FOUR_PUZZLE

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
    Classic(4, 4, FIFTEEN_PUZZLE),
    Classic(5, 5, 600_000_000),
    Classic(5, 5, TWENTY_FOUR_PUZZLE),
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
    budget = Budget(PARTITION_BYTES)
    # Excesses need all pieces different; other goals keep tables of costs.
    if isinstance(size, Size):
        yield from choose_partitions(solved, size, folder, budget)
    else:
        yield from choose_partition(solved, size, folder, budget)
    chosen = _chosen(solved, size, folder)
    if chosen is not None:
        budget = Budget(2 * chosen.peak_bytes)
        yield from chosen.load_or_build(folder, budget, threads)
        if len(chosen.partitions) > 1:
            yield from prepare_automaton(solved.board, folder, LONGER_ROUTES, budget)


def is_prebuilt(puzzle: SlidePuzzle, size: int | Size, folder: Path) -> bool:
    """Whether the tables that ``prebuild`` would build are in the folder."""
    chosen = _chosen(_in_table_numbers(puzzle), size, folder)
    return chosen is not None and chosen.is_stored(folder)


def table_bytes(puzzle: SlidePuzzle, size: int | Size, folder: Path) -> int:
    """Bytes of the tables that ``prebuild`` has built, all groups together; 0 if no partition has been chosen yet."""
    chosen = _chosen(_in_table_numbers(puzzle), size, folder)
    return 0 if chosen is None else chosen.bytes


def _chosen(solved: LabelledPuzzle, size: int | Size, folder: Path) -> CostTables | ExcessTables | None:
    """The tables of the partitions that have been chosen for a size; None if none have been."""
    if isinstance(size, Size):
        partitions = load_partitions(solved, size, folder)
        return None if partitions is None else ExcessTables(solved, partitions)
    partition = load_partition(solved, size, folder)
    return None if partition is None else CostTables(solved, (partition,))


def _in_table_numbers(puzzle: SlidePuzzle) -> LabelledPuzzle:
    """Tables are kept in the numbers of the search instance."""
    return make_instance(labelled(puzzle)).labelled

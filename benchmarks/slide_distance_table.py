"""The distance of every position of a small board from one position.

As a program, it prints the length of one puzzle as a line of JSON:

    python -m benchmarks.slide_distance_table < {"puzzle": …, "seconds": …, "bytes": …}
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Generator

import numpy as np

from benchmarks.slide_ranked_table import RankedTable, TooDeep
from schemas.puzzle import load_puzzle
from solver.budget import Budget
from solver.model import Progress
from solver.slide.board import board_from_grid
from solver.slide.bounds.pattern_tables import no_bound
from solver.slide.labelling import LabelledPuzzle, labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.frontier import INFINITE, Frontier, Packing

Position = tuple[int, ...]


class DistanceTable:
    """All positions that can be reached from the goal of a puzzle, by their distance from it.

    Slides are reversible, so the distance from the goal is the distance to it.

    Parameters
    ----------
    labelled
        A puzzle whose goal wants a label on every cell.
    budget
        Reserves the memory: at most two bytes per position if all pieces are different; else about 16 bytes, and as
        much again while the table grows.
    """

    def __init__(self, labelled: LabelledPuzzle, budget: Budget) -> None:
        self._labelled, self._budget = labelled, budget
        self._table: RankedTable | ListedTable
        if RankedTable.suits(labelled, budget.bytes_limit - budget.bytes):
            self._table = RankedTable(labelled, budget)
        else:
            self._table = ListedTable(labelled, budget)

    def build(self) -> Generator[Progress, None, None]:
        """Find every position; run it to its end before any other method.

        Raises
        ------
        MemoryError
            If the positions do not fit the budget's limit.
        """
        try:
            yield from self._table.build()
        except TooDeep:
            self._table.close()
            self._table = ListedTable(self._labelled, self._budget)
            yield from self._table.build()

    @property
    def numbers(self) -> list[int]:
        """Number of positions at each distance."""
        return self._table.numbers

    def deepest(self, most: int) -> list[Position]:
        """List positions farthest from the goal, as labels, at most so many."""
        return self._table.deepest(most)

    def distance(self, position: Position) -> int | None:
        """Distance of a position, the label on every cell; None if it cannot reach the goal."""
        return self._table.distance(position)

    def close(self) -> None:
        """Release the memory."""
        self._table.close()


class ListedTable:
    """The same by breadth-first search over packed positions: for any board and pieces."""

    def __init__(self, labelled: LabelledPuzzle, budget: Budget) -> None:
        self._labelled, self._packing = labelled, Packing(labelled)
        self._frontier = Frontier(self._packing, self._packing.pack([labelled.goal]), budget)

    def build(self) -> Generator[Progress, None, None]:
        """Find every position."""
        database = no_bound(self._labelled)
        while self._frontier.width:
            yield from self._frontier.advance(INFINITE, database)

    def close(self) -> None:
        """Release the memory."""
        self._frontier.close()

    @property
    def numbers(self) -> list[int]:
        """Number of positions at each distance."""
        return [int(number) for number in np.diff(self._frontier.ends)[:-1]]

    def deepest(self, most: int) -> list[Position]:
        """List positions farthest from the goal, at most so many."""
        low, high = self._frontier.ends[-3:-1]
        rows = self._frontier.arena[low : min(high, low + most)]
        return [tuple(row) for row in self._packing.unpack(rows).tolist()]

    def distance(self, position: Position) -> int | None:
        """Distance of a position; None if it cannot reach the goal."""
        row = self._frontier.find(self._packing.pack([position])[0])
        return None if row < 0 else int(np.searchsorted(self._frontier.ends, row, side="right")) - 1


def warm() -> None:
    """Compile the kernel, or load it."""
    goal = (1, 2, 3, 4, 5, 0)
    for _ in DistanceTable(labelled(SlidePuzzle(board_from_grid(["..."] * 2)[0], goal, goal)), Budget(1 << 20)).build():
        pass


def main() -> None:
    """Find the length of the puzzle that standard input names."""
    given = json.load(sys.stdin)
    puzzle = load_puzzle(given["puzzle"]).puzzle
    assert isinstance(puzzle, SlidePuzzle)
    whole = labelled(puzzle)
    warm()
    answer, nodes = {"status": "stopped", "limit": "bytes"}, None
    began, processor = time.perf_counter(), time.process_time()
    try:
        table = DistanceTable(whole, Budget(given["bytes"]))
        for progress in table.build():
            nodes = progress.nodes
            if time.process_time() - processor > given["seconds"]:
                answer = {"status": "stopped", "limit": "seconds"}
                break
        else:
            length = table.distance(whole.start)
            answer = {"status": "unsolvable"} if length is None else {"status": "solved", "length": length}
    except MemoryError:
        pass
    used = {"seconds": time.perf_counter() - began, "processor_seconds": time.process_time() - processor}
    print(json.dumps({"answers": [answer], "nodes": nodes} | used))


if __name__ == "__main__":
    main()

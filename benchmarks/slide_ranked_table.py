"""Distances of all positions of a small board with different pieces: one byte per position, indexed by rank."""

from __future__ import annotations

from collections.abc import Generator
from functools import cached_property
from itertools import combinations
from math import factorial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from benchmarks import slide_ranked_kernel as kernel
from solver.budget import Budget
from solver.model import Progress
from solver.slide.board import SlideBoard
from solver.slide.labelling import LabelledPuzzle

Ints = NDArray[np.int64]
Position = tuple[int, ...]

SLICE = 500_000
"""Positions expanded per kernel call: some hundredths of a second."""
PAGE = 1 << 23
"""Bytes initialised per report: the first access to a page is slow."""
FEWEST, MOST = 4, 12
"""Numbers of pieces: fewer do not fill the 8-byte words that the kernel scans, more do not fit in memory."""
UNKNOWN = 255
MAX_TRANSITIONS = 1 << 24
"""Entries of the transition lists of all slides at most."""


class TooDeep(Exception):
    """A distance does not fit in a byte."""


class RankedTable:
    """Distances of all positions from a goal that wants a label on every cell.

    Cells are ordered so that adjacent cells are close: a slide then changes few digits of a rank.
    """

    def __init__(self, labelled: LabelledPuzzle, budget: Budget) -> None:
        self._goal, self._budget = labelled.goal, budget
        self._order = _order(labelled.board)
        pieces = labelled.cells - labelled.empty_cells
        self._sets = list(combinations(range(labelled.cells), pieces))
        self._number = {cells: number for number, cells in enumerate(self._sets)}
        self._words = factorial(pieces)
        self._size = len(self._sets) * self._words
        budget.reserve(self._size)
        self._steps = np.empty(self._size, np.uint8)
        self._adjacent = _adjacent(labelled.board, self._order)
        self.numbers: list[int] = []

    @staticmethod
    def suits(labelled: LabelledPuzzle, room: int) -> bool:
        """Whether all pieces are different, and few enough for the table to fit."""
        pieces = labelled.cells - labelled.empty_cells
        if max(labelled.counts[1:], default=2) > 1 or not FEWEST <= pieces <= MOST:
            return False
        size = factorial(labelled.cells) // factorial(labelled.empty_cells)
        return size <= room and _transition_entries(labelled.board) <= MAX_TRANSITIONS

    def build(self) -> Generator[Progress, None, None]:
        """Find the distance of every position.

        Raises
        ------
        TooDeep
            If one is more than 254.
        """
        slides = self._slides
        for begin in range(0, self._size, PAGE):
            self._steps[begin : begin + PAGE] = UNKNOWN
            yield self._budget.progress()
        self._steps[self._place(self._goal)] = 0
        state = np.zeros(4, np.int64)
        while True:
            state[: kernel.DONE] = 0, len(self.numbers), 0
            code = kernel.SPENT
            while code == kernel.SPENT:
                done = int(state[kernel.DONE])
                code = kernel.spread(self._steps, self._steps.view(np.int64), self._words, *slides, state, SLICE)
                self._budget.nodes += int(state[kernel.DONE]) - done
                yield self._budget.progress()
            if state[kernel.FOUND] == 0:
                return
            self.numbers.append(int(state[kernel.FOUND]))
            if len(self.numbers) == UNKNOWN:
                raise TooDeep

    def close(self) -> None:
        """Release the memory."""
        self._budget.release(self._size)
        self._steps = self._steps[:0].copy()

    def deepest(self, most: int) -> list[Position]:
        """List positions farthest from the goal, as labels, at most so many."""
        depth = len(self.numbers) - 1
        return [self._position(place) for place in np.flatnonzero(self._steps == depth)[:most].tolist()]

    def distance(self, position: Position) -> int | None:
        """Distance of a position the label on every cell; None if it cannot reach the goal."""
        steps = int(self._steps[self._place(position)])
        return None if steps == UNKNOWN else steps

    def _place(self, position: Position) -> int:
        held = [position[cell] for cell in self._order]
        cells = tuple(cell for cell, label in enumerate(held) if label)
        word = [held[cell] for cell in cells]
        number = 0
        for at, letter in enumerate(word):
            number = number * (len(word) - at) + sum(other < letter for other in word[at:])
        return self._number[cells] * self._words + number

    def _position(self, place: int) -> Position:
        number, word = divmod(place, self._words)
        left = sorted(label for label in self._goal if label)
        held = [0] * len(self._order)
        unit = self._words
        for at, cell in enumerate(self._sets[number]):
            unit //= len(self._sets[number]) - at
            held[cell] = left.pop(word // unit)
            word %= unit
        own = dict(zip(self._order, held, strict=True))
        return tuple(own[cell] for cell in range(len(held)))

    @cached_property
    def _slides(self) -> tuple[Ints, Ints, Ints, Ints, Ints, NDArray[np.int32]]:
        """The slides of every set, as the kernel takes them."""
        lists: dict[tuple[int, int], tuple[int, int]] = {}
        after = [np.empty(0, np.int32)]
        rows: list[tuple[int, int, int, int]] = []
        first, pieces, total = [0], len(self._sets[0]), 0
        for cells in self._sets:
            for start, cell in enumerate(cells):
                for other in self._adjacent[cell] - set(cells):
                    there = tuple(sorted({*cells, other} - {cell}))
                    to = there.index(other)
                    low, high = min(start, to), max(start, to)
                    scale = factorial(pieces - 1 - high)
                    radix = factorial(pieces - low) // scale
                    if low < high and (start, to) not in lists:
                        lists[start, to] = total, radix
                        after.append(np.empty(radix, np.int32))
                        kernel.windows(low, high, start < to, pieces, after[-1])
                        total += radix
                    begin = lists[start, to][0] if low < high else -1
                    rows.append((self._number[there], scale, radix, begin))
            first.append(len(rows))
        target, scale, radix, begin = np.ascontiguousarray(np.array(rows, np.int64).reshape(-1, 4).T)
        return np.array(first, np.int64), target, scale, radix, begin, np.concatenate(after)


def _order(board: SlideBoard) -> list[int]:
    """The cells in an order that keeps adjacent ones close: their own, or Cuthill and McKee's if of smaller span."""
    rows = [[int(other in row) for other in range(board.cells)] for row in board.adjacency]
    own = list(range(board.cells))
    found = [int(cell) for cell in reverse_cuthill_mckee(csr_array(np.array(rows)), symmetric_mode=True)]
    return min(own, found, key=lambda order: _span(board, order))


def _span(board: SlideBoard, order: list[int]) -> int:
    place = {cell: number for number, cell in enumerate(order)}
    spans = [abs(place[cell] - place[other]) for cell, row in enumerate(board.adjacency) for other in row]
    return max(spans, default=0)


def _adjacent(board: SlideBoard, order: list[int]) -> list[set[int]]:
    place = {cell: number for number, cell in enumerate(order)}
    return [{place[other] for other in board.adjacency[cell]} for cell in order]


def _transition_entries(board: SlideBoard) -> int:
    """Upper bound on the entries of all lists: a window of each length from every place on, in both directions."""
    span = _span(board, _order(board))
    return sum(
        2 * factorial(board.cells - low) // factorial(max(0, board.cells - low - length - 1))
        for low in range(board.cells)
        for length in range(1, span + 1)
    )

"""Packed positions: words of a fixed number of bits per cell, as breadth-first search stores them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.solver.kernels import slide_frontier as kernel
from fewest.solver.model import Solution
from fewest.solver.slide.board import adjacency_array
from fewest.solver.slide.labelling import ANYTHING, LabelledPuzzle
from fewest.solver.slide.rules import Slide

Rows: TypeAlias = NDArray[np.int64]
"""Packed positions, int64 (number, words)."""


class Packing:
    """How the positions of one puzzle are packed into words, drawn in ``fewest.solver.slide``, and its board's array.

    Attributes
    ----------
    bits, per_word, words
        Bits per cell, cells per word, words per position.
    mean_moves
        Moves from a position on average, about.
    board
        Board and goal as the kernels take them.
    """

    def __init__(self, labelled: LabelledPuzzle) -> None:
        self.cells = labelled.cells
        self.bits = max(1, (len(labelled.counts) - 1).bit_length())
        self.per_word = 64 // self.bits
        self.words = -(-self.cells // self.per_word)
        adjacent = adjacency_array(labelled.board)
        goal = [0 if label == ANYTHING else label for label in labelled.goal]
        mask = [0 if label == ANYTHING else (1 << self.bits) - 1 for label in labelled.goal]
        self.board = kernel.PackedBoard(adjacent, self.bits, *self.pack([goal, mask]))
        self.mean_moves = labelled.empty_cells * sum(map(len, labelled.board.adjacency)) / max(1, labelled.cells)

    def pack(self, positions: Sequence[Sequence[int]]) -> Rows:
        """Pack positions, the label on every cell, into int64 (number, words)."""
        labels = np.array(positions, np.uint64).reshape(len(positions), self.cells)
        labels <<= np.arange(self.cells, dtype=np.uint64) % np.uint64(self.per_word) * np.uint64(self.bits)
        rows: NDArray[np.uint64] = np.bitwise_or.reduceat(labels, range(0, self.cells, self.per_word), axis=1)
        # Kernels take int64, whose bits they use as they are; shifts here need unsigned words.
        return rows.view(np.int64)

    def unpack(self, rows: Rows) -> NDArray[np.uint8]:
        """Unpack int64 (number, words) into uint8 (number, cells), the label on every cell."""
        words = np.ascontiguousarray(rows).view(np.uint64)
        mask = np.uint64((1 << self.bits) - 1)
        labels = np.empty((len(rows), self.cells), np.uint8)
        for cell in range(self.cells):
            labels[:, cell] = words[:, cell // self.per_word] >> np.uint64(cell % self.per_word * self.bits) & mask
        return labels

    def slides(self, path: Rows) -> Solution:
        """The slides that lead from each of some packed positions to the next."""
        width = self.bits * self.per_word
        rows = path.view(np.uint64).tolist()
        positions = [sum([word << index * width for index, word in enumerate(words)]) for words in rows]
        return tuple([self._slide(before, after) for before, after in pairwise(positions)])

    def _slide(self, before: int, after: int) -> Slide:
        # A label and an empty cell, which is 0, have changed places: both cells differ in the bits of the label.
        changed = before ^ after
        low = ((changed & -changed).bit_length() - 1) // self.bits
        high = (changed.bit_length() - 1) // self.bits
        return (low, high) if before >> low * self.bits & (1 << self.bits) - 1 else (high, low)

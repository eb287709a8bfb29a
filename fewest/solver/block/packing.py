"""Positions as words: for each piece the number of its placement, those of interchangeable pieces in order.

::

    word 0                                        word 1
    | piece 1 | piece 2  piece 3 | piece 4 | …    | …
      sort 0    sort 1, ascending  sort 2

A piece's field has as many bits as its sort has placements, and lies in one word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from fewest.solver.block.placements import Sort, sorts_of
from fewest.solver.block.puzzle import EMPTY, BlockPuzzle, Metric
from fewest.solver.block.rules import Position
from fewest.solver.listing import Array

WORD_BITS = 64

Placements = tuple[tuple[int, ...], ...]
"""For each sort, the placements of its pieces in ascending order."""


class Packing:
    """The fields of one puzzle.

    Attributes
    ----------
    sorts
        The sorts of pieces.
    fields
        For each sort, the word and the shift of each of its pieces.
    words
        Words of a position.
    most_moves
        Most moves of a position.
    """

    def __init__(self, puzzle: BlockPuzzle) -> None:
        self.sorts: tuple[Sort, ...] = sorts_of(puzzle)
        self.metric: Metric = puzzle.metric
        self._cells = puzzle.board.cells
        self.bits = [(len(sort.placements) - 1).bit_length() for sort in self.sorts]
        self.fields: list[list[tuple[int, int]]] = []
        word = used = 0
        for sort, bits in zip(self.sorts, self.bits, strict=True):
            row = []
            for _ in sort.pieces:
                # A field lies in one word, so that kernels read it with one shift.
                if used + bits > WORD_BITS:
                    word += 1
                    used = 0
                # A piece with one placement has no bits; its shift must stay below 64 even at the end of a full word.
                row.append((word, used if bits else 0))
                used += bits
            self.fields.append(row)
        self.words = word + 1
        empty = puzzle.start.count(EMPTY)
        self.most_moves = sum(sort.most_moves(puzzle.metric, empty) for sort in self.sorts)

    @property
    def start(self) -> Placements:
        """The start."""
        return tuple(tuple(sorted(sort.start)) for sort in self.sorts)

    def pack(self, position: Placements) -> tuple[int, ...]:
        """The words of a position."""
        words = [0] * self.words
        for row, placements in zip(self.fields, position, strict=True):
            for (word, shift), placement in zip(row, placements, strict=True):
                words[word] |= placement << shift
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> Placements:
        """The position with these words."""
        return tuple(
            tuple([words[word] >> shift & (1 << bits) - 1 for word, shift in row])
            for row, bits in zip(self.fields, self.bits, strict=True)
        )

    def position_at(self, words: Sequence[int]) -> Position:
        """The piece on every cell; equal pieces have their numbers in the order of their placements."""
        cells = [EMPTY] * self._cells
        for sort, placements in zip(self.sorts, self.unpack(words), strict=True):
            for piece, placement in zip(sort.pieces, placements, strict=True):
                for cell in sort.placements[placement]:
                    cells[cell] = piece
        return tuple(cells)

    def words_at(self, position: Position) -> tuple[int, ...] | None:
        """The words of the piece on every cell; None if a piece is where it cannot get."""
        masks: dict[int, int] = {}
        for cell, piece in enumerate(position):
            masks[piece] = masks.get(piece, 0) | 1 << cell
        try:
            return self.pack(
                tuple(tuple(sorted(sort.masks.index(masks[piece]) for piece in sort.pieces)) for sort in self.sorts)
            )
        except (KeyError, ValueError):
            return None

    def successors(self, position: Placements) -> Iterator[tuple[tuple[int, int], Placements]]:
        """Every move, in a fixed order, with the position after it."""
        occupied = 0
        for sort, placements in zip(self.sorts, position, strict=True):
            for placement in placements:
                occupied |= sort.masks[placement]
        for number, (sort, placements) in enumerate(zip(self.sorts, position, strict=True)):
            for index, placement in enumerate(placements):
                others = occupied & ~sort.masks[placement]
                for to in sort.reach(placement, others, self.metric):
                    moved = tuple(sorted((*placements[:index], to, *placements[index + 1 :])))
                    yield move_of(sort, placement, to), (*position[:number], moved, *position[number + 1 :])

    def keys(self, words: Array) -> Array:
        """Positions as texts that sort: from uint64 (n, words) to bytes of equal width (n)."""
        return np.ascontiguousarray(words.astype(">u8")).view(f"S{8 * self.words}")[:, 0]

    def words_of(self, keys: Array) -> Array:
        """The words of keys: uint64 (n, words)."""
        width = 8 * self.words
        return np.frombuffer(keys.astype(f"S{width}").tobytes(), ">u8").astype(np.uint64).reshape(-1, self.words)


@lru_cache(maxsize=8)
def packing_of(puzzle: BlockPuzzle) -> Packing:
    """The packing of a puzzle."""
    return Packing(puzzle)


def move_of(sort: Sort, placement: int, to: int) -> tuple[int, int]:
    """A move as solutions have it: the first cell of the piece, and where that part of it goes."""
    cells = sort.placements[placement]
    part = cells.index(min(cells))
    return cells[part], sort.placements[to][part]

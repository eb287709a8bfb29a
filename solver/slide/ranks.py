"""A numbering of the positions of a sliding board, and what slides do to it (see ``solver.kernels.slide_space``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from solver.kernels import slide_space as kernel
from solver.model import Progress, Slices
from solver.slide.board import SlideBoard
from solver.slide.rules import Position


@dataclass(frozen=True, slots=True)
class RankPlan:
    """When positions are ranked, and how.

    Attributes
    ----------
    max_slabs
        Sets of empty cells at most: each takes some Python.
    max_ranks_per_position
        Ranks at most, for each position that a space may have: many may be of positions that cannot be reached.
    max_bytes
        Of planes and tables at most, whatever an order may spend: limits decide whether it is done, but not how.
    max_entries
        Positions of a block at most; larger tables of its rotations leave the fast caches.
    min_aligned, max_padded
        A block begins with a word if it has so many positions, or if there are so few ranks.
    max_chunks
        Chunks in which positions are counted, of all slabs together, at most; one per slab at least.
    task_words
        Words of the slabs that one kernel call expands, about.
    """

    max_slabs: int = 20_000
    max_ranks_per_position: int = 4
    max_bytes: int = 2_000_000_000
    max_entries: int = 8192
    min_aligned: int = 64
    max_padded: int = 1 << 22
    max_chunks: int = 1 << 14
    task_words: int = 1 << 18


DEFAULT_PLAN = RankPlan()

SLICE_ROTATIONS = 1 << 16
"""Arrangements times rotations that one kernel call tabulates: some hundredths of a second."""


class Ranks:
    """A numbering of the positions with the pieces of one position.

    Attributes
    ----------
    slabs
        The sets of empty cells that can be reached, each as a sorted tuple of the places of ``cells``.
    shape, rotations, incoming, outgoing
        As the kernel takes them; the slides into every slab and out of it.
    alternates
        Whether every slide leads from one class of slabs to another.
    chunks, chunk_words, tasks
        In how many chunks of how many words a slab is counted; the ranges of slabs for kernel calls.
    """

    def __init__(self, board: SlideBoard, origin: Position, plan: RankPlan = DEFAULT_PLAN) -> None:
        self._plan = plan
        self.cells = _order(board)
        place = {cell: number for number, cell in enumerate(self.cells)}
        self._adjacent = [sorted(place[other] for other in board.adjacency[cell]) for cell in self.cells]
        self._pieces = sorted({piece for piece in origin if piece})
        counts = {piece: origin.count(piece) for piece in self._pieces}
        self._content = sorted(origin)
        # Labels with many pieces come first: their parts of a rank are large, and blocks shall be small.
        self._labels = sorted(self._pieces, key=lambda piece: (-counts[piece], piece))
        self._counts = [counts[piece] for piece in self._labels]
        self._length = sum(self._counts)
        split = len(self._labels)
        while (
            split and _arrangements(self._counts[split - 1 :], sum(self._counts[split - 1 :])) <= self._plan.max_entries
        ):
            split -= 1
        self._split = split
        self._rest = sum(self._counts[split:])
        self.upper_size = _arrangements(self._counts[:split], self._length)
        self.lower_size = _arrangements(self._counts[split:], self._rest)
        self._origin = origin

    def fits(self, max_positions: int) -> bool:
        """Find the slabs and the slides between them; False if there are too many, or far more ranks than positions."""
        words = self.upper_size * self.lower_size
        most = self._plan.max_ranks_per_position * max_positions
        if words > most:
            return False
        max_slabs = min(self._plan.max_slabs, most // words)
        empty = tuple(number for number, cell in enumerate(self.cells) if not self._origin[cell])
        self.slabs = [empty]
        number = {empty: 0}
        colours = [0]
        turns = [0]
        self.alternates = True
        # Every slide is a transposition of cells; it also rotates the word by some places, and so changes its parity.
        even = len(self._labels) == self._length and self._length >= 2
        rows: list[list[tuple[int, int, int]]] = []
        for slab, cells in enumerate(self.slabs):
            rows.append([])
            for at, cell in enumerate(cells):
                for other in self._adjacent[cell]:
                    if other in cells:
                        continue
                    there = tuple(sorted((*cells[:at], *cells[at + 1 :], other)))
                    start = other - sum(taken < other for taken in cells)
                    to = cell - sum(taken < cell for taken in there)
                    parity = turns[slab] ^ (start - to) & 1
                    if there not in number:
                        number[there] = len(self.slabs)
                        if len(self.slabs) == max_slabs:
                            return False
                        self.slabs.append(there)
                        colours.append(1 - colours[slab])
                        turns.append(parity)
                    self.alternates &= colours[number[there]] != colours[slab]
                    even &= turns[number[there]] == parity
                    rows[slab].append((number[there], start, to))
        self._number = number
        self._rows = rows
        word = [piece for cell in self.cells if (piece := self._origin[cell])]
        upper, lower = self._parts(word)
        self._halved = even and len(self._labels) - self._split >= 2
        parity = sum(digit for digit, _ in upper + lower) & 1 if self._halved else 0
        self._slab_parity = [parity ^ turn if self._halved else 0 for turn in turns]
        entries = self.lower_size // (2 if self._halved else 1)
        aligned = -(-entries // 64) * 64
        if entries >= self._plan.min_aligned or len(self.slabs) * self.upper_size * aligned <= self._plan.max_padded:
            block = aligned
        else:
            block = entries
        self.shape = kernel.Shape(entries, block, -(-self.upper_size * block // 64))
        slots = len(self.slabs) * self.shape.words * 64
        self.plane_bytes = slots // 8 * (3 if self.alternates else 4)
        pairs = {(start, to) for row in rows for _, start, to in row if start != to}
        self._pairs = sorted(pairs)
        self.table_bytes = len(pairs) * self.upper_size * 6 + self._rest**2 * self.lower_size * 4
        return self.plane_bytes + self.table_bytes <= self._plan.max_bytes

    def tabulate(self) -> Slices[None]:
        """Make the tables of the kernel."""
        slabs = len(self.slabs)
        self.chunks = max(1, min(self.shape.words, self._plan.max_chunks // slabs))
        self.chunk_words = -(-self.shape.words // self.chunks)
        per_task = max(1, self._plan.task_words // self.shape.words)
        self.tasks = [(begin, min(slabs, begin + per_task)) for begin in range(0, slabs, per_task)]
        rotation = {pair: number for number, pair in enumerate(self._pairs)} | {
            (place, place): -1 for place in range(self._length)
        }
        outgoing = [[(there, rotation[start, to]) for there, start, to in row] for row in self._rows]
        incoming: list[list[tuple[int, int]]] = [[] for _ in outgoing]
        for slab, row in enumerate(outgoing):
            for there, turn in row:
                incoming[there].append((slab, turn))
        self.outgoing, self.incoming = _slides(outgoing), _slides(incoming)
        counts = self._counts[: self._split]
        after, rest = yield from _rotated(counts, self._length, self._pairs)
        used = yield from _number_rows(rest)
        turns = [divmod(key, self._length + 1) for key in used]
        same = np.arange(self.lower_size, dtype=np.int32)[None]
        rotated, _ = yield from _rotated(self._counts[self._split :], self._rest, turns)
        lower = np.concatenate([same, rotated])
        if self._halved:
            parity = _parity(self._counts[self._split :], self._rest, self.lower_size)
            lower = np.stack([(lower[:, np.flatnonzero(parity == half)] >> 1) for half in (0, 1)])
            upper_parity = _parity(counts, self._length, self.upper_size)
        else:
            lower = lower[None]
            upper_parity = np.zeros(self.upper_size, np.uint8)
        self.rotations = kernel.Rotations(
            after,
            rest,
            np.ascontiguousarray(lower, np.uint16),
            upper_parity,
            np.array(self._slab_parity, np.uint8),
        )
        yield Progress(0, 0)

    @property
    def origin(self) -> tuple[int, int]:
        """Slab and bit of the position that the numbering was made for."""
        place = self.rank(self._origin)
        assert place is not None
        return place

    def rank(self, position: Position) -> tuple[int, int] | None:
        """Slab of a position and its bit there; None if it has other pieces or cannot be reached."""
        if sorted(position) != self._content:
            return None
        slab = self._number.get(tuple(place for place, cell in enumerate(self.cells) if not position[cell]))
        if slab is None:
            return None
        upper, lower = self._parts([piece for cell in self.cells if (piece := position[cell])])
        block = _join(upper)
        entry = _join(lower)
        if self._halved:
            if sum(digit for digit, _ in upper + lower) & 1 != self._slab_parity[slab]:
                return None
            entry >>= 1
        return slab, block * self.shape.block + entry

    def position(self, slab: int, index: int) -> Position:
        """The position of a rank."""
        block, entry = divmod(index, self.shape.block)
        upper = self._digits(block, 0, self._split)
        if self._halved:
            lower = self._digits(2 * entry, self._split, len(self._labels))
            if (sum(upper) + sum(lower)) & 1 != self._slab_parity[slab]:
                lower[-2] += 1
        else:
            lower = self._digits(entry, self._split, len(self._labels))
        word = [0] * self._length
        for label, count, digit in zip(self._labels, self._counts, upper + lower, strict=True):
            free = [place for place, piece in enumerate(word) if not piece]
            for nth in range(count, 0, -1):
                chosen = nth - 1
                while comb(chosen + 1, nth) <= digit:
                    chosen += 1
                digit -= comb(chosen, nth)
                word[free[chosen]] = label
        cells = [0] * len(self.cells)
        pieces = iter(word)
        for place, cell in enumerate(self.cells):
            if place not in self.slabs[slab]:
                cells[cell] = next(pieces)
        return tuple(cells)

    def _parts(self, word: list[int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Digits of the upper and the lower rank of a word, each with its radix."""
        parts = []
        for label, count in zip(self._labels, self._counts, strict=True):
            places = [place for place, piece in enumerate(word) if piece == label]
            digit = sum(comb(place, nth) for nth, place in enumerate(places, 1))
            parts.append((digit, comb(len(word), count)))
            word = [piece for piece in word if piece != label]
        return parts[: self._split], parts[self._split :]

    def _digits(self, rank: int, begin: int, end: int) -> list[int]:
        """Digits of an upper or lower rank: those of the labels ``begin`` … ``end - 1``."""
        free = sum(self._counts[end:])
        digits = []
        for count in reversed(self._counts[begin:end]):
            free += count
            rank, digit = divmod(rank, comb(free, count))
            digits.append(digit)
        return digits[::-1]


def _rotated(
    counts: Sequence[int], places: int, pairs: Sequence[tuple[int, int]]
) -> Slices[tuple[NDArray[np.int32], NDArray[np.uint16]]]:
    """What rotations make of every arrangement of some labels (see ``kernel.rotate_arrangements``)."""
    size = _arrangements(counts, places)
    after = np.empty((len(pairs), size), np.int32)
    rest = np.empty((len(pairs), size), np.uint16)
    start, to = np.array(pairs, np.int64).reshape(-1, 2).T.copy()
    labels, choose = np.array(counts, np.int64), _binomials(places)
    step = max(1, SLICE_ROTATIONS // max(1, len(pairs)))
    for begin in range(0, size, step):
        kernel.rotate_arrangements(labels, choose, start, to, begin, min(size, begin + step), after, rest)
        yield Progress(0, 0)
    return after, rest


def _number_rows(rest: NDArray[np.uint16]) -> Slices[list[int]]:
    """Number what rotations are to the lower labels, in place: 0 for nothing, then 1, 2, … in order; list these."""
    seen = np.zeros(1 << 16, bool)
    for row in rest:
        seen[row] = True
        yield Progress(0, 0)
    seen[0] = False
    used = np.flatnonzero(seen)
    number = np.zeros(1 << 16, np.uint16)
    number[used] = np.arange(1, len(used) + 1)
    for row in rest:
        row[:] = number[row]
        yield Progress(0, 0)
    return [int(key) for key in used]


def _parity(counts: Sequence[int], places: int, size: int) -> NDArray[np.uint8]:
    parity = np.empty(size, np.uint8)
    kernel.parities(np.array(counts, np.int64), _binomials(places), parity)
    return parity


def _binomials(places: int) -> NDArray[np.int64]:
    """Binomial coefficients, int64 (places + 1, places + 1); none that does not fit is looked at."""
    most = np.iinfo(np.int64).max
    rows = [[min(comb(n, k), most) for k in range(places + 1)] for n in range(places + 1)]
    return np.array(rows, np.int64)


def _arrangements(counts: Sequence[int], places: int) -> int:
    """Ways to place so many pieces of each label on places, the others left free."""
    free = [places - sum(counts[:index]) for index in range(len(counts))]
    return prod(comb(left, count) for left, count in zip(free, counts, strict=True))


def _all_arrangements(counts: Sequence[int]) -> int:
    """Words of so many pieces of each label."""
    return _arrangements(counts, sum(counts))


def _join(parts: list[tuple[int, int]]) -> int:
    """The mixed-radix number of digits, each with its radix."""
    number = 0
    for digit, radix in parts:
        number = number * radix + digit
    return number


def _slides(rows: list[list[tuple[int, int]]]) -> kernel.Slides:
    first = np.cumsum([0, *map(len, rows)], dtype=np.int64)
    flat = np.array([pair for row in rows for pair in row], np.int32).reshape(-1, 2)
    return kernel.Slides(first, flat[:, 0].copy(), flat[:, 1].copy())


def _order(board: SlideBoard) -> list[int]:
    """The cells in an order that keeps adjacent ones close: their own, or one of breadth-first searches."""
    orders = [list(range(board.cells)), *(_breadth_first(board, root) for root in range(board.cells))]
    return min(orders, key=lambda order: _span(board, order))


def _breadth_first(board: SlideBoard, root: int) -> list[int]:
    """The cells by their distance from one, those of few neighbours first (Cuthill and McKee, 1969)."""
    order: list[int] = []
    for first in (root, *range(board.cells)):  # the others for boards that are not connected
        if first not in order:
            queue = [first]
            while queue:
                order += queue
                seen = {*order}
                reached = {other: None for cell in queue for other in board.adjacency[cell] if other not in seen}
                queue = sorted(reached, key=lambda other: len(board.adjacency[other]))
    return order


def _span(board: SlideBoard, order: list[int]) -> int:
    """Sum of the distances of adjacent cells in an order."""
    place = {cell: number for number, cell in enumerate(order)}
    return sum(abs(place[cell] - place[other]) for cell, row in enumerate(board.adjacency) for other in row)

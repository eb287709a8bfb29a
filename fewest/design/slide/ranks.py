"""A numbering of the positions of a sliding board, and the effect of slides on it
(``fewest.design.kernels.slide_space``)."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import comb

import numpy as np

from fewest.design.kernels import slide_space as kernel
from fewest.design.slide.arrangements import arrangements, number_rows, parities, rotations
from fewest.solver.model import Progress, Slices
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.rules import Position


@dataclass(frozen=True, slots=True)
class RankPlan:
    """Thresholds and sizes of ranks.

    Attributes
    ----------
    max_slabs, max_slides
        Sets of empty cells, and slides between them, at most: each takes some Python.
    max_ranks_per_position
        Most ranks per position that a space may have: many ranks may belong to unreachable positions.
    max_bytes
        Most bytes of planes and tables. Limits of a task decide whether it runs, but do not change this.
    max_entries
        Positions of a block at most; larger tables of its rotations leave the fast caches.
    min_aligned, max_padded
        A block begins with a word if it has at least so many positions, or if there are at most so many ranks.
    max_chunks
        Chunks in which positions are counted, of all slabs together, at most; one per slab at least.
    task_words
        Words of the slabs that one kernel call expands, about.
    """

    max_slabs: int = 20_000
    max_slides: int = 1 << 20
    max_ranks_per_position: int = 4
    max_bytes: int = 2_000_000_000
    max_entries: int = 8192
    min_aligned: int = 64
    max_padded: int = 1 << 22
    max_chunks: int = 1 << 14
    task_words: int = 1 << 18


DEFAULT_PLAN = RankPlan()

SLICE_SLIDES = 1 << 14
"""Slides found in a slice: some hundredths of a second."""


class Ranks:
    """A numbering of the positions with the pieces of one position.

    Attributes
    ----------
    cells
        The cells in the order of their places.
    slabs
        The sets of empty cells that can be reached, each as a word with a bit for each place.
    shape, rotations, incoming, outgoing
        As the kernel takes them; the slides into every slab and out of it.
    alternates
        Whether every slide leads from one class of slabs to another.
    chunks, chunk_words, tasks
        In how many chunks of how many words a slab is counted; the ranges of slabs for kernel calls.
    """

    def __init__(self, board: SlideBoard, origin: Position, plan: RankPlan = DEFAULT_PLAN) -> None:
        self._plan = plan
        self._board = board
        self._pieces = sorted({piece for piece in origin if piece})
        counts = {piece: origin.count(piece) for piece in self._pieces}
        self._content = sorted(origin)
        # Labels with many pieces come first: their parts of a rank are large, and blocks shall be small.
        self._labels = sorted(self._pieces, key=lambda piece: (-counts[piece], piece))
        self._counts = [counts[piece] for piece in self._labels]
        self._length = sum(self._counts)
        split = len(self._labels)
        while (
            split and arrangements(self._counts[split - 1 :], sum(self._counts[split - 1 :])) <= self._plan.max_entries
        ):
            split -= 1
        self._split = split
        self._rest = sum(self._counts[split:])
        self.upper_size = arrangements(self._counts[:split], self._length)
        self.lower_size = arrangements(self._counts[split:], self._rest)
        self._origin = origin

    def fits(self, max_positions: int) -> Slices[bool]:
        """Find the slabs and the slides between them; False if there are too many, or far more ranks than positions."""
        words = self.upper_size * self.lower_size
        most = self._plan.max_ranks_per_position * max_positions
        # Before the cells are ordered, which takes a breadth-first search from each.
        if words > most:
            return False
        self.cells = yield from _order(self._board)
        if not (yield from self._find_slabs(min(self._plan.max_slabs, most // words))):
            return False
        return self._lay_out()

    def _find_slabs(self, max_slabs: int) -> Slices[bool]:
        """Find every slab and every slide, by breadth-first search; False if there are too many of either."""
        place = {cell: number for number, cell in enumerate(self.cells)}
        adjacent = [sum(1 << place[other] for other in self._board.adjacency[cell]) for cell in self.cells]
        origin = sum(1 << number for number, cell in enumerate(self.cells) if not self._origin[cell])
        self.slabs = [origin]
        self._number = number = {origin: 0}
        self._turns = turns = [0]
        colours = [0]
        slides = array("i")
        self._ends = ends = array("q", [0])
        self.alternates = True
        # Every slide is a transposition of cells; it also rotates the word by some places, and so changes its parity.
        # Only where all pieces differ is a permutation even or odd.
        self._even = len(self._labels) == self._length and self._length >= 2
        yield_at = SLICE_SLIDES
        for slab, empty in enumerate(self.slabs):
            for cell in _places(empty):
                for other in _places(adjacent[cell] & ~empty):
                    there = empty ^ 1 << cell ^ 1 << other
                    start = other - (empty & (1 << other) - 1).bit_count()
                    to = cell - (there & (1 << cell) - 1).bit_count()
                    parity = turns[slab] ^ (start - to) & 1
                    reached = number.setdefault(there, len(self.slabs))
                    if reached == len(self.slabs):
                        if reached == max_slabs:
                            return False
                        self.slabs.append(there)
                        colours.append(1 - colours[slab])
                        turns.append(parity)
                    # Colours as of a bipartite graph: a slide within one class ends that.
                    self.alternates &= colours[reached] != colours[slab]
                    self._even &= turns[reached] == parity
                    slides.extend((reached, start, to))
            ends.append(len(slides) // 3)
            if ends[-1] > self._plan.max_slides:
                return False
            if ends[-1] >= yield_at:
                yield_at = ends[-1] + SLICE_SLIDES
                yield Progress(0, 0)
        self._there, self._start, self._to = np.array(slides, np.int32).reshape(-1, 3).T.copy()
        return True

    def _lay_out(self) -> bool:
        """Decide on the shape of the planes; False if planes and tables are too large."""
        word = [piece for cell in self.cells if (piece := self._origin[cell])]
        upper, lower = self._parts(word)
        # Two labels at least, so that the last bit of a lower rank follows from the parity.
        self._halved = self._even and len(self._labels) - self._split >= 2
        parity = sum(digit for digit, _ in upper + lower) & 1 if self._halved else 0
        self._slab_parity = [parity ^ turn if self._halved else 0 for turn in self._turns]
        entries = self.lower_size // (2 if self._halved else 1)
        # Whole words, so that blocks of which nothing is rotated move 64 positions at once.
        aligned = -(-entries // 64) * 64
        if entries >= self._plan.min_aligned or len(self.slabs) * self.upper_size * aligned <= self._plan.max_padded:
            block = aligned
        else:
            block = entries
        self.shape = kernel.Shape(entries, block, -(-self.upper_size * block // 64))
        slots = len(self.slabs) * self.shape.words * 64
        # Low and high, and a frontier for each of two levels unless one plane holds both.
        self.plane_bytes = slots // 8 * (3 if self.alternates else 4)
        rotations = np.unique((self._start * self._length + self._to)[self._start != self._to])
        self._pairs = [divmod(rotation, self._length) for rotation in rotations.tolist()]
        self.table_bytes = len(self._pairs) * self.upper_size * 6 + self._rest**2 * self.lower_size * 4
        return self.plane_bytes + self.table_bytes <= self._plan.max_bytes

    def tabulate(self) -> Slices[None]:
        """Make the tables of the kernel."""
        slabs = len(self.slabs)
        self.chunks = max(1, min(self.shape.words, self._plan.max_chunks // slabs))
        self.chunk_words = -(-self.shape.words // self.chunks)
        per_task = max(1, self._plan.task_words // self.shape.words)
        self.tasks = [(begin, min(slabs, begin + per_task)) for begin in range(0, slabs, per_task)]
        rotation = np.full((self._length, self._length), -1, np.int32)
        for number, pair in enumerate(self._pairs):
            rotation[pair] = number
        turn = rotation[self._start, self._to]
        leaving = np.array(self._ends, np.int64)
        order = np.argsort(self._there, kind="stable")
        arriving = np.cumsum([0, *np.bincount(self._there, minlength=slabs)], dtype=np.int64)
        from_slab = np.repeat(np.arange(slabs, dtype=np.int32), np.diff(leaving))
        self.outgoing = kernel.Slides(leaving, self._there, turn)
        self.incoming = kernel.Slides(arriving, from_slab[order], turn[order])
        yield Progress(0, 0)
        counts = self._counts[: self._split]
        after, rest = yield from rotations(counts, self._length, self._pairs)
        used = yield from number_rows(rest)
        turns = [divmod(key, self._length + 1) for key in used]
        same = np.arange(self.lower_size, dtype=np.int32)[None]
        rotated, _ = yield from rotations(self._counts[self._split :], self._rest, turns)
        lower = np.concatenate([same, rotated])
        if self._halved:
            parity = parities(self._counts[self._split :], self._rest, self.lower_size)
            lower = np.stack([(lower[:, np.flatnonzero(parity == half)] >> 1) for half in (0, 1)])
            upper_parity = parities(counts, self._length, self.upper_size)
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
        # Other pieces would get the rank of another position.
        if sorted(position) != self._content:
            return None
        slab = self._number.get(sum(1 << place for place, cell in enumerate(self.cells) if not position[cell]))
        if slab is None:
            return None
        upper, lower = self._parts([piece for cell in self.cells if (piece := position[cell])])
        block = _join(upper)
        entry = _join(lower)
        if self._halved:
            if sum(digit for digit, _ in upper + lower) & 1 != self._slab_parity[slab]:
                return None
            # The parity decides the last bit.
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
            if not self.slabs[slab] >> place & 1:
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


def _places(word: int) -> list[int]:
    """The places whose bits are set, in order."""
    return [place for place in range(word.bit_length()) if word >> place & 1]


def _join(parts: list[tuple[int, int]]) -> int:
    """The mixed-radix number of digits, each with its radix."""
    number = 0
    for digit, radix in parts:
        number = number * radix + digit
    return number


def _order(board: SlideBoard) -> Slices[list[int]]:
    """The cells in an order that keeps adjacent ones close: their own, or one of breadth-first searches."""
    best = list(range(board.cells))
    least = _span(board, best)
    for root in range(board.cells):
        order = _breadth_first(board, root)
        if (span := _span(board, order)) < least:
            best, least = order, span
        yield Progress(0, 0)
    return best


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

"""The space of a sliding board: ranks (``fewest.design.kernels.slide_space``) where they fit, else packed positions."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fewest.design.kernels import slide_space as kernel
from fewest.design.slide.ranks import Ranks
from fewest.design.spaces import Space, SpaceTask, TooLarge
from fewest.solver.budget import Budget
from fewest.solver.errors import PuzzleError
from fewest.solver.model import INFINITE, Limits, Slices, Stopped
from fewest.solver.slices import finish
from fewest.solver.slide.board import SlideBoard, too_many_cells
from fewest.solver.slide.bounds.pattern_tables import no_bound
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import Position
from fewest.solver.slide.search.frontier import Frontier
from fewest.solver.slide.search.packing import Packing
from fewest.solver.threads import ThreadPool

PAGE_WORDS = 1 << 21
"""Words initialized per slice: the first access to a page is slow."""


def explore(task: SpaceTask, limits: Limits, threads: int, max_positions: int) -> Slices[Space | TooLarge | Stopped]:
    """Explore the space of a sliding board (see :meth:`fewest.design.spaces.Spaces.explore`)."""
    if (too_many := too_many_cells(task.board)) is not None:
        raise PuzzleError([(("board",), too_many)])
    ranks = Ranks(task.board, task.origins[0])
    space: PackedSpace | RankedSpace = RankedSpace(task, ranks)
    if not (yield from ranks.fits(max_positions)):
        space = PackedSpace(task)
    elif (needed := ranks.plane_bytes + ranks.table_bytes) > limits.bytes:
        return TooLarge("bytes", needed, limits.bytes)
    return (yield from space.build(Budget(limits.bytes), threads, max_positions)) or space


class RankedSpace(Space):
    """A space in planes of bits, indexed by rank.

    Parameters
    ----------
    task
        Which space.
    ranks
        Its numbering.
    """

    def __init__(self, task: SpaceTask, ranks: Ranks) -> None:
        self.task, self._ranks = task, ranks
        self._tallies: list[dict[int, NDArray[np.uint32]]] = []

    def build(self, budget: Budget, threads: int, max_positions: int) -> Slices[Stopped | None]:
        """Find every position; ``MemoryError`` if they do not fit."""
        ranks = self._ranks
        budget.reserve(ranks.plane_bytes + ranks.table_bytes)
        yield from ranks.tabulate()
        slabs, words = len(ranks.slabs), ranks.shape.words
        planes = [np.zeros(slabs * words, np.uint64)]
        # If every slide leads to another class of slabs, one plane holds both levels.
        planes.append(planes[0] if ranks.alternates else np.zeros(slabs * words, np.uint64))
        for _ in range(2):
            plane = np.empty(slabs * words, np.uint64)
            for begin in range(0, len(plane), PAGE_WORDS):
                plane[begin : begin + PAGE_WORDS] = ~np.uint64(0)
                yield budget.progress()
            planes.append(plane)
        self._planes = kernel.Planes(*planes)
        frontier, following, low, high = planes
        slab, index = ranks.origin
        word, bit = slab * words + (index >> 6), np.uint64(1 << (index & 63))
        # The origin has depth 0: both bits of its value are cleared.
        frontier[word] |= bit
        low[word] ^= bit
        high[word] ^= bit
        width = np.zeros(slabs, np.int64)
        width[slab] = 1
        tally = np.zeros((slabs, ranks.chunks), np.uint32)
        tally[slab, (index >> 6) // ranks.chunk_words] = 1
        depths: list[int] = []
        pool = ThreadPool(threads)
        try:
            while (size := int(width.sum())) > 0:
                depths.append(size)
                reached = np.flatnonzero(width)
                budget.reserve(int(tally[reached].nbytes))
                self._tallies.append({slab: tally[slab].copy() for slab in reached.tolist()})
                tally.fill(0)
                found = np.zeros(slabs, np.int64)
                # Modulo 3 tells one level back from one level on, in two bits.
                value = len(depths) % 3
                tables = ranks.incoming, ranks.rotations, ranks.shape
                # One plane holds both levels where they are in different slabs.
                now = kernel.Planes(frontier, following, low, high)

                def advance(
                    task: tuple[int, int],
                    now: kernel.Planes = now,
                    width: NDArray[np.int64] = width,
                    found: NDArray[np.int64] = found,
                    value: int = value,
                    tables: tuple[kernel.Slides, kernel.Rotations, kernel.Shape] = tables,
                ) -> None:
                    kernel.advance(now, *tables, value, width, *task, found, tally)

                for at in range(0, len(ranks.tasks), pool.size):
                    pool.map(advance, ranks.tasks[at : at + pool.size])
                    yield budget.progress()
                # Only these: if one plane holds both levels, the other slabs hold the next one.
                for slab in reached.tolist():
                    frontier[slab * words : (slab + 1) * words] = 0
                frontier, following = following, frontier
                width = found
                budget.nodes += size
                budget.notes = {"depths": list(depths)}
                yield budget.progress()
                if budget.nodes > max_positions:
                    return Stopped("positions")
        finally:
            pool.close()
        self.depths = self.classes = tuple(depths)
        return None

    def distance(self, position: Position) -> int | None:
        """The length of a way back to the origin."""
        ranks = self._ranks
        place = ranks.rank(position)
        if place is None:
            return None
        steps = kernel.depth(self._planes, ranks.outgoing, ranks.rotations, ranks.shape, *place, *ranks.origin)
        return None if steps < 0 else int(steps)

    def nth(self, depth: int, index: int) -> Position:
        """In the order of ranks."""
        if not 0 <= index < self.depths[depth]:
            raise IndexError(index)
        ranks = self._ranks
        # Slab by slab, then chunk by chunk: only one chunk is scanned for the bit.
        for slab, tally in self._tallies[depth].items():
            number = int(tally.sum())
            if index >= number:
                index -= number
                continue
            before = np.cumsum(tally, dtype=np.int64)
            chunk = int(np.searchsorted(before, index, side="right"))
            skip = index - (int(before[chunk - 1]) if chunk else 0)
            begin = chunk * ranks.chunk_words
            end = min(ranks.shape.words, begin + ranks.chunk_words)
            tables = ranks.outgoing, ranks.rotations, ranks.shape
            bit = kernel.select(self._planes, *tables, slab, begin, end, depth, skip, *ranks.origin)
            return ranks.position(slab, int(bit))
        raise AssertionError("the tallies count every position")


class PackedSpace(Space):
    """A space as a set of packed positions, in the order in which breadth-first search finds them."""

    def __init__(self, task: SpaceTask) -> None:
        self.task = task
        origin = task.origins[0]
        self._content = sorted(origin)
        self._pieces = sorted({0, *origin})
        self._label = {piece: label for label, piece in enumerate(self._pieces)}
        self._labelled = labelled(SlidePuzzle(task.board, origin, origin))
        self._packing = Packing(self._labelled)

    def build(self, budget: Budget, _threads: int, max_positions: int) -> Slices[Stopped | None]:
        """Find every position, in one thread; ``MemoryError`` if they do not fit."""
        self._frontier = frontier = Frontier(self._packing, self._packing.pack([self._labelled.goal]), budget)
        database = no_bound(self._labelled)
        while frontier.width:
            for progress in frontier.advance(INFINITE, database):
                yield progress
                if frontier.ends[-1] > max_positions:
                    return Stopped("positions")
            budget.notes = {"depths": [high - low for low, high in pairwise(frontier.ends) if high > low]}
        self.depths = self.classes = tuple(int(number) for number in np.diff(frontier.ends)[:-1])
        return None

    def distance(self, position: Position) -> int | None:
        """Look it up."""
        # Other pieces have no labels.
        if sorted(position) != self._content:
            return None
        (row,) = self._frontier.find(self._packing.pack([[self._label[piece] for piece in position]]))
        return None if row < 0 else int(np.searchsorted(self._frontier.ends, row, side="right")) - 1

    def nth(self, depth: int, index: int) -> Position:
        """In the order in which they were found."""
        if not 0 <= index < self.depths[depth]:
            raise IndexError(index)
        row = int(self._frontier.ends[depth]) + index
        labels = self._packing.unpack(self._frontier.arena[row : row + 1])[0]
        return tuple(self._pieces[label] for label in labels.tolist())


def warm() -> None:
    """Compile the kernels by a tiny space."""
    square = SlideBoard(((1, 2), (0, 3), (0, 3), (1, 2)))
    space = finish(explore(SpaceTask("slide", square, ((1, 2, 3, 0),)), Limits(), 1, 100))
    assert isinstance(space, RankedSpace)
    space.distance(space.nth(1, 0))

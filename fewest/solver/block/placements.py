"""The placements of each piece, as a graph with directions, and which pieces are interchangeable.

A placement of a piece is a translation of it. Its cells are listed in the order they had at the start, so that the
first of two lists of cells shows where each part of the piece has gone in the second. This graph holds all constraints
on a piece alone: walls, doors and its axis. A search only has to prevent overlaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from fewest.solver.block.board import DIRECTIONS, DOWN, NONE, UP
from fewest.solver.block.puzzle import HORIZONTAL, VERTICAL, BlockPuzzle, Metric, cells_by_piece

Cells = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sort:
    """Pieces that are interchangeable: of one shape, with the same axis and doors, and without a goal of their own.

    Each can get, alone, to where the others are.

    Attributes
    ----------
    pieces
        Their numbers.
    placements
        The cells of each placement that one of them can reach alone from its start, in the order of their places.
    masks
        The same as bits: bit c for cell c.
    steps
        For each placement and each direction the placement one cell further, or -1.
    start
        The placement of each piece at the start.
    goal
        The placement of the goal; -1 without a goal, -2 if it cannot be reached.
    """

    pieces: tuple[int, ...]
    placements: tuple[Cells, ...]
    masks: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]
    goal: int

    def reach(self, placement: int, occupied: int, metric: Metric) -> Iterator[int]:
        """The placements one move away, in a fixed order, if all cells of ``occupied`` are taken by others."""
        if metric is Metric.PATH:
            left, seen = [placement], {NONE, placement}
            for each in left:
                for to in self.steps[each]:
                    if to not in seen and not self.masks[to] & occupied:
                        left.append(to)
                        seen.add(to)
                        yield to
            return
        for direction in DIRECTIONS:
            to = self.steps[placement][direction]
            while to != NONE and not self.masks[to] & occupied:
                yield to
                if metric is Metric.STEP:
                    break
                to = self.steps[to][direction]

    def most_moves(self, metric: Metric, empty: int) -> int:
        """Most moves of all its pieces together, on a board with some empty cells."""
        # Wherever a piece goes, its first cell was empty or covered by another part of it.
        others = min(len(self.placements), empty + len(self.placements[0])) - 1
        return len(self.pieces) * (min(others, len(DIRECTIONS)) if metric is Metric.STEP else others)


MAX_PLACEMENTS = 65_534
"""Of all sorts of a puzzle: the search numbers them in 16 bits, and two numbers mean something else."""

NO_GOAL = -1
OUT_OF_REACH = -2


@lru_cache(maxsize=8)
def sorts_of(puzzle: BlockPuzzle) -> tuple[Sort, ...]:
    """The sorts of pieces of a puzzle, in the order of their first pieces."""
    goals, places = dict(puzzle.goal), puzzle.board.places
    groups: dict[tuple[int, object], dict[int, Cells]] = {}
    graphs: dict[object, list[_Graph]] = {}
    for piece, cells in enumerate(cells_by_piece(puzzle.start, puzzle.pieces)[1:], 1):
        # In the order of their places, so that the cells of pieces of one shape correspond to each other.
        cells.sort(key=places.__getitem__)
        doors = tuple([number for number, door in enumerate(puzzle.doors) if piece in door.pieces])
        # A goal names a piece: it cannot be exchanged for another of its shape.
        own = piece if piece in goals else 0
        alike = shape_of(puzzle, cells), puzzle.axes[piece - 1], doors
        groups.setdefault((own, alike), {})[piece] = tuple(cells)
    sorts = [
        sort
        for (piece, alike), starts in groups.items()
        for sort in _sorts(puzzle, starts, goals.get(piece), graphs.setdefault(alike, []))
    ]
    return tuple(sorted(sorts, key=lambda sort: sort.pieces[0]))


def shape_of(puzzle: BlockPuzzle, cells: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The cells of a piece relative to each other, the same for all translations."""
    places = sorted([puzzle.board.places[cell] for cell in cells])
    top, left = places[0]
    return tuple([(r - top, c - left) for r, c in places])


class _Graph(NamedTuple):
    """Placements as a sort has them, and their numbers: of all sorts that differ only in their goals."""

    placements: tuple[Cells, ...]
    masks: tuple[int, ...]
    steps: tuple[tuple[int, ...], ...]
    number: Mapping[Cells | None, int]


def _sorts(puzzle: BlockPuzzle, starts: dict[int, Cells], goal: Cells | None, graphs: list[_Graph]) -> Iterator[Sort]:
    """The sorts of pieces of one shape, by the places they can reach: cars in two rows never change places."""
    while starts:
        piece, first = next(iter(starts.items()))
        graph = next((each for each in graphs if first in each.number), None)
        if graph is None:
            graphs.append(graph := _graph(puzzle, piece, first))
        alike = tuple([piece for piece, first in starts.items() if first in graph.number])
        start = tuple([graph.number[starts.pop(piece)] for piece in alike])
        wanted = NO_GOAL
        if goal is not None:
            mask = sum(1 << cell for cell in goal)
            wanted = graph.masks.index(mask) if mask in graph.masks else OUT_OF_REACH
        yield Sort(alike, graph.placements, graph.masks, graph.steps, start, wanted)


def _graph(puzzle: BlockPuzzle, piece: int, start: Cells) -> _Graph:
    """The placements of a piece by places, so that a step passes few others of its sort, and none of those in its
    row.
    """
    places, graph = puzzle.board.places, _placements(puzzle, piece, start)
    placements = sorted(graph, key=lambda cells: places[cells[0]])
    number: dict[Cells | None, int] = {cells: index for index, cells in enumerate(placements)}
    number[None] = NONE
    steps = tuple([tuple([number[to] for to in graph[cells]]) for cells in placements])
    masks = tuple([sum([1 << cell for cell in cells]) for cells in placements])
    return _Graph(tuple(placements), masks, steps, number)


def _placements(puzzle: BlockPuzzle, piece: int, start: Cells) -> dict[Cells, list[Cells | None]]:
    """The placements that a piece can reach alone, with the next placement in each direction."""
    axes, steps = puzzle.axes[piece - 1], puzzle.board.steps
    closed = frozenset([cell for door in puzzle.doors if piece not in door.pieces for cell in door.cells])
    allowed = [d for d in DIRECTIONS if axes & (VERTICAL if d in (UP, DOWN) else HORIZONTAL)]
    found: dict[Cells, list[Cells | None]] = {start: [None] * len(DIRECTIONS)}
    left = [start]
    for cells in left:
        for direction in allowed:
            to = tuple([steps[cell][direction] for cell in cells])
            if NONE in to or not closed.isdisjoint(to):
                continue
            found[cells][direction] = to
            if to not in found:
                found[to] = [None] * len(DIRECTIONS)
                left.append(to)
    return found


def moves_alone(sort: Sort, metric: Metric) -> list[int]:
    """Moves from each placement of a piece to its goal on a board without others."""
    if metric is Metric.PATH:
        return [int(placement != sort.goal) for placement in range(len(sort.placements))]
    distance = {sort.goal: 0}
    left = [sort.goal]
    for placement in left:
        far = distance[placement] + 1
        for direction in DIRECTIONS:
            to = sort.steps[placement][direction]
            # Beyond a placement that is not farther it finds the rest of the line itself.
            while to != NONE and distance.setdefault(to, far + 1) >= far:
                if distance[to] > far:
                    distance[to] = far
                    left.append(to)
                to = NONE if metric is Metric.STEP else sort.steps[to][direction]
    return [distance.get(placement, 0) for placement in range(len(sort.placements))]


def choices(puzzle: BlockPuzzle) -> int:
    """Number of choices of placements for all pieces, including those that overlap."""
    return prod(comb(len(sort.placements), len(sort.pieces)) for sort in sorts_of(puzzle))

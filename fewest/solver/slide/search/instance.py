"""The puzzle in canonical numbers, so that boards that differ only in numbering share their tables.

The service has renumbered the whole puzzle, but that numbering depends on the start. Tables depend only on the board
and the goal, so these alone decide the numbers here: BLISS finds the canonical form of a graph of the cells, and of the
labels, which are adjacent to their goal cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from fewest.solver.errors import DeadlineError
from fewest.solver.graphs import SLICE_SECONDS, ColouredGraph, inverse
from fewest.solver.model import Solution
from fewest.solver.slide.board import WORD_CELLS, SlideBoard
from fewest.solver.slide.bounds.distance import parity
from fewest.solver.slide.labelling import ANYTHING, LabelledPuzzle
from fewest.solver.slide.rules import Slide
from fewest.solver.slide.search.packing import Packing, Rows


@dataclass(frozen=True)
class SearchInstance:
    """A puzzle in canonical numbers, and the way back.

    Attributes
    ----------
    labelled
        The puzzle in canonical numbers.
    cells
        ``cells[i]`` is the canonical number of the puzzle's cell i.
    labels
        ``labels[i]`` is the canonical number of the puzzle's label i.
    """

    labelled: LabelledPuzzle
    cells: tuple[int, ...]
    labels: tuple[int, ...]

    @cached_property
    def packing(self) -> Packing:
        """How positions are packed."""
        return Packing(self.labelled)

    @cached_property
    def start_row(self) -> Rows:
        """The start, packed: int64 (1, words)."""
        return self.packing.pack([self.labelled.start])

    @cached_property
    def parity(self) -> int | None:
        """The parity of the length of every solution, None if unknown."""
        return parity(self.labelled)

    def original(self, solution: Solution) -> Solution:
        """Rewrite a solution in the puzzle's own numbers."""
        own = {canonical: cell for cell, canonical in enumerate(self.cells)}
        return tuple((own[start], own[to]) for start, to in cast("tuple[Slide, ...]", solution))

    def keys(self, rows: Rows) -> NDArray[np.bytes_]:
        """Unpack positions in the puzzle's own numbers: texts that sort, a byte per cell (number,)."""
        own = np.argsort(np.array(self.labels)).astype(np.uint8)
        labels = own[self.packing.unpack(rows)[:, list(self.cells)]]
        return np.ascontiguousarray(labels).view(f"S{len(self.cells)}")[:, 0]


def make_instance(labelled: LabelledPuzzle) -> SearchInstance:
    """Bring a puzzle to canonical numbers; keep those of a board that is too large for tables."""
    size = labelled.cells
    if size > WORD_CELLS:
        return SearchInstance(labelled, tuple(range(size)), tuple(range(len(labelled.counts))))
    asked = sorted({label for label in labelled.goal if label > 0})
    vertex = {label: size + number for number, label in enumerate(asked)}
    edges = labelled.board.edges
    edges += [(cell, vertex[label]) for cell, label in enumerate(labelled.goal) if label > 0]
    # Colours: cells that take anything, want an empty cell, want a piece; then labels by their number of pieces.
    colours = [min(max(label, ANYTHING), 1) + 1 for label in labelled.goal]
    colours += [3 + labelled.counts[label] for label in asked]
    try:
        rank = inverse(tuple(ColouredGraph(edges, colours).canonical_order(SLICE_SECONDS)))
    except DeadlineError:
        rank = tuple(range(len(colours)))  # right, but tables are not shared with renumbered boards
    order = sorted(rank[:size])
    canonical = [order.index(number) for number in rank[:size]]
    rows: list[list[int]] = [[]] * size
    for cell, row in enumerate(labelled.board.adjacency):
        rows[canonical[cell]] = sorted(canonical[other] for other in row)
    # Of the canonical numbers, not of the puzzle's: equal boards must have equal walks.
    along_walk = _number_along_walk(tuple(map(tuple, rows)))
    cells = tuple(along_walk[number] for number in canonical)
    labels = [0] * len(labelled.counts)
    rest = [label for label in range(1, len(labels)) if label not in vertex]
    for number, label in enumerate(sorted(asked, key=lambda label: rank[vertex[label]]) + rest, 1):
        labels[label] = number
    return renumbered_instance(labelled, cells, tuple(labels))


def renumbered_instance(labelled: LabelledPuzzle, cells: tuple[int, ...], labels: tuple[int, ...]) -> SearchInstance:
    """The instance with numbers that are known, of cells and of labels."""
    return SearchInstance(_renumbered(labelled, cells, labels), cells, labels)


@lru_cache(maxsize=64)
def _number_along_walk(adjacency: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Number the cells so that adjacent cells often have consecutive numbers: table lookups then lie close together.

    From every cell start a walk that goes to the adjacent cell with the fewest unvisited ones next to it
    (Warnsdorff's rule), or, without such a neighbour, jumps to such a cell anywhere. The first walk with the fewest
    jumps numbers the cells.
    """
    most = -1
    for first in range(len(adjacency)):
        adjacent_steps, walk = _walk(adjacency, first)
        if adjacent_steps > most:
            most, best = adjacent_steps, walk
        # A walk without a jump cannot be bettered.
        if most == len(adjacency) - 1:
            break
    return tuple(int(number) for number in np.argsort(best))


def _walk(adjacency: tuple[tuple[int, ...], ...], first: int) -> tuple[int, list[int]]:
    """How many steps of a walk from a cell lead to an adjacent one; the walk."""
    walk = [first]
    unvisited = set(range(len(adjacency))) - {first}
    left = [len(row) for row in adjacency]  # unvisited cells next to each
    adjacent_steps = 0
    while unvisited:
        for cell in adjacency[walk[-1]]:
            left[cell] -= 1
        adjacent = [cell for cell in adjacency[walk[-1]] if cell in unvisited]
        adjacent_steps += bool(adjacent)
        walk.append(min(adjacent or unvisited, key=lambda cell: (left[cell], cell)))
        unvisited.remove(walk[-1])
    return adjacent_steps, walk


def _renumbered(labelled: LabelledPuzzle, cells: tuple[int, ...], labels: tuple[int, ...]) -> LabelledPuzzle:
    own = sorted(range(labelled.cells), key=lambda cell: cells[cell])
    adjacency = labelled.board.adjacency
    counts = [0] * len(labels)
    for label, number in enumerate(labels):
        counts[number] = labelled.counts[label]
    components = sorted(tuple(sorted(cells[cell] for cell in component)) for component in labelled.components)
    return LabelledPuzzle(
        SlideBoard(tuple(tuple(sorted(cells[other] for other in adjacency[cell])) for cell in own)),
        tuple(labels[labelled.start[cell]] for cell in own),
        tuple(labelled.goal[cell] if labelled.goal[cell] < 0 else labels[labelled.goal[cell]] for cell in own),
        tuple(counts),
        tuple(components),
    )

"""SearchInstance numbers for cells and labels, so that boards that differ only in numbering share their tables.

The board and the goal alone decide them, not the start: a graph of the cells, and of the labels joined to the
cells that want them, is brought to the canonical form BLISS finds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from solver.graphs import ColouredGraph, inverse
from solver.model import Solution
from solver.slide.board import SlideBoard
from solver.slide.labelling import ANYTHING, LabelledPuzzle
from solver.slide.rules import Slide


@dataclass(frozen=True)
class SearchInstance:
    """A puzzle in standard numbers and the way back.

    Attributes
    ----------
    labelled
        The puzzle in standard numbers.
    cells
        ``cells[i]`` is the standard number of the puzzle's cell i.
    labels
        ``labels[r]`` is the standard number of the puzzle's label r.
    """

    labelled: LabelledPuzzle
    cells: tuple[int, ...]
    labels: tuple[int, ...]

    def back(self, solution: Solution) -> Solution:
        """Rewrite a solution in the puzzle's own numbers."""
        own = {standard: cell for cell, standard in enumerate(self.cells)}
        return tuple((own[start], own[to]) for start, to in cast("tuple[Slide, ...]", solution))

    def keys(self, positions: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Rewrite positions, uint8 (number, cells), in the puzzle's own numbers: the bytes of its keys."""
        own = np.argsort(np.array(self.labels)).astype(np.uint8)
        return np.ascontiguousarray(own[positions[:, list(self.cells)]])


def standard(labelled: LabelledPuzzle) -> SearchInstance:
    """Bring a puzzle to standard numbers."""
    size, kinds = labelled.cells, len(labelled.counts)
    asked = sorted({label for label in labelled.goal if label > 0})
    node = {label: size + number for number, label in enumerate(asked)}
    edges = [(cell, other) for cell, row in enumerate(labelled.board.adjacency) for other in row if cell < other]
    edges += [(cell, node[label]) for cell, label in enumerate(labelled.goal) if label > 0]
    colour = [min(max(label, ANYTHING), 1) + 1 for label in labelled.goal]
    colour += [3 + labelled.counts[label] for label in asked]
    image = inverse(tuple(ColouredGraph(edges, colour).canonical_order()))
    places = sorted(image[:size])
    canonical = [places.index(place) for place in image[:size]]
    rows: list[list[int]] = [[]] * size
    for cell, row in enumerate(labelled.board.adjacency):
        rows[canonical[cell]] = sorted(canonical[other] for other in row)
    line = _line(tuple(map(tuple, rows)))
    cells = tuple(line[place] for place in canonical)
    labels = [0] * kinds
    inner = sorted(asked, key=lambda label: image[node[label]])
    rest = [label for label in range(1, kinds) if label not in node]
    for number, label in enumerate(inner + rest, 1):
        labels[label] = number
    return SearchInstance(_renumbered(labelled, cells, tuple(labels)), cells, tuple(labels))


@lru_cache(maxsize=64)
def _line(adjacency: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Number the cells so that many neighbours follow each other: pattern tables are then looked up close by.

    From every cell a walk that goes on to the neighbour with the fewest neighbours left, or when it is stuck to such a
    cell anywhere; the walk with the most steps between neighbours numbers the cells.
    """
    best: tuple[int, list[int]] = (-1, [])
    for first in range(len(adjacency)):
        walk, left, steps = [first], set(range(len(adjacency))) - {first}, 0
        while left:
            near = [cell for cell in adjacency[walk[-1]] if cell in left]
            steps += bool(near)
            walk.append(min(near or left, key=lambda cell: (sum(o in left for o in adjacency[cell]), cell)))
            left.remove(walk[-1])
        best = max(best, (steps, walk), key=lambda found: found[0])
    return tuple(int(place) for place in np.argsort(best[1]))


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

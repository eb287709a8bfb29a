"""Bounds without a search: distances and the parity of the length. Also the goal positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fewest.solver.slide.board import SlideBoard, graph_of
from fewest.solver.slide.labelling import ANYTHING, LabelledPuzzle, two_colouring

FAR = 1 << 20
"""Distance between cells of different components."""


@lru_cache(maxsize=64)
def distances(board: SlideBoard) -> NDArray[np.int64]:
    """Measure the distance between any two cells.

    Returns
    -------
    int64 (cells, cells)
        Slides along a shortest path; ``FAR`` if there is no path.
    """
    between = np.array(graph_of(board).distances(), np.float64).reshape(board.cells, board.cells)
    return np.where(np.isinf(between), FAR, between).astype(np.int64)


def least_sum(table: NDArray[np.int64], want: Iterable[int], have: Iterable[int]) -> int:
    """The least sum of distances that assigns to each of some cells another one, of as many or more.

    By shortest alternating paths, under prices of the columns (R. Jonker and A. Volgenant, Computing 38 (1987)). In
    plain Python: equal pieces are few, and no process of the service loads compiled code.
    """
    # By the triangle inequality, a piece on one of its goal cells can stay there.
    places = np.ix_(sorted(set(want).difference(have)), sorted(set(have).difference(want)))
    costs = table[places].tolist()
    columns = range(len(places[1][0]))
    prices, assigned = [0] * len(columns), [-1] * len(columns)  # of each column; its row
    for first in range(len(costs)):
        lengths, before, unseen = [FAR**2] * len(columns), [-1] * len(columns), set(columns)
        row, last, offset = first, -1, 0
        while row >= 0:
            for column in unseen:
                length = offset + costs[row][column] - prices[column]
                if length < lengths[column]:
                    lengths[column], before[column] = length, last
            last = min(unseen, key=lengths.__getitem__)
            unseen.remove(last)
            row = assigned[last]
            # The row of a column goes on from there for what it pays less in another.
            offset = lengths[last] - costs[row][last] + prices[last]
        for column in set(columns) - unseen:
            prices[column] += lengths[column] - lengths[last]
        while last >= 0:
            assigned[last] = first if before[last] < 0 else assigned[before[last]]
            last = before[last]
    return sum(costs[row][column] for column, row in enumerate(assigned) if row >= 0)


def parity(labelled: LabelledPuzzle) -> int | None:
    """The parity of every solution's length, 0 or 1, or None if it is not known.

    On a bipartite board every slide moves one empty cell to the other colour. If the goal names all empty cells, the
    number of them on one colour at the start and in the goal determines whether the number of slides is odd.
    """
    colours = two_colouring(labelled.board)
    if colours is None or labelled.goal.count(0) != labelled.empty_cells:
        return None
    cells = zip(colours, labelled.start, labelled.goal, strict=True)
    return sum(colour * ((have == 0) + (want == 0)) for colour, have, want in cells) % 2


def next_bound(bound: int, parity: int | None) -> int:
    """Raise a lower bound, in moves, to the next number of a parity."""
    return bound if parity is None else bound + (bound - parity) % 2


def goal_positions(labelled: LabelledPuzzle, max_positions: int) -> list[tuple[int, ...]] | None:
    """List the positions that meet the goal, or None if there are more than ``max_positions``."""
    positions = [list(labelled.goal)]
    for component in labelled.components:
        left = Counter(labelled.start[cell] for cell in component)
        left.subtract(labelled.goal[cell] for cell in component if labelled.goal[cell] != ANYTHING)
        if min(left.values()) < 0:
            return []
        # A share of the limit, because every filling is combined with all positions so far.
        fillings = _fillings(left, max_positions // len(positions))
        if fillings is None:
            return None
        blank = [cell for cell in component if labelled.goal[cell] == ANYTHING]
        made = []
        for position, filling in product(positions, fillings):
            made.append(position.copy())
            for cell, label in zip(blank, filling, strict=True):
                made[-1][cell] = label
        positions = made
    return [tuple(position) for position in positions]


def _fillings(left: Counter[int], most: int) -> list[tuple[int, ...]] | None:
    """All orders of some labels with repetitions, sorted; None if there are more than ``most``."""
    labels = sorted(left)
    size = left.total()
    found: list[tuple[int, ...]] = []
    chosen: list[int] = []

    def extend() -> bool:
        if len(chosen) == size:
            found.append(tuple(chosen))
            return len(found) <= most
        for label in labels:
            if left[label]:
                left[label] -= 1
                chosen.append(label)
                few = extend()
                chosen.pop()
                left[label] += 1
                if not few:
                    return False
        return True

    return found if extend() else None

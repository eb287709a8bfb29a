"""A sliding puzzle in labels, as searches see it.

The goal does not distinguish pieces that it does not name, and only the empty cells decide whether a slide is legal. So
these pieces share one label, and positions that differ only in them count as one.

=================  =====================================================
label 0            an empty cell
labels 1, 2, …     the pieces that the goal names, by their numbers
the last label     all other pieces, if there are any
=================  =====================================================
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial

from fewest.solver.slide.board import SlideBoard, graph_of
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle

ANYTHING = -1
"""In the goal of a labelled puzzle: this cell may hold anything."""


@dataclass(frozen=True)
class LabelledPuzzle:
    """Start and goal of a puzzle in labels.

    Attributes
    ----------
    board
        The cells and their neighbours.
    start
        Label on every cell.
    goal
        Label of every cell in the goal, or ``ANYTHING``. Filled in if the component leaves only one choice.
    counts
        Number of pieces (or empty cells) of every label.
    components
        The cells of every connected component, sorted.
    """

    board: SlideBoard
    start: tuple[int, ...]
    goal: tuple[int, ...]
    counts: tuple[int, ...]
    components: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.board.cells

    @property
    def empty_cells(self) -> int:
        """Number of empty cells."""
        return self.counts[0]

    @cached_property
    def positions(self) -> int:
        """Number of ways to arrange the pieces of every component on its cells: an upper bound on what is reachable."""
        total = 1
        for component in self.components:
            total *= arrangements(Counter(self.start[cell] for cell in component))
        return total


def arrangements(counts: Counter[int]) -> int:
    """Number of permutations of a multiset: ways to place pieces, some identical, on as many cells."""
    number = factorial(counts.total())
    for count in counts.values():
        number //= factorial(count)
    return number


@lru_cache(maxsize=4)
def labelled(puzzle: SlidePuzzle) -> LabelledPuzzle:
    """Rewrite a puzzle in labels."""
    label = _labels(puzzle)
    start = tuple(label[piece] for piece in puzzle.start)
    goal = [ANYTHING if piece is None else label.get(piece, ANYTHING) for piece in puzzle.goal]
    split = components(puzzle.board)
    for component in split:
        _fill_in(goal, start, component)
    count = Counter(start)
    counts = tuple(count[number] for number in range(max(label.values()) + 1))
    return LabelledPuzzle(puzzle.board, start, tuple(goal), counts, split)


@lru_cache(maxsize=64)
def components(board: SlideBoard) -> tuple[tuple[int, ...], ...]:
    """Split the cells into connected components, each sorted, in order of their first cell."""
    return tuple(tuple(sorted(component)) for component in graph_of(board).connected_components())


@lru_cache(maxsize=64)
def two_colouring(board: SlideBoard) -> tuple[int, ...] | None:
    """Colour the cells 0 and 1 so that adjacent cells differ; None if the board is not bipartite."""
    bipartite, colours = graph_of(board).is_bipartite(return_types=True)
    return tuple(map(int, colours)) if bipartite else None


def _labels(puzzle: SlidePuzzle) -> dict[int, int]:
    """Map every piece of the start to its label."""
    wanted = sorted({piece for piece in puzzle.goal if piece is not None and piece != EMPTY})
    label = {EMPTY: 0} | {piece: number for number, piece in enumerate(wanted, 1)}
    return {piece: label.get(piece, len(wanted) + 1) for piece in {EMPTY, *puzzle.start}}


def _fill_in(goal: list[int], start: tuple[int, ...], component: tuple[int, ...]) -> None:
    """Name the content of the cells that may hold anything, if pieces of only one label are left for them."""
    left = Counter(start[cell] for cell in component)
    left.subtract(goal[cell] for cell in component if goal[cell] != ANYTHING)
    # The component lacks a piece that is wanted there: a proof by contents says so.
    if min(left.values()) < 0:
        return
    labels = [label for label, count in left.items() if count]
    if len(labels) == 1:
        for cell in component:
            if goal[cell] == ANYTHING:
                goal[cell] = labels[0]

"""A sliding puzzle in small numbers: what a search keeps of the pieces.

Pieces the goal never asks for are alike to every solution: a slide is legal by the empty cells alone, and the
goal cannot tell them apart. They share one label, so positions that differ only in them are one position with
the same slides on from it.

label 0            the empty cell
labels 1 … asked   the pieces the goal asks for, by their numbers
the last label     all other pieces, if there are any
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial

from solver.slide.board import SlideBoard
from solver.slide.puzzle import EMPTY, SlidePuzzle

ANYTHING = -1
"""In a goal by labels: this cell may hold anything."""


@dataclass(frozen=True)
class LabelledPuzzle:
    """Start and goal of a puzzle by labels.

    Attributes
    ----------
    board
        The cells and their neighbours.
    start
        Rank on every cell.
    goal
        Rank wanted on every cell, or `ANYTHING`. Filled in where the component leaves only one choice.
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

    @property
    def one_goal(self) -> bool:
        """Whether exactly one position meets the goal."""
        return ANYTHING not in self.goal

    @cached_property
    def positions(self) -> int:
        """Number of ways to place the labelled of every component on its cells: no fewer can be reached."""
        total = 1
        for component in self.components:
            total *= arrangements(Counter(self.start[cell] for cell in component))
        return total


def arrangements(pieces: Counter[int]) -> int:
    """Count the ways to place pieces, some alike, on as many cells."""
    ways = factorial(pieces.total())
    for alike in pieces.values():
        ways //= factorial(alike)
    return ways


def labels_of(puzzle: SlidePuzzle) -> dict[int, int]:
    """Map every piece of the start to its label."""
    asked = sorted({piece for piece in puzzle.goal if piece is not None and piece != EMPTY})
    label = {EMPTY: 0} | {piece: number for number, piece in enumerate(asked, 1)}
    return {piece: label.get(piece, len(asked) + 1) for piece in {EMPTY, *puzzle.start}}


def position_key(puzzle: SlidePuzzle) -> Callable[[tuple[int, ...]], bytes]:
    """Make the function from a position to its key in a listing: one byte per cell, the label there."""
    label = labels_of(puzzle)
    return lambda position: bytes([label[piece] for piece in position])


def labelled(puzzle: SlidePuzzle) -> LabelledPuzzle:
    """Rewrite a puzzle in labels."""
    label = labels_of(puzzle)
    start = tuple(label[piece] for piece in puzzle.start)
    split = components(puzzle.board)
    goal = [ANYTHING if piece is None else label.get(piece, ANYTHING) for piece in puzzle.goal]
    for component in split:
        _fill(goal, start, component)
    found = Counter(start)
    counts = tuple(found[number] for number in range(max(label.values()) + 1))
    return LabelledPuzzle(puzzle.board, start, tuple(goal), counts, split)


@lru_cache(maxsize=64)
def components(board: SlideBoard) -> tuple[tuple[int, ...], ...]:
    """Split the cells into connected components, each sorted, in order of their first cell."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for root in range(board.cells):
        if root in seen:
            continue
        component, fresh = {root}, [root]
        while fresh:
            fresh = [other for cell in fresh for other in board.adjacency[cell] if other not in component]
            component.update(fresh)
        seen |= component
        found.append(tuple(sorted(component)))
    return tuple(found)


@lru_cache(maxsize=64)
def two_colouring(board: SlideBoard) -> tuple[int, ...] | None:
    """Colour the cells 0 and 1 so that neighbours differ, if that can be done."""
    colour = [-1] * board.cells
    for component in components(board):
        colour[component[0]] = 0
        fresh = [component[0]]
        while fresh:
            cell = fresh.pop()
            for other in board.adjacency[cell]:
                if colour[other] == colour[cell]:
                    return None
                if colour[other] < 0:
                    colour[other] = 1 - colour[cell]
                    fresh.append(other)
    return tuple(colour)


def _fill(goal: list[int], start: tuple[int, ...], component: tuple[int, ...]) -> None:
    left = Counter(start[cell] for cell in component)
    left.subtract(goal[cell] for cell in component if goal[cell] != ANYTHING)
    if min(left.values()) < 0:
        return
    kinds = [kind for kind, number in left.items() if number]
    if len(kinds) == 1:
        for cell in component:
            if goal[cell] == ANYTHING:
                goal[cell] = kinds[0]

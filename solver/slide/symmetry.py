"""Symmetries: the canonical form of a puzzle, and images of a position that one table bounds alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from solver.graphs import ColouredGraph, inverse
from solver.slide.board import SlideBoard
from solver.slide.bounds.distance import distances
from solver.slide.labelling import LabelledPuzzle
from solver.slide.puzzle import EMPTY, SlidePuzzle

MOST = 4
"""Images looked at; more cost more time than they save."""
TRIES = 20_000
"""Cells placed in the search for symmetries before it gives up."""


def goal_symmetries(labelled: LabelledPuzzle) -> list[tuple[int, ...]]:
    """List symmetries of the board, the identity first, under which goal pieces go to goal pieces.

    Only where all pieces are different and the goal says the content of every cell: there a symmetry that
    keeps the empty cell's goal is a renaming of the pieces, and an image of a position is as far from the
    goal as the position.
    """
    return _goal_symmetries(replace(labelled, start=()))


@lru_cache(maxsize=64)
def _goal_symmetries(labelled: LabelledPuzzle) -> list[tuple[int, ...]]:
    """The same for any start."""
    identity = tuple(range(labelled.cells))
    if max(labelled.counts) > 1 or min(labelled.goal, default=0) < 0 or 0 not in labelled.goal:
        return [identity]
    steps = distances(labelled.board)
    profile = [tuple(sorted(row)) for row in steps.tolist()]
    home = labelled.goal.index(0)
    order = sorted(identity, key=lambda cell: (steps[home, cell], cell))
    found: list[tuple[int, ...]] = []
    image: list[int] = []
    tries = 0

    def place(index: int) -> None:
        nonlocal tries
        if index == len(order):
            back = dict(zip(order, image, strict=True))
            found.append(tuple(back[cell] for cell in identity))
            return
        for other in identity if index else (home,):
            tries += 1
            if len(found) == MOST or tries > TRIES:
                return
            fits = other not in image and profile[other] == profile[order[index]]
            if fits and all(steps[other, image[i]] == steps[order[index], order[i]] for i in range(index)):
                image.append(other)
                place(index + 1)
                image.pop()

    place(0)
    return [identity, *(symmetry for symmetry in found if symmetry != identity)][:MOST]


def canonical_graph(puzzle: SlidePuzzle) -> ColouredGraph:
    """Draw a puzzle as a coloured graph whose first vertices are its cells.

    Vertices: two for each cell, its place at the start and its place in the goal, linked; the first ones linked as
    the board is; one for each number a piece has, linked to its places at the start and in the goal.
    """
    cells = puzzle.board.cells
    colours = [0] * cells + [1] * cells
    edges = [(cell, cells + cell) for cell in range(cells)]
    edges += [(cell, other) for cell, row in enumerate(puzzle.board.adjacency) for other in row if cell < other]
    vertex: dict[int, int] = {}
    for at, row in ((0, puzzle.start), (cells, puzzle.goal)):
        for cell, piece in enumerate(row):
            if piece is not None:
                if piece not in vertex:
                    vertex[piece] = len(colours)
                    colours.append(2 if piece == EMPTY else 3)
                edges.append((vertex[piece], at + cell))
    return ColouredGraph(edges, colours)


def renumber(puzzle: SlidePuzzle, order: Sequence[int]) -> SlidePuzzle:
    """The same puzzle with cell ``order[i]`` numbered i, and pieces numbered 1, 2, … in the order of the start."""
    number = inverse(tuple(order))
    adjacency = tuple(tuple(sorted(number[other] for other in puzzle.board.adjacency[cell])) for cell in order)
    names = {EMPTY: EMPTY}
    for cell in order:
        names.setdefault(puzzle.start[cell], len(names))
    goal = tuple(None if (piece := puzzle.goal[cell]) is None else names[piece] for cell in order)
    return SlidePuzzle(SlideBoard(adjacency), tuple(names[puzzle.start[cell]] for cell in order), goal)

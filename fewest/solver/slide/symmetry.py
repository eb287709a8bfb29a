"""Symmetries: automorphisms of the board that preserve the goal up to a renaming of pieces; and the canonical form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from fewest.solver.graphs import ColouredGraph, inverse
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.bounds.distance import distances
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle

MAX_SYMMETRIES = 4
"""Symmetric images of a position that a search bounds; more cost more time than they save."""
TRIES = 20_000
"""Cells placed by the search for symmetries before it gives up."""


def goal_symmetries(labelled: LabelledPuzzle) -> list[tuple[int, ...]]:
    """List automorphisms of the board that fix the empty cell's goal, the identity first, ``MAX_SYMMETRIES`` at most.

    Entry ``cell`` of each is the image of the cell. Only the identity is listed unless all pieces differ and the goal
    names every cell. Then such an automorphism is a renaming of the pieces, so a position and its image are equally
    far from the goal, and one pattern database bounds both (Culberson and Schaeffer, 1998).
    """
    # Without the start, so that all puzzles of a board and goal share one entry of the cache.
    return _goal_symmetries(replace(labelled, start=()))


@lru_cache(maxsize=64)
def _goal_symmetries(labelled: LabelledPuzzle) -> list[tuple[int, ...]]:
    """The same, cached for all starts. Backtracking places cell after cell so that all distances are kept."""
    identity = tuple(range(labelled.cells))
    if max(labelled.counts) > 1 or min(labelled.goal, default=0) < 0 or 0 not in labelled.goal:
        return [identity]
    distance = distances(labelled.board)
    profile = [tuple(sorted(row)) for row in distance.tolist()]
    empty_goal = labelled.goal.index(0)
    # Cells near the fixed one first: they have the fewest possible images.
    order = sorted(identity, key=lambda cell: (distance[empty_goal, cell], cell))
    found: list[tuple[int, ...]] = []
    images: list[int] = []
    tries = 0

    def place(index: int) -> None:
        nonlocal tries
        if index == len(order):
            image = dict(zip(order, images, strict=True))
            found.append(tuple(image[cell] for cell in identity))
            return
        for other in identity if index else (empty_goal,):
            tries += 1
            # Fewer symmetries make a search slower, never wrong.
            if len(found) == MAX_SYMMETRIES or tries > TRIES:
                return
            fits = other not in images and profile[other] == profile[order[index]]
            if fits and all(distance[other, images[i]] == distance[order[index], order[i]] for i in range(index)):
                images.append(other)
                place(index + 1)
                images.pop()

    place(0)
    return [identity, *(symmetry for symmetry in found if symmetry != identity)][:MAX_SYMMETRIES]


def canonical_graph(puzzle: SlidePuzzle) -> ColouredGraph:
    """A coloured graph that determines the puzzle up to renumbering; its first vertices are the cells.

    ===========  =====================  ================================================
    colour       vertex                 adjacent to
    ===========  =====================  ================================================
    0            a cell at the start    its neighbours; the same cell in the goal
    1            a cell in the goal     the same cell at the start
    2, 3         the empty cell; one    the cells that hold it at the start and in the
                 number of a piece      goal
    ===========  =====================  ================================================
    """
    cells = puzzle.board.cells
    colours = [0] * cells + [1] * cells
    edges = [(cell, cells + cell) for cell in range(cells)]
    edges += puzzle.board.edges
    vertex: dict[int, int] = {}
    for first, position in ((0, puzzle.start), (cells, puzzle.goal)):
        for cell, piece in enumerate(position):
            if piece is not None:
                if piece not in vertex:
                    vertex[piece] = len(colours)
                    colours.append(2 if piece == EMPTY else 3)
                edges.append((vertex[piece], first + cell))
    return ColouredGraph(edges, colours, cells)


def renumber(puzzle: SlidePuzzle, order: Sequence[int]) -> SlidePuzzle:
    """The same puzzle with cell ``order[i]`` numbered i, and pieces numbered 1, 2, … in the order of the start."""
    number = inverse(tuple(order))
    adjacency = tuple(tuple(sorted(number[other] for other in puzzle.board.adjacency[cell])) for cell in order)
    piece_number = {EMPTY: EMPTY}
    for cell in order:
        piece_number.setdefault(puzzle.start[cell], len(piece_number))
    goal = tuple(None if (piece := puzzle.goal[cell]) is None else piece_number[piece] for cell in order)
    return SlidePuzzle(SlideBoard(adjacency), tuple(piece_number[puzzle.start[cell]] for cell in order), goal)

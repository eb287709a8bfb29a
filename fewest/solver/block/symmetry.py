"""The canonical form of a sliding-block puzzle: turned, mirrored and renamed puzzles are one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from fewest.solver.block.board import DIRECTIONS, NONE, TURNS, BlockBoard
from fewest.solver.block.puzzle import BOTH, EMPTY, HORIZONTAL, VERTICAL, BlockPuzzle, Door, cells_by_piece
from fewest.solver.graphs import ColouredGraph, inverse

CELL, DIRECTION, STEP, PIECE, GOAL, DOOR = range(6)


def canonical_graph(puzzle: BlockPuzzle) -> ColouredGraph:
    """A coloured graph that determines the puzzle, but for its metric, up to renumbering; the cells come first.

    ============  =========================  ============================================================
    colour        vertex                     adjacent to
    ============  =========================  ============================================================
    0             a cell
    1             a direction                the opposite direction
    2             a step from a cell         the cell, the direction, and the step back
    3             a piece                    its cells at the start; the directions that it is bound to
    4             a goal                     its piece, and the cells that it shall cover
    5             a door                     its cells and pieces
    ============  =========================  ============================================================
    """
    cells = puzzle.board.cells
    board_edges, board_colours = _board_graph(puzzle.board)
    edges, colours = [*board_edges], [*board_colours]
    first = len(colours) - 1  # of piece 1 is the one after it
    covered = cells_by_piece(puzzle.start, puzzle.pieces)
    for piece, axes in enumerate(puzzle.axes, 1):
        edges += [(cell, first + piece) for cell in covered[piece]]
        if axes != BOTH:
            bound = [d for d in DIRECTIONS if axes & (VERTICAL if d in (0, 3) else HORIZONTAL)]
            edges += [(cells + direction, first + piece) for direction in bound]
        colours.append(PIECE)
    for piece, wanted in puzzle.goal:
        edges += [(cell, len(colours)) for cell in wanted] + [(first + piece, len(colours))]
        colours.append(GOAL)
    for door in puzzle.doors:
        edges += [(cell, len(colours)) for cell in door.cells]
        edges += [(first + piece, len(colours)) for piece in door.pieces]
        colours.append(DOOR)
    return ColouredGraph(edges, colours, cells, _alike(puzzle))


@lru_cache(maxsize=16)
def _board_graph(board: BlockBoard) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The edges and the colours of cells, directions and steps."""
    cells = board.cells
    colours = [CELL] * cells + [DIRECTION] * len(DIRECTIONS)
    # Opposite directions belong together under every turn and reflection.
    edges = [(cells + direction, cells + 3 - direction) for direction in DIRECTIONS[:2]]
    vertex: dict[tuple[int, int], int] = {}
    for cell, row in enumerate(board.steps):
        for direction, other in enumerate(row):
            if other == NONE:
                continue
            vertex[cell, direction] = len(colours)
            edges += [(cell, len(colours)), (cells + direction, len(colours))]
            if (other, 3 - direction) in vertex:
                edges.append((vertex[other, 3 - direction], len(colours)))
            colours.append(STEP)
    return tuple(edges), tuple(colours)


def _alike(puzzle: BlockPuzzle) -> int:
    """The most cells that hold a piece of one size, bound or not, with a goal or without, and whose neighbours do."""
    size, goals = Counter(puzzle.start), dict(puzzle.goal)
    traits = [4 * size[piece] + 2 * (axes != BOTH) + (piece in goals) for piece, axes in enumerate(puzzle.axes, 1)]
    # Two sums of cubes are seldom equal by chance; if they are, cells only seem to be more alike.
    cubes = [0, *(trait**3 for trait in traits)]
    held = [cubes[piece] for piece in puzzle.start] + [NONE]  # the last by neighbours that do not exist
    rows = zip(held, puzzle.board.steps, strict=False)
    alike = Counter([(own, held[a] + held[b] + held[c] + held[d]) for own, (a, b, c, d) in rows])
    return max(alike.values(), default=0)


def renumber(puzzle: BlockPuzzle, order: Sequence[int]) -> BlockPuzzle:
    """The same puzzle with cell ``order[i]`` numbered i.

    Pieces are numbered in the order of their first cells. Of the eight sides from which the board can be seen, the
    one is taken that makes the neighbours least, so that equal puzzles with equal numbering are the same.
    """
    number = inverse(tuple(order))
    steps = tuple(
        [tuple([NONE if other == NONE else number[other] for other in puzzle.board.steps[cell]]) for cell in order]
    )
    piece_number = {EMPTY: EMPTY}
    for cell in order:
        piece_number.setdefault(puzzle.start[cell], len(piece_number))
    pieces = sorted(range(1, puzzle.pieces + 1), key=piece_number.__getitem__)
    axes = tuple([puzzle.axes[piece - 1] for piece in pieces])
    # The canonical order numbers the cells, not the directions. Most often the first cell decides.
    firsts = {turn: [row[direction] for row in steps[:1] for direction in turn] for turn in TURNS}
    turns = [turn for turn in TURNS if firsts[turn] == min(firsts.values())]
    board = BlockBoard(steps)
    board, axes = min(
        ((board.turned(turn), _turned_axes(axes, turn)) for turn in turns), key=lambda seen: (seen[0].steps, seen[1])
    )
    goal = sorted((piece_number[piece], tuple(sorted(number[cell] for cell in cells))) for piece, cells in puzzle.goal)
    doors = sorted(
        (
            Door(
                tuple(sorted(number[cell] for cell in door.cells)),
                tuple(sorted(piece_number[piece] for piece in door.pieces)),
            )
            for door in puzzle.doors
        ),
        key=lambda door: (door.cells, door.pieces),
    )
    start = tuple(piece_number[puzzle.start[cell]] for cell in order)
    return replace(puzzle, board=board, start=start, goal=tuple(goal), axes=axes, doors=tuple(doors), names=())


def _turned_axes(axes: tuple[int, ...], turn: Sequence[int]) -> tuple[int, ...]:
    if turn[0] in (0, 3):
        return axes
    return tuple(BOTH if each == BOTH else BOTH ^ each for each in axes)

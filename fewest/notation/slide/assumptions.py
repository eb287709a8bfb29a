"""What is assumed of a sliding puzzle whose text gives no start or no goal."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fewest.notation import JsonObject
from fewest.notation.assumptions import Assumption, MayBeSolved
from fewest.notation.slide.puzzle import board_of, sorted_goal
from fewest.solver.errors import Message
from fewest.solver.slide.board import SlideBoard

SLIDES_OF_A_CELL = 40
"""A board is shuffled by this many slides for each of its cells."""

RING_SIDE = 3
"""N. Nilsson's example of the 8-puzzle has the pieces in a ring as its goal."""


def assume(document: JsonObject, may_be_solved: MayBeSolved) -> list[Assumption]:
    """The goal of pieces in order and, without a start, shuffled pieces.

    Other usual goals follow that no simple argument proves impossible.
    """
    if "start" not in document:
        built = board_of(document.get("board"))
        start, goal = ([], []) if built is None or built[1] is None else shuffled(built[1])
        text = "The text gives no pieces; assumed: the pieces in order at the goal, and shuffled at the start."
        return [Assumption({"start": start, "goal": goal}, Message(text))]
    goal = sorted_goal(document["start"])
    usual = Assumption({"goal": goal}, Message("The text gives no goal; assumed: the pieces in order."))
    return [usual, *(each for each in _other_goals(document) if may_be_solved(document | each.fields))]


def _other_goals(document: JsonObject) -> Iterator[Assumption]:
    """Goals that are usual beside that of the pieces in order."""
    start, board = document["start"], document.get("board")
    # R. Korf's instances have the empty cell first.
    first = Message("The text gives no goal; assumed: the empty cell first, then the pieces in order.")
    yield Assumption({"goal": sorted(start)}, first)
    if board == {"rows": RING_SIDE, "columns": RING_SIDE} and sorted(start) == list(range(RING_SIDE**2)):
        ring = Message("The text gives no goal; assumed: the pieces in a ring around the empty cell.")
        yield Assumption({"goal": in_a_ring(RING_SIDE)}, ring)


def in_a_ring(side: int) -> list[int]:
    """The pieces of a square from its top left corner clockwise to the inside, where the empty cell is."""
    cells = {(row, column) for row in range(side) for column in range(side)}
    at, (down, right), goal = (0, 0), (0, 1), [0] * side**2
    for piece in range(1, side**2):
        goal[at[0] * side + at[1]] = piece
        cells.discard(at)
        if (at[0] + down, at[1] + right) not in cells:
            down, right = right, -down
        at = at[0] + down, at[1] + right
    return goal


def shuffled(board: SlideBoard) -> tuple[list[int], list[int]]:
    """A start and a goal on a board, with one empty cell: the goal in order, the start shuffled by slides from it."""
    goal = sorted_goal(list(range(len(board.adjacency))))
    cells = list(goal)
    empty = len(cells) - 1
    slides = random.Random(0)  # so that the same text always has the same reading
    for _ in range(SLIDES_OF_A_CELL * len(cells)):
        if not board.adjacency[empty]:
            break
        piece = slides.choice(board.adjacency[empty])
        cells[empty], cells[piece] = cells[piece], 0
        empty = piece
    return cells, goal

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

RING = [1, 2, 3, 8, 0, 4, 7, 6, 5]
"""The goal of N. Nilsson's example of the 8-puzzle."""


def assume(document: JsonObject, may_be_solved: MayBeSolved) -> list[Assumption]:
    """The goal of pieces in order and, without a start, shuffled pieces.

    If this goal is impossible, other usual goals follow that are not.
    """
    if "start" not in document:
        built = board_of(document.get("board"))
        start, goal = ([], []) if built is None or built[1] is None else shuffled(built[1])
        text = "The text gives no pieces; assumed: the pieces in order at the goal, and shuffled at the start."
        return [Assumption({"start": start, "goal": goal}, Message(text))]
    goal = sorted_goal(document["start"])
    usual = Assumption({"goal": goal}, Message("The text gives no goal; assumed: the pieces in order."))
    if may_be_solved(document | usual.fields):
        return [usual]
    others = _other_goals(document["start"])
    return [usual, *(each for each in others if may_be_solved(document | each.fields))]


def _other_goals(start: list[int]) -> Iterator[Assumption]:
    """Goals that are usual beside that of the pieces in order."""
    text = (
        "The text gives no goal; assumed: the empty cell first, then the pieces in order, as "
        "the other order is impossible."
    )
    # R. Korf's instances, each in a line, have the empty cell first.
    yield Assumption({"goal": sorted(start)}, Message(text), in_a_line=True)
    if sorted(start) == sorted(RING):
        text = (
            "The text gives no goal; assumed: the pieces in a ring around the empty cell, as the order is impossible."
        )
        yield Assumption({"goal": RING}, Message(text))


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

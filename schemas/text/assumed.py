"""Assumes a start or a goal that a text does not give."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain
from math import dist
from typing import cast

from fewest.schemas import JsonObject
from fewest.schemas.boards import Layout, resolve_name
from fewest.schemas.errors import FieldError, read_object
from fewest.schemas.puzzle import read_puzzle
from fewest.schemas.short_forms import write_out
from fewest.schemas.slide.board import SlideBoardShape, read_board
from fewest.schemas.text.draft import Draft
from fewest.solver.errors import Message
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.slide.board import SlideBoard

TRIED = 8
"""Holes of a board that are tried as the empty one: each takes some milliseconds."""

SLIDES_OF_A_CELL = 40
"""A board is shuffled by this many slides for each of its cells."""

ONE_PEG = {"count": 1}
BOARD = SlideBoardShape()


def complete(draft: Draft) -> Draft:
    """The draft with a start and a goal, if it has none."""
    if "goal" in draft.puzzle or draft.whole:
        return draft
    return COMPLETIONS[draft.puzzle["kind"]](draft)


def _pegs(draft: Draft) -> Draft:
    """Assume the goal to leave one peg and, without a start, one empty hole."""
    if "start" in draft.puzzle:
        return _assume(draft, {"goal": ONE_PEG}, Message("The text gives no goal; assumed: leave one peg."))
    return _one_empty(draft)


def _pieces(draft: Draft) -> Draft:
    """Assume the goal of pieces in order and, without a start, shuffled pieces."""
    puzzle = draft.puzzle
    if "start" in puzzle:
        last = {"goal": sorted_goal(puzzle["start"])}
        first = {"goal": sorted(puzzle["start"])}
        if not may_be_solved(puzzle | last) and may_be_solved(puzzle | first):
            text = (
                "The text gives no goal; assumed: the empty cell first, then the pieces in order, as "
                "the other order is impossible."
            )
            return _assume(draft, first, Message(text))
        return _assume(draft, last, Message("The text gives no goal; assumed: the pieces in order."))
    errors: list[FieldError] = []
    given = {"board": read_object(write_out(puzzle)[0]["board"], BOARD, (), errors)}
    built = read_board(resolve_name(given, "slide", (), errors).get("board", {}), (), errors)
    start, goal = shuffled(built[1]) if built is not None and built[1] is not None and not errors else ([], [])
    text = Message("The text gives no pieces; assumed: the pieces in order at the goal, and shuffled at the start.")
    return _assume(draft, {"start": start, "goal": goal}, text)


def _assume(draft: Draft, parts: JsonObject, text: Message) -> Draft:
    return replace(draft, puzzle=draft.puzzle | parts, assumed=tuple(parts), assumption=text)


def sorted_goal(start: list[int]) -> list[int]:
    """The pieces of a start in order, then its empty cells."""
    pieces = sorted(piece for piece in start if piece)
    return pieces + [0] * (len(start) - len(pieces))


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


def _one_empty(draft: Draft) -> Draft:
    """A jump board with one hole empty: the first from the middle for which no simple argument rules out one peg."""
    loaded = read_puzzle(draft.puzzle | _one_peg(0), (), [])
    holes = [0]
    if loaded is not None:
        holes = _from_the_middle(cast(JumpPuzzle, loaded.puzzle).board, loaded.layout)
    hole = next((hole for hole in holes[:TRIED] if may_be_solved(draft.puzzle | _one_peg(hole))), holes[0])
    text = (
        "The text gives no start and no goal; assumed: hole {hole} is empty at the start, "
        "and the goal is to leave one peg."
    )
    return _assume(draft, _one_peg(hole), Message(text, hole=hole))


def _from_the_middle(board: JumpBoard, layout: Layout | None) -> list[int]:
    """The holes by their distance from the middle; without a layout, those of most jumps first."""
    if layout is None:
        used = Counter(chain.from_iterable(board.jumps))
        return sorted(range(board.holes), key=lambda hole: -used[hole])
    middle = [sum(axis) / board.holes for axis in zip(*layout, strict=True)]
    return sorted(range(board.holes), key=lambda hole: dist(layout[hole], middle))


def _one_peg(hole: int) -> JsonObject:
    return {"start": {"empty": [hole]}, "goal": ONE_PEG}


def may_be_solved(puzzle: JsonObject) -> bool:
    """Whether a puzzle is valid, and no simple argument proves that there is no solution."""
    errors: list[FieldError] = []
    loaded = read_puzzle(puzzle, (), errors)
    return loaded is not None and not errors and kind_of(loaded.puzzle).prove(loaded.puzzle) is None


COMPLETIONS: Mapping[str, Callable[[Draft], Draft]] = {"jump": _pegs, "slide": _pieces}
"""The assumptions for each kind of puzzle. Drawings of blocks always have a goal."""

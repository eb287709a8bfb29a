"""Assumes a start or a goal that a text does not give."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import dist
from typing import cast

from fewest.notation import JsonObject
from fewest.notation.boards import Layout, resolve_name
from fewest.notation.errors import FieldError, read_object
from fewest.notation.puzzle import read_puzzle
from fewest.notation.short_forms import write_out
from fewest.notation.slide.board import SlideBoardShape, read_board
from fewest.notation.text.draft import Draft
from fewest.solver.errors import Message
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.slide.board import SlideBoard

TRIED = 8
"""Holes of a board that are tried as the empty one: each takes some milliseconds."""

SLIDES_OF_A_CELL = 40
"""A board is shuffled by this many slides for each of its cells."""

RING = [1, 2, 3, 8, 0, 4, 7, 6, 5]
"""The goal of N. Nilsson's example of the 8-puzzle."""

ONE_PEG = {"count": 1}
BOARD = SlideBoardShape()


def complete(draft: Draft) -> list[Draft]:
    """The draft with a start and a goal, if it has none; several if the usual goal is impossible."""
    if "goal" in draft.document or draft.whole:
        return [_with_rows(draft)]
    return list(map(_with_rows, COMPLETIONS[draft.document["kind"]](draft)))


def _with_rows(draft: Draft) -> Draft:
    """The draft of pieces in one line, with a word on its rows, unless it is a square."""
    rows, columns = (draft.document["board"][name] for name in ("rows", "columns")) if draft.shapeless else (0, 0)
    if rows == columns:
        return draft
    text = Message("The text gives no rows; assumed: {rows} of {columns}.", rows=rows, columns=columns)
    return replace(draft, assumed=("board", *draft.assumed), assumptions=(text, *draft.assumptions))


def _pegs(draft: Draft) -> list[Draft]:
    """Assume the goal to leave one peg and, without a start, one empty hole."""
    if "start" in draft.document:
        return [_assume(draft, {"goal": ONE_PEG}, Message("The text gives no goal; assumed: leave one peg."))]
    return [_one_empty(draft)]


def _pieces(draft: Draft) -> list[Draft]:
    """Assume the goal of pieces in order and, without a start, shuffled pieces.

    If this goal is impossible, other usual goals follow that are not. Of pieces in one line they come first, as
    R. Korf's instances have the empty cell first.
    """
    puzzle = draft.document
    if "start" in puzzle:
        last = {"goal": sorted_goal(puzzle["start"])}
        usual = _assume(draft, last, Message("The text gives no goal; assumed: the pieces in order."))
        if may_be_solved(usual.document):
            return [usual]
        others = [_assume(draft, {"goal": goal}, text) for goal, text in _other_goals(puzzle["start"])]
        others = [other for other in others if may_be_solved(other.document)]
        korf = [other for other in others if draft.shapeless and other.document["goal"] != RING]
        return [*korf, usual, *(other for other in others if other not in korf)]
    errors: list[FieldError] = []
    given = {"board": read_object(write_out(puzzle)[0]["board"], BOARD, (), errors)}
    built = read_board(resolve_name(given, "slide", (), errors).get("board", {}), (), errors)
    start, goal = shuffled(built[1]) if built is not None and built[1] is not None and not errors else ([], [])
    text = Message("The text gives no pieces; assumed: the pieces in order at the goal, and shuffled at the start.")
    return [_assume(draft, {"start": start, "goal": goal}, text)]


def _other_goals(start: list[int]) -> Iterator[tuple[list[int], Message]]:
    """Goals that are usual beside that of the pieces in order."""
    text = (
        "The text gives no goal; assumed: the empty cell first, then the pieces in order, as "
        "the other order is impossible."
    )
    yield sorted(start), Message(text)
    if sorted(start) == sorted(RING):
        text = (
            "The text gives no goal; assumed: the pieces in a ring around the empty cell, as the order is impossible."
        )
        yield RING, Message(text)


def _assume(draft: Draft, parts: JsonObject, text: Message) -> Draft:
    return replace(
        draft, document=draft.document | parts, assumed=(*draft.assumed, *parts), assumptions=(*draft.assumptions, text)
    )


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
    loaded = read_puzzle(draft.document | _one_peg(0), (), [])
    holes, unused = [0], list[int]()
    if loaded is not None:
        board = cast(JumpPuzzle, loaded.puzzle).board
        unused = sorted(set(range(board.holes)).difference(chain.from_iterable(board.jumps)))
        unused = unused if len(unused) < board.holes else []
        holes = [hole for hole in _from_the_middle(board, loaded.layout) if hole not in unused]
    starts = [_one_peg(hole, unused) for hole in holes[:TRIED]]
    start = next((start for start in starts if may_be_solved(draft.document | start)), starts[0])
    text = (
        "The text gives no start and no goal; assumed: hole {hole} is empty at the start, "
        "and the goal is to leave one peg."
    )
    if unused:
        text = (
            "The text gives no start and no goal; assumed: hole {hole} and those without jumps are empty at the "
            "start, and the goal is to leave one peg."
        )
    return _assume(draft, start, Message(text, hole=start["start"]["empty"][-1]))


def _from_the_middle(board: JumpBoard, layout: Layout | None) -> list[int]:
    """The holes by their distance from the middle; without a layout, those of most jumps first."""
    if layout is None:
        used = Counter(chain.from_iterable(board.jumps))
        return sorted(range(board.holes), key=lambda hole: -used[hole])
    middle = [sum(axis) / board.holes for axis in zip(*layout, strict=True)]
    return sorted(range(board.holes), key=lambda hole: dist(layout[hole], middle))


def _one_peg(hole: int, unused: Sequence[int] = ()) -> JsonObject:
    return {"start": {"empty": [*unused, hole]}, "goal": ONE_PEG}


def may_be_solved(puzzle: JsonObject) -> bool:
    """Whether a puzzle is valid, and no simple argument proves that there is no solution."""
    errors: list[FieldError] = []
    loaded = read_puzzle(puzzle, (), errors)
    return loaded is not None and not errors and kind_of(loaded.puzzle).prove(loaded.puzzle) is None


COMPLETIONS: Mapping[str, Callable[[Draft], list[Draft]]] = {"jump": _pegs, "slide": _pieces}
"""The assumptions for each kind of puzzle. Drawings of blocks always have a goal."""

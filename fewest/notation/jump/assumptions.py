"""What is assumed of a jump puzzle whose text gives no start or no goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import dist

from fewest.notation import JsonObject
from fewest.notation.assumptions import Assumption, MayBeSolved
from fewest.notation.boards import Layout, board_in
from fewest.notation.jump.board import JumpBoardShape, read_board
from fewest.solver.errors import Message
from fewest.solver.jump.board import JumpBoard

TRIED = 8
"""Holes of a board that are tried as the empty one: each takes some milliseconds."""

ONE_PEG = {"count": 1}


def assume(document: JsonObject, may_be_solved: MayBeSolved) -> list[Assumption]:
    """The goal to leave one peg and, without a start, one empty hole."""
    if "start" in document:
        return [Assumption({"goal": ONE_PEG}, Message("The text gives no goal; assumed: leave one peg."))]
    return [_one_empty(document, may_be_solved)]


def _one_empty(document: JsonObject, may_be_solved: MayBeSolved) -> Assumption:
    """One hole empty: the first from the middle for which no simple argument rules out one peg."""
    given = board_in(document.get("board"), JumpBoardShape(), "jump")
    built = None if given is None else read_board(given, (), [])
    holes, unused = [0], list[int]()
    if given is not None and built is not None:
        board, layout = built[0], given.get("layout") or built[1]
        # A peg in a hole without jumps could never be removed.
        unused = sorted(set(range(board.holes)).difference(chain.from_iterable(board.jumps)))
        # On a board without jumps all holes are unused, and one must have a peg.
        unused = unused if len(unused) < board.holes else []
        holes = [hole for hole in _from_the_middle(board, layout) if hole not in unused]
    starts = [_one_peg(hole, unused) for hole in holes[:TRIED]]
    start = next((start for start in starts if may_be_solved(document | start)), starts[0])
    text = (
        "The text gives no start and no goal; assumed: hole {hole} is empty at the start, "
        "and the goal is to leave one peg."
    )
    if unused:
        text = (
            "The text gives no start and no goal; assumed: hole {hole} and those without jumps are empty at the "
            "start, and the goal is to leave one peg."
        )
    return Assumption(start, Message(text, hole=start["start"]["empty"][-1]))


def _from_the_middle(board: JumpBoard, layout: Layout | None) -> list[int]:
    """The holes by their distance from the middle; without a layout, those of most jumps first."""
    if layout is None:
        used = Counter(chain.from_iterable(board.jumps))
        return sorted(range(board.holes), key=lambda hole: -used[hole])
    middle = [sum(axis) / board.holes for axis in zip(*layout, strict=True)]
    return sorted(range(board.holes), key=lambda hole: dist(layout[hole], middle))


def _one_peg(hole: int, unused: Sequence[int] = ()) -> JsonObject:
    return {"start": {"empty": [*unused, hole]}, "goal": ONE_PEG}

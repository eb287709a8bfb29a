"""Work in slices: whoever drives it has its turn again soon, on every board that a client may send.

What is measured is processor time, which other work on the machine hardly changes; the bound is some ten times what a
slice may take (a tenth of a second, see CONTRIBUTING.md), and a hundredth of what boards like these once took.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from schemas.orders import ORDERS
from schemas.puzzle import load_puzzle
from schemas.settings import Settings
from solver import kinds, spaces
from solver.errors import Stop
from solver.jump.kind import JumpKind
from solver.model import Limits, Slices, Want
from solver.order_work import order_slices
from solver.orders import OwnAnswers
from solver.slices import Run
from solver.solve import search_slices
from tests.effort import quick
from tests.hostile_boards import HOSTILE

MOST_SECONDS = 1.5
"""Processor seconds of a slice at most."""

ALL_SECONDS = 0.4
"""Processor seconds after which a case is left."""

LIMITS = Limits(bytes=2_000_000_000)


def complete(cells: int) -> list[list[int]]:
    """The board on which all cells are adjacent."""
    return [[other for other in range(cells) if other != cell] for cell in range(cells)]


def sliding(board: Any, cells: int, pieces: int, *, equal: bool = False) -> dict[str, Any]:
    """Some pieces on the first cells, to go to the last ones in reverse order."""
    names = [1 if equal else number for number in range(1, pieces + 1)]
    empty = [0] * (cells - pieces)
    return {"kind": "slide", "board": board, "start": names + empty, "goal": empty + names[::-1]}


def jumping(holes: int, pegs: int) -> dict[str, Any]:
    """As many random jumps as a board may have."""
    random = Random(holes)
    jumps = set[tuple[int, ...]]()
    while len(jumps) < 4096:
        jumps.add(tuple(random.sample(range(holes), 3)))
    board = {"holes": holes, "jumps": [list(jump) for jump in sorted(jumps)]}
    return {"kind": "jump", "board": board, "start": {"pegs": list(range(pegs))}, "goal": {"pegs": [holes - 1]}}


def blocks() -> dict[str, Any]:
    """As many pieces as a board of 64 cells has room for, all different."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    rows = [letters[at : at + 8].ljust(8, ".") for at in range(0, 64, 8)]
    return {"kind": "block", "start": {"picture": rows}, "goal": {"at": {"A": [7, 7]}}, "metric": "path"}


SQUARE = {"rows": 8, "columns": 8}

PUZZLES = {
    "complete, 40 cells": sliding({"adjacency": complete(40)}, 40, 3),
    "complete, 64 cells": sliding({"adjacency": complete(64)}, 64, 3),
    "complete and full": sliding({"adjacency": complete(64)}, 64, 63),
    "square, 3 pieces": sliding(SQUARE, 64, 3),
    "square, equal pieces": sliding(SQUARE, 64, 6, equal=True),
    "jumps, 64 holes": jumping(64, 40),
    "jumps, 128 holes": jumping(128, 100),
    "blocks": blocks(),
    **{name: HOSTILE[name] for name in ("latin-square-21", "steiner-triples-63")},
}


def order(name: str, body: dict[str, Any]) -> Callable[[], Slices[Any]]:
    """The work on an order."""
    read = ORDERS[name].load(body, Settings()).order
    return lambda: order_slices(read, LIMITS, OwnAnswers(LIMITS))


def works(puzzle: dict[str, Any]) -> dict[str, Callable[[], Slices[Any]]]:
    """Every kind of work on a puzzle that a client can ask for."""
    loaded = load_puzzle(puzzle).puzzle
    works = {want.value: lambda want=want: search_slices(loaded, want, LIMITS) for want in (Want.ONE, Want.ANY)}
    works["features"] = order("features", {"puzzle": puzzle})
    if puzzle["kind"] == "block" or puzzle["board"].get("holes", 0) > 64:
        return works
    parts = {name: puzzle[name] for name in ("kind", "board")}
    space = parts | {"start": puzzle["start"]}
    if spaces.least_size(ORDERS["space"].load_stored(space)) <= spaces.MAX_POSITIONS:
        works["space"] = order("space", space)
    works["generation"] = order("generation", parts | {"length": {"min": 5, "max": 90}, "seed": 1})
    return works


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Kernels are compiled before any work begins, and their modules loaded."""
    for kind in kinds.KINDS.values():
        kind.warm()
    for part in (*spaces.warm_parts(), JumpKind().warm_wide):
        part()
    small = sliding({"rows": 2, "columns": 3}, 6, 5)
    for work in works(small).values():
        list(Run(work()))


@pytest.mark.parametrize("name", quick(PUZZLES, {"complete, 40 cells", "jumps, 64 holes", "blocks"}))
def test_no_slice_is_long(name: str) -> None:
    """From its start to its first slice, between two slices, and when it is stopped, no work takes long."""
    longest = dict[str, float]()
    for task, begin in works(PUZZLES[name]).items():
        began = last = time.process_time()
        work = begin()
        longest[task] = 0.0
        for _ in Run(work):
            now = time.process_time()
            longest[task] = max(longest[task], now - last)
            last = now
            if now - began > ALL_SECONDS:
                try:
                    work.throw(Stop("seconds"))
                except (Stop, StopIteration):
                    break
        longest[task] = max(longest[task], time.process_time() - last)
    assert {task: seconds for task, seconds in longest.items() if seconds > MOST_SECONDS} == {}

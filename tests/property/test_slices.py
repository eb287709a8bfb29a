"""Work in slices: whoever drives it has its turn again soon, on every board that a client may send.

What is measured is processor time, which other work on the machine hardly changes; the bound is five times what a slice
may take (a tenth of a second, see CONTRIBUTING.md). Surveys and hints are searches: of their problems, and of the
positions one move later. A survey is also read in slices, by the web process.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from itertools import chain, islice, pairwise
from random import Random
from typing import Any

import pytest

from fewest.config.settings import Settings
from fewest.design import kinds as design
from fewest.design.answers import OwnAnswers
from fewest.design.forms.surveys import load_survey
from fewest.design.spaces import MAX_POSITIONS
from fewest.design.tasks import task_slices
from fewest.notation.puzzle import load_puzzle
from fewest.schemas.tasks import TASKS
from fewest.solver import kinds
from fewest.solver.errors import Stop
from fewest.solver.model import Limits, Puzzle, Slices, Want
from fewest.solver.slices import Run
from fewest.solver.solve import search_slices
from fewest.workers.warm import kernel_parts, sets
from tests.effort import examples, quick
from tests.hostile_boards import HOSTILE

MOST_SECONDS = 0.5
"""Processor seconds of a slice at most."""

LONG = 20.0
"""Processor seconds in which some work comes to its end."""

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


def blocks(text: str, goals: str = "A", **more: Any) -> dict[str, Any]:
    """Pieces on the first cells of a board of 64 cells; some of them shall go to the last cells."""
    rows = [text[at : at + 8].ljust(8, ".") for at in range(0, 64, 8)]
    goal = {"at": {name: [7, 7 - number] for number, name in enumerate(goals)}}
    return {"kind": "block", "start": {"picture": rows}, "goal": goal, "metric": "path"} | more


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
DOORS = [{"cells": list(range(24 + column, 64, 8)), "pieces": ["A", "B"]} for column in (2, 3, 4, 5)]


SQUARE = {"rows": 8, "columns": 8}
LARGE_SQUARE = {"rows": 12, "columns": 12}

PUZZLES = {
    "complete, 40 cells": sliding({"adjacency": complete(40)}, 40, 3),
    "complete, 64 cells": sliding({"adjacency": complete(64)}, 64, 3),
    "complete and full": sliding({"adjacency": complete(64)}, 64, 63),
    "square, 3 pieces": sliding(SQUARE, 64, 3),
    "square, equal pieces": sliding(SQUARE, 64, 6, equal=True),
    "jumps, 64 holes": jumping(64, 40),
    "jumps, 128 holes": jumping(128, 100),
    "complete, 144 cells": sliding({"adjacency": complete(144)}, 144, 3),
    "complete, 144 cells, full": sliding({"adjacency": complete(144)}, 144, 143),
    "large square": sliding(LARGE_SQUARE, 144, 40),
    "large square, equal pieces": sliding(LARGE_SQUARE, 144, 72, equal=True),
    "square, some goals": sliding(SQUARE, 64, 8) | {"goal": [1, 2, *[None] * 62]},
    "blocks": blocks(LETTERS),
    "equal blocks": blocks(LETTERS[:32]),
    "few blocks": blocks("AB", "AB", metric="step"),
    "large blocks": blocks("AAABBBCC" * 2 + "DDDEEEFF" * 2, "", goal={"at": {"A": [6, 5]}}),
    "blocks and doors": blocks(LETTERS[:20], doors=DOORS),
    **{name: HOSTILE[name] for name in ("latin-square-21", "steiner-triples-63")},
}


QUICK = {"complete, 40 cells", "large square", "jumps, 64 holes", "blocks", "equal blocks"}
"""Those of `make test`."""


def task_work(name: str, body: dict[str, Any]) -> Callable[[], Slices[Any]]:
    """The work on a task."""
    read = TASKS[name].load(body, Settings()).task
    return lambda: task_slices(read, LIMITS, OwnAnswers(LIMITS))


def searching(puzzle: Puzzle, want: Want = Want.ONE) -> Callable[[], Slices[Any]]:
    """A search."""
    return lambda: search_slices(puzzle, want, LIMITS)


def works(puzzle: dict[str, Any]) -> dict[str, Callable[[], Slices[Any]]]:
    """Every kind of work on a puzzle that a client can ask for."""
    loaded = load_puzzle(puzzle).puzzle
    works = {want.value: searching(loaded, want) for want in Want}
    works["features"] = task_work("features", {"puzzle": puzzle})
    *_, (_, after) = islice(kinds.kind_of(loaded).next_puzzles(loaded), 256)
    works["hint"] = searching(after)
    if puzzle["kind"] == "block":
        works["space"] = task_work("space", puzzle)
        works["space of the start"] = task_work("space", {name: puzzle[name] for name in puzzle if name != "goal"})
        works["generation"] = task_work("generation", puzzle | {"length": {"min": 5}, "seed": 1})
        return works
    pairs = {f"{name}s": [part] for name, part in puzzle.items() if name in ("start", "goal")}
    survey = {name: part for name, part in puzzle.items() if name not in ("start", "goal")} | pairs
    works["survey"] = searching(load_survey(survey, Settings()).problems[0].request.loaded.puzzle, Want.COUNT)
    if kinds.kind_of(loaded).size(loaded) > 64:
        return works
    parts = {name: puzzle[name] for name in ("kind", "board")}
    space = parts | {"start": puzzle["start"]}
    task = TASKS["space"].load_stored(space)
    if design.KINDS[task.kind].spaces.least_size(task) <= MAX_POSITIONS:
        works["space"] = task_work("space", space)
    works["generation"] = task_work("generation", parts | {"length": {"min": 5, "max": 90}, "seed": 1})
    return works


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> Iterator[None]:
    """Kernels are compiled before any work begins, and their modules loaded.

    What is in memory by then is left alone by the garbage collector, which would look through all that other tests have
    loaded within some slice.
    """
    for part in chain.from_iterable(map(kernel_parts, sets())):
        part()
    small = sliding({"rows": 2, "columns": 3}, 6, 5)
    for work in works(small).values():
        list(Run(work()))
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def longest_slice(begin: Callable[[], Slices[Any]], seconds: float) -> float:
    """The longest that some work takes from its start to its first slice, between two, and when it is stopped."""
    began = last = time.process_time()
    work = begin()
    longest = 0.0
    for _ in Run(work):
        now = time.process_time()
        longest = max(longest, now - last)
        last = now
        if now - began > seconds:
            try:
                work.throw(Stop("seconds"))
            except (Stop, StopIteration):
                break
    return max(longest, time.process_time() - last)


@pytest.mark.parametrize("name", quick(PUZZLES, QUICK))
def test_no_slice_is_long(name: str) -> None:
    """Every slice of every kind of work is short."""
    seconds = examples(100) / 100
    longest = {task: longest_slice(begin, seconds) for task, begin in works(PUZZLES[name]).items()}
    assert {task: seconds for task, seconds in longest.items() if seconds > MOST_SECONDS} == {}


@pytest.mark.parametrize("name", quick(("complete, 40 cells", "few blocks"), ()))
def test_no_slice_of_features_is_long_up_to_their_end(name: str) -> None:
    """Every slice of a measurement is short, also when positions are joined and walks calculated."""
    assert longest_slice(works(PUZZLES[name])["features"], LONG) < MOST_SECONDS


def shuffled(contents: list[Any], number: int) -> list[list[Any]]:
    """A list in as many random orders."""
    random = Random(number)
    return [random.sample(contents, len(contents)) for _ in range(number)]


LETTERED = ["".join(order) for order in shuffled(list(f"{LETTERS}.."), 24)]

SURVEYS: dict[str, dict[str, Any]] = {
    "complete and full": {
        "kind": "slide",
        "board": {"adjacency": complete(64)},
        "starts": shuffled(list(range(64)), 15),
        "goals": shuffled(list(range(64)), 15),
    },
    "blocks": {
        "kind": "block",
        "metric": "step",
        "starts": [{"picture": [text[at : at + 8] for at in range(0, 64, 8)]} for text in LETTERED],
        "goals": [{"at": {"A": [cell // 8, cell % 8]}} for cell in range(24)],
    },
    "jumps": {
        "kind": "jump",
        "board": {"grid": ["." * 11] * 11, "lines": "orthogonal"},
        "starts": [{"empty": [hole]} for hole in range(45)],
        "goals": [{"pegs": [hole]} for hole in range(45)],
    },
}

SURVEY_SECONDS = 0.2
"""Processor seconds after which the reading of a survey pauses at the latest: twice those of a turn in the service."""


@pytest.mark.parametrize("name", SURVEYS)
def test_a_survey_is_read_in_slices(name: str) -> None:
    """Reading a survey pauses often, however many pairs it has."""
    times = [time.process_time()]

    def pause() -> None:
        times.append(time.process_time())

    load_survey(SURVEYS[name], Settings(), pause=pause)
    pause()
    assert max(later - earlier for earlier, later in pairwise(times)) < SURVEY_SECONDS < times[-1] - times[0]

"""Tasks: their limits, their parts, and the answers that they remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from fewest.design.answers import OwnAnswers, form_of, part
from fewest.notation.puzzle import load_puzzle
from fewest.solver.budget import Budget
from fewest.solver.errors import Stop
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Progress, Slices, Stopped, Want
from fewest.solver.slices import Run, finish
from fewest.solver.solve import drive
from tests.hostile_boards import HOSTILE
from tests.jump_puzzles import single

TRIANGLE = single((".", "..", "...", "....", "....."), "triangular", 3, 3)
"""9 moves, 466 solutions: README.md."""


def counting(steps: int) -> Slices[int]:
    """A task that counts its steps, and returns how far it has come if it is stopped."""
    found = 0
    try:
        for found in range(1, steps + 1):
            yield Progress(0, found, notes={"found": found})
    except Stop as stop:
        return -found if stop.limit == "nodes" else 0
    return found


def stubborn() -> Slices[int]:
    """A task that continues although it is stopped."""
    try:
        yield Progress(0, 100)
    except Stop:
        yield Progress(0, 100)
    return 0


def hungry() -> Slices[int]:
    """A task for which memory does not suffice."""
    yield Progress(0, 1)
    raise MemoryError


def test_a_task_returns_what_it_has_found_when_a_limit_stops_it() -> None:
    """A task ends by itself below a limit; at the limit it is stopped, and what it returns then is the answer."""
    seen: list[object] = []
    assert drive(counting(4), Limits(nodes=5), lambda progress, _: seen.append(progress.notes)) == 4
    assert seen == [{"found": number} for number in (1, 2, 3, 4)]
    assert drive(counting(9), Limits(nodes=5)) == -5


@pytest.mark.parametrize(
    ("task", "limits", "limit"),
    [
        (lambda: part(counting(9), Budget(0)), Limits(nodes=5), "nodes"),
        (lambda: part(counting(9), Budget(0)), Limits(seconds=0), "seconds"),
        (hungry, Limits(), "bytes"),
    ],
    ids=["nodes", "seconds", "memory"],
)
def test_a_task_that_does_not_catch_its_stop_is_stopped(
    task: Callable[[], Slices[int]], limits: Limits, limit: str
) -> None:
    """A task that does not catch its stop is answered with the limit."""
    assert drive(task(), limits) == Stopped(limit)


def test_a_task_must_end_when_stopped() -> None:
    """A task that yields after its stop raises an error: it has a bug."""
    with pytest.raises(RuntimeError, match="although it was stopped"):
        drive(stubborn(), Limits(nodes=5))


def test_the_parts_of_a_task_add_up() -> None:
    """A part reports the progress of its task: their nodes and bytes added, and the notes of the task."""
    budget = Budget(1000, bytes=7, nodes=10, notes={"levels": 3})
    run = Run(part(counting(2), budget))
    assert list(run) == [Progress(0, nodes, 7, notes={"levels": 3}) for nodes in (11, 12)]
    assert run.value == 2
    assert budget.nodes == 12
    finish(part(counting(5), budget, lambda: {"levels": 4}))
    assert budget.nodes == 17


def test_equal_puzzles_are_searched_for_once() -> None:
    """A renumbered puzzle gets the image of the first solution without a search, but a count needs a search."""
    answers = OwnAnswers(Limits())
    first = finish(answers.solve(TRIANGLE, Want.ONE))
    size = kind_of(TRIANGLE).size(TRIANGLE)
    renumbered: JumpPuzzle = kind_of(TRIANGLE).renumber(TRIANGLE, [*range(1, size), 0])
    run = Run(answers.solve(renumbered, Want.ONE))
    assert list(run) == []
    assert run.value.length == first.length == 9
    assert (run.value.nodes, run.value.count) == (0, None)
    assert first.nodes > 0
    assert finish(answers.solve(renumbered, Want.COUNT)).count == 466


def test_stopped_searches_are_not_remembered() -> None:
    """A search that ended for lack of memory is tried again."""
    answers = OwnAnswers(Limits(bytes=1))
    results = [finish(answers.solve(TRIANGLE, Want.ONE)) for _ in range(2)]
    assert [result.limit for result in results] == ["bytes", "bytes"]
    assert replace(results[0], nodes=0) == replace(results[1], nodes=0)


def test_hard_graphs_keep_their_numbering() -> None:
    """A puzzle whose graph is not easy keeps its numbering, so that no clock decides its form."""
    assert form_of(TRIANGLE).shared
    assert not form_of(load_puzzle(HOSTILE["latin-square-20"]).puzzle).shared

"""Tasks: driven slice by slice, stopped with what they have found, answered from what they know."""

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
    """A task that goes on although it is stopped."""
    try:
        yield Progress(0, 100)
    except Stop:
        yield Progress(0, 100)
    return 0


def hungry() -> Slices[int]:
    """A task for which there is no memory."""
    yield Progress(0, 1)
    raise MemoryError


def test_a_task_returns_what_it_has_found_when_a_limit_stops_it() -> None:
    """Below its limit a task comes to its end; at it, it is told so, and what it returns is the answer."""
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
    """A task that returns nothing at a limit has been stopped by that limit."""
    assert drive(task(), limits) == Stopped(limit)


def test_a_task_cannot_go_on_after_its_stop() -> None:
    """Whoever yields after a stop has a bug."""
    with pytest.raises(RuntimeError, match="although it was stopped"):
        drive(stubborn(), Limits(nodes=5))


def test_the_parts_of_a_task_add_up() -> None:
    """The progress of a part is that of the task: nodes and bytes are added, and the notes are the task's."""
    budget = Budget(1000, bytes=7, nodes=10, notes={"levels": 3})
    run = Run(part(counting(2), budget))
    assert list(run) == [Progress(0, nodes, 7, notes={"levels": 3}) for nodes in (11, 12)]
    assert run.value == 2
    assert budget.nodes == 12
    finish(part(counting(5), budget, lambda: {"levels": 4}))
    assert budget.nodes == 17


def test_equal_puzzles_are_searched_for_once() -> None:
    """A renumbered puzzle gets the image of the first one's solution, without a search; what is not counted is not
    known to be counted.
    """
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


def test_what_is_stopped_is_not_known() -> None:
    """A search that memory has ended is tried again."""
    answers = OwnAnswers(Limits(bytes=1))
    results = [finish(answers.solve(TRIANGLE, Want.ONE)) for _ in range(2)]
    assert [result.limit for result in results] == ["bytes", "bytes"]
    assert replace(results[0], nodes=0) == replace(results[1], nodes=0)


def test_hard_graphs_keep_their_numbering() -> None:
    """No clock decides about the form of a puzzle: one that is not known to be easy keeps its numbering."""
    assert form_of(TRIANGLE).shared
    assert not form_of(load_puzzle(HOSTILE["latin-square-20"]).puzzle).shared

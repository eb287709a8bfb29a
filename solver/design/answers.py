"""Tasks: work that is not one search of one puzzle, but makes searches of its own.

A task is a generator of slices like a search (:data:`fewest.solver.model.Slices`): it reads no clock and never
sleeps. :func:`fewest.solver.solve.drive` drives it. When a limit is reached, :class:`fewest.solver.errors.Stop` is
raised where it stands; it may catch that and return what it has found. Its notes (``Progress.notes``) are what it tells
of itself while it runs: a few numbers, as plain JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn, Protocol, TypeVar

from fewest.solver.budget import Budget
from fewest.solver.canonical import Canonical, canonical, restore_result
from fewest.solver.errors import DeadlineError
from fewest.solver.graphs import ColouredGraph
from fewest.solver.model import Limits, Progress, Puzzle, Result, Slices, Status, Want
from fewest.solver.slices import Run
from fewest.solver.solve import search_slices

T = TypeVar("T")


class Answers(Protocol):
    """Solves puzzles for a task, with what is known already."""

    def solve(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Find the fewest moves of a puzzle, in its numbering.

        Its progress counts this search alone; :func:`part` makes it that of a task. What is known takes no nodes. A
        result is never ``stopped``, but for memory.
        """


def form_of(puzzle: Puzzle) -> Canonical:
    """The canonical form of a puzzle, the same on every machine: no clock decides how long a hard graph is worked on.

    A puzzle whose graph is not easy keeps its own numbering.
    """
    return canonical(puzzle, _too_hard)


def _too_hard(_: ColouredGraph) -> NoReturn:
    raise DeadlineError("the graph is not easy")


@dataclass(frozen=True)
class OwnAnswers:
    """Answers of searches of its own, remembered by canonical key.

    Equal puzzles get solutions that are images of each other, whichever is first.

    Attributes
    ----------
    limits
        ``bytes`` are for each search; the other limits are up to whoever drives the task.
    tables
        Folder of large tables; None keeps none.
    threads
        Threads of each search.
    """

    limits: Limits
    tables: Path | None = None
    threads: int = 1
    _known: dict[tuple[str, Want], Result] = field(default_factory=dict, init=False, repr=False, compare=False)

    def solve(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Search for the fewest moves of a puzzle, unless an equal one has been searched for as much.

        A listing is not remembered: its positions are those of one numbering.
        """
        if want is Want.ALL:
            return (yield from self.search(puzzle, want))
        form = form_of(puzzle)
        known = self._known.get((form.key, want))
        if known is None:
            known = yield from self.search(form.puzzle, want)
            if known.status is not Status.STOPPED:
                self._known[form.key, want] = replace(known, nodes=0)
        return restore_result(form, known, puzzle)

    def search(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Search, whatever is known."""
        return search_slices(puzzle, want, self.limits, tables=self.tables, threads=self.threads)


def part(work: Slices[T], budget: Budget, notes: Callable[[], dict[str, object]] | None = None) -> Slices[T]:
    """Work as a part of a task: what it spends is added to the task's budget, its progress that of the task.

    Parameters
    ----------
    notes
        What the task tells of itself now; by default the notes of its budget.
    """
    last = Progress(0, 0)
    run = Run(work)
    try:
        for last in run:
            yield Progress(
                budget.lower_bound,
                budget.nodes + last.nodes,
                budget.bytes + last.bytes,
                wait_seconds=last.wait_seconds,
                notes=budget.notes if notes is None else notes(),
            )
    finally:
        budget.nodes += last.nodes
        work.close()
    return run.value

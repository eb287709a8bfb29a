"""Answers for tasks: work that needs several searches.

A task is a generator of slices like a search (:data:`fewest.solver.model.Slices`): it reads no clock and never
sleeps. :func:`fewest.solver.solve.drive` drives it. At a limit, :class:`fewest.solver.errors.Stop` is raised in it; it
may catch that and return what it has found. Its notes (``Progress.notes``) report its progress: a few numbers, as plain
JSON.
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
    """Solves puzzles for a task, and uses known answers."""

    def solve(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Find the fewest moves of a puzzle, in its numbering.

        Its progress counts this search alone; :func:`part` makes it that of a task. A known answer takes no nodes. A
        result is ``stopped`` only if memory runs out.
        """


def form_of(puzzle: Puzzle) -> Canonical:
    """The canonical form of a puzzle, the same on every machine: no clock decides whether it is found.

    A puzzle whose graph is not easy keeps its own numbering.
    """
    # A deadline would make the form, and the levels of a seed, depend on the speed of the machine.
    return canonical(puzzle, _too_hard)


def _too_hard(_: ColouredGraph) -> NoReturn:
    raise DeadlineError("the graph is not easy")


@dataclass(frozen=True)
class OwnAnswers:
    """Answers by its own searches, remembered by canonical key.

    Equal puzzles get solutions that are images of each other.

    Attributes
    ----------
    limits
        ``bytes`` are for each search; the caller of the task enforces the other limits.
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
        """Search for the fewest moves of a puzzle, unless the answer to an equal one suffices.

        A listing is not remembered: its positions are those of one numbering.
        """
        if want is Want.ALL:
            return (yield from self.search(puzzle, want))
        form = form_of(puzzle)
        known = self._known.get((form.key, want))
        if known is None:
            known = yield from self.search(form.puzzle, want)
            if known.status is not Status.STOPPED:
                # Found again, it costs nothing.
                self._known[form.key, want] = replace(known, nodes=0)
        return restore_result(form, known, puzzle)

    def search(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Search, without looking for a known answer."""
        return search_slices(puzzle, want, self.limits, tables=self.tables, threads=self.threads)


def part(work: Slices[T], budget: Budget, notes: Callable[[], dict[str, object]] | None = None) -> Slices[T]:
    """Do work as a part of a task: its cost is added to the task's budget, and its progress is that of the task.

    Parameters
    ----------
    notes
        Returns the notes of the task; by default those of its budget.
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
        # A part that a limit ends has spent its nodes, too.
        budget.nodes += last.nodes
        work.close()
    return run.value

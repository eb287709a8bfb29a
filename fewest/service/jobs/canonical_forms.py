"""Canonical forms within bounds of time and memory.

Easy graphs are labelled in this process, hard ones in another that can be interrupted. A puzzle whose canonical form is
not found in time keeps its own numbering: its answer is correct, but not shared with renumbered puzzles.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import g

from fewest.service.http.response_cache import ResponseCache
from fewest.service.jobs.deadline import NONE, Deadline
from fewest.solver.canonical import Canonical, canonical, own_numbering, symmetries
from fewest.solver.errors import DeadlineError
from fewest.solver.graph_process import BusyError, GraphProcess
from fewest.solver.graphs import DEADLINE_SECONDS, ColouredGraph
from fewest.solver.model import Puzzle

HARD_SECONDS = DEADLINE_SECONDS
"""Time a request may wait for hard graphs, however many puzzles it has (hints, batches)."""

EASY_SECONDS = 1.0
"""Processor time a request may spend on easy graphs. In both cases the last puzzles keep their own numbering."""

CACHE_BYTES = 16_000_000
"""Size of the cache of canonical forms: popular puzzles arrive in many spellings."""

BYTES_PER_CHARACTER = 8
"""Memory of a puzzle, by the length of its text: at most 8 (measured: jumps 7, goals 5, adjacency 3)."""


class CanonicalForms:
    """Finds canonical forms and counts symmetries; forms found recently are remembered.

    Parameters
    ----------
    count
        Called with the reason when a puzzle keeps its own numbering: ``deadline`` if its graph is too hard, ``busy`` if
        other graphs took the time.
    """

    def __init__(self, count: Callable[[str], None]) -> None:
        self._count = count
        self._process = GraphProcess()
        self._forms: ResponseCache[Canonical] = ResponseCache(CACHE_BYTES, math.inf, _size)

    def find(self, puzzle: Puzzle, exact_digest: str, deadline: Deadline = NONE) -> Canonical:
        """The canonical form of a puzzle, or the puzzle in its own numbering.

        Parameters
        ----------
        exact_digest
            The puzzle's digest.
        deadline
            After which the puzzle keeps its own numbering.
        """
        form = self._forms.get(exact_digest)
        if form is not None:
            return form
        reasons: list[str] = []

        def order(graph: ColouredGraph) -> list[int]:
            # By the clock: another process labels it, so this thread's processor time says nothing.
            with _spend("hard", HARD_SECONDS, time.monotonic) as left:
                try:
                    return self._process.canonical_order(graph, min(left, deadline.left))
                except DeadlineError as error:
                    reasons.append("busy" if isinstance(error, BusyError) else "deadline")
                    raise

        with _spend("easy", EASY_SECONDS, time.thread_time) as left:
            if left > 0 and deadline.left > 0:
                form = canonical(puzzle, order)
            else:
                reasons = ["busy"]
                form = own_numbering(puzzle)
        for reason in reasons:
            self._count(reason)
        # A graph that found no time may get its form from the next request.
        if "busy" not in reasons:
            self._forms.put(exact_digest, form)
        return form

    def symmetries(self, puzzle: Puzzle) -> int | None:
        """Number of symmetries of a puzzle, None if they cannot be counted in time."""

        def count(graph: ColouredGraph) -> int:
            with _spend("hard", HARD_SECONDS, time.monotonic) as left:
                return self._process.automorphism_count(graph, left)

        return symmetries(puzzle, count)


@contextmanager
def _spend(name: str, most: float, clock: Callable[[], float]) -> Iterator[float]:
    """Seconds of a kind that this request has left; what the body takes is subtracted."""
    spent: dict[str, float] = g.setdefault("canonical_seconds", {})
    began = clock()
    try:
        yield most - spent.get(name, 0.0)
    finally:
        spent[name] = spent.get(name, 0.0) + clock() - began


def _size(form: Canonical) -> int:
    return BYTES_PER_CHARACTER * form.characters

"""Canonical forms within bounds of time and memory.

Easy graphs are labelled here; the others by a process that can be interrupted. A puzzle whose canonical numbering is
not found in time keeps its own: its answer is right, but renumbered puzzles do not share it.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import g

from service.response_cache import ResponseCache
from solver.canonical import Canonical, canonical, own_numbering, symmetries
from solver.errors import DeadlineError
from solver.graph_process import BusyError, GraphProcess
from solver.graphs import DEADLINE_SECONDS, ColouredGraph
from solver.kinds import kind_of
from solver.model import Puzzle

HARD_SECONDS = DEADLINE_SECONDS
"""Time a request may wait for hard graphs, however many puzzles it has (hints, batches)."""

EASY_SECONDS = 1.0
"""Processor time a request may spend on easy graphs. In both cases the last puzzles keep their own numbering."""

CACHE_BYTES = 16_000_000
"""Canonical forms a process remembers: popular puzzles arrive in many spellings."""

BYTES_PER_DIGIT = 8
"""Memory of a puzzle, by the length of its JSON: at most 8 (measured: jumps 7, goals 5, adjacency 3)."""


class CanonicalForms:
    """Finds canonical forms and counts symmetries; forms found recently are remembered.

    Parameters
    ----------
    count
        Called with the reason whenever a puzzle keeps its own numbering: ``deadline``, if its graph is too hard, or
        ``busy``, if there was no time to find out.
    """

    def __init__(self, count: Callable[[str], None]) -> None:
        self._count, self._process = count, GraphProcess()
        self._forms: ResponseCache[Canonical] = ResponseCache(CACHE_BYTES, math.inf, _size)

    def find(self, puzzle: Puzzle, exact_digest: str) -> Canonical:
        """The canonical form of a puzzle, or the puzzle in its own numbering; ``exact_digest`` is its digest."""
        form = self._forms.get(exact_digest)
        if form is not None:
            return form
        reasons: list[str] = []

        def order(graph: ColouredGraph) -> list[int]:
            with _spend("hard", HARD_SECONDS, time.monotonic) as left:
                try:
                    return self._process.canonical_order(graph, left)
                except DeadlineError as error:
                    reasons.append("busy" if isinstance(error, BusyError) else "deadline")
                    raise

        with _spend("easy", EASY_SECONDS, time.thread_time) as left:
            if left > 0:
                form = canonical(puzzle, order)
            else:
                reasons, form = ["busy"], own_numbering(puzzle)
        for reason in reasons:
            self._count(reason)
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
    return BYTES_PER_DIGIT * len(json.dumps(kind_of(form.puzzle).exact_form(form.puzzle)))

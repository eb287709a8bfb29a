"""Search a jump puzzle: lengths tried one after the other, each from both ends until they meet."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import numpy as np

from solver.budget import Budget
from solver.jump.puzzle import JumpPuzzle
from solver.jump.search import reconstruct as trace
from solver.jump.search.beam import dive
from solver.jump.search.bidirectional import Halves
from solver.jump.search.expand import Crew
from solver.jump.search.frontier import Meeting, meet_goals
from solver.jump.search.instance import Frame, enlarge, make, refine
from solver.jump.symmetry import key
from solver.listing import Level, Listing
from solver.model import Limits, Outcome, Progress, Search, Solved, Stopped, Unsolvable, Want

LEARNING = 300_000
"""Nodes a length must have taken before it pays to learn from it."""

SAMPLE = 2000
"""Positions of a level that are learned from."""

GROWN = 10_000_000
"""Nodes a length must have taken before larger tables pay."""

WIDTHS = (500, 5_000, 50_000)
"""Positions per level of a dive, tried one after the other."""

MANY = 5_000_000
"""Nodes a length must have taken before a wide dive is cheap beside it."""


def search(puzzle: JumpPuzzle, want: Want, limits: Limits, tables: Path | None, cores: int) -> Search:  # noqa: ARG001
    """Search for the fewest moves (see :data:`solver.model.Search` for the protocol).

    Parameters
    ----------
    puzzle
        A legal puzzle, its opening too.
    want
        One solution, the number of all, or their listing.
    limits
        ``bytes`` is kept here; the rest by whoever drives the search.
    tables
        Unused: tables of regions are built in a moment.
    cores
        Threads.
    """
    budget = Budget(limits.bytes)
    crew = Crew(cores)
    steps = _search(puzzle, want, budget, crew)
    try:
        while True:
            try:
                next(steps)
            except StopIteration as end:
                outcome: Outcome = end.value
                yield budget.progress()
                return outcome
            yield budget.progress()
    except MemoryError:
        return Stopped("bytes")
    finally:
        steps.close()
        crew.close()


def _search(puzzle: JumpPuzzle, want: Want, budget: Budget, crew: Crew) -> Generator[None, None, Outcome]:
    if not puzzle.opening and puzzle.goal.met(puzzle.start):
        return Solved((), count=1, listing=Listing((Level.from_counts({key(puzzle)(puzzle.start): 1}),)))
    frame = yield from make(puzzle, budget)
    length = budget.lower_bound = _least_length(frame)
    if want is Want.ANY and not frame.exact:
        for width in WIDTHS:
            found = yield from dive(frame, width, frame.most, crew)
            if found is not None:
                return Solved(found, optimal=len(found) == length)
    while length <= frame.most:
        budget.lower_bound, nodes = length, budget.nodes
        if budget.best is not None and len(budget.best) == length and not want.counts:
            return Solved(budget.best)
        if frame.backward is None:
            meeting = yield from meet_goals(frame, length, crew)
        else:
            meeting = yield from Halves(frame, length, not want.counts, crew).run()
        if meeting.met:
            return (yield from _answer(frame, want, meeting, length))
        if meeting.hopeless:
            break
        if budget.nodes - nodes > GROWN:
            yield from enlarge(frame)
        if budget.nodes - nodes > LEARNING:
            yield from _learn(frame, meeting)
        meeting.free()
        length += 1
        if budget.nodes - nodes > LEARNING:
            yield from _better(frame, WIDTHS[budget.nodes - nodes > MANY], crew)
    return Unsolvable({"by": "exhaustion", "nodes": budget.nodes})


def _least_length(frame: Frame) -> int:
    """A length below which no solution is; more than ``frame.most`` if there is none at all."""
    if frame.hole is not None or frame.meets(frame.position):
        return frame.base
    return max(1, int(frame.forward.bound.of(np.array([frame.position], np.uint64))[0]))


def _better(frame: Frame, width: int, crew: Crew) -> Generator[None, None, None]:
    """Look for a solution shorter than the best so far."""
    best = frame.budget.best
    found = yield from dive(frame, width, frame.most if best is None else len(best) - 1, crew)
    if found is not None and (best is None or len(found) < len(best)):
        frame.budget.best = found


def _learn(frame: Frame, meeting: Meeting) -> Generator[None, None, None]:
    """Learn from the largest levels of a length that found nothing what the next need not look at."""
    yield from refine(frame, frame.forward, meeting.ahead.sample(SAMPLE))
    if frame.backward is not None and meeting.behind is not None:
        yield from refine(frame, frame.backward, meeting.behind.sample(SAMPLE))


def _answer(frame: Frame, want: Want, meeting: Meeting, length: int) -> Generator[None, None, Outcome]:
    """One solution of a length that is proven least, with what else is wanted."""
    solution = yield from trace.path(frame, meeting, length)
    frame.budget.best = solution
    if not want.counts:
        return Solved(solution)
    levels = yield from trace.net(frame, meeting, length)
    ways, count = yield from trace.ways_on(frame, levels, length)
    listing = trace.listing(frame, levels, ways, length) if want is Want.ALL else None
    return Solved(solution, count=count, listing=listing)


__all__ = ["Progress", "search"]

"""Find levels: propose starts, prove their length and number of solutions, keep those that match the request.

1. Refuse requests that are known to be impossible without a search.
2. Make a table of starts, from the goal backwards: all if they are few, else some if these are enough.
3. Refuse impossible requests, if the table has every start that the task allows.
4. Draw from the table. If it does not have all starts, continue from it, or from the goal.
5. For each start: skip it if it equals an earlier one up to renumbering, or if its lower bound is too high. Find its
   length, then the number of its solutions. Remove superfluous parts if the task says so. Measure its features.

The parts that depend on the kind of puzzle are behind :class:`fewest.design.levels.kind.Levels`.

All lengths and numbers of solutions in the result are those of searches, even if a table has them.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from random import Random

from fewest.design.answers import Answers, form_of, part
from fewest.design.features import NAMES, FeaturesTask
from fewest.design.kinds import KINDS
from fewest.design.levels.kind import Levels
from fewest.design.levels.starts import Candidate, Source, TableSource
from fewest.design.levels.task import Level, LevelsPlan, LevelsReport, LevelsTask, Measure
from fewest.design.measurement import measure
from fewest.solver.budget import Budget
from fewest.solver.errors import Stop
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Puzzle, Result, Slices, Status, Want
from fewest.solver.threads import ThreadPool


def find_levels(
    task: LevelsTask, limits: Limits, answers: Answers, threads: int = 1, plan: LevelsPlan | None = None
) -> Slices[LevelsReport]:
    """Find the levels of a task.

    Parameters
    ----------
    task
        Its parts are consistent: the goal has the pieces that are given.
    limits
        ``bytes`` is enforced here; the caller enforces the others between slices. When it raises
        :class:`fewest.solver.errors.Stop`, the levels found so far are returned.
    answers
        Solve the starts.
    threads
        Threads for tables. The result does not depend on their number.
    plan
        Thresholds; by default those of the kind of puzzle.
    """
    levels = KINDS[task.kind].levels
    refusal = levels.refuse(task)
    if refusal is not None:
        return LevelsReport((), 0, refusal=refusal)
    work = _Work(task, levels if plan is None else replace(levels, plan=plan), limits, answers, threads)
    try:
        return (yield from work.run())
    except Stop as stop:
        return work.so_far(stop.limit)
    except MemoryError:
        return work.so_far("bytes")
    finally:
        work.threads.close()


def random_of(seed: int, number: int) -> Random:
    """The source of random numbers of one candidate: the same on every machine and for every Python from 3.11."""
    # By its number, so that what other candidates draw does not matter.
    return Random(int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest()[:16]))


class _Work:
    """The work on one task."""

    def __init__(self, task: LevelsTask, kind: Levels, limits: Limits, answers: Answers, threads: int) -> None:
        self.task = task
        self.kind = kind
        self.limits = limits
        self.answers = answers
        self.threads = ThreadPool(threads)
        self.budget = Budget(limits.bytes)
        self.levels: list[Level] = []
        self.tried = 0
        self.known: dict[str, tuple[int | None, int | None]] = {}
        self.taken: set[str] = set()

    def run(self) -> Slices[LevelsReport]:
        """Take the steps listed at the head of this module."""
        table = yield from self.kind.table(self.task, self.budget, self.threads)
        if table is not None and table.complete:
            refusal = table.refusal(self.task)
            if refusal is not None:
                return LevelsReport((), 0, refusal=refusal)
        # The table comes first: its starts have their lengths.
        first = [] if table is None else [TableSource(self.task, table)]
        for source in (*first, *self.kind.sources(self.task, table, self.limits.bytes)):
            exhausted = yield from self._draw(source)
            if len(self.levels) == self.task.number:
                return self.so_far(None)
            if not exhausted:
                return self.so_far("tried")
            if source.exhaustive:
                break
        return self.so_far("exhausted")

    def so_far(self, limit: str | None) -> LevelsReport:
        """The levels found so far."""
        return LevelsReport(tuple(self.levels), self.tried, limit)

    def _notes(self) -> dict[str, object]:
        return {"found": len(self.levels), "tried": self.tried}

    def _draw(self, source: Source) -> Slices[bool]:
        """Try starts of a source until there are enough levels; return whether the source is exhausted."""
        while len(self.levels) < self.task.number:
            if self.tried >= self.kind.plan.max_tried:
                return False
            proposal = source.propose(random_of(self.task.seed, self.tried))
            candidate = yield from part(proposal, self.budget, self._notes)
            if candidate is None:
                return True
            self.tried += 1
            length, count = yield from self._examine(candidate, source.extends)
            source.learn(length, count)
        return True

    def _examine(self, candidate: Candidate, extends: bool) -> Slices[tuple[int | None, int | None]]:
        """Examine a start; keep it if it matches. Returns its length and number of solutions, if they were found.

        Parameters
        ----------
        extends
            Whether to count the solutions of a start that is too short, too.
        """
        task = self.task
        puzzle = candidate.puzzle
        # A source that extends needs the numbers of starts that do not fit, to continue from them.
        if not self.kind.allows(task, puzzle.start) and not extends:
            return None, None
        key = form_of(puzzle).key
        if key in self.known:
            return self.known[key]
        length, count = candidate.length, candidate.count
        if length is None:
            length = yield from self._length(puzzle)
        matches = length is not None and length in task.lengths
        if length is not None and (matches or (extends and length <= task.max_length)) and count is None:
            count = (yield from self._solve(puzzle, Want.COUNT)).count
        # Before it is minimised: an equal start would lead to the same level.
        self.known[key] = length, count
        if matches and count in task.counts and self.kind.allows(task, puzzle.start):
            yield from self._finish(puzzle, Measure(length, count))
        return length, count

    def _finish(self, puzzle: Puzzle, found: Measure) -> Slices[None]:
        """Make a level of a matching puzzle, unless its features do not match, or an equal level exists."""
        places = tuple(range(kind_of(puzzle).size(puzzle)))
        if self.task.minimal:
            less = yield from self.kind.minimise(self.task, puzzle, found, self._measure)
            if less is None:
                return
            puzzle, places = less
        key = form_of(puzzle).key
        # Different starts may have become the same minimal level.
        if key in self.taken:
            return
        # The table or the search of another form may have found these numbers: each level is solved itself.
        solved = yield from self._measure(puzzle)
        if solved != found:
            raise RuntimeError(f"a table and a search disagree about {puzzle}: {found}, {solved}")
        # Last, as they need a listing of all solutions.
        features = yield from self._features(puzzle)
        if not all(features.get(name) in wanted for name, wanted in self.task.features.items()):
            return
        self.taken.add(key)
        assert found.length is not None
        assert found.count is not None
        self.levels.append(Level(puzzle, found.length, found.count, features, places))

    def _features(self, puzzle: Puzzle) -> Slices[dict[str, float]]:
        """The features for which the task has ranges, except undefined ones."""
        if not self.task.features:
            return {}
        task = FeaturesTask(puzzle, tuple(self.task.features))
        found = yield from part(measure(task, self.limits, self.answers), self.budget, self._notes)
        if found.limit is not None:
            raise Stop(found.limit)
        values = {name: found.number(name) for name in NAMES if name in self.task.features}
        return {name: value for name, value in values.items() if value is not None}

    def _length(self, puzzle: Puzzle) -> Slices[int | None]:
        """Fewest moves, or a lower bound if that is too long already; None if there is no solution."""
        bound = kind_of(puzzle).lower_bound(puzzle)
        if bound > self.task.max_length:
            return bound
        # No length between the bounds may have the parity of this puzzle.
        if self.kind.next_length(puzzle, self.task.min_length) > self.task.max_length:
            return None
        return (yield from self._solve(puzzle, Want.ONE)).length

    def _measure(self, puzzle: Puzzle) -> Slices[Measure]:
        """Length and number of solutions."""
        result = yield from self._solve(puzzle, Want.COUNT)
        return Measure(result.length, result.count)

    def _solve(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Solve a puzzle. If that is stopped, the task ends, because its next steps depend on the answer."""
        result = yield from part(self.answers.solve(puzzle, want), self.budget, self._notes)
        if result.status is Status.STOPPED:
            raise Stop(result.limit or "bytes")
        return result

"""Search a sliding puzzle: what to try, in which order.

1. Both sides, breadth-first, for as long as that is cheap: it settles small puzzles and small components.
2. If any solution will do: piece after piece to its place.
3. A lower bound from pattern tables, the largest there are. If any solution will do: beams of growing width, on
   small boards, and where settling pieces got stuck.
4. Many positions and one empty cell: iterative deepening. Otherwise levels from the start, cut by the bound,
   with rising limits; every position is kept, so none is taken up twice. Either looks for any solution by
   beams if it takes long: it may turn out to be as short as the bound.
5. Counting: levels once more at the known length, then numbers of ways from the last level to the first.

No step reads a clock; each yields its progress after every slice.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from solver.budget import Budget
from solver.listing import Level, Listing
from solver.model import Limits, Outcome, Progress, Search, Solution, Solved, Stopped, Unsolvable, Want
from solver.slide.bounds import cache
from solver.slide.bounds.cache import is_cached, peak_bytes
from solver.slide.bounds.distance import goal_positions, next_bound, parity
from solver.slide.bounds.partition import choose_partition, load_partition
from solver.slide.bounds.pattern_tables import NO_GOAL, Partition, PatternDatabase, no_bound, placements
from solver.slide.labelling import LabelledPuzzle, labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search import reconstruct as solutions
from solver.slide.search.beam import beam
from solver.slide.search.frontier import NEVER, Levels, Packing
from solver.slide.search.ida_star import IterativeDeepening
from solver.slide.search.instance import standard
from solver.slide.search.move_pruning import automaton
from solver.slide.search.piecewise import Steps

BYTES_PER_PLACEMENT = 100
"""Room asked for before small tables are built: the tables of some groups, and what building one keeps."""


@dataclass(frozen=True)
class Plan:
    """Where a search turns from one way to the next.

    Attributes
    ----------
    cheap
        Positions both sides together may find before anything cleverer is set up, some milliseconds;
    cheap_kept
        the same where large tables are in the folder;
    cheap_small, small
        the same for puzzles of at most `small` positions.
    goals
        Goal positions a search from the goal may begin with.
    placements
        Numbers of placements of one group at most, from small tables built when needed to large ones taken
        if they are in the folder.
    positions
        Puzzles of at most so many positions are searched level by level, which ends also without a solution.
    patience
        Levels per cell a beam goes on without coming nearer to the goal.
    pays
        Nodes of a round in depth after which the next larger tables are built, size by size: the next round
        would take several times as many.
    beams
        Nodes after which a search in depth that has no solution yet looks for any by a beam, and its width.
    beam_levels
        Nodes after which a search by levels does.
    settle
        Whether to settle piece after piece where any solution will do.
    polish
        Cells of a board up to which a narrow beam is tried for a shorter solution where any will do.
    """

    cheap: int = 8_000
    cheap_kept: int = 500
    cheap_small: int = 60_000
    small: int = 1_000_000
    goals: int = 2_000
    placements: tuple[int, ...] = (1 << 22, 1 << 25, 60_000_000, 600_000_000)
    positions: int = 30_000_000
    patience: int = 4
    pays: tuple[int, ...] = (10_000_000, 40_000_000, 400_000_000)
    beams: tuple[tuple[int, int], ...] = ((30_000_000, 500), (60_000_000, 4_000), (600_000_000, 30_000))
    beam_levels: int = 300_000
    settle: bool = True
    polish: int = 25


def search(puzzle: SlidePuzzle, want: Want, limits: Limits, tables: Path | None, cores: int) -> Search:
    """Find the fewest slides of a puzzle.

    Parameters
    ----------
    puzzle
        A legal puzzle.
    want
        What to find out.
    limits
        `bytes` is kept by the search itself, the rest by whoever drives it.
    tables
        Folder with large tables, or None.
    cores
        Threads to use at most.
    """
    budget = Budget(limits.bytes)
    quest = SlideSearch(labelled(puzzle), want, budget, Plan(), tables, cores)
    try:
        outcome = yield from quest.run()
    except MemoryError:
        outcome = Stopped("bytes")
    yield budget.progress()
    return outcome


class SlideSearch:
    """One search: a puzzle, what is wanted of it, and what has been spent."""

    def __init__(
        self,
        labelled: LabelledPuzzle,
        want: Want,
        budget: Budget,
        plan: Plan,
        tables: Path | None = None,
        cores: int = 1,
    ) -> None:
        self.own, self.standard = labelled, standard(labelled)
        self.labelled = self.standard.labelled
        self.want, self.budget, self.plan, self.tables, self.cores = want, budget, plan, tables, cores
        self.packing = Packing(self.labelled)
        self.parity = parity(self.labelled)

    def run(self) -> Search:
        """Go through the steps at the head of this module."""
        packing, budget = self.packing, self.budget
        start = packing.pack([self.labelled.start])
        if all(want in (-1, have) for want, have in zip(self.labelled.goal, self.labelled.start, strict=True)):
            listing = Listing((Level.from_counts({bytes(self.own.start): 1}),))
            return self._solved((), 1, listing if self.want is Want.ALL else None)
        self._raise_bound(1)
        forward = Levels(packing, start, budget)
        outcome = yield from self._both_sides(forward)
        if outcome is not None:
            return outcome
        if self.want is Want.ANY and self.plan.settle:
            yield from self._step_by_step()
            if self.budget.best is not None and self.labelled.cells > self.plan.polish:
                return Solved(self.budget.best, len(self.budget.best) <= self.budget.lower_bound)
        bound = yield from self._bound()
        least = bound.bound(self.labelled.start)
        if least >= NO_GOAL:
            return self._exhausted()
        self._raise_bound(least)
        if self.want is Want.ANY:
            forward.close()
            yield from self._some(bound, (100,))
            if self.budget.best is None:
                yield from self._some(bound, (500 << 2 * more for more in range(20)))
            if self.budget.best is not None:
                return Solved(self.budget.best, len(self.budget.best) <= self.budget.lower_bound)
            forward = Levels(packing, start, budget)
        if self.labelled.empty_cells > 1 or self.labelled.positions <= self.plan.positions:
            return (yield from self._rounds(forward, bound))
        forward.close()
        return (yield from self._deepen(bound))

    def _bound(self) -> Generator[Progress, None, PatternDatabase]:
        """The bound by the largest tables in the folder, or else by the smallest, which are quickly built."""
        partition = self._kept()
        if partition is None:
            free = (self.budget.bytes_limit - self.budget.bytes) // BYTES_PER_PLACEMENT
            most = min(self.plan.placements[0], free)
            partition = yield from choose_partition(self.labelled, most, self.tables, self.budget)
        return (yield from cache.pattern_database(self.labelled, partition, self.tables, self.budget, self.cores))

    def _kept(self) -> Partition | None:
        """The groups of the largest tables in the folder, if it has larger ones than are built at once."""
        larger = (load_partition(self.labelled, most, self.tables) for most in self.plan.placements[:0:-1])
        return next((partition for partition in larger if is_cached(self.labelled, partition, self.tables)), None)

    def _larger(self, most: int, bound: PatternDatabase) -> Generator[Progress, None, PatternDatabase]:
        """A bound by larger tables, if they are larger, there is room and nobody else builds them; else the same."""
        partition = yield from choose_partition(self.labelled, most, self.tables, self.budget)
        smaller = sum(placements(self.labelled, group) for group in partition) <= len(bound.table)
        if smaller or self.budget.bytes + peak_bytes(self.labelled, partition) > self.budget.bytes_limit:
            return bound
        try:
            return (
                yield from cache.pattern_database(
                    self.labelled, partition, self.tables, self.budget, self.cores, wait=False
                )
            )
        except (cache.TablesLocked, MemoryError):
            return bound

    def _both_sides(self, forward: Levels) -> Generator[Progress, None, Outcome | None]:
        """Widen the narrower side level by level until they meet, one ends, or it is no longer cheap."""
        goals = goal_positions(self.labelled, self.plan.goals)
        backward = None
        if goals:
            backward = Levels(self.packing, self.packing.pack(goals), self.budget)
        nothing = no_bound(self.labelled)
        plan = self.plan
        cheap = plan.cheap_kept if self._kept() else plan.cheap
        if self.labelled.positions <= plan.small:
            cheap = plan.cheap_small
        while forward.ends[-1] + (backward.ends[-1] if backward else 0) < cheap:
            side, other = forward, backward
            if backward and backward.width < forward.width:
                side, other = backward, forward
            yield from side.level(NEVER, nothing, other)
            if side.met:
                return (yield from self._finish(forward, backward))
            if side.width == 0:
                return self._exhausted()
            self._raise_bound(forward.depth + (backward.depth if backward else 0) + 1)
        if backward:
            backward.close()
        return None

    def _some(self, bound: PatternDatabase, widths: Iterable[int]) -> Generator[Progress, None, None]:
        """Look for any solution by beams of growing width, for as long as there is room."""
        root = self.packing.pack([self.labelled.start])
        levels = Levels(self.packing, root, self.budget)
        try:
            for width in widths:
                levels.restart(root)
                yield from beam(levels, bound, width, self.plan.patience * self.labelled.cells)
                if levels.met:
                    self._found(solutions.trace(levels, None))
                if levels.met or (levels.width == 0 and max(np.diff(levels.ends)) <= width):
                    break
        except MemoryError:
            return
        finally:
            levels.close()

    def _step_by_step(self) -> Generator[Progress, None, None]:
        """Look for any solution by settling piece after piece."""

        def finish(puzzle: SlidePuzzle) -> Search:
            plan = replace(self.plan, settle=False)
            return SlideSearch(labelled(puzzle), Want.ANY, Budget(self.budget.bytes_limit), plan).run()

        steps = Steps(self.labelled, self.budget)
        try:
            if (yield from steps.run(finish)):
                self._found(tuple(steps.slides))
        except MemoryError:
            return

    def _found(self, solution: Solution) -> None:
        """Keep a solution in standard numbers if it is the shortest so far."""
        if self.budget.best is None or len(solution) < len(self.budget.best):
            self.budget.best = self.standard.back(solution)

    def _rounds(self, levels: Levels, bound: PatternDatabase) -> Search:
        """Levels from the start with rising limits, until the goal is met or nothing is left."""
        start = self.packing.pack([self.labelled.start])
        limit, extra, before, tried = self.budget.lower_bound, 0, 0, False
        while True:
            levels.restart(start)
            cut = NEVER
            while levels.width and levels.depth < limit:
                yield from levels.level(limit - levels.depth - 1, bound)
                cut = min(cut, levels.depth + levels.cut)
                if levels.met:
                    return (yield from self._finish(levels, None))
                if levels.width:
                    self._raise_bound(min(cut, levels.depth + 1))
            if levels.width:
                cut = min(cut, limit + 1)
            if cut >= NEVER:
                return self._exhausted()
            self._raise_bound(cut)
            if not tried and self.budget.nodes > self.plan.beam_levels:
                tried = True
                yield from self._some(bound, (500, 4000))
            if self.budget.best and not self.want.counts and len(self.budget.best) <= self.budget.lower_bound:
                return Solved(self.budget.best)
            extra = 2 * extra + 1 if levels.ends[-1] < 2 * before else extra // 2
            before = levels.ends[-1]
            limit = self.budget.lower_bound + extra

    def _deepen(self, bound: PatternDatabase) -> Search:
        """Iterative deepening; levels at the found length if solutions are to be counted."""
        dive, beams = self._dive(bound), list(self.plan.beams)
        larger = list(zip(self.plan.pays, self.plan.placements[1:], strict=False))
        while dive.solution is None:
            if self.budget.lower_bound >= NEVER:
                return self._exhausted()
            before = self.budget.nodes
            for progress in dive.round(self.budget.lower_bound):
                yield progress
                while beams and self.budget.nodes > beams[0][0]:
                    yield from self._some(bound, (beams.pop(0)[1],))
            self._raise_bound(self.budget.lower_bound)
            if self.budget.best is not None and len(self.budget.best) <= self.budget.lower_bound:
                break
            while dive.solution is None and larger and self.budget.nodes - before > larger[0][0]:
                bound = yield from self._larger(larger.pop(0)[1], bound)
                dive = self._dive(bound)
        if dive.solution is not None:
            self.budget.best = self.standard.back(dive.solution)
        assert self.budget.best is not None
        if not self.want.counts:
            return Solved(self.budget.best)
        levels = Levels(self.packing, self.packing.pack([self.labelled.start]), self.budget)
        limit = len(self.budget.best)
        while not levels.met:
            yield from levels.level(limit - levels.depth - 1, bound)
        return (yield from self._finish(levels, None))

    def _dive(self, bound: PatternDatabase) -> IterativeDeepening:
        steps = automaton(self.labelled.board, self.tables)
        return IterativeDeepening(self.labelled, bound, steps, self.budget, self.cores)

    def _finish(self, forward: Levels, backward: Levels | None) -> Search:
        """Read the answer out of levels that have met."""
        solution = self.standard.back(solutions.trace(forward, backward))
        self._raise_bound(len(solution))
        self.budget.best = solution
        if not self.want.counts:
            return Solved(solution)
        count, listing = yield from solutions.count(forward, backward, self.standard if self.want is Want.ALL else None)
        return Solved(solution, True, count, listing)

    def _solved(self, solution: Solution, count: int, listing: Listing | None) -> Solved:
        return Solved(solution, True, count if self.want.counts else None, listing)

    def _exhausted(self) -> Unsolvable:
        return Unsolvable({"by": "exhaustion", "nodes": self.budget.nodes})

    def _raise_bound(self, bound: int) -> None:
        self.budget.raise_bound(next_bound(bound, self.parity) if bound < NEVER else bound)

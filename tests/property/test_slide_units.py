"""Sliding searches divided into units at random, done in any order, with failures and repetitions."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from fewest.solver.budget import Budget
from fewest.solver.model import INFINITE, Findings, Want
from fewest.solver.slices import finish
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.bounds.pattern_tables import PatternDatabase
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.database import first_database
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.sharing import iterate
from fewest.solver.slide.search.unit_format import dump_route, load_part, load_route
from fewest.solver.slide.search.units import SlideUnit
from fewest.solver.units import ALONE, Helpers, Round, Unit, UnitResult
from tests import oracle_slide
from tests.effort import examples
from tests.slide_puzzles import AT_ONCE, SHAPES, compare, context_of, relaxed, small_shares, walked

DEPTH_FIRST = replace(
    AT_ONCE,
    breadth_first_positions=0,
    placements=(1, 40, 500),
    enlarge_after_nodes=(200, 2_000),
    count_after_nodes=-1,
    slice_moves=3,
    subtrees=3,
)
"""IDA* from the start, under weak bounds, also to count; in many slices."""
SEVERAL = replace(DEPTH_FIRST, excess=Size(40, 9), excess_after_nodes=-1)
"""The same, with several partitions after the first iteration, where they apply."""


@st.composite
def solvable(draw: st.DrawFn) -> SlidePuzzle:
    """A puzzle that a walk of the empty cell has made, on a board with cycles; equal pieces, free cells in the goal."""
    board = SHAPES[draw(st.sampled_from(["theta0", "2x4", "rings on a bridge", "two rings", "complete"]))]
    kinds = draw(st.sampled_from([2, 3, 9, 9]))
    cells = [1 + piece % kinds for piece in range(board.cells)]
    random = Random(draw(st.integers(0, 10**6)))
    random.shuffle(cells)
    cells[random.randrange(board.cells)] = 0
    free = draw(st.sampled_from([0, 0, 0, 0.3]))
    goal = tuple(None if random.random() < free else piece for piece in cells)
    return SlidePuzzle(board, walked(board, tuple(cells), random, draw(st.integers(20, 60))), goal)


class RandomHelpers:
    """Does units in this process: whenever the search asks, some of them, each to its end, in part, or to no effect."""

    def __init__(self, puzzle: SlidePuzzle, random: Random, threads: int) -> None:
        self._puzzle, self._random, self._threads = puzzle, random, threads
        self._units: list[str] = []
        self._done = Round()
        self.ended = self.failed = 0

    def poll(self, *, idle: bool) -> Round:
        """Do some units, more if nothing else is done."""
        for _ in range(self._random.randrange(2) + idle):
            if self._units:
                self._do(self._units.pop(self._random.randrange(len(self._units))))
        return replace(self._done, open=len(self._units), wanted=self._random.random() < 0.8)

    def offer(self, unit: Unit) -> None:
        """Keep a unit as the text that crosses between processes."""
        self._units.append(json.dumps(unit))

    def take(self) -> Unit | None:
        """Give any of them back, or none."""
        if not self._units or self._random.random() < 0.5:
            return None
        unit: Unit = json.loads(self._units.pop())
        return unit

    def end(self) -> None:
        """Forget all."""
        self._units, self._done = [], Round()

    def keep(self, done: UnitResult) -> None:
        """Never called, since it is never time to."""

    def kept(self) -> UnitResult:
        """Nothing."""
        return UnitResult()

    def _do(self, text: str) -> None:
        """Do a unit for some slices. If that fails, its result is lost and the unit is done again later."""
        result = self._result(json.loads(text), self._random.choice([0, 1, 2, 5, 10**9]))
        if self._random.random() < 0.3:
            self.failed += 1
            self._units.append(text)
            return
        self.ended += 1
        self._units += map(json.dumps, result.left)
        done = self._done
        self._done = replace(
            done,
            nodes=done.nodes + result.nodes,
            next_limit=min(done.next_limit, result.next_limit),
            count=done.count + result.count,
            solution=done.solution or result.solution,
        )

    def _result(self, unit: Unit, slices: int) -> UnitResult:
        work = SlideUnit(self._puzzle, unit, 10**8, None, self._threads, DEPTH_FIRST)
        event(f"several partitions: {unit['excess']}")
        finish(work.prepare())
        for _ in islice(work.run(), slices):
            pass
        return work.result()


def weak(puzzle: SlidePuzzle, helpers: Helpers = ALONE) -> SearchContext:
    """The context of a search under weak bounds, in small slices."""
    return replace(context_of(puzzle, Want.COUNT, Plan(placements=(1,), slice_moves=3, subtrees=3)), helpers=helpers)


@given(puzzle=solvable(), seed=st.integers(0, 10**6))
@settings(relaxed, max_examples=examples(300))
def test_sums_over_units_are_those_of_the_whole(puzzle: SlidePuzzle, seed: int) -> None:
    """A divided iteration has exactly the nodes, count and next limit of the whole one."""
    expected = oracle_slide.answer(puzzle)
    assume(expected.length)
    assert expected.length is not None
    helpers = RandomHelpers(puzzle, Random(seed), 1)
    with small_shares():
        whole, divided = (counted(weak(puzzle, use), expected.length) for use in (ALONE, helpers))
        assert whole == divided
        assert whole[1] == expected.count
        bounds = [bound(weak(puzzle, use), expected.length - 1) for use in (ALONE, helpers)]
    assert bounds[0] == bounds[1]
    assert expected.length <= bounds[0][1] <= INFINITE
    event(f"units ended: {min(helpers.ended, 10)}")


def counted(context: SearchContext, length: int) -> tuple[int, int]:
    """Nodes and number of the solutions of the least length, by IDA*."""
    search = IdaStar(context, database(context), counting=True)
    context.budget.nodes = 0
    found = finish(iterate(search, length))
    return context.budget.nodes, found.count


def bound(context: SearchContext, limit: int) -> tuple[int, int]:
    """Nodes of an iteration without a solution, and the bound that it proves."""
    search = IdaStar(context, database(context))
    context.budget.nodes = 0
    found = finish(iterate(search, limit))
    assert found.solution is None
    return context.budget.nodes, found.next_limit


def database(context: SearchContext) -> PatternDatabase:
    """The pattern database."""
    made: PatternDatabase = finish(first_database(context))
    return made


class KeepingHelpers(RandomHelpers):
    """Keeps what is left of an iteration at any time, as text, and notes the nodes of the budget then."""

    def __init__(self, puzzle: SlidePuzzle, random: Random, before: KeepingHelpers | None) -> None:
        super().__init__(puzzle, random, random.choice([1, 1, 2]))
        self.written = "" if before is None else before.written
        self.budget = Budget(0)
        self.nodes = 0

    def poll(self, *, idle: bool) -> Round:
        """Do some units, and perhaps have the search keep what is left."""
        return replace(super().poll(idle=idle), keep=self._random.random() < 0.3)

    def keep(self, done: UnitResult) -> None:
        """Write it with the units that have not ended, and the results of those that have."""
        left = [*done.left, *map(json.loads, self._units)]
        next_limit = min(done.next_limit, self._done.next_limit)
        self.written = json.dumps([next_limit, done.count + self._done.count, left])
        self.nodes = self.budget.nodes

    def kept(self) -> UnitResult:
        """Read what was written last."""
        if not self.written:
            return UnitResult()
        next_limit, count, left = json.loads(self.written)
        return UnitResult(0, next_limit, count, left=tuple(left))


AUTOMATA = replace(DEPTH_FIRST, automaton_after_nodes=50)
"""The automaton changes after the first iterations."""


@pytest.mark.parametrize("plan", [DEPTH_FIRST, SEVERAL, AUTOMATA], ids=["one", "several", "automata"])
@given(puzzle=solvable(), seed=st.integers(0, 10**6), want=st.sampled_from([Want.ONE, Want.COUNT]))
@settings(relaxed, max_examples=examples(150))
def test_a_divided_search_agrees_with_brute_force(plan: Plan, puzzle: SlidePuzzle, seed: int, want: Want) -> None:
    """However a search is divided, whichever units fail, and wherever it is interrupted, length and count are right."""
    expected = oracle_slide.answer(puzzle)
    assume(expected.length)
    random = Random(seed)
    helpers, threads = KeepingHelpers(puzzle, random, None), random.choice([1, 2])
    findings = Findings()
    with small_shares():
        for _ in range(random.randrange(4)):
            budget = Budget.after(findings, 10**8)
            search = SlideSearch(labelled(puzzle), want, budget, plan, None, threads, helpers).run()
            for _ in islice(search, random.randrange(1, 300)):
                pass
            search.close()
            findings = Findings(budget.lower_bound, budget.best, budget.nodes_before + budget.nodes)
            helpers = KeepingHelpers(puzzle, random, helpers)
        event(f"kept: {len(helpers.kept().left) > 0}")
        event(f"units ended: {min(helpers.ended, 10)}, failed: {min(helpers.failed, 5)}")
        budget = Budget.after(findings, 10**8)
        outcome = finish(SlideSearch(labelled(puzzle), want, budget, plan, None, threads, helpers).run())
    compare(puzzle, expected, outcome, want)


@given(puzzle=solvable(), seed=st.integers(0, 10**6))
@settings(relaxed, max_examples=examples(150))
def test_nothing_that_was_kept_is_done_again(puzzle: SlidePuzzle, seed: int) -> None:
    """The nodes before and after an interruption add up to those of the whole iteration."""
    expected = oracle_slide.answer(puzzle)
    assume(expected.length)
    assert expected.length is not None
    random = Random(seed)
    with small_shares():
        nodes, count = counted(weak(puzzle), expected.length)
        helpers = KeepingHelpers(puzzle, random, None)
        context = weak(puzzle, helpers)
        helpers.budget = context.budget
        run = iterate(IdaStar(context, database(context), counting=True), expected.length)
        context.budget.nodes = 0
        for _ in islice(run, random.randrange(1, 100)):
            pass
        run.close()
        event(f"kept: {helpers.nodes > 0}")
        if helpers.kept().left:
            rest = counted(weak(puzzle, KeepingHelpers(puzzle, random, helpers)), expected.length)
            assert rest == (nodes - helpers.nodes, count)


def test_routes_on_the_largest_board() -> None:
    """A route through all cells of a board of 64 is written and read back."""
    route = tuple(range(64))
    assert load_route(dump_route(route)) == route


def test_a_unit_of_another_version_is_refused() -> None:
    """A unit written by another version is refused."""
    with pytest.raises(ValueError, match="version 0"):
        load_part({"version": 0})

"""Sliding searches divided into units at random, done in any order, with failures and repetitions."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from solver.budget import Budget
from solver.kinds import Divisible, kind_of
from solver.model import Limits, Outcome, Solved, Want
from solver.slide.bounds.complementary import Size
from solver.slide.bounds.pattern_tables import PatternDatabase
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.rules import SlideRules
from solver.slide.search import ida_star
from solver.slide.search.context import SearchContext
from solver.slide.search.database import first_database
from solver.slide.search.driver import SlideSearch
from solver.slide.search.ida_star import IdaStar
from solver.slide.search.instance import make_instance
from solver.slide.search.plan import Plan
from solver.units import ALONE, INFINITE, Helpers, Round, Unit, UnitResult
from tests import oracle_slide
from tests.property.test_slide_search import AT_ONCE, SHAPES, relaxed, small_shares
from tests.slices import finished

DEPTH_FIRST = replace(
    AT_ONCE, breadth_first_positions=0, placements=(1, 40, 500), enlarge_after_nodes=(200, 2_000), count_after_nodes=-1
)
"""IDA* from the start, under weak bounds, also to count."""
SEVERAL = replace(DEPTH_FIRST, complementary=Size(40, 9), complementary_after_nodes=-1)
"""The same, with several partitions after the first iteration, where they apply."""
SLICE = 3
"""Moves tried in one slice, so that there are many."""


@st.composite
def solvable(draw: st.DrawFn) -> SlidePuzzle:
    """A puzzle that a walk of the empty cell has made, on a board with cycles; equal pieces, free cells in the goal."""
    board = SHAPES[draw(st.sampled_from(["theta0", "2x4", "rings on a bridge", "two rings", "complete"]))]
    kinds = draw(st.sampled_from([2, 3, 9, 9]))
    cells = [1 + piece % kinds for piece in range(board.cells)]
    random = Random(draw(st.integers(0, 10**6)))
    random.shuffle(cells)
    empty = random.randrange(board.cells)
    cells[empty] = 0
    free = draw(st.sampled_from([0, 0, 0, 0.3]))
    goal = tuple(None if random.random() < free else piece for piece in cells)
    for _ in range(draw(st.integers(20, 60))):
        cell = random.choice(board.adjacency[empty])
        cells[empty], cells[cell], empty = cells[cell], 0, cell
    return SlidePuzzle(board, tuple(cells), goal)


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
        kind = kind_of(self._puzzle)
        assert isinstance(kind, Divisible)
        work = kind.unit_work(self._puzzle, unit, Limits(bytes=10**8), None, self._threads)
        event(f"several partitions: {unit['excess']}")
        finished(work.prepare())
        steps = work.run()
        with suppress(StopIteration):
            for _ in range(slices):
                next(steps)
        return work.result()


def context_of(puzzle: SlidePuzzle, helpers: Helpers = ALONE) -> SearchContext:
    """The context of a search, nothing spent."""
    plan = Plan(placements=(1,))
    return SearchContext(make_instance(labelled(puzzle)), Want.COUNT, Budget(10**8), plan, None, 1, helpers)


@pytest.mark.parametrize("plan", [DEPTH_FIRST, SEVERAL], ids=["one", "several"])
@given(puzzle=solvable(), seed=st.integers(0, 10**6), want=st.sampled_from([Want.ONE, Want.COUNT]))
@settings(relaxed, max_examples=200)
def test_a_divided_search_agrees_with_brute_force(plan: Plan, puzzle: SlidePuzzle, seed: int, want: Want) -> None:
    """However a search is divided, and whatever fails, it finds a shortest solution, and counts all of them."""
    expected = oracle_slide.answer(puzzle)
    assume(expected.length)
    random = Random(seed)
    helpers = RandomHelpers(puzzle, random, random.choice([1, 1, 2]))
    with small_shares(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(ida_star, "SLICE", SLICE)
        search = SlideSearch(labelled(puzzle), want, Budget(10**8), plan, None, random.choice([1, 2]), helpers)
        outcome: Outcome = finished(search.run())
    event(f"units ended: {min(helpers.ended, 10)}")
    event(f"units failed: {min(helpers.failed, 5)}")
    assert isinstance(outcome, Solved)
    assert puzzle.met(SlideRules(puzzle).play(outcome.solution))
    assert len(outcome.solution) == expected.length
    assert outcome.count == (expected.count if want.counts else None)


@given(puzzle=solvable(), seed=st.integers(0, 10**6))
@settings(relaxed, max_examples=300)
def test_sums_over_units_are_those_of_the_whole(puzzle: SlidePuzzle, seed: int) -> None:
    """Nodes, count and next limit of an iteration are the same, to the last, whether it is divided or not."""
    expected = oracle_slide.answer(puzzle)
    assume(expected.length)
    assert expected.length is not None
    helpers = RandomHelpers(puzzle, Random(seed), 1)
    with small_shares(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(ida_star, "SLICE", SLICE)
        whole, divided = (counted(context_of(puzzle, use), expected.length) for use in (ALONE, helpers))
        assert whole == divided
        assert whole[1] == expected.count
        bounds = [bound(context_of(puzzle, use), expected.length - 1) for use in (ALONE, helpers)]
    assert bounds[0] == bounds[1]
    assert expected.length <= bounds[0][1] <= INFINITE
    event(f"units ended: {min(helpers.ended, 10)}")


def counted(context: SearchContext, length: int) -> tuple[int, int]:
    """Nodes and number of the solutions of the least length, by IDA*."""
    search = IdaStar(context, database(context), counting=True)
    context.budget.nodes = 0
    finished(search.iterate(length))
    return context.budget.nodes, search.count


def bound(context: SearchContext, limit: int) -> tuple[int, int]:
    """Nodes of an iteration without a solution, and the bound that it proves."""
    search = IdaStar(context, database(context))
    context.budget.nodes = 0
    finished(search.iterate(limit))
    assert search.solution is None
    return context.budget.nodes, context.budget.lower_bound


def database(context: SearchContext) -> PatternDatabase:
    """The pattern database."""
    made: PatternDatabase = finished(first_database(context))
    return made

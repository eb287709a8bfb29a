"""A search that goes on from the findings of earlier runs answers what it answers from the beginning."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from fewest.notation.findings import dump_findings, load_findings
from fewest.solver.budget import Budget
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.search import goals
from fewest.solver.jump.search.plan import Plan as JumpPlan
from fewest.solver.model import Findings, Limits, Outcome, Progress, Puzzle, Search, Solution, Solved, Unsolvable, Want
from fewest.solver.slices import Run
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import SlideRules
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan as SlidePlan
from fewest.solver.solve import solve
from tests import jump_puzzles, oracle_jump, oracle_slide
from tests.effort import examples
from tests.property.test_jump_search import CALM, plan_of
from tests.slide_puzzles import AT_ONCE, SMALL, compare, puzzles, relaxed, small_shares

DEPTH_FIRST = replace(
    AT_ONCE, breadth_first_positions=0, placements=(8, 40, 500), enlarge_after_nodes=(0, 20), count_after_nodes=50
)
SLIDE_PLANS = {
    "usual": SlidePlan(),
    "breadth-first": AT_ONCE,
    "depth-first": DEPTH_FIRST,
    "distances": replace(DEPTH_FIRST, distance_nodes=100, quick_nodes=100),
}
wants = st.sampled_from([Want.ONE, Want.COUNT])
earlier_wants = st.sampled_from([Want.ANY, Want.ONE, Want.COUNT])
jumping = st.one_of(jump_puzzles.puzzles(), jump_puzzles.puzzles_of_games())


def jump_search(puzzle: JumpPuzzle, want: Want, plan: JumpPlan, findings: Findings) -> Search:
    """A jump search under a plan."""
    return goals.search(puzzle, want, Limits(), 1, findings, plan)


def slide_search(puzzle: SlidePuzzle, want: Want, plan: SlidePlan, findings: Findings) -> Search:
    """A slide search under a plan."""
    return SlideSearch(labelled(puzzle), want, Budget.after(findings, 10**8), plan).run()


def finished(search: Search, least: int) -> Outcome:
    """Run a search to its end: its bound never falls, also not below that of an earlier run, nor exceeds the length."""
    run = Run(search)
    for progress in run:
        assert progress.lower_bound >= least
        least = progress.lower_bound
    if isinstance(run.value, Solved):
        assert least <= len(run.value.solution)
    return run.value


def interrupted(puzzle: Puzzle, search: Search, slices: int, before: Findings) -> Findings:
    """What a search has found after some slices, as the next run gets it: what was found before, if it took none."""
    seen = list(islice(search, slices))
    search.close()
    if not seen:
        return before
    last = seen[-1]
    findings = Findings(last.lower_bound, last.best, last.nodes, last.notes)
    return load_findings(puzzle, json.loads(json.dumps(dump_findings(puzzle, findings))), last.nodes)


def check(outcome: Outcome, want: Want, expected: oracle_jump.Truth) -> None:
    """Compare the outcome of a jump search with brute force."""
    if expected.length is None:
        assert isinstance(outcome, Unsolvable)
        return
    assert isinstance(outcome, Solved)
    assert outcome.optimal
    assert len(outcome.solution) == expected.length
    assert outcome.count == expected.count or want is Want.ONE


def with_detour(puzzle: SlidePuzzle, solution: Solution, detours: int) -> Solution:
    """A longer solution: its first slides go forth and back."""
    there = next(SlideRules(puzzle).successors(puzzle.start), None)
    if there is None:
        return solution
    start, to = there[0]
    return ((start, to), (to, start)) * detours + solution


@pytest.mark.parametrize(("best", "bound"), [(None, 0), ((((0, 1, 2),),), 9)])
def test_a_bound_for_one_number_of_pegs_needs_a_solution(best: Solution | None, bound: int) -> None:
    """A bound for one number of pegs is reported as the bound of the game only with a solution."""

    def searching() -> Search:
        yield Progress(9, 1, best=best)
        return Unsolvable({"by": "exhaustion", "nodes": 1})

    assert [progress.lower_bound for progress in goals._shown(searching(), Budget(10**6), [])] == [bound]


@CALM
@given(jumping, st.sampled_from([None, 0, 2, 3]), wants, st.integers(0, 12), st.booleans())
def test_any_sound_bound_leads_to_the_same_jumps(
    puzzle: JumpPuzzle, parts: int | None, want: Want, bound: int, found: bool
) -> None:
    """Starting from any true bound, with or without a solution, a jump search finds the same length and count."""
    expected = oracle_jump.truth(puzzle)
    best = None
    if expected.length is not None:
        bound = min(bound, expected.length)
        outcome = jump_puzzles.run(puzzle, Want.ANY)[0]
        assert isinstance(outcome, Solved)
        best = outcome.solution if found else None
    search = jump_search(puzzle, want, plan_of(puzzle, parts), Findings(bound, best))
    check(finished(search, bound), want, expected)


@CALM
@given(
    jumping,
    st.sampled_from([None, 0, 2, 3]),
    wants,
    st.lists(st.tuples(st.integers(0, 60), earlier_wants), max_size=3),
)
def test_jump_searches_go_on(puzzle: JumpPuzzle, parts: int | None, want: Want, stops: list[tuple[int, Want]]) -> None:
    """A jump search continues from any interrupted search, whatever that wanted; its bound never falls."""
    expected = oracle_jump.truth(puzzle)
    plan = plan_of(puzzle, parts)
    findings = Findings()
    for slices, earlier in stops:
        before = findings
        findings = interrupted(puzzle, jump_search(puzzle, earlier, plan, before), slices, before)
        assert findings.lower_bound >= before.lower_bound
    event(f"{bool(findings.notes)}")
    check(finished(jump_search(puzzle, want, plan, findings), findings.lower_bound), want, expected)


@pytest.mark.parametrize("plan", SLIDE_PLANS)
@settings(relaxed, max_examples=examples(80))
@given(puzzle=puzzles(), want=wants, bound=st.integers(0, 30), detours=st.integers(-1, 3), nodes=st.integers(0, 1000))
def test_any_sound_bound_leads_to_the_same_slides(
    plan: str, puzzle: SlidePuzzle, want: Want, bound: int, detours: int, nodes: int
) -> None:
    """Starting from any true bound, with or without a solution, a slide search finds the same length and count."""
    expected = oracle_slide.answer(puzzle)
    assume(expected.length is not None and expected.seen < 3000)
    bound = min(bound, expected.length)
    known = solve(puzzle).solution
    assert known is not None
    best = with_detour(puzzle, known, detours) if detours >= 0 else None
    search = slide_search(puzzle, want, SLIDE_PLANS[plan], Findings(bound, best, nodes))
    compare(puzzle, expected, finished(search, bound), want)


@pytest.mark.parametrize("plan", SLIDE_PLANS)
@settings(relaxed, max_examples=examples(60))
@given(puzzle=puzzles(), want=wants, stops=st.lists(st.tuples(st.integers(1, 200), earlier_wants), max_size=3))
def test_slide_searches_go_on(plan: str, puzzle: SlidePuzzle, want: Want, stops: list[tuple[int, Want]]) -> None:
    """A slide search continues from any interrupted search, whatever that wanted; its bound never falls."""
    expected = oracle_slide.answer(puzzle)
    assume(expected.length is not None and expected.seen < 3000)
    findings, small = Findings(), replace(SLIDE_PLANS[plan], **SMALL)
    with small_shares():
        for slices, earlier in stops:
            before = findings
            findings = interrupted(puzzle, slide_search(puzzle, earlier, small, before), slices, before)
            assert findings.lower_bound >= before.lower_bound
        outcome = finished(slide_search(puzzle, want, small, findings), findings.lower_bound)
    compare(puzzle, expected, outcome, want)

"""The sliding search against brute force, on random boards and puzzles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from fewest.solver.kinds import KINDS
from fewest.solver.model import Status, Want
from fewest.solver.pages import page
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import SlideRules
from fewest.solver.slide.search import small
from fewest.solver.slide.search.plan import Plan
from fewest.solver.solve import solve
from fewest.solver.verify import Check, check_proof
from tests import oracle_slide
from tests.effort import examples
from tests.oracle_pages import solutions_in_order
from tests.slide_puzzles import AT_ONCE, SMALL, compare, drive, puzzles, relaxed, small_shares


def agrees(puzzle: SlidePuzzle) -> None:
    """Compare length, count, listing and proof with brute force; the bound without a search is one."""
    expected = oracle_slide.answer(puzzle)
    result = solve(puzzle, Want.ALL)
    event(f"{result.status} {result.proof['by'] if result.proof else ''}")
    if expected.length is None:
        assert result.status is Status.UNSOLVABLE
        assert result.proof is not None
        assert check_proof(puzzle, result.proof) is not Check.FAILS
        return
    assert result.status is Status.SOLVED
    assert result.optimal
    assert (result.length, result.count, result.lower_bound) == (expected.length, expected.count, expected.length)
    assert min(1, expected.length) <= KINDS["slide"].lower_bound(puzzle) <= expected.length
    assert result.listing is not None
    if expected.count <= 300:
        whole = page(puzzle, result.listing, 0, expected.count + 1)
        assert len(whole) == expected.count
        assert whole == list(solutions_in_order(SlideRules(puzzle), expected.length))
        middle = expected.count // 2
        assert page(puzzle, result.listing, middle, 3) == whole[middle : middle + 3]


@given(puzzle=puzzles())
@settings(relaxed, max_examples=examples(150))
def test_search_agrees_with_brute_force(puzzle: SlidePuzzle) -> None:
    """Status, length, count and listing agree with brute force; the bound without a search is at most the length."""
    agrees(puzzle)


DEPTH_FIRST = replace(AT_ONCE, breadth_first_positions=0, placements=(8, 40, 500), enlarge_after_nodes=(0, 0))
BEAMS = replace(DEPTH_FIRST, placements=(8,), nodes_per_beam_position=4, narrowest_beam=1)
SEVERAL = {"excess": Size(40, 9), "excess_after_nodes": -1}
"""Parts of a plan: several partitions after the first iteration, where they apply."""
METHODS = {
    "from both ends": Plan(one_call_words=0),
    "breadth-first": AT_ONCE,
    "breadth-first under small tables": replace(AT_ONCE, placements=(40,)),
    "IDA* under one table": replace(DEPTH_FIRST, placements=(1 << 20,)),
    "IDA* under growing tables": DEPTH_FIRST,
    "IDA* under several partitions": replace(DEPTH_FIRST, placements=(8,), **SEVERAL),
    "beams before iterations": BEAMS,
    "beams under several partitions": replace(BEAMS, **SEVERAL),
    "from both ends, without tables": Plan(one_call_words=0).without_tables(),
    "breadth-first by distances": AT_ONCE.without_tables(),
    "IDA* by distances": DEPTH_FIRST.without_tables(),
    "beams by distances": BEAMS.without_tables(),
}


@pytest.mark.parametrize("name", METHODS)
@given(puzzle=puzzles(), want=st.sampled_from(Want), threads=st.sampled_from([1, 2]))
@settings(relaxed, max_examples=examples(100))
def test_every_method_agrees_with_brute_force(name: str, puzzle: SlidePuzzle, want: Want, threads: int) -> None:
    """With one thread or two, small slices and memory that grows often, every method finds length and count."""
    plan, expected = METHODS[name], oracle_slide.answer(puzzle)
    # IDA* does not end on some unsolvable puzzles, and takes long where many positions can be reached.
    assume(plan.breadth_first_positions or (expected.length is not None and expected.seen < 3000))
    with small_shares():
        compare(puzzle, expected, drive(puzzle, replace(plan, **SMALL), want, threads=threads), want)


@given(puzzle=puzzles(), want=st.sampled_from([Want.COUNT, Want.ALL]))
@settings(relaxed, max_examples=examples(60))
def test_numbers_too_large_for_one_call_are_counted(puzzle: SlidePuzzle, want: Want) -> None:
    """If one call has found a solution but cannot count all, another search does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(small, "MAX_COUNT", 2)
        compare(puzzle, oracle_slide.answer(puzzle), drive(puzzle, Plan(), want), want)

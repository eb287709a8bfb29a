"""What the jump search guarantees besides right answers: sources, limits, slices, large numbers, odd boards."""

from __future__ import annotations

from itertools import islice, pairwise
from math import factorial
from typing import Any

import numpy as np
import pytest

from benchmarks.ladder import ladders, middles
from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, mask_of
from fewest.solver.jump.proofs import prove
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.search.driver import search
from fewest.solver.jump.search.expand import WIDE_WORK
from fewest.solver.jump.search.plan import Plan, SliceSizes
from fewest.solver.jump.search.position_set import MIN_SLOTS, PositionSet
from fewest.solver.jump.symmetry import image_tables
from fewest.solver.model import Jump, Limits, Solved, Stopped, Unsolvable, Want
from fewest.solver.pages import page
from fewest.solver.verify import Check, check_proof, replay
from tests.jump_puzzles import CASES, ENGLISH, SOURCES, prepared, run, single

DIAMOND = tuple(("." * side).center(9) for side in (1, 3, 5, 7, 9, 7, 5, 3, 1))


def wheels(number: int, spokes: int, hubs: tuple[int, int] = (0, 1)) -> JumpPuzzle:
    """Disjoint wheels: a peg jumps to and fro between two hubs over any spoke until none is left."""
    size = spokes + 2
    jumps: list[Jump] = []
    for wheel in range(number):
        a, b = size * wheel + hubs[0], size * wheel + hubs[1]
        for spoke in range(size * wheel + 2, size * wheel + size):
            jumps += [(a, spoke, b), (b, spoke, a)]
    board = JumpBoard(number * size, tuple(sorted(jumps)))
    start = board.full & ~mask_of(size * wheel + 1 for wheel in range(number))
    return JumpPuzzle(board, start, JumpGoal(frozenset([mask_of(size * w + spokes % 2 for w in range(number))])))


def test_count_beyond_a_word() -> None:
    """Ten wheels of four spokes are emptied in ten moves, in 10! orders with 4! chains each: more than 2**64."""
    puzzle = wheels(10, 4)
    outcome, _ = run(puzzle, Want.ALL)
    assert isinstance(outcome, Solved)
    assert outcome.count == factorial(10) * factorial(4) ** 10 > 1 << 64
    assert outcome.listing is not None
    last = page(puzzle, outcome.listing, outcome.count - 2, 5)
    assert len(last) == 2
    for solution in last:
        replay(puzzle, solution)


def test_astronomical_chains_come_in_slices() -> None:
    """A position with about 60! chains is searched in slices, and the search can be closed."""
    puzzle = wheels(1, 61)
    odd = JumpPuzzle(puzzle.board, puzzle.start, JumpGoal(frozenset([mask_of([0, 2])]), frozenset()))
    for want in (Want.ONE, Want.COUNT, Want.ANY):
        slices = search(odd, want, Limits(), 1)
        nodes = [next(slices).nodes for _ in range(40)]
        slices.close()
        assert max(b - a for a, b in pairwise(nodes)) < 2_000_000


@pytest.mark.parametrize("want", list(Want))
@pytest.mark.parametrize("allowed", [0, 1_000, 100_000, 3_000_000, 8_000_000])
def test_bytes_are_kept(want: Want, allowed: int) -> None:
    """A search never reserves more bytes than allowed; it stops with what it has proven."""
    outcome, progress = run(single(ENGLISH, "orthogonal", 16, 16), want, Limits(bytes=allowed))
    assert outcome == Stopped("bytes") or want is Want.ANY
    assert all(slice_.bytes <= allowed for slice_ in progress)


@pytest.mark.parametrize(("empty", "last", "kept"), [(0, 25, True), (0, 6, True), (0, 25, False)])
def test_a_search_ends_with_a_certificate_of_the_ends(empty: int, last: int, kept: bool) -> None:
    """On the diamond of 41 holes no last jump can follow any first one: that is what the search says, not exhaustion.

    No pagoda function refutes the first problem itself, and its levels are too large to be exhausted; those of the
    second are exhausted. If the certificate is too large, the search says what was done.
    """
    puzzle = single(DIAMOND, "orthogonal", empty, last)
    assert prove(puzzle, ends=False) is None
    outcome, _ = run(puzzle, plan=Plan() if kept else Plan(max_proof_weights=0))
    assert isinstance(outcome, Unsolvable)
    assert outcome.proof["by"] == ("ends" if kept else "programs")
    assert check_proof(puzzle, outcome.proof) is (Check.HOLDS if kept else Check.NOT_CHECKABLE)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_source_case(case: dict[str, Any]) -> None:
    """Status, length and number of solutions are the published ones (the source is in the case)."""
    puzzle, expect = SOURCES[case["id"]], case["expect"]
    if prove(puzzle) is not None:
        assert expect["status"] == "unsolvable"
        return
    outcome, _ = run(puzzle, Want.COUNT)
    if expect["status"] == "unsolvable":
        assert isinstance(outcome, Unsolvable)
        return
    assert isinstance(outcome, Solved)
    replay(puzzle, outcome.solution)
    assert len(outcome.solution) == expect["length"]
    assert outcome.count == expect.get("count", outcome.count)


def test_any_solution_is_optimal_only_at_the_bound() -> None:
    """A solution found without a search of all lengths is called optimal if it has no more moves than the bound."""
    at_the_bound = set()
    tritri = next(rung for rung in ladders() if rung.name == "tritri").puzzle
    for puzzle in (*dict(middles()).values(), tritri):
        assert isinstance(puzzle, JumpPuzzle)
        found = run(puzzle, Want.ANY, plan=Plan(plain_nodes=0))[0]
        bound = prepared(puzzle).instance.min_length
        if isinstance(found, Solved) and found.solution:
            assert found.optimal == (len(found.solution) == bound)
            at_the_bound.add(found.optimal)
    assert at_the_bound == {False, True}


def test_no_bound_is_infinite() -> None:
    """The bound of a search never exceeds the number of jumps by more than one."""
    jumps = [(5, 16, 7), (0, 6, 17), (17, 7, 12), (16, 11, 18), (11, 14, 8), (21, 17, 19), (0, 12, 16), (4, 16, 17)]
    board = JumpBoard(22, (*jumps, (6, 13, 1), (15, 11, 18), (17, 6, 16)))
    puzzle = JumpPuzzle(board, 174_081, JumpGoal(frozenset([1 << 17])))  # random; found by a search of such puzzles
    outcome, progress = run(puzzle)
    assert isinstance(outcome, Unsolvable)
    assert max(each.lower_bound for each in progress) <= puzzle.start.bit_count()


RECTANGLE = single(("......",) * 4, "orthogonal", 1, 1)


@pytest.mark.parametrize("want", [Want.ONE, Want.COUNT])
def test_a_search_comes_in_slices(want: Want) -> None:
    """No slice makes more jumps than it may, and small slices change no result."""
    expected, _ = run(RECTANGLE, want)
    small = SliceSizes(expand_work=1_000, classify_slots=1 << 8, select_slots=1 << 8, rehash_slots=1 << 8)
    found, progress = run(RECTANGLE, want, plan=Plan(slices=small))
    assert found == expected
    assert max(after.nodes - before.nodes for before, after in pairwise(progress)) <= 1_000
    # Jumps that are tested but not made are work, too: so there are more slices than the nodes alone would take.
    assert len(progress) > progress[-1].nodes / 1_000


def test_slices_of_wide_boards_are_shorter() -> None:
    """A slice makes fewer jumps on a board of more than 64 holes, where each takes longer."""
    puzzle = single((".........",) * 9, "orthogonal", 0, 0)
    plan = Plan(slices=SliceSizes(expand_work=1_000, expand_jumps=0))
    slices = islice(search(puzzle, Want.ONE, Limits(), 1, plan=plan), 300)
    assert 0 < max(after.nodes - before.nodes for before, after in pairwise(slices)) <= 1_000 // WIDE_WORK


@pytest.mark.parametrize("holes", [14, 20])
@pytest.mark.parametrize("place", [0, MIN_SLOTS - 1])
def test_a_goal_in_the_first_or_the_last_slot_is_found(holes: int, place: int) -> None:
    """A goal is found, counted and traced back in whatever slot of the set it is."""
    images = image_tables([tuple(range(holes))], holes)
    words = (word for word in range(4, 1 << holes) if word & 7 == 4)
    goal = next(w for w in words if PositionSet.of(Budget(10**5), np.array([w], np.uint64), images).find(w) == place)
    puzzle = JumpPuzzle(JumpBoard(holes, ((0, 1, 2),)), goal ^ 7, JumpGoal(frozenset([goal])))
    outcome, _ = run(puzzle, Want.COUNT)
    assert isinstance(outcome, Solved)
    assert (outcome.solution, outcome.count) == ((((0, 1, 2),),), 1)

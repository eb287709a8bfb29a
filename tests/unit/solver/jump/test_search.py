"""What the jump search guarantees besides right answers: limits, slices, large numbers, odd boards."""

from __future__ import annotations

from itertools import pairwise
from math import factorial

import numpy as np
import pytest

from solver.budget import Budget
from solver.jump.board import JumpBoard, mask_of
from solver.jump.proofs import prove
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.search.driver import search
from solver.jump.search.plan import Plan
from solver.jump.search.position_set import MIN_SLOTS, PositionSet
from solver.jump.search.warm import warm
from solver.jump.symmetry import image_tables
from solver.kernels import jump_bidirectional, jump_expand, jump_partition, jump_pattern_tables
from solver.model import Jump, Limits, Solved, Stopped, Unsolvable, Want
from solver.pages import page
from solver.verify import Check, check_proof, replay
from tests.jump_puzzles import ENGLISH, run, single

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
    """One position with some 60! chains is searched in slices, and the search can be closed at any time."""
    puzzle = wheels(1, 61)
    odd = JumpPuzzle(puzzle.board, puzzle.start, JumpGoal(frozenset([mask_of([0, 2])]), frozenset()))
    for want in (Want.ONE, Want.COUNT, Want.ANY):
        slices = search(odd, want, Limits(), None, 1)
        nodes = [next(slices).nodes for _ in range(40)]
        slices.close()
        assert max(b - a for a, b in pairwise(nodes)) < 2_000_000


@pytest.mark.parametrize("want", list(Want))
@pytest.mark.parametrize("allowed", [0, 1_000, 100_000, 3_000_000, 8_000_000])
def test_bytes_are_kept(want: Want, allowed: int) -> None:
    """A search never reserves more bytes than allowed; it stops instead, with what it has proven."""
    outcome, progress = run(single(ENGLISH, "orthogonal", 16, 16), want, Limits(bytes=allowed))
    assert outcome == Stopped("bytes") or want is Want.ANY
    assert all(slice_.bytes <= allowed for slice_ in progress)


@pytest.mark.parametrize("holes", [14, 20])
@pytest.mark.parametrize("place", [0, MIN_SLOTS - 1])
def test_a_goal_in_the_first_or_the_last_slot_is_found(holes: int, place: int) -> None:
    """Wherever a table of positions puts a goal, it is found, counted and traced back."""
    images = image_tables([tuple(range(holes))], holes)
    words = (word for word in range(4, 1 << holes) if word & 7 == 4)
    goal = next(w for w in words if PositionSet.of(Budget(10**5), np.array([w], np.uint64), images).find(w) == place)
    puzzle = JumpPuzzle(JumpBoard(holes, ((0, 1, 2),)), goal ^ 7, JumpGoal(frozenset([goal])))
    outcome, _ = run(puzzle, Want.COUNT)
    assert isinstance(outcome, Solved)
    assert (outcome.solution, outcome.count) == ((((0, 1, 2),),), 1)


def compiled() -> dict[str, int]:
    """Number of compiled signatures of every kernel that is called from outside its file."""
    kernels = (jump_bidirectional, jump_expand, jump_partition, jump_pattern_tables)
    pairs = [
        (name, thing)
        for kernel in kernels
        for name, thing in vars(kernel).items()
        if hasattr(thing, "signatures") and thing.__module__ == kernel.__name__  # not what is in bits
    ]
    return {name: len(thing.signatures) for name, thing in pairs if name[0] != "_"}


@pytest.mark.parametrize("want", list(Want))
def test_nothing_is_compiled_after_warming(want: Want) -> None:
    """Warming compiles every kernel, and no search compiles one again for other types."""
    warm()
    before = compiled()
    assert all(before.values())
    run(single((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1), want, threads=2)
    assert compiled() == before


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

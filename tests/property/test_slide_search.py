"""The sliding search against brute force, on random boards and puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from fewest.solver import layers
from fewest.solver.budget import Budget
from fewest.solver.kinds import KINDS
from fewest.solver.model import Outcome, Solved, Status, Unsolvable, Want
from fewest.solver.pages import page
from fewest.solver.slices import Run
from fewest.solver.slide.board import SlideBoard, board_from_adjacency
from fewest.solver.slide.bounds import build
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import SlideRules
from fewest.solver.slide.search import frontier, small
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from fewest.solver.solve import solve
from fewest.solver.verify import Check, check_proof
from tests import oracle_slide
from tests.effort import examples
from tests.oracle_pages import solutions_in_order

CELLS = int(os.environ.get("FEWEST_CELLS", "8"))
"""Cells of a random board at most; with 9, brute force takes seconds per puzzle."""
SMALL = {"slice_moves": 7, "subtrees": 3}
"""Parts of a plan: slices and shares of IDA* that many tests need to be small."""
AT_ONCE = Plan(initial_positions=0, small_positions=0, distance_nodes=0, quick_nodes=0, automaton_after_nodes=0)
"""A pattern database without bidirectional search before it."""
relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def board(cells: int, edges: Any) -> SlideBoard:
    """Make a board from pairs of cells."""
    rows: list[list[int]] = [[] for _ in range(cells)]
    for a, b in sorted({(min(pair), max(pair)) for pair in edges}):
        rows[a].append(b)
        rows[b].append(a)
    return board_from_adjacency(rows)


def ring(cells: int, first: int = 0) -> list[tuple[int, int]]:
    """Pairs of cells around a ring."""
    return [(first + i, first + (i + 1) % cells) for i in range(cells)]


SHAPES = {
    "theta0": board(7, [*ring(6), (0, 6), (6, 3)]),
    "ring": board(7, ring(7)),
    "rings at a cut vertex": board(7, [*ring(4), (0, 4), (4, 5), (5, 6), (6, 0)]),
    "rings on a bridge": board(8, [*ring(4), *ring(4, 4), (3, 4)]),
    "2x4": board(8, [*[(i, i + 4) for i in range(4)], *[(i + r, i + r + 1) for i in range(3) for r in (0, 4)]]),
    "triangle and ring": board(6, [*ring(3), *ring(4, 2)]),
    "two rings": board(7, [*ring(3), *ring(4, 3)]),
    "path": board(5, [(i, i + 1) for i in range(4)]),
    "complete": board(5, [(a, b) for a in range(5) for b in range(a)]),
    "one cell": board(1, []),
}


@st.composite
def boards(draw: st.DrawFn) -> SlideBoard:
    """A named shape, or a random graph of up to `CELLS` cells, perhaps disconnected."""
    if draw(st.booleans()):
        return SHAPES[draw(st.sampled_from(sorted(SHAPES)))]
    cells = draw(st.integers(1, CELLS))
    pairs = [(a, b) for a in range(cells) for b in range(a)]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=12, unique=True)) if pairs else []
    tree = [(a, draw(st.integers(0, a - 1))) for a in range(1, cells)] if draw(st.integers(0, 4)) else []
    return board(cells, [*edges, *tree])


@st.composite
def puzzles(draw: st.DrawFn) -> SlidePuzzle:
    """A puzzle: few or many empty cells, alike or different pieces, free cells in the goal."""
    place = draw(boards())
    empty = min(draw(st.sampled_from([1, 1, 1, 1, 2, 3])), place.cells)
    kinds = draw(st.sampled_from([1, 2, 3, 9, 9, 9]))
    number = draw(st.sampled_from([1, 1_000_003]))
    pieces = [number * (1 + i % kinds) for i in range(place.cells - empty)] + [0] * empty
    start, goal = tuple(draw(st.permutations(pieces))), draw(st.permutations(pieces))
    free = draw(st.sampled_from([0, 0, 0.2, 0.5, 0.9]))
    cleared = draw(st.lists(st.booleans(), min_size=len(goal), max_size=len(goal))) if free else [False] * len(goal)
    kept = draw(st.integers(0, len(goal)))
    triples = enumerate(zip(goal, cleared, strict=True))
    wanted = [None if gone and (cell >= kept or free > 0.5) else piece for cell, (piece, gone) in triples]
    return SlidePuzzle(place, start, tuple(wanted))


def drive(
    puzzle: SlidePuzzle, plan: Plan, want: Want = Want.COUNT, tables: Path | None = None, threads: int = 1
) -> Outcome:
    """Run a search under a plan to its end; its bound must neither fall nor exceed the length."""
    budget = Budget(100_000_000)
    run = Run(SlideSearch(labelled(puzzle), want, budget, plan, tables, threads).run())
    bound = 0
    for progress in run:
        assert progress.lower_bound >= bound
        bound = progress.lower_bound
    assert not isinstance(run.value, Solved) or budget.lower_bound <= len(run.value.solution)
    return run.value


def compare(puzzle: SlidePuzzle, expected: oracle_slide.Answer, outcome: Outcome, want: Want = Want.COUNT) -> None:
    """Compare what a search has found with brute force."""
    if expected.length is None:
        assert isinstance(outcome, Unsolvable)
        return
    assert isinstance(outcome, Solved)
    assert puzzle.met(SlideRules(puzzle).play(outcome.solution))
    assert outcome.optimal or want is Want.ANY
    assert len(outcome.solution) == expected.length or not outcome.optimal
    assert outcome.count == expected.count or not want.counts


@contextmanager
def small_shares() -> Iterator[None]:
    """Let threads share small tables, in many slices; let memory grow often."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "THREADED", 0)
        patch.setattr(build, "SLICE", 50)
        patch.setattr(frontier, "SLICE", 40)
        patch.setattr(layers, "FIRST_CAPACITY", 1)
        yield


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

"""Slide boards of more than 64 cells against brute force: small puzzles inside large boards, and few pieces on them."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest.notation.findings import dump_findings, load_findings
from fewest.solver.budget import Budget
from fewest.solver.model import Findings, Limits, Status, Want
from fewest.solver.pages import page
from fewest.solver.slide.board import MAX_CELLS, WORD_CELLS, SlideBoard, board_from_grid
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import SlideRules
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from fewest.solver.solve import solve
from fewest.solver.verify import Check, check_proof
from tests import oracle_slide
from tests.effort import examples, seeds
from tests.slide_puzzles import AT_ONCE, SMALL, board, compare, drive, puzzles, relaxed, small_shares, walked

PLANS = {
    "usual": Plan(),
    "breadth-first": AT_ONCE,
    "depth-first": replace(AT_ONCE, breadth_first_positions=0),
    "distances": replace(AT_ONCE, breadth_first_positions=0, distance_nodes=100),
}


@st.composite
def enlarged(draw: st.DrawFn) -> tuple[SlidePuzzle, SlidePuzzle]:
    """A small puzzle, and the same on some cells of a large board; on the others nothing can move.

    These are a path full of pieces, perhaps like those of the puzzle, and perhaps empty cells without neighbours.
    """
    small = draw(puzzles())
    cells = draw(st.integers(WORD_CELLS + 1, MAX_CELLS))
    empty = draw(st.sampled_from([0, 0, 1, 30]))
    piece = draw(st.sampled_from([small.start[0] or 5, 5, 7_777]))
    full = cells - small.board.cells - empty
    edges = [*small.board.edges, *((small.board.cells + at, small.board.cells + at + 1) for at in range(full - 1))]
    rest = (*[piece] * full, *[EMPTY] * empty)
    wanted = [held if draw(st.booleans()) else None for held in (piece, EMPTY)]
    start, goal = small.start + rest, (*small.goal, *[wanted[held == EMPTY] for held in rest])
    order = Random(draw(st.integers(0, 99))).sample(range(cells), cells)
    number = {cell: new for new, cell in enumerate(order)}
    large = board(cells, [(number[a], number[b]) for a, b in edges])
    return small, SlidePuzzle(large, tuple(start[cell] for cell in order), tuple(goal[cell] for cell in order))


@pytest.mark.parametrize("name", PLANS)
@given(pair=enlarged(), want=st.sampled_from(Want), threads=st.sampled_from([1, 2]))
@settings(relaxed, max_examples=examples(60))
def test_cells_where_nothing_moves_change_no_answer(
    name: str, pair: tuple[SlidePuzzle, SlidePuzzle], want: Want, threads: int
) -> None:
    """By every method, in small slices, length and count are those of the small puzzle."""
    small, large = pair
    expected, plan = oracle_slide.answer(small), PLANS[name]
    if expected.length is None:
        plan = replace(plan, breadth_first_positions=10**200, distance_nodes=0)  # IDA* does not end on some of these
    with small_shares():
        compare(large, expected, drive(large, replace(plan, **SMALL), want, threads=threads), want)


@given(pair=enlarged())
@settings(relaxed, max_examples=examples(60))
def test_proofs_and_pages_of_large_boards(pair: tuple[SlidePuzzle, SlidePuzzle]) -> None:
    """An unsolvable puzzle has a proof that holds; all solutions are listed, each once."""
    small, large = pair
    expected = oracle_slide.answer(small)
    result = solve(large, Want.ALL, Limits(nodes=300_000))
    if expected.length is None and result.status is Status.STOPPED:
        return
    assert (result.length, result.count or 0) == (expected.length, expected.count)
    if expected.length is None:
        assert result.proof is not None
        assert check_proof(large, result.proof) is not Check.FAILS
    elif expected.count <= 300:
        assert result.listing is not None
        whole = page(large, result.listing, 0, expected.count + 1)
        assert len(set(whole)) == len(whole) == expected.count
        assert all(large.met(SlideRules(large).play(solution)) for solution in whole)


def few_pieces(seed: int) -> SlidePuzzle:
    """One to three pieces, perhaps equal, on a random board of 65 to 90 cells; the goal may leave cells free."""
    random = Random(seed)
    cells = random.randint(WORD_CELLS + 1, 90)
    tree = [(cell, random.randrange(max(0, cell - 9), cell)) for cell in range(1, cells)]
    place = board(cells, tree + [tuple(random.sample(range(cells), 2)) for _ in range(random.choice([0, 9, 60]))])
    pieces = [1, random.choice([1, 2]), 3][: random.choice([1, 2, 2, 3])]
    start = random.sample(pieces + [EMPTY] * (cells - len(pieces)), cells)
    goal: list[int | None] = [*walked(place, tuple(start), random, 9 if len(pieces) == 3 else 200)]
    if random.random() < 0.5:
        goal = [piece if piece == 1 else None for piece in goal]
    return SlidePuzzle(place, tuple(start), tuple(goal))


def many_pieces(seed: int) -> SlidePuzzle:
    """One to five empty cells among 64 pieces and more, of few or many numbers, some slides from the goal."""
    random = Random(seed)
    rows = [random.choice([".........", "...#.....", ".#...#..."]) for _ in range(random.randint(10, 14))]
    place = board_from_grid(rows)[0]
    empty, numbers = random.choice([1, 1, 2, 5]), random.choice([2, 9, 1_000])
    goal = [number % numbers + 1 for number in range(place.cells - empty)] + [EMPTY] * empty
    start = walked(place, tuple(goal), random, 16 if empty == 1 else 6)
    freed = random.choice([0, 0, 0.5])
    return SlidePuzzle(place, start, tuple(None if random.random() < freed else piece for piece in goal))


@pytest.mark.parametrize("seed", seeds(40))
def test_large_boards_agree_with_brute_force(seed: int) -> None:
    """Lengths and counts are those of a plain breadth-first search, whatever is wanted."""
    for puzzle in (few_pieces(seed), many_pieces(seed)):
        expected = oracle_slide.answer(puzzle)
        assert puzzle.board.cells > WORD_CELLS
        for want in (Want.ONE, Want.ALL, Want.ANY):
            compare(puzzle, expected, drive(puzzle, Plan(), want), want)
        compare(puzzle, expected, drive(puzzle, AT_ONCE))
        if puzzle.start.count(EMPTY) == 1:
            for want in (Want.ONE, Want.COUNT):
                compare(puzzle, expected, drive(puzzle, PLANS["depth-first"], want), want)


@pytest.mark.parametrize("seed", seeds(12))
@pytest.mark.parametrize("plan", PLANS)
def test_a_stopped_search_goes_on(plan: str, seed: int) -> None:
    """A search that is stopped after some slices and goes on from its findings has the same answer."""
    puzzle, random, findings = many_pieces(seed), Random(seed), Findings()
    with small_shares():
        for slices in (random.randint(0, 9), random.randint(0, 40)):
            budget = Budget.after(findings, 10**8)
            search = SlideSearch(labelled(puzzle), Want.ONE, budget, replace(PLANS[plan], **SMALL))
            if seen := list(islice(search.run(), slices)):
                last = seen[-1]
                assert last.lower_bound >= findings.lower_bound
                found = Findings(last.lower_bound, last.best, last.nodes, last.notes)
                findings = load_findings(puzzle, json.loads(json.dumps(dump_findings(puzzle, found))), last.nodes)
    expected = oracle_slide.answer(puzzle)
    result = solve(puzzle, Want.COUNT, findings=findings)
    assert (result.length, result.count) == (expected.length, expected.count)


def shuffled(pieces: int) -> SlidePuzzle:
    """A 12 by 12 board with so many pieces that all differ, in the order of a fixed shuffle."""
    place = board_from_grid(["." * 12] * 12)[0]
    content = [*range(1, pieces + 1), *[EMPTY] * (place.cells - pieces)]
    start = Random(pieces).sample(content, place.cells)
    return SlidePuzzle(place, tuple(start), tuple(Random(1).sample(content, place.cells)))


@pytest.mark.parametrize("pieces", [20, 142])
@pytest.mark.parametrize("limits", [Limits(nodes=20_000), Limits(bytes=20_000_000, nodes=10**6)])
def test_limits_stop_searches_of_large_boards(pieces: int, limits: Limits) -> None:
    """Nodes and bytes are honoured, and a stopped search has a bound."""
    result = solve(shuffled(pieces), Want.COUNT, limits)
    assert result.status is Status.STOPPED
    assert result.lower_bound > 1
    assert result.nodes < 2 * 10**6


def test_boards_with_many_neighbours() -> None:
    """A cell with more than 63 neighbours is no obstacle, with one empty cell either."""
    cells = 80
    wheel = SlideBoard(tuple(tuple(o for o in range(cells) if o != cell) for cell in range(cells)))
    pieces = tuple(range(1, cells))
    result = solve(SlidePuzzle(wheel, (*pieces, EMPTY), (2, 3, 1, *pieces[3:], EMPTY)), Want.COUNT)
    assert (result.length, result.count) == (4, 3)  # (1 2 3) is a way of the empty cell through these three cells

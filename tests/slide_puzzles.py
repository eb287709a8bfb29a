"""Sliding puzzles for tests: random ones and those of the cases; how to search them, and compare with brute force."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from fewest.notation.puzzle import load_puzzle
from fewest.solver import layers
from fewest.solver.budget import Budget
from fewest.solver.model import Outcome, Solved, Unsolvable, Want
from fewest.solver.slices import Run
from fewest.solver.slide.board import SlideBoard, board_from_adjacency, board_from_grid
from fewest.solver.slide.bounds import build
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import SlideRules
from fewest.solver.slide.search import frontier
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.instance import make_instance
from fewest.solver.slide.search.plan import Plan
from tests import oracle_slide

CASES = Path(__file__).parent / "cases"


def load(name: str) -> list[Any]:
    """Read a file of cases: puzzles as requests, expected answers and their sources."""
    return list(json.loads((CASES / name).read_text()))


def puzzle_of(case: Any) -> SlidePuzzle:
    """Make the puzzle of a case."""
    puzzle = load_puzzle(case["puzzle"]).puzzle
    assert isinstance(puzzle, SlidePuzzle)
    return puzzle


def korf(name: str) -> Any:
    """The case of Korf's with this name."""
    return next(case for case in load("slide_korf15.json") if case["id"] == name)


FIFTEEN = SlidePuzzle(board_from_grid(["...."] * 4)[0], tuple(range(16)), tuple(range(16)))
"""The 15-puzzle, solved."""
HARDEST = SlidePuzzle(board_from_grid(["..."] * 3)[0], (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0))
"""One of the two positions of the 8-puzzle that take 31 moves, the most; 40 solutions (slide_sources.json)."""

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


def walked(board: SlideBoard, start: tuple[int, ...], random: Random, slides: int) -> tuple[int, ...]:
    """The position after so many random slides; every cell has a neighbour."""
    cells = list(start)
    for _ in range(slides):
        to = random.choice([cell for cell, piece in enumerate(cells) if piece == 0])
        begin = random.choice(board.adjacency[to])
        cells[to], cells[begin] = cells[begin], 0
    return tuple(cells)


def context_of(puzzle: SlidePuzzle, want: Want = Want.ONE, plan: Plan | None = None, threads: int = 1) -> SearchContext:
    """The context of a search, nothing spent."""
    return SearchContext(make_instance(labelled(puzzle)), want, Budget(10**9), plan or Plan(), None, threads)

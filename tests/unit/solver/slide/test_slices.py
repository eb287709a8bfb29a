"""Work of any size comes in slices, and the size of a slice changes no result."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from solver.budget import Budget
from solver.model import Outcome, Solved, Want
from solver.slices import Run
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search import frontier
from solver.slide.search.driver import SlideSearch
from solver.slide.search.plan import Plan
from tests.unit.solver.slide.test_signature import (
    BREADTH_FIRST,
    DEPTH_FIRST,
    EQUAL,
    HARDEST,
    SCATTERED,
)


@pytest.mark.parametrize(
    ("puzzle", "plan"),
    [(HARDEST, DEPTH_FIRST), (EQUAL, DEPTH_FIRST), (EQUAL, BREADTH_FIRST), (SCATTERED, BREADTH_FIRST)],
)
def test_a_search_comes_in_slices(puzzle: SlidePuzzle, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search makes no more nodes in a slice than a slice has, give or take a level of moves, and finds the same."""
    expected, whole = drive(puzzle, plan)
    monkeypatch.setattr(frontier, "SLICE", 100)
    plan = replace(plan, slice_moves=100)
    found, nodes = drive(puzzle, plan)
    assert isinstance(expected, Solved)
    assert isinstance(found, Solved)
    assert (len(found.solution), found.count) == (len(expected.solution), expected.count)
    assert nodes[-1] == whole[-1]
    table_nodes = 15_000
    assert sum(after - before > 110 for before, after in pairwise(nodes)) < table_nodes / 100
    assert len(nodes) > nodes[-1] / 110 - table_nodes / 100


def drive(puzzle: SlidePuzzle, plan: Plan) -> tuple[Outcome, list[int]]:
    """Count the solutions; the outcome, and the nodes after every slice."""
    budget = Budget(10**8)
    run = Run(SlideSearch(labelled(puzzle), Want.COUNT, budget, plan).run())
    nodes = [0, *(progress.nodes for progress in run), budget.nodes]
    return run.value, nodes

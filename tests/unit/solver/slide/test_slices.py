"""Work of any size comes in slices, and the size of a slice changes no result."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from fewest.solver.budget import Budget
from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.model import Outcome, Solved, Want
from fewest.solver.slices import Run
from fewest.solver.slide.bounds import build
from fewest.solver.slide.bounds.pattern_tables import placements
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search import frontier
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from fewest.solver.threads import ThreadPool
from tests.unit.solver.slide.test_signature import BREADTH_FIRST, DEPTH_FIRST, EMPTY_CELLS, EQUAL, HARDEST, SCATTERED


@pytest.mark.parametrize(
    ("puzzle", "plan"),
    [(HARDEST, DEPTH_FIRST), (EQUAL, DEPTH_FIRST), (EQUAL, BREADTH_FIRST), (SCATTERED, BREADTH_FIRST)],
)
def test_a_search_comes_in_slices(puzzle: SlidePuzzle, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """No slice takes many more nodes than it may, and small slices change no result."""
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


def table_of(puzzle: SlidePuzzle, group: tuple[int, ...], threads: int) -> tuple[NDArray[np.uint8], int, int]:
    """The pattern table of a group, and the slices and nodes it took."""
    own, budget = labelled(puzzle), Budget(10**8)
    table = np.full(placements(own, group), UNREACHED, np.uint8)
    with closing(ThreadPool(threads)) as pool:
        slices = sum(1 for _ in build.TableBuild(own, group, table, budget, pool).run())
    assert budget.bytes == 0
    return table, slices, budget.nodes


@pytest.mark.parametrize(
    ("puzzle", "group", "threads"),
    [(HARDEST, (1, 2, 3, 6), 1), (EMPTY_CELLS, (1, 2, 5), 2), (EQUAL, (1, 3), 2), (SCATTERED, (1, 2), 2)],
)
def test_tables_are_built_in_slices(
    puzzle: SlidePuzzle, group: tuple[int, ...], threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build in small slices pauses for each, takes the same nodes and makes the same table."""
    whole, few, nodes = table_of(puzzle, group, 1)
    monkeypatch.setattr(build, "SLICE", 200)
    monkeypatch.setattr(build, "SETS", 10)
    monkeypatch.setattr(build, "PAGE", 100)
    monkeypatch.setattr(build, "THREADED", 0)
    in_parts, many, same = table_of(puzzle, group, threads)
    assert (whole == in_parts).all()
    assert nodes == same
    assert many - few > nodes / 200 / threads

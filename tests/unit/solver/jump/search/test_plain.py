"""The search without bounds, and what it leaves to the search with bounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.ladder import middles
from fewest.solver.budget import Budget
from fewest.solver.jump.board import mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.search import plain
from fewest.solver.jump.search.plan import DEFAULT_PLAN, Plan, SliceSizes
from fewest.solver.model import Findings, Outcome, Solved, Unsolvable, Want
from fewest.solver.slices import finish
from tests import oracle_jump
from tests.jump_puzzles import prepared, run

MIDDLE = dict(middles())[14]
"""A position of the English board with 4 solutions of 7 moves (plain breadth-first search)."""

SLICE = 50
"""Jumps between two looks at the budget."""

UNSOLVABLE = replace(MIDDLE, start=MIDDLE.start & ~(1 << 16) | 1 << 8)


def searched(puzzle: JumpPuzzle, budget: Budget, nodes: int = DEFAULT_PLAN.plain_nodes) -> Outcome | None:
    """What a search without bounds finds; nothing stays reserved for it."""
    plan = Plan(plain_nodes=nodes, partitions=(), slices=SliceSizes(expand_work=SLICE))
    context = prepared(puzzle, Want.COUNT, budget, plan)
    held = budget.bytes
    found = finish(plain.search(context))
    assert budget.bytes == held
    return found


def test_a_few_thousand_nodes_need_no_tables() -> None:
    """A position with 14 pegs is solved without bounds, and all that follows from that is found."""
    budget = Budget(10**8)
    found = searched(MIDDLE, budget)
    assert isinstance(found, Solved)
    assert (len(found.solution), found.count, budget.lower_bound) == (7, 4, 7)
    outcome, progress = run(MIDDLE, Want.COUNT)
    assert outcome == found
    assert progress[-1].nodes == budget.nodes


@pytest.mark.parametrize("nodes", [0, 1, 10, 100, 1_000, 5_000])
def test_lengths_without_a_solution_are_not_searched_again(nodes: int) -> None:
    """An abandoned search has made a slice of jumps more than it may at most; the next one begins with its bound."""
    budget = Budget(10**8)
    assert searched(MIDDLE, budget, nodes) is None
    assert budget.nodes <= nodes + SLICE
    assert 1 <= budget.lower_bound <= 7
    outcome, progress = run(MIDDLE, Want.COUNT, plan=Plan(plain_nodes=nodes))
    assert isinstance(outcome, Solved)
    assert (len(outcome.solution), outcome.count) == (7, 4)
    assert budget.lower_bound in {part.lower_bound for part in progress}


@pytest.mark.parametrize("nodes", range(0, 40, 2))
def test_a_level_that_is_not_whole_decides_nothing(nodes: int) -> None:
    """However few jumps a search may make, all solutions are found, those through jumps it has not made, too."""
    puzzle = replace(MIDDLE, start=mask_of([23, 25, 28, 29, 30]), goal=JumpGoal(frozenset([1 << 26])))
    outcome, _ = run(puzzle, Want.COUNT, plan=Plan(plain_nodes=nodes, slices=SliceSizes(expand_work=2)))
    assert isinstance(outcome, Solved)
    assert oracle_jump.truth(puzzle) == oracle_jump.Truth(len(outcome.solution), outcome.count)


def test_memory_that_does_not_suffice_is_given_back() -> None:
    """If its positions do not fit, the search is abandoned, and the next one has all of the memory."""
    whole = Budget(10**8)
    prepared(MIDDLE, Want.COUNT, whole, Plan(partitions=()))
    assert searched(MIDDLE, Budget(whole.bytes + 40_000)) is None


def test_an_exhausted_search_proves_that_there_is_no_solution() -> None:
    """If a frontier is empty, there is no solution; a better proof is looked for."""
    found = searched(UNSOLVABLE, budget := Budget(10**8))
    assert found == Unsolvable({"by": "exhaustion", "nodes": budget.nodes})
    assert isinstance(run(UNSOLVABLE)[0], Unsolvable)


def test_a_search_that_goes_on_begins_with_tables() -> None:
    """What an earlier run has not solved is not searched without bounds again."""
    first, going_on = (run(MIDDLE, findings=Findings(nodes=nodes))[1][-1].nodes for nodes in (0, 1))
    assert going_on == run(MIDDLE, plan=Plan(plain_nodes=0))[1][-1].nodes != first

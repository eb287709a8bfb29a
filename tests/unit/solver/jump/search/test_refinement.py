"""Better bounds from the levels reached: what they promise and take, and what they are worth to the next run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fewest.solver.budget import Budget
from fewest.solver.jump.board import Words
from fewest.solver.jump.search.instance import SearchInstance
from fewest.solver.jump.search.notes import use_notes, with_partitions
from fewest.solver.jump.search.plan import Plan
from fewest.solver.jump.search.refinement import select_tables
from fewest.solver.model import Findings
from fewest.solver.slices import finish
from tests.jump_puzzles import ENGLISH, prepared, run, single

GRID = single((".....",) * 5, "orthogonal", 12, 12)


def ends(instance: SearchInstance) -> dict[bool, Words]:
    """The position and the goals, by direction."""
    assert instance.goals is not None
    return {True: np.array([instance.position], np.uint64), False: instance.goals}


def test_tables_stay_if_there_is_no_room_for_others() -> None:
    """Without memory to try other tables, a search goes on with those it has."""
    context = prepared(GRID, budget=Budget(10**8))
    instance, budget = context.instance, context.budget
    forward, held = instance.forward, budget.bytes
    budget.reserve(budget.bytes_limit - held - 1)
    finish(select_tables(context, ends(instance), 8))
    assert instance.forward is forward
    assert budget.bytes == budget.bytes_limit - 1


PUZZLE = single(ENGLISH, "orthogonal", 16, 16)
RECTANGLE = single(("......",) * 4, "orthogonal", 1, 1)
PLAN = Plan(
    learn_nodes=2_000, select_nodes=5_000, wide_beam_nodes=10**9, max_region=7, trial_share=1, trial_nodes=100
)  # fmt: skip
"""Bounds are improved early."""


def last_findings() -> tuple[int, Findings]:
    """Nodes of a whole search, and its findings when it began its last length."""
    _, progress = run(RECTANGLE, plan=PLAN)
    first = next(each for each in progress if each.lower_bound == progress[-1].lower_bound)
    return progress[-1].nodes, Findings(first.lower_bound, first.best, first.nodes, first.notes)


def test_nothing_is_learned_again() -> None:
    """A search continued from notes takes as many nodes for its last length as one that was not interrupted."""
    nodes, findings = last_findings()
    assert findings.notes["tried"] > 0
    _, progress = run(RECTANGLE, plan=PLAN, findings=findings)
    assert progress[-1].nodes == nodes - findings.nodes
    _, without = run(RECTANGLE, plan=PLAN, findings=replace(findings, notes={}))
    assert without[-1].nodes != progress[-1].nodes


@pytest.mark.parametrize(
    "partitions",
    [[], [[[0, 1]]], [[[*range(16)], [*range(15, 33)]]], [[[*range(33)]]]],
    ids=["none", "part of the board", "not disjoint", "too large"],
)
def test_what_is_no_partition_is_not_used(partitions: list[Any]) -> None:
    """Notes with invalid partitions, too large regions or too little memory are ignored."""
    assert with_partitions(Plan(), {"partitions": partitions}, PUZZLE.board, 10**9) == Plan()
    rows = [list(range(begin, begin + 11)) for begin in (0, 11, 22)]
    assert with_partitions(Plan(), {"partitions": [rows]}, PUZZLE.board, 10**9).partitions is not None
    assert with_partitions(Plan(), {"partitions": [rows]}, PUZZLE.board, 10**4) == Plan()


def test_weights_that_a_jump_increases_are_not_used() -> None:
    """Weights in notes are used only if they are a pagoda function."""
    for weights, used in ([1] * 33, 1), ([0] * 16 + [1] + [0] * 16, 0):
        context = prepared(PUZZLE)
        use_notes(context, {"forward": [weights]})
        assert len(context.instance.functions[True]) == used


def test_without_partitions_nothing_is_selected() -> None:
    """If even small tables take too long to build, there are none."""
    context = prepared(GRID, plan=Plan(partition_work=0, candidate_work=0))
    assert context.instance.forward.bound.partitions == ()
    finish(select_tables(context, ends(context.instance), 8))
    assert context.instance.forward.bound.partitions == ()

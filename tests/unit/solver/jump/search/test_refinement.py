"""Better bounds from the levels reached: what they promise, take and hold."""

from __future__ import annotations

import numpy as np

from solver.budget import Budget
from solver.jump.board import Words
from solver.jump.search.instance import SearchInstance
from solver.jump.search.plan import Plan
from solver.jump.search.refinement import affordable_trials, select_tables
from solver.slices import finish
from tests.jump_puzzles import prepared, single

GRID = single((".....",) * 5, "orthogonal", 12, 12)
TRIANGLE = single(tuple("." * side for side in range(1, 9)), "triangular", 12, 12)


def ends(instance: SearchInstance) -> dict[bool, Words]:
    """The position and the goals, by direction."""
    assert instance.goals is not None
    return {True: np.array([instance.position], np.uint64), False: instance.goals}


def test_tables_stay_if_there_is_no_room_for_others() -> None:
    """A search that has nearly all of its bytes goes on with the tables it has, and does not fail for want of more."""
    context = prepared(GRID, budget=Budget(10**8))
    instance, budget = context.instance, context.budget
    forward, held = instance.forward, budget.bytes
    budget.reserve(budget.bytes_limit - held - 1)
    finish(select_tables(context, ends(instance), 8))
    assert instance.forward is forward
    assert budget.bytes == budget.bytes_limit - 1


def test_bounds_do_not_fall() -> None:
    """On a triangle of 36 holes the first partitions bound the start by 9 moves; the best of eight more, by 12."""
    context = prepared(TRIANGLE)
    before = context.instance.min_length
    finish(select_tables(context, ends(context.instance), 8))
    assert (before, context.instance.min_length) == (9, 12)
    finish(select_tables(context, ends(context.instance), 0))
    assert context.instance.min_length == 12


def test_without_partitions_nothing_is_selected() -> None:
    """Where even small tables would take too long, there are none, and nothing to select."""
    context = prepared(TRIANGLE, plan=Plan(partition_work=0, candidate_work=0))
    assert context.instance.forward.bound.partitions == ()
    finish(select_tables(context, ends(context.instance), 8))
    assert context.instance.forward.bound.partitions == ()


def test_trials_take_a_tenth_of_the_time() -> None:
    """Partitions are tried for a tenth of the nodes so far, unless they have halved the work that is left."""
    context = prepared(TRIANGLE)
    assert affordable_trials(context) == 0
    context.budget.nodes = 10_000_000
    affordable = affordable_trials(context)
    assert 4 < affordable < Plan().max_trials
    # The first ones raise the bound of the start from 9 to 12 moves: they are not counted.
    assert finish(select_tables(context, ends(context.instance), affordable))
    assert context.instance.trial_nodes == 0
    while finish(select_tables(context, ends(context.instance), affordable_trials(context))):
        pass
    assert affordable_trials(context) <= 1
    assert 10 * context.instance.trial_nodes <= context.budget.nodes

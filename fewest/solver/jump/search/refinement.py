"""Better bounds from the levels reached: other pattern tables, and pagoda functions."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from fewest.solver.jump.board import Words
from fewest.solver.jump.bounds.pagoda import learn, pagoda_tables
from fewest.solver.jump.bounds.partition import TableLimits, candidate_states, candidates
from fewest.solver.jump.bounds.pattern_tables import Partition, build, table_bytes
from fewest.solver.jump.bounds.selection import SELECTED, Bounds, evaluate, select
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.expand import Expander
from fewest.solver.jump.search.instance import build_bound
from fewest.solver.model import Slices
from fewest.solver.threads import SINGLE_THREAD, side_by_side


def affordable_trials(context: SearchContext) -> int:
    """Partitions that can be tried before all trials have taken a share of the time of the search."""
    instance = context.instance
    plan = context.plan
    allowed = context.budget.nodes // plan.trial_share - instance.trial_nodes
    for number in range(plan.max_trials):
        allowed -= _trial_nodes(context, instance.tried + 1 + number)
        if allowed < 0:
            return number
    return plan.max_trials


def _trial_nodes(context: SearchContext, run: int) -> int:
    """The time to try the partition of one annealing run, in nodes."""
    states = candidate_states(context.instance.puzzle.board, _trial_limits(context), run)
    return context.plan.trial_nodes + 2 * states // context.plan.states_per_node


def _trial_limits(context: SearchContext) -> TableLimits:
    plan = context.plan
    return TableLimits(context.budget.bytes_limit // plan.table_share, plan.max_region, plan.candidate_work)


def select_tables(context: SearchContext, samples: Mapping[bool, Words], max_trials: int) -> Slices[bool]:
    """Use the best pattern tables for some samples: those in use, or ones of new partitions. Yields after each slice.

    If memory does not suffice to try them, the tables in use stay.

    Parameters
    ----------
    samples : words
        By direction (True is forward): positions reached.
    max_trials
        New partitions to try.

    Returns
    -------
    bool
        Whether they save so much work that the trials are not counted.
    """
    instance = context.instance
    budget = context.budget
    plan = context.plan
    if instance.exact:
        return False
    starts = range(instance.tried + 1, instance.tried + max_trials + 1)
    # Counted before they are made: if memory runs out, the same ones are not tried for ever.
    instance.tried += max_trials
    new = yield from candidates(instance.puzzle.board, _trial_limits(context), starts, budget)
    # Those selected are built before the ones in use are released, with two stacks of 32-bit numbers per thread.
    used = _bounds_in_use(context, samples)
    largest = max((table_bytes([partition]) for partition in (*used, *new)), default=0)
    room = largest * (SELECTED + 8 * context.threads.size)
    if budget.bytes + room > budget.bytes_limit:
        return False
    budget.reserve(room)
    others = [partition for partition in dict.fromkeys(new) if partition not in used]
    trials = [sample_bounds(context, samples, partition) for partition in others]
    bounds = yield from side_by_side(trials, context.threads)
    chosen, work = select(instance.images, samples, used, dict(zip(others, bounds, strict=True)))
    budget.release(room)
    # Trials that halve the work pay for themselves, so they do not count against the next ones.
    if work > plan.trial_paid:
        instance.trial_nodes += sum(_trial_nodes(context, start) for start in starts)
    # The tables are in place.
    if set(chosen) == set(used):
        return False
    for old in instance.expanders:
        bound = yield from build_bound(
            instance.puzzle.board, old.forward, instance.seeds[old.forward], instance.group, chosen, budget, plan,
            context.threads,
        )  # fmt: skip
        # After the new ones were built: until then the search needs the old ones if memory does not suffice.
        budget.release(table_bytes(old.bound.partitions))
        instance.replace(old.with_bound(bound))
    return work <= plan.trial_paid


def sample_bounds(context: SearchContext, samples: Mapping[bool, Words], partition: Partition) -> Slices[Bounds]:
    """Bounds of samples by one partition, whose tables are built for that. Yields after each slice."""
    instance = context.instance
    budget = context.budget
    found: Bounds = {}
    for forward, sample in samples.items():
        bound = yield from build(
            instance.puzzle.board, forward, instance.seeds[forward], [partition], instance.group, SINGLE_THREAD,
            budget, context.plan.slices.table_states,
        )  # fmt: skip
        found[forward] = evaluate(bound, instance.images, sample)[0]
        yield budget.progress()
    return found


def _bounds_in_use(context: SearchContext, samples: Mapping[bool, Words]) -> dict[Partition, Bounds]:
    """Bounds of samples by each partition in use."""
    instance = context.instance
    found: dict[Partition, Bounds] = {partition: {} for partition in instance.forward.bound.partitions}
    for expander in instance.expanders:
        if expander.forward in samples:
            sums = evaluate(expander.bound, instance.images, samples[expander.forward])
            for partition, bounds in zip(expander.bound.partitions, sums, strict=True):
                found[partition][expander.forward] = bounds
    return found


def learn_pagodas(context: SearchContext, samples: Mapping[bool, Words]) -> Slices[None]:
    """Learn pagoda functions that refute many positions of a sample. Yields after each slice.

    Parameters
    ----------
    samples : words
        By direction (True is forward): positions reached.
    """
    expanders = [expander for expander in context.instance.expanders if expander.forward in samples]
    yield from side_by_side([_learn(context, each, samples[each.forward]) for each in expanders], context.threads)


def _learn(context: SearchContext, expander: Expander, positions: Words) -> Slices[None]:
    instance = context.instance
    forward = expander.forward
    board = instance.puzzle.board
    ends = instance.goals if forward else instance.start_images
    if ends is None:
        return
    known = instance.functions.get(forward, np.zeros((0, board.holes), np.int64))
    functions = yield from learn(
        board, instance.group, forward, ends, positions, known, context.plan.max_functions, context.budget
    )
    if len(functions) and not np.array_equal(functions, known):
        instance.functions[forward] = functions
        instance.replace(expander.with_pagodas(pagoda_tables(functions, forward, ends, board.holes)))

"""Selecting partitions by the bounds of samples."""

from __future__ import annotations

from functools import partial

import numpy as np

from solver.budget import Budget
from solver.jump.board import Words
from solver.jump.bounds.partition import TableLimits, candidates
from solver.jump.bounds.pattern_tables import Partition, build
from solver.jump.bounds.selection import SELECTED, select
from solver.jump.search.context import SearchContext
from solver.jump.search.plan import Plan
from solver.jump.search.refinement import sample_bounds
from solver.jump.symmetry import apply_maps
from solver.slices import finish
from solver.threads import SINGLE_THREAD
from tests.jump_puzzles import prepared, single

TRIANGLE = single(tuple("." * side for side in range(1, 9)), "triangular", 12, 12)


def samples(context: SearchContext) -> dict[bool, Words]:
    """The ends of a search."""
    instance = context.instance
    assert instance.goals is not None
    return {True: np.array([instance.position], np.uint64), False: instance.goals}


def selected(context: SearchContext, partitions: list[Partition]) -> list[Partition]:
    """What is selected for the ends of a search."""
    ends = samples(context)
    bounds_of = partial(sample_bounds, context, ends)
    return finish(select(context.instance.images, ends, {}, partitions, bounds_of)).partitions


def least_bounds(context: SearchContext, partition: Partition) -> tuple[int, ...]:
    """The least bound of the samples in either direction, each the largest of all images."""
    instance, found = context.instance, []
    for forward, sample in samples(context).items():
        bound = finish(
            build(
                instance.puzzle.board, forward, instance.seeds[forward], [partition], instance.group, SINGLE_THREAD,
                context.budget, 10**6,
            )
        )  # fmt: skip
        images = apply_maps(instance.images, sample)
        found.append(int(bound.evaluate(images.ravel()).reshape(images.shape).max(axis=0).min()))
    return tuple(found)


def test_the_best_is_selected_first() -> None:
    """No other partition bounds the start and the goal by more moves together than the one that is selected first."""
    context = prepared(TRIANGLE)
    partitions = finish(
        candidates(TRIANGLE.board, TableLimits(10**8, 13, Plan().candidate_work), range(1, 9), Budget(0))
    )
    assert {len(partition) for partition in partitions} == {3, 4}
    bounds = {partition: sum(least_bounds(context, partition)) for partition in partitions}
    chosen = selected(context, partitions)
    assert 1 <= len(chosen) == len(set(chosen)) <= SELECTED
    assert bounds[chosen[0]] == max(bounds.values()) > min(bounds.values())
    assert selected(context, partitions[:1]) == partitions[:1]


def test_a_partition_that_adds_nothing_is_not_selected() -> None:
    """Each image of a partition is one more lookup at every position: without gain it is left out."""
    context = prepared(TRIANGLE)
    partitions = finish(
        candidates(TRIANGLE.board, TableLimits(10**8, 13, Plan().candidate_work), range(1, 9), Budget(0))
    )
    best = selected(context, partitions)[0]
    assert selected(context, [best]) == selected(context, [best, best]) == [best]
    images = [
        tuple(tuple(sorted(permutation[hole] for hole in region)) for region in best)
        for permutation in context.instance.group
    ]
    assert len(selected(context, [best, *images])) == 1

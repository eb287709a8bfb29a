"""Selecting partitions by the bounds of samples."""

from __future__ import annotations

import numpy as np
import pytest

from solver.budget import Budget
from solver.jump.board import Words
from solver.jump.bounds import partition
from solver.jump.bounds.partition import candidates
from solver.jump.bounds.pattern_tables import Partition, build
from solver.jump.bounds.selection import SELECTED, select
from solver.jump.search.instance import SearchInstance, prepare, select_tables
from solver.jump.symmetry import carry
from solver.threads import SINGLE_THREAD
from tests.jump_puzzles import single
from tests.slices import finished

TRIANGLE = single(tuple("." * side for side in range(1, 9)), "triangular", 12, 12)


def samples(prepared: SearchInstance) -> dict[bool, Words]:
    """The ends of a search."""
    assert prepared.goals is not None
    return {True: np.array([prepared.position], np.uint64), False: prepared.goals}


def selected(prepared: SearchInstance, partitions: list[Partition]) -> list[Partition]:
    """What is selected for the ends of a search."""
    return finished(
        select(
            prepared.puzzle.board, prepared.group, prepared.images, prepared.seeds, samples(prepared), partitions,
            SINGLE_THREAD,
        )
    )  # fmt: skip


def least_bounds(prepared: SearchInstance, partition: Partition) -> tuple[int, ...]:
    """The least bound of the samples in either direction, each the largest of all images."""
    found = []
    for forward, sample in samples(prepared).items():
        bound = finished(
            build(prepared.puzzle.board, forward, prepared.seeds[forward], [partition], prepared.group, SINGLE_THREAD)
        )
        images = carry(prepared.images, sample)
        found.append(int(bound.evaluate(images.ravel()).reshape(images.shape).max(axis=0).min()))
    return tuple(found)


def test_the_best_is_selected_first() -> None:
    """No other partition bounds the start and the goal by more moves together than the one that is selected first."""
    prepared = finished(prepare(TRIANGLE, Budget(10**9), SINGLE_THREAD))
    partitions = finished(candidates(TRIANGLE.board, 10**8, 13, range(1, 9)))
    assert {len(partition) for partition in partitions} == {3, 4}
    bounds = {partition: sum(least_bounds(prepared, partition)) for partition in partitions}
    chosen = selected(prepared, partitions)
    assert len(chosen) == len(set(chosen)) == SELECTED
    assert bounds[chosen[0]] == max(bounds.values()) > min(bounds.values())
    assert selected(prepared, partitions[:1]) == partitions[:1]


def test_bounds_do_not_fall() -> None:
    """On a triangle of 36 holes the first partitions bound the start by 9 moves; the best of eight more, by 12."""
    prepared = finished(prepare(TRIANGLE, Budget(10**9), SINGLE_THREAD))
    before = prepared.min_length
    finished(select_tables(prepared, samples(prepared), 8, SINGLE_THREAD))
    assert (before, prepared.min_length) == (9, 12)
    finished(select_tables(prepared, samples(prepared), 0, SINGLE_THREAD))
    assert prepared.min_length == 12


def test_without_partitions_nothing_is_selected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where even small tables would take too long, there are none, and nothing to select."""
    monkeypatch.setattr(partition, "MAX_WORK", 0)
    monkeypatch.setattr(partition, "MAX_CANDIDATE_WORK", 0)
    prepared = finished(prepare(TRIANGLE, Budget(10**9), SINGLE_THREAD))
    assert prepared.forward.bound.partitions == ()
    finished(select_tables(prepared, samples(prepared), 8, SINGLE_THREAD))
    assert prepared.forward.bound.partitions == ()

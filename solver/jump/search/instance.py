"""A search instance: the puzzle prepared, its symmetries, goals, bounds and expanders."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.budget import Budget
from solver.jump.board import Permutation, Words, mask_of
from solver.jump.bounds.counts import refute_pairs
from solver.jump.bounds.pagoda import MAX_ENDS, Weights, learn, pagoda_tables
from solver.jump.bounds.partition import candidates, choose
from solver.jump.bounds.pattern_tables import Bound, Partition, Seeds, build, directed_jumps, table_bytes
from solver.jump.bounds.selection import SELECTED, select
from solver.jump.proofs import after_opening, refute_goals
from solver.jump.puzzle import EXACT_HOLES, JumpPuzzle
from solver.jump.rules import moves_of
from solver.jump.search.expand import Expander, TargetSet
from solver.jump.search.position_set import PositionSet
from solver.jump.symmetry import carry, image_tables, symmetries
from solver.threads import ThreadPool

MAX_BACKWARD_GOALS = 100_000
"""With more goals than this the search goes forward only."""

TABLE_SHARE = 8
"""The pattern tables of both directions may take this fraction of the memory allowed."""

MAX_FUNCTIONS = 16
"""Pagoda functions in use at a time, two words' worth."""

MAX_REGION = 13
"""Most holes of a region: tables of some 100,000 states are built in milliseconds. Larger ones hardly prune more."""


@dataclass(slots=True)
class SearchInstance:
    """A puzzle prepared for search.

    Attributes
    ----------
    position, last_hole
        The position after the opening, and the hole of the peg that moved last and may continue (None without one).
    opening_moves
        Number of moves of the opening.
    goals : uint64
        Goal positions; None if too many to list.
    goal_set
        What a forward search ends in: the goals, or numbers of pegs if the goals are too many to list.
    start_images : uint64
        All images of the position.
    group, images
        Symmetries, and their byte tables, uint64 (images, bytes, 256).
    forward, backward
        Expanders; no backward one if the search goes forward only.
    seeds, functions
        By direction (True is forward): where pattern tables begin, and the pagoda functions learned.
    tried
        Partitions that were tried beside the first ones.
    """

    puzzle: JumpPuzzle
    budget: Budget
    position: int
    last_hole: int | None
    opening_moves: int
    goals: Words | None
    goal_set: TargetSet
    start_images: Words
    group: list[Permutation]
    images: Words
    forward: Expander
    backward: Expander | None
    seeds: dict[bool, Seeds]
    functions: dict[bool, Weights] = field(default_factory=dict)
    tried: int = 0

    @property
    def exact(self) -> bool:
        """Whether the forward bound is the exact number of moves to the goal."""
        return any(len(partition) == 1 for partition in self.forward.bound.partitions)

    @property
    def min_length(self) -> int:
        """No solution has fewer moves. More than ``max_length`` if there is no solution."""
        if self.last_hole is not None or self.puzzle.goal.met(self.position):
            return self.opening_moves
        return max(1, int(self.forward.bound.evaluate(np.array([self.position], np.uint64))[0]))

    @property
    def max_length(self) -> int:
        """No solution has more moves: every jump removes a peg."""
        return self.opening_moves + max(0, self.position.bit_count() - max(1, self.puzzle.goal.least_pegs))

    def replace(self, expander: Expander) -> None:
        """Use another expander in its direction."""
        if expander.forward:
            self.forward = expander
        else:
            self.backward = expander


def prepare(
    puzzle: JumpPuzzle, budget: Budget, threads: ThreadPool, region_holes: int | None = None
) -> Generator[None, None, SearchInstance]:
    """Find the symmetries and the goals not refuted, and build the first tables. Yields after each slice.

    ``region_holes`` are the most holes of a region, if fewer than usual.
    """
    board, position = puzzle.board, after_opening(puzzle)
    group = symmetries(puzzle)
    images = image_tables(group, board.holes)
    budget.reserve(images.nbytes)
    yield
    exact = board.holes <= EXACT_HOLES
    # An exact table prunes more than any pagoda function, and sooner.
    candidates = refute_goals(puzzle, pagodas=not exact).candidates
    # A goal unreachable from the position can be reachable from its images, which are stored as one.
    goals = None if candidates is None else np.unique(carry(images, np.array(candidates, np.uint64)))
    last_hole = puzzle.opening[-1][2] if puzzle.opening else None
    yield
    start_images = np.unique(carry(images, np.array([position], np.uint64)))
    seeds = {True: _goal_seeds(puzzle, goals), False: _start_seeds(images, position, last_hole, start_images)}
    partitions = yield from choose(board, group, budget.bytes_limit // TABLE_SHARE, region_holes or MAX_REGION)
    forward = yield from _build_bound(puzzle, True, seeds[True], group, budget, partitions, threads)
    backward = None
    if goals is not None and goals.size <= MAX_BACKWARD_GOALS and not exact:
        backward = yield from _build_bound(puzzle, False, seeds[False], group, budget, partitions, threads)
    return SearchInstance(
        puzzle,
        budget,
        position,
        last_hole,
        len(moves_of(puzzle.opening)),
        goals,
        _goal_set(puzzle, goals, images, budget),
        start_images,
        group,
        images,
        Expander(board, True, forward, images, budget),
        None if backward is None else Expander(board, False, backward, images, budget),
        seeds,
    )


def _goal_set(puzzle: JumpPuzzle, goals: Words | None, images: Words, budget: Budget) -> TargetSet:
    listed = np.array(sorted(puzzle.goal.positions), np.uint64) if goals is None else goals
    pegs = sum(1 << n for n in puzzle.goal.counts if n < 64) if goals is None else 0
    return TargetSet(PositionSet.of(budget, listed, images).slots, pegs)


def _goal_seeds(puzzle: JumpPuzzle, goals: Words | None) -> Seeds:
    counts: tuple[int, ...] = ()
    if goals is None:
        goals, counts = np.array(sorted(puzzle.goal.positions), np.uint64), tuple(sorted(puzzle.goal.counts))
    return Seeds(goals, np.full(goals.size, -1), counts)


def _start_seeds(images: Words, position: int, last_hole: int | None, start_images: Words) -> Seeds:
    """The start in every image, since a least image stands for all images of a position."""
    if last_hole is None:
        return Seeds(start_images, np.full(start_images.size, -1))
    positions = carry(images, np.array([position], np.uint64))[:, 0]
    holes = carry(images, np.array([mask_of([last_hole])], np.uint64))[:, 0]
    return Seeds(positions, np.array([int(word).bit_length() - 1 for word in holes]))


def _build_bound(
    puzzle: JumpPuzzle,
    forward: bool,
    seeds: Seeds,
    group: list[Permutation],
    budget: Budget,
    partitions: Sequence[Partition],
    threads: ThreadPool,
) -> Generator[None, None, Bound]:
    budget.reserve(table_bytes(partitions))
    # Building a table takes two stacks of 32-bit numbers beside it.
    largest = max((table_bytes([(region,)]) for partition in partitions for region in partition), default=0)
    scratch = threads.size * 8 * largest
    budget.reserve(scratch)
    bound = yield from build(puzzle.board, forward, seeds, partitions, group, threads)
    budget.release(scratch)
    return bound


def select_tables(
    instance: SearchInstance, samples: dict[bool, Words], most: int, threads: ThreadPool
) -> Generator[None, None, None]:
    """Use the best pattern tables for some samples: those in use, or ones of new partitions. Yields after each slice.

    Without room to try them the tables in use stay.

    Parameters
    ----------
    samples : uint64
        By direction (True is forward): positions reached.
    most
        New partitions to try.
    """
    if instance.exact:
        return
    puzzle, budget, used = instance.puzzle, instance.budget, list(instance.forward.bound.partitions)
    starts = range(instance.tried + 1, instance.tried + most + 1)
    instance.tried += most
    new = yield from candidates(puzzle.board, budget.bytes_limit // TABLE_SHARE, MAX_REGION, starts)
    partitions = list(dict.fromkeys(used + new))
    # Those selected are built before the ones in use are released, with two stacks of 32-bit numbers per thread.
    largest = max((table_bytes([partition]) for partition in partitions), default=0)
    room = largest * (SELECTED + 8 * threads.size)
    if budget.bytes + room > budget.bytes_limit:
        return
    budget.reserve(room)
    chosen = yield from select(
        puzzle.board, instance.group, instance.images, instance.seeds, samples, partitions, threads
    )
    budget.release(room)
    if set(chosen) == set(used):
        return
    for old in (instance.forward, instance.backward):
        if old is None:
            continue
        seeds = instance.seeds[old.forward]
        bound = yield from _build_bound(puzzle, old.forward, seeds, instance.group, budget, chosen, threads)
        budget.release(table_bytes(old.bound.partitions))
        instance.replace(Expander(puzzle.board, old.forward, bound, instance.images, budget, old.pagoda_tables))


def refute_ends(instance: SearchInstance, programs: int) -> Generator[None, None, bool]:
    """Whether no last jump can follow any first jump, so that no solution has two jumps or more.

    Weights compare two positions, so they refute more if both are known better: where the first or the last jump is
    forced, or nearly so, one jump at either end is often enough. Yields after each linear program, of which there are
    at most ``programs``.
    """
    goals, board = instance.goals, instance.puzzle.board
    if goals is None or goals.size > MAX_ENDS or instance.last_hole is not None:
        return False
    after = directed_jumps(board, True).after([instance.position])
    before = directed_jumps(board, False).after(goals.tolist())
    run = refute_pairs(board, sorted(after), sorted(before))
    for _ in range(programs):
        try:
            next(run)
        except StopIteration as end:
            return bool(end.value)
        yield
    return False


def learn_pagodas(instance: SearchInstance, samples: dict[bool, Words]) -> Generator[None, None, None]:
    """Learn pagoda functions that refute many positions of a sample. Yields after each slice.

    Parameters
    ----------
    samples : uint64
        By direction (True is forward): positions reached.
    """
    for expander in (instance.forward, instance.backward):
        if expander is not None and expander.forward in samples:
            yield from _learn(instance, expander, samples[expander.forward])


def _learn(instance: SearchInstance, expander: Expander, positions: Words) -> Generator[None, None, None]:
    board, forward = instance.puzzle.board, expander.forward
    ends = instance.goals if forward else instance.start_images
    if ends is None:
        return
    known = instance.functions.get(forward, np.zeros((0, board.holes), np.int64))
    functions = yield from learn(board, instance.group, forward, ends, positions, known, MAX_FUNCTIONS)
    if len(functions) and not np.array_equal(functions, known):
        instance.functions[forward] = functions
        tables = pagoda_tables(functions, forward, ends, board.holes)
        instance.replace(Expander(board, forward, expander.bound, instance.images, instance.budget, tables))

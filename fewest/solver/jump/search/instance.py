"""A search instance: the puzzle prepared, its symmetries, goals, bounds and expanders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, Permutation, Words, mask_of
from fewest.solver.jump.bounds.pagoda import Weights
from fewest.solver.jump.bounds.partition import TableLimits, choose
from fewest.solver.jump.bounds.pattern_tables import Bound, Partition, Seeds, build, no_bound, table_bytes
from fewest.solver.jump.proofs import after_opening, refute_goals
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import moves_of
from fewest.solver.jump.search.expand import Expander, TargetSet
from fewest.solver.jump.search.plan import Plan
from fewest.solver.jump.search.position_set import PositionSet
from fewest.solver.jump.symmetry import apply_maps, image_tables, symmetries
from fewest.solver.jump.words import pack, unique, unpack
from fewest.solver.model import Slices
from fewest.solver.threads import ThreadPool


@dataclass(slots=True)
class SearchInstance:
    """A puzzle prepared for search.

    Attributes
    ----------
    position, last_hole
        The position after the opening, and the hole of the peg that moved last and may continue (None without one).
    opening_moves
        Number of moves of the opening.
    goals : words
        Goal positions; None if too many to list.
    goal_set
        The targets of a forward search: the goals, or numbers of pegs if the goals are too many to list.
    start_images : words
        All images of the position.
    group, images
        Symmetries, and their byte tables, words (images, bytes, 256).
    forward, backward
        Expanders; no backward one if the search goes forward only.
    seeds, functions
        By direction (True is forward): where pattern tables begin, and the pagoda functions learned.
    tried, trial_nodes
        Partitions that were tried beside the first ones, and the time for it, in nodes.
    """

    puzzle: JumpPuzzle
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
    trial_nodes: int = 0

    @property
    def exact(self) -> bool:
        """Whether the forward bound is the exact number of moves to the goal."""
        return any(len(partition) == 1 for partition in self.forward.bound.partitions)

    @property
    def min_length(self) -> int:
        """No solution has fewer moves. More than ``max_length`` if there is no solution."""
        # The opening's last move may go on for free, and may reach the goal within it.
        if self.last_hole is not None or self.puzzle.goal.met(self.position):
            return self.opening_moves
        return max(1, int(self.forward.bound.evaluate(pack([self.position], self.images.dtype))[0]))

    @property
    def max_length(self) -> int:
        """No solution has more moves: every jump removes a peg."""
        return self.opening_moves + max(0, self.position.bit_count() - max(1, self.puzzle.goal.min_pegs))

    @property
    def expanders(self) -> tuple[Expander, ...]:
        """Those in use."""
        return (self.forward,) if self.backward is None else (self.forward, self.backward)

    def replace(self, expander: Expander) -> None:
        """Use another expander in its direction."""
        if expander.forward:
            self.forward = expander
        else:
            self.backward = expander


def prepare(puzzle: JumpPuzzle, budget: Budget, plan: Plan, threads: ThreadPool) -> Slices[SearchInstance]:
    """Prepare a puzzle with its first tables. Yields after each slice."""
    instance = yield from without_tables(puzzle, budget, plan)
    yield from add_tables(instance, budget, plan, threads)
    return instance


def without_tables(puzzle: JumpPuzzle, budget: Budget, plan: Plan) -> Slices[SearchInstance]:
    """Find the symmetries and the goals that are not refuted; all bounds are 0. Yields after each slice."""
    board = puzzle.board
    position = after_opening(puzzle)
    # The start need not be kept: only the moves that are left count.
    group = symmetries(puzzle, plan.max_goals)
    images = image_tables(group, board.holes)
    budget.reserve(images.nbytes)
    yield budget.progress()
    small = board.holes <= plan.exact_holes
    # An exact table prunes more than any pagoda function, and sooner.
    candidates = refute_goals(puzzle, not small, plan.max_goals).candidates
    # A goal that the start cannot reach may be reachable from an image of the start; all images are stored as one.
    goals = None if candidates is None else unique(apply_maps(images, pack(candidates, images.dtype)).ravel())
    last_hole = puzzle.opening[-1][2] if puzzle.opening else None
    yield budget.progress()
    start_images = unique(apply_maps(images, pack([position], images.dtype)).ravel())
    seeds = {
        True: _goal_seeds(puzzle, goals, images.dtype),
        False: _start_seeds(images, position, last_hole, start_images),
    }
    bound = no_bound(board)
    # With an exact bound, a forward search expands only positions on solutions.
    both = goals is not None and goals.size <= plan.max_backward_goals and not small
    return SearchInstance(
        puzzle,
        position,
        last_hole,
        len(moves_of(puzzle.opening)),
        goals,
        _goal_set(puzzle, goals, images, budget),
        start_images,
        group,
        images,
        Expander(board, True, bound, images, budget, plan.slices),
        Expander(board, False, bound, images, budget, plan.slices) if both else None,
        seeds,
    )


def add_tables(instance: SearchInstance, budget: Budget, plan: Plan, threads: ThreadPool) -> Slices[None]:
    """Build the first tables of an instance without any. Yields after each slice."""
    board, group = instance.puzzle.board, instance.group
    partitions = yield from _first_partitions(board, group, budget, plan)
    for old in instance.expanders:
        seeds = instance.seeds[old.forward]
        bound = yield from build_bound(board, old.forward, seeds, group, partitions, budget, plan, threads)
        instance.replace(old.with_bound(bound))


def _goal_set(puzzle: JumpPuzzle, goals: Words | None, images: Words, budget: Budget) -> TargetSet:
    listed = pack(sorted(puzzle.goal.positions), images.dtype) if goals is None else goals
    # No jump leads to a full board, and a word has no bit for that number.
    pegs = sum(1 << n for n in puzzle.goal.counts if n < 8 * images.dtype.itemsize) if goals is None else 0
    return TargetSet(PositionSet.of(budget, listed, images).slots, pegs)


def _goal_seeds(puzzle: JumpPuzzle, goals: Words | None, dtype: np.dtype[Any]) -> Seeds:
    counts: tuple[int, ...] = ()
    if goals is None:
        goals = pack(sorted(puzzle.goal.positions), dtype)
        counts = tuple(sorted(puzzle.goal.counts))
    return Seeds(goals, np.full(goals.size, -1), counts)


def _start_seeds(images: Words, position: int, last_hole: int | None, start_images: Words) -> Seeds:
    """The start in every image, since a least image stands for all images of a position."""
    if last_hole is None:
        return Seeds(start_images, np.full(start_images.size, -1))
    positions = apply_maps(images, pack([position], images.dtype))[:, 0]
    holes = apply_maps(images, pack([mask_of([last_hole])], images.dtype))[:, 0]
    return Seeds(positions, np.array([word.bit_length() - 1 for word in unpack(holes)]))


def _first_partitions(
    board: JumpBoard, group: Sequence[Permutation], budget: Budget, plan: Plan
) -> Slices[Sequence[Partition]]:
    """The partitions of the first tables."""
    if plan.partitions is not None:
        return plan.partitions
    max_bytes = budget.bytes_limit // plan.table_share
    if board.holes <= plan.exact_holes:
        whole = (tuple(range(board.holes)),)
        # Without tables the bound is 0: slow, but right.
        return [whole] if table_bytes([whole]) <= max_bytes else []
    return (yield from choose(board, group, TableLimits(max_bytes, plan.max_region, plan.partition_work), budget))


def build_bound(
    board: JumpBoard,
    forward: bool,
    seeds: Seeds,
    group: Sequence[Permutation],
    partitions: Sequence[Partition],
    budget: Budget,
    plan: Plan,
    threads: ThreadPool,
) -> Slices[Bound]:
    """Build the pattern tables of some partitions, accounted for (see :func:`.pattern_tables.build`)."""
    budget.reserve(table_bytes(partitions))
    # Building a table takes two stacks of 32-bit numbers beside it.
    largest = max((table_bytes([(region,)]) for partition in partitions for region in partition), default=0)
    scratch = threads.size * 8 * largest
    budget.reserve(scratch)
    bound = yield from build(board, forward, seeds, partitions, group, threads, budget, plan.slices.table_states)
    budget.release(scratch)
    return bound

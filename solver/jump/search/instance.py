"""What one search works with: the puzzle made ready, its symmetries, goals, bounds and walkers."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.budget import Budget
from solver.jump.board import Permutation, Words, mask_of
from solver.jump.bounds.pagoda import Weights, lane_tables, learn
from solver.jump.bounds.partition import choose
from solver.jump.bounds.pattern_tables import Bound, Partition, Seeds, build, table_bytes
from solver.jump.proofs import opened, sift
from solver.jump.puzzle import EXACT_HOLES, JumpPuzzle
from solver.jump.rules import group as moves_of
from solver.jump.search.expand import Sieve, Walker
from solver.jump.search.position_set import PositionSet
from solver.jump.symmetry import carry, image_tables, symmetries

MOST_BACKWARD = 100_000
"""With more goals than this the search goes forward only."""


MOST_FUNCTIONS = 16

SMALL, LARGE = 13, 19
"""Most holes of a region at first (tables of some 100,000 states, built in milliseconds) and in a search that has
grown (10 million states, built in less than a second each): three regions or two on boards of 37 holes."""


@dataclass(slots=True)
class Frame:
    """A puzzle made ready to be searched.

    Attributes
    ----------
    position, hole
        The position after the opening, and the hole of the peg that moved last and may go on (None without one).
    base
        Moves of the opening.
    goals
        Goal positions, None if too many to list.
    far
        What a forward walk is to end in: the goals, or numbers of pegs if the goals are too many to list.
    starts
        The position in every image.
    group, images
        Symmetries, and their byte tables.
    forward, backward
        Walkers; no backward one if the search goes forward only.
    """

    puzzle: JumpPuzzle
    budget: Budget
    position: int
    hole: int | None
    base: int
    goals: Words | None
    far: Sieve
    starts: Words
    group: list[Permutation]
    images: Words
    forward: Walker
    backward: Walker | None
    seeds: dict[bool, Seeds]
    learned: dict[bool, Weights] = field(default_factory=dict)
    large: bool = False

    @property
    def exact(self) -> bool:
        """Whether the forward bound is the exact number of moves to the goal."""
        return any(len(partition) == 1 for partition in self.forward.bound.partitions)

    @property
    def most(self) -> int:
        """No solution has more moves than this."""
        return self.base + max(0, self.position.bit_count() - max(1, self.puzzle.goal.least_pegs))

    def meets(self, position: int) -> bool:
        """Whether a position meets the goal."""
        return self.puzzle.goal.met(position)


def make(puzzle: JumpPuzzle, budget: Budget) -> Generator[None, None, Frame]:
    """Make a puzzle ready: symmetries, goals that are not hopeless, tables. Yields after each slice."""
    board, position = puzzle.board, opened(puzzle)
    group = symmetries(puzzle)
    images = image_tables(group, board.holes)
    budget.reserve(images.nbytes)
    yield
    exact = board.holes <= EXACT_HOLES
    # An exact table says more than any pagoda function, and sooner.
    found = sift(puzzle, programs=not exact).positions
    # What is out of reach from the position need not be so from its images, which levels do not tell apart.
    goals = None if found is None else np.unique(carry(images, np.array(found, np.uint64)))
    hole = puzzle.opening[-1][2] if puzzle.opening else None
    yield
    starts = np.unique(carry(images, np.array([position], np.uint64)))
    seeds = {True: _goal_seeds(puzzle, goals), False: _start_seeds(images, position, hole, starts)}
    partitions = yield from choose(board, group, budget.bytes_limit // 8, SMALL)
    forward = yield from _bound(puzzle, True, seeds[True], group, budget, partitions)
    backward = None
    if goals is not None and goals.size <= MOST_BACKWARD and not exact:
        backward = yield from _bound(puzzle, False, seeds[False], group, budget, partitions)
    return Frame(
        puzzle,
        budget,
        position,
        hole,
        len(moves_of(puzzle.opening)),
        goals,
        _far(puzzle, goals, images, budget),
        starts,
        group,
        images,
        Walker(board, True, forward, images, budget),
        None if backward is None else Walker(board, False, backward, images, budget),
        seeds,
    )


def _far(puzzle: JumpPuzzle, goals: Words | None, images: Words, budget: Budget) -> Sieve:
    listed = np.array(sorted(puzzle.goal.positions), np.uint64) if goals is None else goals
    counts = sum(1 << n for n in puzzle.goal.counts if n < 64) if goals is None else 0
    return Sieve(PositionSet.of(budget, listed, images).slots, counts)


def _goal_seeds(puzzle: JumpPuzzle, goals: Words | None) -> Seeds:
    counts: tuple[int, ...] = ()
    if goals is None:
        goals, counts = np.array(sorted(puzzle.goal.positions), np.uint64), tuple(sorted(puzzle.goal.counts))
    return Seeds(goals, np.full(goals.size, -1), counts)


def _start_seeds(images: Words, position: int, hole: int | None, starts: Words) -> Seeds:
    """The start in every image, since a level stands for all images of its positions."""
    if hole is None:
        return Seeds(starts, np.full(starts.size, -1))
    positions = carry(images, np.array([position], np.uint64))[:, 0]
    holes = carry(images, np.array([mask_of([hole])], np.uint64))[:, 0]
    return Seeds(positions, np.array([int(word).bit_length() - 1 for word in holes]))


def _bound(
    puzzle: JumpPuzzle,
    forward: bool,
    seeds: Seeds,
    group: list[Permutation],
    budget: Budget,
    partitions: Sequence[Partition],
) -> Generator[None, None, Bound]:
    size = table_bytes(partitions)
    budget.reserve(size)
    # While a table is built, two queues of 32-bit numbers stand beside it; in the end all are copied into one.
    scratch = size + 8 * max((table_bytes([(region,)]) for p in partitions for region in p), default=0)
    budget.reserve(scratch)
    bound = yield from build(puzzle.board, forward, seeds, partitions, group)
    budget.release(scratch)
    return bound


def enlarge(frame: Frame) -> Generator[None, None, None]:
    """Change to tables of larger regions, which pay once a search has grown. Yields after each slice."""
    if frame.large or frame.exact:
        return
    frame.large = True
    partitions = yield from choose(frame.puzzle.board, frame.group, frame.budget.bytes_limit // 8, LARGE)
    for walker in (frame.forward, frame.backward):
        if walker is None:
            continue
        seeds = frame.seeds[walker.forward]
        bound = yield from _bound(frame.puzzle, walker.forward, seeds, frame.group, frame.budget, partitions)
        frame.budget.release(table_bytes(walker.bound.partitions))
        _replace(frame, Walker(frame.puzzle.board, walker.forward, bound, frame.images, frame.budget, walker.lanes))


def _replace(frame: Frame, walker: Walker) -> None:
    if walker.forward:
        frame.forward = walker
    else:
        frame.backward = walker


def refine(frame: Frame, walker: Walker, positions: Words) -> Generator[None, None, None]:
    """Teach a walker pagoda functions that rule out positions of a level it has made. Yields after each slice."""
    board, forward = frame.puzzle.board, walker.forward
    ends = frame.goals if forward else frame.starts
    if ends is None:
        return
    known = frame.learned.get(forward, np.zeros((0, board.holes), np.int64))
    functions = yield from learn(board, frame.group, forward, ends, positions, known, MOST_FUNCTIONS)
    if len(functions) and not np.array_equal(functions, known):
        frame.learned[forward] = functions
        lanes = lane_tables(functions, forward, ends, board.holes)
        _replace(frame, Walker(board, forward, walker.bound, frame.images, frame.budget, lanes))

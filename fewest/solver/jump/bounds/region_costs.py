"""A lower bound by the costs of regions, in plain NumPy, for processes that load no kernels.

The costs are those of :mod:`fewest.solver.jump.bounds.pattern_tables`, but with smaller regions, one partition, and for
one position only. Web processes never load the compiled kernels, which would take a second and 100 MB each; and a check
must not wait for a worker. So a check computes this bound itself, within some hundredths of a second on any board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.proofs import after_opening, refute_goals
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import moves_of
from fewest.solver.jump.words import contents, pack, word_type

MAX_REGION, MIN_REGION = 9, 4
"""Holes of a region: as many as ``MAX_EDGES`` allows; below that, no bound."""

MAX_EDGES = 60_000
"""Jumps of a region's states, about: a pass over them takes half a millisecond."""

SWAPS = 300
"""Swaps tried to find a partition that cuts few jumps."""

MAX_GOALS = 16
"""Goals that are bounded one by one at most: each takes some milliseconds."""

INFINITE = 1 << 20

Ints = npt.NDArray[np.int64]


def region_bound(puzzle: JumpPuzzle) -> int:
    """A lower bound on the number of moves; 0 if unknown, or if there is no solution.

    Goals that parities do not refute are bounded one by one, and the least bound counts. Bounding all goals together
    would let each region choose another goal.
    """
    opening = len(moves_of(puzzle.opening))
    position = after_opening(puzzle)
    last = puzzle.opening[-1][2] if puzzle.opening else None
    candidates = refute_goals(puzzle, pagodas=False).candidates
    if candidates is None or len(candidates) > MAX_GOALS:
        goals = [puzzle.goal]
    else:
        goals = [JumpGoal(frozenset([goal])) for goal in candidates]
    board = puzzle.board
    least = INFINITE
    known = dict[tuple[object, ...], int]()
    for goal in goals:
        total = 0
        for region in partition(board):
            wanted = _goal_contents(board, goal, region)
            name = region, wanted.tobytes()  # goals that differ elsewhere look alike here
            if name not in known:
                row = 0 if last not in region else 1 + region.index(last)
                own = contents(pack([position], word_type(board.holes)), region)[0]
                known[name] = int(_costs(board, region, wanted)[row, own])
            total += known[name]
        # The client may reach any of the goals, so only the smallest of their bounds holds.
        least = min(least, total)
    # 0, not infinite: a check says that there is no solution only with a proof.
    return opening + least if least < INFINITE else 0


@lru_cache(maxsize=64)
def partition(board: JumpBoard) -> tuple[tuple[int, ...], ...]:
    """Regions of about equal size that cut few jumps, found by hill climbing; none if there are too many jumps."""
    sizes = range(MAX_REGION, MIN_REGION - 1, -1)
    size = next((size for size in sizes if 3 * len(board.jumps) * size << size <= MAX_EDGES * board.holes), None)
    if size is None or not board.jumps:
        return ()
    jumps = np.array(board.jumps)
    # A fixed seed: the same puzzle has the same bound in every process.
    dice = np.random.default_rng(1)
    regions = -(-board.holes // size)
    labels = np.arange(board.holes) * regions // board.holes

    def cut() -> int:
        start, over, to = labels[jumps.T]
        return int((start != over).sum() + (over != to).sum())

    least = cut()
    for a, b in dice.integers(0, board.holes, (SWAPS, 2)):
        labels[[a, b]] = labels[[b, a]]
        if (cost := cut()) > least:
            labels[[a, b]] = labels[[b, a]]
        else:
            least = cost
    return tuple(tuple(np.flatnonzero(labels == number).tolist()) for number in range(regions))


def _goal_contents(board: JumpBoard, goal: JumpGoal, region: Sequence[int]) -> Ints:
    """Contents of a region in some goal."""
    every = np.arange(1 << len(region))
    outside = board.holes - len(region)
    pegs = np.bitwise_count(every).astype(np.int64)
    # The pegs missing from the region must fit outside.
    met = [every[(pegs <= number) & (number - pegs <= outside)] for number in goal.counts]
    listed = contents(pack(sorted(goal.positions), word_type(board.holes)), region)
    return np.unique(np.concatenate([listed, *met]))


def _costs(board: JumpBoard, region: tuple[int, ...], goals: Ints) -> Ints:
    """Moves that start in a region until its contents are those of a goal: int64 (holes + 1, contents).

    Row 0: no peg is moving, or one outside the region. Row 1 + i: the peg in hole i is moving, and may continue free of
    charge.
    """
    sources, targets, charges = _edges(board, region)
    costs = np.full((len(region) + 1) << len(region), INFINITE, np.int64)
    costs[goals] = 0
    # Bellman and Ford: a pass over all edges until nothing changes takes less in NumPy than a queue.
    while True:
        before = costs.copy()
        np.minimum.at(costs, sources, costs[targets] + charges)
        if np.array_equal(costs, before):
            return costs.reshape(len(region) + 1, -1)


@lru_cache(maxsize=256)
def _edges(board: JumpBoard, region: tuple[int, ...]) -> tuple[Ints, Ints, Ints]:
    """Steps between the states of a region: their sources, targets and charges, int64 (edges,)."""
    parts = list(_steps(board, region))
    sources, targets, charges = (np.concatenate(column) for column in zip(*parts, strict=True))
    return sources, targets, charges


def _steps(board: JumpBoard, region: tuple[int, ...]) -> Iterator[tuple[Ints, Ints, Ints]]:
    size = len(region)
    every = np.arange(1 << size)
    row_of = {hole: row for row, hole in enumerate(region, 1)}
    for row in range(1, size + 1):
        held = every[every >> (row - 1) & 1 == 1]
        yield held, row << size | held, np.ones_like(held)
        yield row << size | held, held, np.zeros_like(held)
    seen: set[tuple[int, ...]] = set()
    for start, over, to in board.jumps:
        bits = [1 << row_of[hole] - 1 if hole in row_of else 0 for hole in (start, over, to)]
        rows = row_of.get(start, 0), row_of.get(to, 0)
        if any(bits) and (*bits, *rows) not in seen:
            seen.add((*bits, *rows))
            full = bits[0] | bits[1]
            empty = bits[2]
            legal = every[(every & full == full) & (every & empty == 0)]
            yield rows[0] << size | legal, rows[1] << size | (legal ^ (full | empty)), np.zeros_like(legal)

"""Small boards: breadth-first search from both ends over arrays with an entry for every position.

It needs no symmetries, tables or bounds, which take longer to prepare than such a search. It cannot be interrupted and
so has a budget; if that is spent, the search for larger boards takes over.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.bounds.pattern_tables import directed_jumps
from fewest.solver.jump.proofs import after_opening
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import moves_of
from fewest.solver.jump.search.plan import Plan
from fewest.solver.jump.transitions import listing_level
from fewest.solver.jump.words import WORD
from fewest.solver.kernels import jump_dense as kernel
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import Outcome, Solved, Unsolvable, Want

BYTES, MOVE_BYTES = 22, 24
"""Memory of a position, and of a move, in the arrays."""


def search(puzzle: JumpPuzzle, want: Want, budget: Budget, plan: Plan) -> Outcome | None:
    """Solve a puzzle on a small board; None if that takes more than the plan or the memory allows."""
    board = puzzle.board
    size = (BYTES << board.holes) + MOVE_BYTES * plan.dense_moves
    # Against the whole limit: it is the first step, so nothing else is held yet.
    if board.holes > plan.dense_holes or size > budget.bytes_limit:
        return None
    arrays = _arrays(board.holes, plan.dense_moves)
    totals = np.zeros(4, np.int64)
    rows = np.empty(board.holes, np.int64)
    code, count = kernel.solve(
        _jumps(board, True), _jumps(board, False), _ends(puzzle), arrays, totals, rows, plan.dense_work
    )
    nodes, _, length, number = totals.tolist()
    budget.nodes += nodes
    # The search for larger boards begins anew: half a table of positions is no use to it.
    if code == kernel.ABANDONED:
        return None
    if code == kernel.UNSOLVABLE:
        return Unsolvable({"by": "exhaustion", "nodes": budget.nodes})
    jumps = directed_jumps(board, True)
    moves = moves_of((*puzzle.opening, *(jumps.jump(row) for row in rows[:number].tolist())))
    budget.raise_bound(len(moves))
    return Solved(
        moves,
        count=int(count) if want.counts else None,
        listing=_listing(arrays, length, len(moves) - length) if want is Want.ALL else None,
    )


def _arrays(holes: int, moves: int) -> kernel.Arrays:
    positions = 1 << holes
    known = np.zeros(positions, np.uint8)
    queue_near, queue_far, optimal = np.empty((3, positions), np.int32)
    levels = np.zeros((holes + 1, 2), np.int64)
    counts = np.empty(positions, np.uint64)
    return kernel.Arrays(known, queue_near, queue_far, optimal, levels, counts, np.empty((moves, 3), np.int64))


def _listing(arrays: kernel.Arrays, length: int, before: int) -> Listing:
    """The positions on optimal solutions, after ``before`` moves of the opening that are not continued."""
    # Levels of the opening are empty: its moves are prescribed.
    levels = [ListingLevel(WORD.itemsize, b"", 1, b"")] * before
    for begin, end in arrays.levels[: length + 1]:
        positions = arrays.optimal[begin:end]
        levels.append(listing_level(positions.astype(WORD), arrays.counts[positions, None]))
    return Listing(tuple(levels))


@lru_cache(maxsize=16)
def _jumps(board: JumpBoard, forward: bool) -> kernel.Jumps:
    jumps = directed_jumps(board, forward)
    masks = np.array([jumps.tested, jumps.before, jumps.holes], np.int64).T
    return kernel.Jumps(np.ascontiguousarray(masks), np.array(jumps.lands, np.int64), np.array(jumps.first, np.int64))


def _ends(puzzle: JumpPuzzle) -> kernel.Ends:
    """The ends of a puzzle; nothing leads to a goal without pegs."""
    moved = puzzle.opening[-1][2] if puzzle.opening else -1
    goals = np.array(sorted(puzzle.goal.positions), np.int64)
    pegs = np.array(sorted(n for n in puzzle.goal.counts if 0 < n <= puzzle.board.holes), np.int64)
    return kernel.Ends(after_opening(puzzle), moved, goals, pegs)

"""Pattern tables of regions against the slow and obvious search; partitions of boards into regions."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from solver.budget import Budget
from solver.jump.board import JumpBoard, board_from_grid
from solver.jump.bounds import partition, pattern_tables
from solver.jump.bounds.partition import TableLimits
from solver.jump.bounds.pattern_tables import Region, Seeds, table_bytes
from solver.jump.symmetry import symmetries
from solver.kernels import jump_pattern_tables as kernel
from solver.slices import finish
from solver.threads import SINGLE_THREAD, ThreadPool
from tests.jump_puzzles import ENGLISH, SYMMETRIC, single

State = tuple[int | None, frozenset[int]]
"""The hole of the moving peg, None if it is outside the region or there is none; the holes with a peg."""

BOARDS = [board_from_grid(grid, lines)[0] for grid, lines in SYMMETRIC]
CASES: list[tuple[JumpBoard, Region]] = [
    (BOARDS[0], (0, 1, 2, 3, 4)),
    (BOARDS[0], (1, 2, 3)),
    (BOARDS[1], (8, 4, 0, 1)),
    (BOARDS[2], (0, 1, 2, 5, 6, 9)),
    (BOARDS[3], (0, 2, 4, 7, 8)),
    (BOARDS[4], (0, 2)),
]


def steps(board: JumpBoard, region: Region, forward: bool, state: State) -> Iterator[tuple[State, int]]:
    """What may follow a state, forward or taken back, and the moves it costs."""
    moving, pegs = state
    if moving is None:
        yield from (((hole, pegs), int(forward)) for hole in pegs)
    else:
        yield (None, pegs), int(not forward)
    for start, over, to in board.jumps:
        full, empty = ({start, over}, {to}) if forward else ({to}, {start, over})
        leaves, lands = (start, to) if forward else (to, start)
        if moving != (leaves if leaves in region else None):
            continue
        full, empty = full & set(region), empty & set(region)
        if full | empty and full <= pegs and not empty & pegs:
            yield (lands if lands in region else None, pegs - full | empty), 0


def costs_of(board: JumpBoard, region: Region, forward: bool, seeds: list[State]) -> dict[State, int]:
    """Least moves from the seeds to every state that can be reached (Dijkstra)."""
    cost: dict[State, int] = {}
    queue = [(0, number, seed) for number, seed in enumerate(seeds)]
    number = len(queue)
    while queue:
        moves, _, state = heapq.heappop(queue)
        if state in cost:
            continue
        cost[state] = moves
        for after, charge in steps(board, region, forward, state):
            number += 1
            heapq.heappush(queue, (moves + charge, number, after))
    return cost


@pytest.mark.parametrize("slice_", [1, 10**6])
@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize(("board", "region"), CASES)
def test_a_table_holds_the_least_moves(board: JumpBoard, region: Region, forward: bool, slice_: int) -> None:
    """Every state that can be reached has its cost, every other one, also where no peg can be moving, has none."""
    position, moving = sum(1 << hole for hole in region[:2]), region[1]
    for count in (None, 1, board.holes - 1):
        counts = () if count is None else (count,)
        seeds = Seeds(np.array([position, 0], np.uint64), np.array([moving, -1], np.int64), counts)
        table = finish(
            pattern_tables.build(board, forward, seeds, [(region,)], [], SINGLE_THREAD, Budget(0), slice_)
        ).costs
        assert table.nbytes == table_bytes([(region,)])
        contents = [
            frozenset(hole for bit, hole in enumerate(region) if word >> bit & 1) for word in range(1 << len(region))
        ]
        first: list[State] = [(moving, frozenset(region[:2])), (None, frozenset())]
        first += [
            (None, pegs)
            for pegs in contents
            if count is not None and 0 <= count - len(pegs) <= board.holes - len(region)
        ]
        # Costs to the goals spread against the moves.
        expected = costs_of(board, region, not forward, first)
        states = [(hole, pegs) for hole in (None, *region) for pegs in contents]
        assert table.tolist() == [expected.get(state, kernel.UNREACHED) for state in states]


@pytest.mark.parametrize("threads", [1, 3])
def test_every_region_gets_its_own_table(threads: int) -> None:
    """Tables built together are those built alone, in the order of the regions; images share one."""
    board = board_from_grid(("...",) * 3, "orthogonal")[0]
    mirror = tuple(hole // 3 * 3 + 2 - hole % 3 for hole in range(9))
    partitions = [((0, 1, 3), (2, 4, 5, 8), (6, 7)), ((0, 3, 6), (1, 4, 7), (2, 5, 8))]
    seeds = Seeds(np.array([1 << 4], np.uint64), np.array([-1], np.int64))
    with closing(ThreadPool(threads)) as pool:
        bound = finish(
            pattern_tables.build(board, True, seeds, partitions, [tuple(range(9)), mirror], pool, Budget(0), 50)
        )
    rows = [(region, row) for region, row in zip([r for p in partitions for r in p], bound.regions, strict=True)]
    for region, (_, _, begin) in rows:
        alone = finish(pattern_tables.build(board, True, seeds, [(region,)], [], SINGLE_THREAD, Budget(0), 50)).costs
        assert bound.costs[int(begin) : int(begin) + alone.size].tolist() == alone.tolist()
    begins = [int(begin) for _, (_, _, begin) in rows]
    assert begins[3] == begins[5]
    assert bound.costs.nbytes == sum(table_bytes([(region,)]) for region, _ in rows[:5])


def test_costs_end_below_the_mark_of_what_is_not_reached() -> None:
    """Costs count up to 254; what would cost more looks as if it could not be reached."""
    holes = 10
    # The peg in hole 0 moves for ever; with every move the other holes count one up in binary.
    rows = [((1 << bit) - 1, 1 << bit, (2 << bit) - 2, 0) for bit in range(1, holes)]
    first = np.array([0, 0, *[len(rows)] * holes], np.int64)
    counting = kernel.AbstractJumps(first, np.array(rows, np.int64), 1, 0)
    costs = np.full((holes + 1) << holes, kernel.UNREACHED, np.uint8)
    stacks, cursor = np.zeros((2, costs.size), np.uint32), np.array([0, 1, 0, 0], np.int64)
    costs[1], stacks[0, 0] = 0, 1
    while kernel.fill_costs(costs, holes, counting, stacks, cursor, 50) == kernel.PAUSED:
        pass
    assert costs[1 : 1 << holes : 2].tolist() == [min(number, kernel.UNREACHED) for number in range(1 << holes - 1)]


@pytest.mark.parametrize("regions", [2, 3, 5])
def test_annealing_cuts_few_jumps(regions: int) -> None:
    """The cost is that of the labels; the regions are as equal in size as at first; random ones cut twice as many."""
    board = single(ENGLISH, "orthogonal", 16, 16).board
    cost, labels = partition.anneal(board, regions, 1)
    assert cost == sum((labels[a] != labels[b]) + (labels[b] != labels[c]) for a, b, c in board.jumps)
    sizes = [labels.count(region) for region in range(regions)]
    assert max(sizes) - min(sizes) <= 1
    at_random = np.random.default_rng(1).permutation(labels).tolist()
    assert 2 * cost < sum((at_random[a] != at_random[b]) + (at_random[b] != at_random[c]) for a, b, c in board.jumps)


@pytest.mark.parametrize("max_bytes", [4_000, 15_000, 200_000, 10_000_000])
def test_tables_of_both_directions_take_no_more_than_allowed(max_bytes: int) -> None:
    """The tables of all partitions chosen fit twice, from little room to much."""
    puzzle = single(ENGLISH, "orthogonal", 16, 16)
    found = finish(partition.choose(puzzle.board, symmetries(puzzle), TableLimits(max_bytes, 13, 10**8), Budget(0)))
    assert len(found) == partition.PARTITIONS
    assert 2 * table_bytes(found) <= max_bytes

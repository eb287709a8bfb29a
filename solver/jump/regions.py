"""Choose the regions whose costs make up the bound of a board.

A jump with its three holes in one region is seen in full; one that is cut is seen as partly free. So a partition is
good if it cuts few jumps, and worst is a jump whose middle hole is in neither region of its ends: there a region's
pegs vanish without anything of it moving. (A region whose middles are never cut so is a Merson region.) A second
partition should cut other jumps than the first.
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Sequence
from functools import lru_cache

from solver.jump.board import JumpBoard
from solver.jump.bounds import Partition, table_bytes, whole
from solver.jump.symmetry import Permutation
from solver.model import Jump

EXACT_HOLES = 16
"""Boards up to this size have one region, whose table is exact."""

MOST_WORK = 200_000_000
"""Jumps looked at to build the tables of a partition: boards with thousands of jumps get smaller regions."""

PARTITIONS = 2

STARTS, LARGE = 4, 14
"""For regions whose tables take longer than another start does; for smaller ones two are enough."""

STEPS = 3000
LOOKS = 250_000
"""Jumps looked at per start, at most: boards with thousands of jumps get fewer steps."""


def choose(
    board: JumpBoard, group: Sequence[Permutation], most_bytes: int, most_holes: int
) -> Generator[None, None, list[Partition]]:
    """Choose partitions with the largest regions allowed; yields after each slice.

    Parameters
    ----------
    group
        Symmetries under which regions share their table.
    most_bytes, most_holes
        For all tables together; for one region. A small board is one region all the same.
    """
    if board.holes <= EXACT_HOLES:
        partitions = [whole(board.holes)]
        return partitions if table_bytes(partitions) <= most_bytes else []
    for size in range(most_holes, 3, -1):
        parts = -(-board.holes // size)
        work = parts * (size * len(board.jumps) // board.holes + len(board.jumps)) << size
        if table_bytes([((0,) * size,) * parts] * 2 * PARTITIONS) <= most_bytes and work <= MOST_WORK:
            found = []
            for start in range(STARTS if size >= LARGE else 2):
                found.append(anneal(board, parts, start))
                yield
            return _spread_out(board, group, [partition for _, partition in sorted(found)])
    return []


@lru_cache(maxsize=64)
def anneal(board: JumpBoard, parts: int, start: int) -> tuple[int, Partition]:
    """Find a partition into regions of equal size that cuts few jumps: swap holes, at first also for the worse.

    Returns
    -------
    cut, partition
    """
    chance = random.Random(start)
    touching: list[list[Jump]] = [[] for _ in range(board.holes)]
    for jump in board.jumps:
        for hole in jump:
            touching[hole].append(jump)
    labels = [hole * parts // board.holes for hole in range(board.holes)]
    chance.shuffle(labels)
    steps = min(STEPS, LOOKS * board.holes // (6 * len(board.jumps) + board.holes))
    cut = least = sum(_cut(labels, jump) for jump in board.jumps)
    best = tuple(labels)
    for step in range(steps):
        a, b = chance.randrange(board.holes), chance.randrange(board.holes)
        if labels[a] == labels[b]:
            continue
        changed = {*touching[a], *touching[b]}
        before = sum(_cut(labels, jump) for jump in changed)
        labels[a], labels[b] = labels[b], labels[a]
        worse = sum(_cut(labels, jump) for jump in changed) - before
        if worse > 0 and chance.random() >= math.exp(-worse / (4 * (1 - step / steps))):
            labels[a], labels[b] = labels[b], labels[a]
            continue
        cut += worse
        if cut < least:
            least, best = cut, tuple(labels)
    return least, tuple(tuple(h for h in range(board.holes) if best[h] == part) for part in range(parts))


def _cut(labels: Sequence[int], jump: Jump) -> int:
    """What a jump costs a partition: 0 in one region, 2 if its middle is in neither region of its ends, else 1."""
    start, over, to = labels[jump[0]], labels[jump[1]], labels[jump[2]]
    if start == over == to:
        return 0
    return 1 if over in (start, to) else 2


def _spread_out(board: JumpBoard, group: Sequence[Permutation], found: Sequence[Partition]) -> list[Partition]:
    """The best partition, and of its images (or the others) those that together cut the fewest jumps."""
    images = {_image(found[0], permutation) for permutation in group}
    others = sorted(images) if len(images) > 1 else list(found)
    chosen = [found[0]]
    while len(chosen) < PARTITIONS:
        together = [_common(board, [*chosen, other]) for other in others]
        chosen.append(others[together.index(min(together))])
    return list(dict.fromkeys(chosen))


def _image(partition: Partition, permutation: Permutation) -> Partition:
    return tuple(sorted(tuple(sorted(permutation[hole] for hole in region)) for region in partition))


def _common(board: JumpBoard, partitions: Sequence[Partition]) -> int:
    """What the jumps cost that every partition cuts."""
    rows = [{hole: part for part, region in enumerate(p) for hole in region} for p in partitions]
    return sum(min(_cut([row[h] for h in jump], (0, 1, 2)) for row in rows) for jump in board.jumps)

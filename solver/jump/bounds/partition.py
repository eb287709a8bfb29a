"""Choose the regions whose costs make up the bound of a board.

A jump with its three holes in one region is seen in full; one that is cut is seen as partly free. So a partition is
good if it cuts few jumps, and worst is a jump whose middle hole is in neither region of its ends: there a region's
pegs vanish without anything of it moving. (A region whose middles are never cut so is a Merson region.) A second
partition should cut other jumps than the first.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard, Permutation
from solver.jump.bounds.pattern_tables import Partition, table_bytes, whole
from solver.jump.puzzle import EXACT_HOLES
from solver.kernels import jump_partition as jump_regions

Labels: TypeAlias = tuple[int, ...]
"""Region of each hole."""

MOST_WORK = 200_000_000
"""Jumps looked at to build the tables of a partition: boards with thousands of jumps get smaller regions."""

PARTITIONS = 2

MOST_IMAGES = 100
"""Images of a partition among which another one is chosen."""

STARTS = 4

STEPS = 12_000
LOOKS = 1_000_000
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
            for start in range(1, STARTS + 1):
                found.append(anneal(board, parts, start))
                yield
            return _spread_out(board, group, [labels for _, labels in sorted(found)])
    return []


@lru_cache(maxsize=64)
def anneal(board: JumpBoard, parts: int, start: int) -> tuple[int, Labels]:
    """Find a partition into regions of equal size that cuts few jumps.

    Returns
    -------
    cut, labels
        What the jumps cost, and the region of each hole.
    """
    jumps = np.array(board.jumps, np.int64).reshape(-1, 3)
    order = np.argsort(jumps.ravel(), kind="stable")
    first = np.searchsorted(jumps.ravel()[order], np.arange(board.holes + 1)).astype(np.int64)
    labels = np.random.default_rng(start).permutation(np.arange(board.holes) * parts // board.holes)
    best, cut = labels.copy(), int(_cuts(board, [labels]).sum())
    steps = min(STEPS, LOOKS * board.holes // (6 * len(board.jumps) + board.holes))
    saved = jump_regions.anneal(np.array([start], np.uint64), labels, best, jumps, first, order // 3, steps)
    return cut - saved, _sorted(best.tolist())


def _cuts(board: JumpBoard, partitions: Sequence[Labels | npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """What each jump costs each partition: int64 (partitions, jumps)."""
    start, over, to = np.array(partitions)[:, np.array(board.jumps, np.int64).reshape(-1, 3).T].swapaxes(0, 1)
    return np.asarray((start != over).astype(np.int64) + (over != to))


def _spread_out(board: JumpBoard, group: Sequence[Permutation], found: Sequence[Labels]) -> list[Partition]:
    """The best partition, and of its images (or the others) those that together cut the fewest jumps."""
    images = {
        _sorted(found[0][permutation.index(h)] for h in range(board.holes)) for permutation in group[:MOST_IMAGES]
    }
    others = sorted(images) if len(images) > 1 else list(found)
    cuts, together, chosen = _cuts(board, others), _cuts(board, found[:1])[0], [found[0]]
    while len(chosen) < PARTITIONS:
        pick = int(np.minimum(cuts, together).sum(axis=1).argmin())
        together = np.minimum(together, cuts[pick])
        chosen.append(others[pick])
    return list(dict.fromkeys(_partition(labels) for labels in chosen))


def _sorted(labels: Iterable[int]) -> Labels:
    """The same partition with its regions numbered as they come."""
    number: dict[int, int] = {}
    return tuple(number.setdefault(label, len(number)) for label in labels)


def _partition(labels: Labels) -> Partition:
    return tuple(tuple(h for h, label in enumerate(labels) if label == part) for part in range(max(labels) + 1))

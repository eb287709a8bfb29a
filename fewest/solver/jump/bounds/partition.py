"""Choose the partitions of a board into regions for its pattern tables.

A jump with its three holes in one region costs in full; one that is cut is partly free. So a partition is good if it
cuts few jumps. The worst case is a jump whose middle hole is in neither region of its ends: pegs of a region vanish
without a move that starts in it. (A region without such a jump is a Merson region; Beasley, The Ins and Outs of Peg
Solitaire, 1985.) A second partition should cut other jumps than the first.

This is a guess before the search. Some partitions that cut few jumps bound the positions of a search much better than
others, so a long search selects among several by their bounds (:mod:`.selection`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, Permutation
from fewest.solver.jump.bounds.pattern_tables import Partition, table_bytes
from fewest.solver.kernels import jump_partition as kernel
from fewest.solver.model import Slices

Labels: TypeAlias = tuple[int, ...]
"""Region of each hole."""

MIN_REGION = 4
"""Fewest holes of a region: a jump alone takes three."""

PARTITIONS = 2
"""Partitions whose largest sum is the bound."""

MAX_IMAGES = 100
"""Images of a partition among which the others are chosen."""

RESTARTS = 4
"""Annealing runs; the best partition is used."""

STEPS, MAX_JUMPS = 12_000, 1_000_000
"""Steps of a run, and jumps evaluated in it at most: boards with thousands of jumps get fewer steps."""

CANDIDATE_STEPS = 3_000
"""Steps of a run for a partition that is only tried: a quarter of the time gives equally good ones."""


class TableLimits(NamedTuple):
    """Limits on the tables of some partitions.

    Attributes
    ----------
    max_bytes
        Bytes of all tables together.
    max_holes
        Holes of one region.
    max_work
        Jumps tested to build the tables of a partition.
    """

    max_bytes: int
    max_holes: int
    max_work: int


def choose(
    board: JumpBoard, group: Sequence[Permutation], limits: TableLimits, budget: Budget
) -> Slices[list[Partition]]:
    """Choose partitions with the largest regions allowed; yields after each slice.

    Parameters
    ----------
    group
        Automorphisms; regions that are images of one another share a table.
    """
    regions = _fewest_regions(board, limits)
    if regions is None:
        return []
    found = []
    for start in range(1, RESTARTS + 1):
        found.append(anneal(board, regions, start))
        yield budget.progress()
    # Sorted by cost, then by labels, so that ties are broken the same way everywhere.
    return _complement(board, group, [labels for _, labels in sorted(found)])


def candidates(board: JumpBoard, limits: TableLimits, starts: Iterable[int], budget: Budget) -> Slices[list[Partition]]:
    """Partitions that cut few jumps, one for each start of an annealing run; yields after each.

    The first two of every three have one region more than necessary, and so smaller regions: they are cheaper to try,
    and some of them are the best on triangles.
    """
    regions = _fewest_regions(board, limits)
    found = []
    if regions is not None:
        for start in starts:
            found.append(_partition(anneal(board, regions + (start % 3 != 0), start, CANDIDATE_STEPS)[1]))
            yield budget.progress()
    return found


def candidate_states(board: JumpBoard, limits: TableLimits, start: int) -> int:
    """States of the tables of the candidate from one start, about."""
    regions = _fewest_regions(board, limits)
    if regions is None:
        return 0
    regions += start % 3 != 0
    return table_bytes([((0,) * -(-board.holes // regions),) * regions])


def _fewest_regions(board: JumpBoard, limits: TableLimits) -> int | None:
    """Regions of a partition, as large as allowed; None if even small ones take too much memory or work."""
    for size in range(limits.max_holes, MIN_REGION - 1, -1):
        regions = -(-board.holes // size)
        work = regions * (size * len(board.jumps) // board.holes + len(board.jumps)) << size
        if table_bytes([((0,) * size,) * regions] * 2 * PARTITIONS) <= limits.max_bytes and work <= limits.max_work:
            return regions
    return None


@lru_cache(maxsize=256)
def anneal(board: JumpBoard, regions: int, start: int, steps: int = STEPS) -> tuple[int, Labels]:
    """Find a partition into ``regions`` regions of equal size that cuts few jumps, by simulated annealing.

    Returns
    -------
    cost, labels
        Sum over the jumps (see :func:`fewest.solver.kernels.jump_partition.anneal`), and the region of each hole.
    """
    jumps = np.array(board.jumps, np.int64).reshape(-1, 3)
    order = np.argsort(jumps.ravel(), kind="stable")
    first = np.searchsorted(jumps.ravel()[order], np.arange(board.holes + 1)).astype(np.int64)
    # A fixed seed: equal puzzles have equal tables, and the same number of nodes.
    labels = np.random.default_rng(start).permutation(np.arange(board.holes) * regions // board.holes)
    best = labels.copy()
    cost = int(_cut_costs(board, [labels]).sum())
    # A hole is touched by three times as many jumps as there are per hole, so a step evaluates twice that.
    steps = min(steps, MAX_JUMPS * board.holes // (6 * len(board.jumps) + board.holes))
    saved = kernel.anneal(np.array([start], np.uint64), labels, best, jumps, first, order // 3, steps)
    return cost - saved, _relabel(best.tolist())


def _cut_costs(board: JumpBoard, partitions: Sequence[Labels | npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """Cost of each jump in each partition: int64 (partitions, jumps)."""
    start, over, to = np.array(partitions)[:, np.array(board.jumps, np.int64).reshape(-1, 3).T].swapaxes(0, 1)
    return np.asarray((start != over).astype(np.int64) + (over != to))


def _complement(board: JumpBoard, group: Sequence[Permutation], found: Sequence[Labels]) -> list[Partition]:
    """The best partition, and of its images (or the others) those that cut other jumps."""
    images = {
        _relabel(found[0][permutation.index(h)] for h in range(board.holes)) for permutation in group[:MAX_IMAGES]
    }
    # Images of the best partition cut as few jumps, but other ones, and share its tables.
    others = sorted(images) if len(images) > 1 else list(found)
    costs = _cut_costs(board, others)
    least = _cut_costs(board, found[:1])[0]
    chosen = [found[0]]
    while len(chosen) < PARTITIONS:
        best = int(np.minimum(costs, least).sum(axis=1).argmin())
        least = np.minimum(least, costs[best])
        chosen.append(others[best])
    return list(dict.fromkeys(_partition(labels) for labels in chosen))


def _relabel(labels: Iterable[int]) -> Labels:
    """The same partition with its regions numbered in the order of their first holes."""
    number: dict[int, int] = {}
    return tuple(number.setdefault(label, len(number)) for label in labels)


def _partition(labels: Labels) -> Partition:
    return tuple(tuple(h for h, label in enumerate(labels) if label == part) for part in range(max(labels) + 1))

"""Select the partitions whose pattern tables bound the positions of a search best.

How good a partition is shows only in its bounds: of two that cut equally few jumps, one may bound the start of a
triangle by 9 moves and the other by 12. So several are tried on samples of the positions that the search has reached,
and those are taken that promise the least work together (after the selection of pattern databases by P. Haslum et al.,
Domain-independent construction of pattern database heuristics, AAAI 2007).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.jump.board import JumpBoard, Permutation, Words
from solver.jump.bounds.pattern_tables import Partition, Seeds, build
from solver.jump.symmetry import carry
from solver.threads import ThreadPool

Bounds: TypeAlias = dict[bool, npt.NDArray[np.int64]]
"""By direction (True is forward): bounds of the positions of a sample, int64."""

SELECTED = 3
"""Partitions whose largest sum is the bound from then on: more prune little more, and take time at every position."""

BRANCHING = 4.0
"""Factor by which the work below a position is assumed to fall with each move that its bound rises."""

MAX_IMAGES = 16
"""Images of a sample that are evaluated; the search takes the largest bound of all."""


def select(
    board: JumpBoard,
    group: Sequence[Permutation],
    images: Words,
    seeds: Mapping[bool, Seeds],
    samples: Mapping[bool, Words],
    partitions: Sequence[Partition],
    threads: ThreadPool,
) -> Generator[None, None, list[Partition]]:
    """Select among some partitions, greedily; yields after each slice.

    Parameters
    ----------
    group, images
        Symmetries of the puzzle, and their byte tables, uint64 (images, bytes, 256).
    seeds, samples
        By direction (True is forward): where the pattern tables begin, and positions reached, uint64.
    partitions
        Different ones.
    """
    bounds: dict[Partition, Bounds] = {}
    for partition in partitions:
        bounds[partition] = {}
        for forward, sample in samples.items():
            bound = yield from build(board, forward, seeds[forward], [partition], group, threads)
            found = [bound.evaluate(image) for image in carry(images[:MAX_IMAGES], sample)]
            bounds[partition][forward] = np.max(found, axis=0)
            yield
    chosen: list[Partition] = []
    best: Bounds = {forward: np.zeros(sample.size, np.int64) for forward, sample in samples.items()}
    while bounds and len(chosen) < SELECTED:
        joint = {partition: _larger(best, own) for partition, own in bounds.items()}
        # Of equally good ones the first is taken, so that those in use stay.
        chosen.append(min(joint, key=lambda partition: _work(joint[partition])))
        best = joint[chosen[-1]]
        del bounds[chosen[-1]]
    return chosen


def _larger(some: Bounds, others: Bounds) -> Bounds:
    return {forward: np.maximum(bounds, others[forward]) for forward, bounds in some.items()}


def _work(bounds: Bounds) -> float:
    """Work that some bounds promise: the product over both directions, since it is open which will do more."""
    return float(np.prod([np.sum(BRANCHING ** -np.minimum(found, 64)) for found in bounds.values()]))

"""Select the partitions whose pattern tables bound the positions of a search best.

Only its bounds show how good a partition is: of two that cut equally few jumps, one may bound the start of a triangle
by 9 moves and the other by 12. So several are tried on samples of the positions that the search has reached, and those
that promise the least work together are selected (after the selection of pattern databases by P. Haslum et al.,
Domain-independent construction of pattern database heuristics, AAAI 2007). Work is positions times lookups: every image
of a partition under the symmetries is one more table to look up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from fewest.solver.jump.board import Words, mask_of
from fewest.solver.jump.bounds.pattern_tables import Bound, Partition
from fewest.solver.jump.symmetry import apply_maps
from fewest.solver.jump.words import pack, sortable

Bounds: TypeAlias = dict[bool, npt.NDArray[np.int64]]
"""By direction (True is forward): bounds of the positions of a sample, int64."""

SELECTED = 3
"""Partitions at most whose largest sum is the bound from then on."""

BRANCHING = 4.0
"""Factor by which the work below a position is assumed to fall with each move that its bound rises."""

OTHER_WORK = 20
"""The time for a position without its bounds, in lookups of the bound of one image. Measured on the English board,
where 16 more images take half as much time again."""

MAX_IMAGES = 16
"""Images of a sample that are evaluated; the search takes the largest bound of all."""


class Selection(NamedTuple):
    """The partitions selected, and the work that they promise, as a share of that with the partitions in use."""

    partitions: list[Partition]
    work: float


def evaluate(bound: Bound, images: Words, sample: Words) -> npt.NDArray[np.int64]:
    """Bounds of a sample by each partition alone, the largest of some images: int64 (partitions, positions)."""
    # Only some images: a sample has to rank partitions, not to bound positions as well as possible.
    return np.asarray(np.max([bound.sums(image) for image in apply_maps(images[:MAX_IMAGES], sample)], axis=0))


def select(
    images: Words,
    samples: Mapping[bool, Words],
    used: Mapping[Partition, Bounds],
    tried: Mapping[Partition, Bounds],
) -> Selection:
    """Select among some partitions, greedily.

    Parameters
    ----------
    images
        Byte tables of the symmetries, words (images, bytes, 256).
    samples
        By direction (True is forward): positions reached, words.
    used
        Partitions in use, and their bounds of the samples.
    tried
        Others, and their bounds.
    """
    bounds = {**used, **tried}
    orbits = {partition: _orbit(images, partition) for partition in bounds}
    none: Bounds = {forward: np.zeros(sample.size, np.int64) for forward, sample in samples.items()}

    def with_them(some: Sequence[Partition]) -> float:
        """Work that some partitions promise together."""
        joint = none
        known = set[tuple[int, ...]]()
        for partition in some:
            joint = _larger(joint, bounds[partition])
            known = known | orbits[partition]
        return _positions(joint) * (OTHER_WORK + len(known))

    chosen: list[Partition] = []
    least = np.inf
    while len(chosen) < min(SELECTED, len(bounds)):
        # Of equally good ones the first is taken, so that those in use stay.
        others = [partition for partition in bounds if partition not in chosen]
        found = min(others, key=lambda partition: with_them([*chosen, partition]))
        # One more partition costs lookups for every position, and has to save more than that.
        if with_them([*chosen, found]) >= least:
            break
        chosen.append(found)
        least = with_them(chosen)
    # Without positions left nothing can be gained.
    before = with_them(list(used))
    return Selection(chosen, least / before if before else 1.0)


def _orbit(images: Words, partition: Partition) -> set[tuple[int, ...]]:
    """The images of a partition, as masks of their regions."""
    masks = pack((mask_of(region) for region in partition), images.dtype)
    return {tuple(row) for row in np.sort(sortable(apply_maps(images, masks)), axis=1).tolist()}


def _larger(some: Bounds, others: Bounds) -> Bounds:
    return {forward: np.maximum(bounds, others[forward]) for forward, bounds in some.items()}


def _positions(bounds: Bounds) -> float:
    """Positions that some bounds promise: the product over both directions, since either may do more work."""
    return float(np.prod([np.sum(BRANCHING ** -np.minimum(found, 64)) for found in bounds.values()]))

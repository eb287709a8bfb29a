"""Which pieces share a pattern table: the partition whose tables bound positions best in the mean.

The mean is taken over all placements of a group's pieces. For a pair of pieces it takes a moment to find, and what
pairs in one group gain over their pieces alone tells good partitions from bad ones: swaps climb to the best they know
of. The best few are compared by their own tables where these are small. The choice is kept beside the tables.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import suppress
from itertools import combinations, zip_longest
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.budget import Budget
from solver.kernels import slide_pattern_tables as kernel
from solver.model import Progress
from solver.slide.bounds.build import TableBuild
from solver.slide.bounds.cache import table_name
from solver.slide.bounds.distance import distances
from solver.slide.bounds.pattern_tables import MOVED, Partition, moved, placements
from solver.slide.labelling import LabelledPuzzle
from solver.slide.symmetry import goal_symmetries

PAIRS = 30_000_000
"""Placements of pairs looked at, times cells: those nearest to each other; others gain next to nothing."""
SMALL = 20_000
"""Placements of a pair at most."""
NEARER = 150.0, 30.0
"""Worth of each step that a pair of a group is nearer, times cells cubed, for each further piece of the group: three
and more near each other gain more than their pairs do. Of what was tried the first makes the best partitions of six
grids; on graphs with few edges the second often does."""
STARTS = 12
"""Partitions to climb from."""
COMPARED = 2
"""Partitions by either that are compared by their own tables,"""
BUILT = 110_000_000
"""as many as take tables of so many placements together, times cells: some tenths of a second."""

Choosing = Generator[Progress, None, Partition]
Gains = NDArray[np.float64]


def choose_partition(labelled: LabelledPuzzle, most: int, folder: Path | None, budget: Budget) -> Choosing:
    """Choose groups of at most `most` placements, or take the choice from the folder; leave it there.

    Where there is no room to compare, pieces near to each other share a table.
    """
    found = load_partition(labelled, most, folder)
    if found is not None:
        return found
    gains = np.zeros((len(labelled.counts),) * 2)
    found = candidate_partitions(labelled, most, gains)[0]
    if len(found) > 1:
        with suppress(MemoryError):
            yield from _gains(labelled, gains, budget)
            likely = []
            for nearer in NEARER:
                likely.append(candidate_partitions(labelled, most, gains, nearer)[:COMPARED])
                yield budget.progress()
            in_turn = [partition for pair in zip_longest(*likely) for partition in pair if partition is not None]
            found = yield from _best(labelled, [*in_turn, found], budget)
    if folder is not None:
        numbers = np.full(len(labelled.counts), -1, np.int64)
        for number, group in enumerate(found):
            numbers[list(group)] = number
        with suppress(OSError):
            tables.save(folder, table_name(labelled, most), numbers)
    return found


def load_partition(labelled: LabelledPuzzle, most: int, folder: Path | None) -> Partition | None:
    """The groups chosen before, if the folder says so."""
    numbers = None if folder is None else tables.load(folder, table_name(labelled, most))
    if numbers is None:
        return None
    return tuple(tuple(np.flatnonzero(numbers == number).tolist()) for number in range(int(numbers.max()) + 1))


def _gains(labelled: LabelledPuzzle, gains: Gains, budget: Budget) -> Generator[Progress, None, None]:
    """Write into `gains` what nearby pairs of labels cost more in the mean than each label alone."""
    homes = {label: [cell for cell, want in enumerate(labelled.goal) if want == label] for label in set(labelled.goal)}
    steps = distances(labelled.board)
    asked = [label for label in sorted(homes) if label > 0 and placements(labelled, (label,)) <= SMALL]
    pairs = [pair for pair in combinations(asked, 2) if placements(labelled, pair) <= SMALL]
    pairs.sort(key=lambda pair: (steps[np.ix_(homes[pair[0]], homes[pair[1]])].mean(), pair))
    alone = {}
    for label in asked:
        alone[label] = yield from _mean(labelled, (label,), budget)
    work = np.cumsum([labelled.cells * placements(labelled, pair) for pair in pairs])
    for one, other in pairs[: int(np.searchsorted(work, PAIRS, "right"))]:
        both = yield from _mean(labelled, (one, other), budget)
        gains[one, other] = gains[other, one] = both - alone[one] - alone[other]


def _best(labelled: LabelledPuzzle, found: list[Partition], budget: Budget) -> Choosing:
    """The partition whose tables cost most in the mean, by building them; the first if that takes too long."""
    groups: set[tuple[int, ...]] = set()
    compared = []
    for partition in dict.fromkeys(found):
        groups.update(partition)
        if labelled.cells * sum(placements(labelled, group) for group in groups) > BUILT:
            break
        compared.append(partition)
    if len(compared) < 2:
        return found[0]
    means = {}
    for group in sorted({group for partition in compared for group in partition}):
        means[group] = yield from _mean(labelled, group, budget)
    return max(compared, key=lambda partition: sum(means[group] for group in partition))


def _mean(labelled: LabelledPuzzle, group: tuple[int, ...], budget: Budget) -> Generator[Progress, None, float]:
    """Mean cost of all placements of a group that can reach the goal."""
    table = np.empty(placements(labelled, group), np.uint8)
    budget.reserve(table.nbytes)
    try:
        table[:] = kernel.UNREACHED
        yield from TableBuild(labelled, group, table, budget).run()
    finally:
        budget.release(table.nbytes)
    costs = np.bincount(table, minlength=256)[: kernel.UNREACHED]
    return float(costs @ np.arange(kernel.UNREACHED)) / max(1, int(costs.sum()))


def candidate_partitions(labelled: LabelledPuzzle, most: int, gains: Gains, nearer: float = 1.0) -> list[Partition]:
    """Partitions into groups of at most `most` placements, the best first; of mirror images only one.

    Parameters
    ----------
    gains
        float64 (labels, labels): what each pair of labels gains in one group.
    nearer
        See `NEARER`.
    """
    steps = np.minimum(distances(labelled.board), labelled.cells)
    homes = np.array([[want == label for want in labelled.goal] for label in range(len(labelled.counts))], np.int64)
    pieces = np.maximum(homes.sum(axis=1), 1)
    away = -(homes @ steps @ homes.T) / pieces / pieces[:, None]
    np.fill_diagonal(away, 0)
    asked = sorted({want for want in labelled.goal if want > 0})
    left = [label for label in asked if comb(labelled.cells, labelled.counts[label]) <= most]
    if not left:
        return [()]
    further = (
        max(sum(labelled.counts[label] for label in group) for group in _grow(labelled, most, away, left, left[0])) - 2
    )
    worth = gains + nearer / labelled.cells**3 * max(further, 1) * away
    firsts = sorted(left, key=lambda label: (worth[label, left].sum(), label))[:: -(-len(left) // STARTS)]
    images = _images(labelled)
    found: dict[Partition, float] = {}
    for first in firsts:
        partition = _climb(labelled, _grow(labelled, most, worth, left, first), worth)
        least = min(_renamed(partition, image) for image in images)
        found[least] = sum(float(worth[np.ix_(group, group)].sum()) for group in partition)
    return sorted(found, key=lambda partition: (-round(found[partition], 9), partition))


def _grow(labelled: LabelledPuzzle, most: int, worth: Gains, labels: list[int], first: int) -> list[list[int]]:
    """Fill one group after another with what suits it best; each begins with the label that suits the others least."""
    left, partition = set(labels), []
    while left:
        group = [first]
        left.remove(first)
        while left:
            best = max(sorted(left), key=lambda label: worth[label, group].sum())
            if placements(labelled, (*group, best)) > most or moved(labelled, (*group, best)) > MOVED:
                break
            group.append(best)
            left.remove(best)
        partition.append(group)
        first = min(sorted(left), key=lambda label: worth[label, sorted(left)].sum(), default=0)
    return partition


def _climb(labelled: LabelledPuzzle, partition: list[list[int]], worth: Gains) -> Partition:
    """Swap labels of two groups, the best swap each time, until none gains."""
    labels = np.array([label for group in partition for label in group])
    group_of = np.array([number for number, group in enumerate(partition) for _ in group])
    counts = np.array(labelled.counts)[labels]
    pair = worth[np.ix_(labels, labels)]
    rows = np.arange(len(labels))
    fits = counts[:, None] == counts
    while True:
        sums = pair @ np.eye(len(partition))[group_of]
        gain = sums[:, group_of] - sums[rows, group_of][:, None]
        gain = np.where(fits & (group_of[:, None] != group_of), gain + gain.T - 2 * pair, 0)
        one, other = np.unravel_index(int(gain.argmax()), gain.shape)
        if gain[one, other] < 1e-9:
            break
        group_of[one], group_of[other] = group_of[other], group_of[one]
    return _sorted(labels[group_of == number].tolist() for number in range(len(partition)))


def _images(labelled: LabelledPuzzle) -> list[dict[int, int]]:
    """How mirror images rename the labels."""
    return [
        {label: labelled.goal[image[cell]] for cell, label in enumerate(labelled.goal)}
        for image in goal_symmetries(labelled)
    ]


def _renamed(partition: Partition, image: dict[int, int]) -> Partition:
    return _sorted([image[label] for label in group] for group in partition)


def _sorted(partition: Iterable[Iterable[int]]) -> Partition:
    return tuple(sorted((tuple(sorted(group)) for group in partition), key=lambda group: (-len(group), group)))

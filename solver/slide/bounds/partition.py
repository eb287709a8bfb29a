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
from solver.slide.bounds.build import Filling
from solver.slide.bounds.cache import name
from solver.slide.bounds.distance import distances
from solver.slide.bounds.pattern_tables import MOVED, Groups, moved, placements
from solver.slide.labelling import LabelledPuzzle
from solver.slide.symmetry import mirrors

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

Choosing = Generator[Progress, None, Groups]
Gains = NDArray[np.float64]


def chosen(labelled: LabelledPuzzle, most: int, folder: Path | None, budget: Budget) -> Choosing:
    """Choose groups of at most `most` placements, or take the choice from the folder; leave it there.

    Where there is no room to compare, pieces near to each other share a table.
    """
    found = known(labelled, most, folder)
    if found is not None:
        return found
    gains = np.zeros((len(labelled.many),) * 2)
    found = partitions(labelled, most, gains)[0]
    if len(found) > 1:
        with suppress(MemoryError):
            yield from _gains(labelled, gains, budget)
            likely = []
            for nearer in NEARER:
                likely.append(partitions(labelled, most, gains, nearer)[:COMPARED])
                yield budget.progress()
            in_turn = [groups for pair in zip_longest(*likely) for groups in pair if groups is not None]
            found = yield from _best(labelled, [*in_turn, found], budget)
    if folder is not None:
        numbers = np.full(len(labelled.many), -1, np.int64)
        for number, part in enumerate(found):
            numbers[list(part)] = number
        with suppress(OSError):
            tables.save(folder, name(labelled, most), numbers)
    return found


def known(labelled: LabelledPuzzle, most: int, folder: Path | None) -> Groups | None:
    """The groups chosen before, if the folder says so."""
    numbers = None if folder is None else tables.load(folder, name(labelled, most))
    if numbers is None:
        return None
    return tuple(tuple(np.flatnonzero(numbers == number).tolist()) for number in range(int(numbers.max()) + 1))


def _gains(labelled: LabelledPuzzle, gains: Gains, budget: Budget) -> Generator[Progress, None, None]:
    """Write into `gains` what nearby pairs of ranks cost more in the mean than each rank alone."""
    homes = {rank: [cell for cell, want in enumerate(labelled.goal) if want == rank] for rank in set(labelled.goal)}
    steps = distances(labelled.board)
    asked = [rank for rank in sorted(homes) if rank > 0 and placements(labelled, (rank,)) <= SMALL]
    pairs = [pair for pair in combinations(asked, 2) if placements(labelled, pair) <= SMALL]
    pairs.sort(key=lambda pair: (steps[np.ix_(homes[pair[0]], homes[pair[1]])].mean(), pair))
    alone = {}
    for rank in asked:
        alone[rank] = yield from _mean(labelled, (rank,), budget)
    work = np.cumsum([labelled.cells * placements(labelled, pair) for pair in pairs])
    for one, other in pairs[: int(np.searchsorted(work, PAIRS, "right"))]:
        both = yield from _mean(labelled, (one, other), budget)
        gains[one, other] = gains[other, one] = both - alone[one] - alone[other]


def _best(labelled: LabelledPuzzle, found: list[Groups], budget: Budget) -> Choosing:
    """The partition whose tables cost most in the mean, by building them; the first if that takes too long."""
    parts: set[tuple[int, ...]] = set()
    compared = []
    for groups in dict.fromkeys(found):
        parts.update(groups)
        if labelled.cells * sum(placements(labelled, part) for part in parts) > BUILT:
            break
        compared.append(groups)
    if len(compared) < 2:
        return found[0]
    means = {}
    for part in sorted({part for groups in compared for part in groups}):
        means[part] = yield from _mean(labelled, part, budget)
    return max(compared, key=lambda groups: sum(means[part] for part in groups))


def _mean(labelled: LabelledPuzzle, part: tuple[int, ...], budget: Budget) -> Generator[Progress, None, float]:
    """Mean cost of all placements of a group that can reach the goal."""
    table = np.empty(placements(labelled, part), np.uint8)
    budget.reserve(table.nbytes)
    try:
        table[:] = kernel.DEAD
        yield from Filling(labelled, part, table, budget).fill()
    finally:
        budget.release(table.nbytes)
    costs = np.bincount(table, minlength=256)[: kernel.DEAD]
    return float(costs @ np.arange(kernel.DEAD)) / max(1, int(costs.sum()))


def partitions(labelled: LabelledPuzzle, most: int, gains: Gains, nearer: float = 1.0) -> list[Groups]:
    """Partitions into groups of at most `most` placements, the best first; of mirror images only one.

    Parameters
    ----------
    gains
        float64 (ranks, ranks): what each pair of ranks gains in one group.
    nearer
        See `NEARER`.
    """
    steps = np.minimum(distances(labelled.board), labelled.cells)
    homes = np.array([[want == rank for want in labelled.goal] for rank in range(len(labelled.many))], np.int64)
    pieces = np.maximum(homes.sum(axis=1), 1)
    away = -(homes @ steps @ homes.T) / pieces / pieces[:, None]
    np.fill_diagonal(away, 0)
    asked = sorted({want for want in labelled.goal if want > 0})
    left = [rank for rank in asked if comb(labelled.cells, labelled.many[rank]) <= most]
    if not left:
        return [()]
    further = max(sum(labelled.many[rank] for rank in part) for part in _grow(labelled, most, away, left, left[0])) - 2
    worth = gains + nearer / labelled.cells**3 * max(further, 1) * away
    firsts = sorted(left, key=lambda rank: (worth[rank, left].sum(), rank))[:: -(-len(left) // STARTS)]
    images = _images(labelled)
    found: dict[Groups, float] = {}
    for first in firsts:
        parts = _climb(labelled, _grow(labelled, most, worth, left, first), worth)
        least = min(_renamed(parts, image) for image in images)
        found[least] = sum(float(worth[np.ix_(part, part)].sum()) for part in parts)
    return sorted(found, key=lambda parts: (-round(found[parts], 9), parts))


def _grow(labelled: LabelledPuzzle, most: int, worth: Gains, ranks: list[int], first: int) -> list[list[int]]:
    """Fill one group after the other with what suits it best; each begins with the rank that suits the others least."""
    left, parts = set(ranks), []
    while left:
        part = [first]
        left.remove(first)
        while left:
            best = max(sorted(left), key=lambda rank: worth[rank, part].sum())
            if placements(labelled, (*part, best)) > most or moved(labelled, (*part, best)) > MOVED:
                break
            part.append(best)
            left.remove(best)
        parts.append(part)
        first = min(sorted(left), key=lambda rank: worth[rank, sorted(left)].sum(), default=0)
    return parts


def _climb(labelled: LabelledPuzzle, parts: list[list[int]], worth: Gains) -> Groups:
    """Swap ranks of two groups, the best swap each time, until none gains."""
    ranks = np.array([rank for part in parts for rank in part])
    group = np.array([number for number, part in enumerate(parts) for _ in part])
    many = np.array(labelled.many)[ranks]
    pair = worth[np.ix_(ranks, ranks)]
    rows = np.arange(len(ranks))
    fits = many[:, None] == many
    while True:
        sums = pair @ np.eye(len(parts))[group]
        gain = sums[:, group] - sums[rows, group][:, None]
        gain = np.where(fits & (group[:, None] != group), gain + gain.T - 2 * pair, 0)
        one, other = np.unravel_index(int(gain.argmax()), gain.shape)
        if gain[one, other] < 1e-9:
            break
        group[one], group[other] = group[other], group[one]
    return _sorted(ranks[group == number].tolist() for number in range(len(parts)))


def _images(labelled: LabelledPuzzle) -> list[dict[int, int]]:
    """How mirror images rename the ranks."""
    return [
        {rank: labelled.goal[image[cell]] for cell, rank in enumerate(labelled.goal)} for image in mirrors(labelled)
    ]


def _renamed(parts: Groups, image: dict[int, int]) -> Groups:
    return _sorted([image[rank] for rank in part] for part in parts)


def _sorted(parts: Iterable[Iterable[int]]) -> Groups:
    return tuple(sorted((tuple(sorted(part)) for part in parts), key=lambda part: (-len(part), part)))

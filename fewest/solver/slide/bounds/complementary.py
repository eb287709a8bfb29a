"""Choose partitions that complement each other: where one bounds a position badly, another should bound it well.

A search takes the maximum of their bounds (Holte et al., 2006). The choice is made for a random sample of positions.
Small tables of all pairs of labels predict the bound of a partition for each of them. From a first partition, the
labels of two groups, or of all, are repeatedly divided in another way, so that the mean of the greatest prediction
grows most per new group: a group that several partitions share needs one table and one lookup. Groups found for one
part of the labels combine with all groups found for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.solver import tables
from fewest.solver.budget import Budget
from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.kernels.slide_ida_star_excess import MAX_GROUPS, MAX_PARTITIONS
from fewest.solver.model import Slices
from fewest.solver.slide.bounds.build import TableBuild
from fewest.solver.slide.bounds.cache import table_name
from fewest.solver.slide.bounds.distance import distances
from fewest.solver.slide.bounds.excess import table_entries
from fewest.solver.slide.bounds.partition import choose_partition
from fewest.solver.slide.bounds.pattern_tables import Partition, placements
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.slide.symmetry import goal_symmetries

Matrix: TypeAlias = NDArray[np.float32]
Group: TypeAlias = tuple[int, ...]

SAMPLE = 300
"""Positions for which bounds are predicted."""
CLOSENESS_WEIGHT = 450.0
"""As ``partition.CLOSENESS_WEIGHTS``: three and more close pieces gain more than their pairs do. Of compact groups of
six pieces of the 24-puzzle, the excesses of all pairs together make only half of the group's."""
SPREAD = 0.4
"""Share of a pair's gain that depends on the position; the rest is its mean. With more spread, the greatest of several
predictions is more often the one with the largest error, and the groups are less compact."""
STARTS = 3
"""Divisions from which to climb."""


class Size(NamedTuple):
    """Limits on the tables of several partitions.

    Attributes
    ----------
    table_bytes
        Bytes of the table of one group at most.
    groups
        Different groups at most, in all partitions together.
    """

    table_bytes: int
    groups: int


def choose_partitions(
    labelled: LabelledPuzzle, size: Size, folder: Path | None, budget: Budget
) -> Slices[tuple[Partition, ...] | None]:
    """Choose partitions, or load the choice from the folder; save it there.

    Parameters
    ----------
    labelled
        A puzzle for which ``excess.applies``.

    Returns
    -------
    tuple of partitions or None
        None if even one partition has more groups than allowed.
    """
    found = load_partitions(labelled, size, folder)
    if found is not None:
        return found
    pieces = largest_group(labelled, size.table_bytes)
    first = yield from choose_partition(labelled, table_entries(labelled.cells, pieces), folder, budget)
    # The sums of a partition share one byte, see the kernel.
    if len(first) > min(size.groups, MAX_GROUPS):
        return None
    gains = yield from _predicted_gains(labelled, pieces, budget)
    # Begin with the best single partition: the others only have to be better where it is weak.
    chosen: list[Partition] = [tuple(sorted(first))]
    # Fixed seeds: every process chooses the same partitions, and finds the tables of the others.
    shuffle = np.random.default_rng(0)
    while (more := (yield from _next_groups(gains, chosen, size.groups, shuffle, budget))) is not None:
        chosen = more
    if folder is not None:
        group_of = np.full((len(chosen), len(labelled.counts)), -1, np.int64)
        for row, partition in zip(group_of, chosen, strict=True):
            for number, group in enumerate(partition):
                row[list(group)] = number
        with suppress(OSError):
            tables.save(folder, _name(labelled, size), group_of)
    return tuple(chosen)


def load_partitions(labelled: LabelledPuzzle, size: Size, folder: Path | None) -> tuple[Partition, ...] | None:
    """The partitions chosen before, if the folder has them."""
    rows = None if folder is None else tables.load(folder, _name(labelled, size))
    if rows is None:
        return None
    return tuple(
        tuple(tuple(np.flatnonzero(row == number).tolist()) for number in range(int(row.max()) + 1)) for row in rows
    )


def largest_group(labelled: LabelledPuzzle, table_bytes: int) -> int:
    """Pieces of the largest group whose table of excesses has at most so many bytes."""
    pieces = 1
    while pieces < labelled.cells - 1 and table_entries(labelled.cells, pieces + 1) <= 2 * table_bytes:
        pieces += 1
    return pieces


def _name(labelled: LabelledPuzzle, size: Size) -> str:
    return table_name(labelled, ("complementary", *size))


def _next_groups(
    gains: Matrix, chosen: list[Partition], max_groups: int, shuffle: np.random.Generator, budget: Budget
) -> Slices[list[Partition] | None]:
    """Divide some labels of one partition in another way; return the new partitions, None if no division gains."""
    pool = sorted({group for partition in chosen for group in partition})
    best = np.maximum.reduce([_greatest(_prediction(gains, partition)) for partition in chosen])
    most_gained, found = 0.0, None
    for partition in chosen:
        for kept in _parts_to_keep(partition):
            divided = [group for group in partition if group not in kept]
            for _ in range(STARTS):
                groups = _divide(gains, divided, _prediction(gains, kept), best, shuffle)
                new = [group for group in groups if group not in pool]
                yield budget.progress()
                if new and len(pool) + len(new) <= max_groups:
                    partitions, mean = _most_useful(gains, [*pool, *new], chosen[0])
                    # Per new group, because each takes a table and lookups.
                    gained = (mean - float(best.mean())) / len(new)
                    if gained > most_gained:
                        most_gained = gained
                        found = partitions
    return found


def _predicted_gains(labelled: LabelledPuzzle, largest: int, budget: Budget) -> Slices[Matrix]:
    """The gain in the bound of each sampled position if a pair of labels shares a group.

    Returns
    -------
    float32 (images * positions, labels, labels)
        Moves; symmetric, zeros on the diagonal. The sampled positions, then their images under each symmetry.
    """
    cells = labelled.cells
    labels = len(labelled.counts)
    distance = distances(labelled.board)
    goal_cell = [labelled.goal.index(label) if label in labelled.goal else -1 for label in range(labels)]
    shuffle = np.random.default_rng(0)
    sample = np.array([shuffle.permutation(cells)[:labels] for _ in range(SAMPLE)])
    images = []
    for image in goal_symmetries(labelled):
        # The label that stands for each one in the image.
        renamed = [labelled.goal[image[cell]] if cell >= 0 else label for label, cell in enumerate(goal_cell)]
        images.append(np.array(image)[sample][:, np.argsort(renamed)])
    cell_of = np.concatenate(images)
    gains = np.zeros((len(cell_of), labels, labels), np.float32)
    for one, other in combinations([label for label in range(1, labels) if goal_cell[label] >= 0], 2):
        table = np.empty(placements(labelled, (one, other)), np.uint8)
        # Positional tables have indices that belong to no placement.
        table[:] = UNREACHED
        yield from TableBuild(labelled, (one, other), table, budget).run()
        bound = table[cell_of[:, one] * cells + cell_of[:, other]].astype(np.float32)
        bound -= distance[goal_cell[one], cell_of[:, one]] + distance[goal_cell[other], cell_of[:, other]]
        bound = bound.mean() + SPREAD * (bound - bound.mean())
        apart = distance[goal_cell[one], goal_cell[other]]
        bound -= CLOSENESS_WEIGHT / cells**3 * max(largest - 2, 1) * float(apart)
        gains[:, one, other] = gains[:, other, one] = bound
    return gains


def _prediction(gains: Matrix, groups: Partition) -> Matrix:
    """Predicted bound of every position by some groups, beyond the distances: float32 (images * positions,)."""
    total = np.zeros(len(gains), np.float32)
    for group in groups:
        labels = np.array(group)
        total += gains[:, labels[:, None], labels].sum(axis=(1, 2)) / 2
    return total


def _greatest(predictions: Matrix) -> Matrix:
    """The greatest prediction over the images of every position: float32 (positions, …)."""
    greatest: Matrix = np.maximum.reduce(predictions.reshape(-1, SAMPLE, *predictions.shape[1:]))
    return greatest


def _parts_to_keep(partition: Partition) -> Iterator[Partition]:
    """The groups of a partition that may stay while the rest is divided again: none, or all but two."""
    yield ()
    for pair in combinations(partition, 2):
        if len(partition) > 2:
            yield tuple(group for group in partition if group not in pair)


def _divide(gains: Matrix, groups: list[Group], fixed: Matrix, best: Matrix, shuffle: np.random.Generator) -> Partition:
    """Divide the labels of some groups again, by hill climbing from a random division.

    Make the best swap of two labels until the mean excess of the predictions over ``best`` no longer grows. ``fixed``
    is the prediction of the groups that stay.
    """
    labels = np.array(sorted(label for group in groups for label in group))
    sizes = [len(group) for group in groups]
    group_of = shuffle.permutation(np.repeat(np.arange(len(groups)), sizes))
    pair = np.ascontiguousarray(gains[:, labels[:, None], labels])
    value = -np.inf
    while True:
        members = np.eye(len(groups), dtype=np.float32)[group_of]
        sums = pair @ members
        own = sums[:, np.arange(len(labels)), group_of]
        # A swap counts the pair twice, though the other label leaves.
        move = sums[:, :, group_of] - own[:, :, None]
        after = own.sum(axis=1)[:, None, None] / 2 + move + move.transpose(0, 2, 1) - 2 * pair
        after = _greatest(after + fixed[:, None, None])
        mean = np.maximum(after - best[:, None, None], 0).mean(axis=0)
        mean[group_of[:, None] == group_of] = -np.inf
        one, other = np.unravel_index(int(mean.argmax()), mean.shape)
        if mean[one, other] <= value + 1e-6:
            break
        value = float(mean[one, other])
        group_of[one], group_of[other] = group_of[other], group_of[one]
    return tuple(tuple(labels[group_of == number].tolist()) for number in range(len(groups)))


def _covers(pool: list[Group], left: frozenset[int]) -> Iterator[Partition]:
    """All partitions of the labels left into groups of the pool."""
    if not left:
        yield ()
        return
    least = min(left)
    for group in pool:
        if least in group and left.issuperset(group):
            for rest in _covers(pool, left.difference(group)):
                yield (group, *rest)


def _most_useful(gains: Matrix, pool: list[Group], first: Partition) -> tuple[list[Partition], float]:
    """Up to ``MAX_PARTITIONS`` partitions into groups of the pool, each the one that adds most to those before it.

    Returns
    -------
    partitions
        ``first``, then the others.
    mean
        Mean of their greatest predictions.
    """
    covers = {tuple(sorted(cover)) for cover in _covers(pool, frozenset(label for group in first for label in group))}
    left = {cover: _greatest(_prediction(gains, cover)) for cover in sorted(covers)}
    chosen = [first]
    best = left.pop(first)
    while left and len(chosen) < MAX_PARTITIONS:
        partition = max(left, key=lambda cover: float(np.maximum(left[cover], best).mean()))
        best = np.maximum(best, left.pop(partition))
        chosen.append(partition)
    return chosen, float(best.mean())

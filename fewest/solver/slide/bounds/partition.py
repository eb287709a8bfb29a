"""Choose which labels share a pattern table: the partition with the greatest mean bound.

The mean is taken over all placements that can reach the goal. For pairs of labels, small tables give it quickly. The
gain of the pairs of a group over their single labels predicts the value of a partition. Hill climbing by swaps improves
greedy partitions on this prediction, and the best few are compared by their own tables if these are small. The choice
is stored in the folder of the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import combinations, zip_longest
from math import comb
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fewest.solver import tables
from fewest.solver.budget import Budget
from fewest.solver.kernels.bits import UNREACHED
from fewest.solver.model import Slices
from fewest.solver.slide.bounds.build import TableBuild
from fewest.solver.slide.bounds.cache import table_name
from fewest.solver.slide.bounds.distance import distances
from fewest.solver.slide.bounds.pattern_tables import MAX_SLIDE_ENTRIES, Partition, placements, slide_entries
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.slide.symmetry import goal_symmetries

PAIRS = 30_000_000
"""Placements of all pairs whose gain is measured, times cells. The closest pairs come first; others gain little."""
PAIR_PLACEMENTS = 20_000
"""Most placements of one pair whose gain is measured."""
CLOSENESS_WEIGHTS = 150.0, 30.0
"""Three and more close pieces gain more than their pairs do. So the score of a pair also rises by ``weight / cells**3``
moves with every step that its goal cells are closer, times the pieces that its group may have beside it. The exponent
and both weights were found by trial: the first makes the best partitions of grids, the second often those of graphs
with few edges."""
STARTS = 12
"""Greedy partitions from which to climb."""
FINALISTS = 2
"""Partitions per weight that are compared by their own tables."""
FINALIST_PLACEMENTS = 110_000_000
"""Most placements of all tables built to compare partitions, times cells: some tenths of a second."""

Matrix: TypeAlias = NDArray[np.float64]


def choose_partition(
    labelled: LabelledPuzzle, max_placements: int, folder: Path | None, budget: Budget
) -> Slices[Partition]:
    """Choose groups of at most ``max_placements`` placements, or load the choice from the folder; save it there.

    If memory does not suffice to measure gains, labels close to each other share a table.
    """
    found = load_partition(labelled, max_placements, folder)
    if found is not None:
        return found
    # Without gains, only closeness counts.
    gains = np.zeros((len(labelled.counts),) * 2)
    (found, *_) = yield from candidate_partitions(labelled, max_placements, gains, budget)
    # A single group needs no choice.
    if len(found) > 1:
        with suppress(MemoryError):
            yield from _measure_gains(labelled, gains, budget)
            finalists = []
            for weight in CLOSENESS_WEIGHTS:
                candidates = yield from candidate_partitions(labelled, max_placements, gains, budget, weight)
                finalists.append(candidates[:FINALISTS])
            in_turn = [partition for row in zip_longest(*finalists) for partition in row if partition is not None]
            found = yield from _best(labelled, [*in_turn, found], budget)
    if folder is not None:
        group_of = np.full(len(labelled.counts), -1, np.int64)
        for number, group in enumerate(found):
            group_of[list(group)] = number
        with suppress(OSError):
            tables.save(folder, table_name(labelled, max_placements), group_of)
    return found


def load_partition(labelled: LabelledPuzzle, max_placements: int, folder: Path | None) -> Partition | None:
    """The partition chosen before for groups of at most ``max_placements`` placements, if the folder has it."""
    group_of = None if folder is None else tables.load(folder, table_name(labelled, max_placements))
    if group_of is None:
        return None
    return tuple(tuple(np.flatnonzero(group_of == number).tolist()) for number in range(int(group_of.max()) + 1))


def _measure_gains(labelled: LabelledPuzzle, gains: Matrix, budget: Budget) -> Slices[None]:
    """Write into ``gains`` how much the mean bound of close pairs exceeds that of both labels alone, in moves."""
    goal_cells = {
        label: [cell for cell, want in enumerate(labelled.goal) if want == label] for label in set(labelled.goal)
    }
    distance = distances(labelled.board)
    labels = [label for label in sorted(goal_cells) if label > 0 and placements(labelled, (label,)) <= PAIR_PLACEMENTS]
    pairs = [pair for pair in combinations(labels, 2) if placements(labelled, pair) <= PAIR_PLACEMENTS]
    pairs.sort(key=lambda pair: (distance[np.ix_(goal_cells[pair[0]], goal_cells[pair[1]])].mean(), pair))
    alone = {}
    for label in labels:
        alone[label] = yield from _mean_bound(labelled, (label,), budget)
    work = np.cumsum([labelled.cells * placements(labelled, pair) for pair in pairs])
    for one, other in pairs[: int(np.searchsorted(work, PAIRS, "right"))]:
        both = yield from _mean_bound(labelled, (one, other), budget)
        gains[one, other] = gains[other, one] = both - alone[one] - alone[other]


def _best(labelled: LabelledPuzzle, candidates: list[Partition], budget: Budget) -> Slices[Partition]:
    """The partition with the greatest mean bound by its own tables; the first if building them takes too long."""
    groups: set[tuple[int, ...]] = set()
    compared = []
    for partition in dict.fromkeys(candidates):
        groups.update(partition)
        if labelled.cells * sum(placements(labelled, group) for group in groups) > FINALIST_PLACEMENTS:
            # The largest finalists would take too long to compare; those before them are the likelier ones.
            break
        compared.append(partition)
    if len(compared) < 2:
        return candidates[0]
    means = {}
    for group in sorted({group for partition in compared for group in partition}):
        means[group] = yield from _mean_bound(labelled, group, budget)
    return max(compared, key=lambda partition: sum(means[group] for group in partition))


def _mean_bound(labelled: LabelledPuzzle, group: tuple[int, ...], budget: Budget) -> Slices[float]:
    """Mean moves over all placements of a group that can reach the goal."""
    table = np.empty(placements(labelled, group), np.uint8)
    budget.reserve(table.nbytes)
    try:
        table[:] = UNREACHED
        yield from TableBuild(labelled, group, table, budget).run()
    finally:
        budget.release(table.nbytes)
    histogram = np.bincount(table, minlength=256)[:UNREACHED]
    return float(histogram @ np.arange(UNREACHED)) / max(1, int(histogram.sum()))


def candidate_partitions(
    labelled: LabelledPuzzle, max_placements: int, gains: Matrix, budget: Budget, weight: float = 1.0
) -> Slices[list[Partition]]:
    """Partitions into groups of at most ``max_placements`` placements, highest score first; only one of symmetric ones.

    Parameters
    ----------
    gains
        float64 (labels, labels): the gain of each pair of labels in one group, in moves.
    weight
        See ``CLOSENESS_WEIGHTS``.
    """
    distance = np.minimum(distances(labelled.board), labelled.cells)
    on_goal = np.array([[want == label for want in labelled.goal] for label in range(len(labelled.counts))], np.int64)
    pieces = np.maximum(on_goal.sum(axis=1), 1)
    closeness = -(on_goal @ distance @ on_goal.T) / pieces / pieces[:, None]
    np.fill_diagonal(closeness, 0)
    wanted = sorted({want for want in labelled.goal if want > 0})
    labels = [label for label in wanted if comb(labelled.cells, labelled.counts[label]) <= max_placements]
    if not labels:
        return [()]
    by_closeness = _greedy(labelled, max_placements, closeness, labels, labels[0])
    further = max(sum(labelled.counts[label] for label in group) for group in by_closeness) - 2
    score = gains + weight / labelled.cells**3 * max(further, 1) * closeness
    # Starts spread over all labels, from those that suit the others least.
    firsts = sorted(labels, key=lambda label: (score[label, labels].sum(), label))[:: -(-len(labels) // STARTS)]
    symmetries = _label_symmetries(labelled)
    found: dict[Partition, float] = {}
    for first in firsts:
        partition = _climb(labelled, _greedy(labelled, max_placements, score, labels, first), score)
        least = min(_sorted([image[label] for label in group] for group in partition) for image in symmetries)
        found[least] = sum(float(score[np.ix_(group, group)].sum()) for group in partition)
        yield budget.progress()
    # Rounded, so that the order does not depend on the order of floating-point sums.
    return sorted(found, key=lambda partition: (-round(found[partition], 9), partition))


def _greedy(
    labelled: LabelledPuzzle, max_placements: int, score: Matrix, labels: list[int], first: int
) -> list[list[int]]:
    """Fill one group after another with the best label; each begins with the label that suits the others least."""
    left = set(labels)
    partition = []
    while left:
        group = [first]
        left.remove(first)
        while left:
            best = max(sorted(left), key=lambda label: score[label, group].sum())
            if (
                placements(labelled, (*group, best)) > max_placements
                or slide_entries(labelled, (*group, best)) > MAX_SLIDE_ENTRIES
            ):
                break
            group.append(best)
            left.remove(best)
        partition.append(group)
        first = min(sorted(left), key=lambda label: score[label, sorted(left)].sum(), default=0)
    return partition


def _climb(labelled: LabelledPuzzle, partition: list[list[int]], score: Matrix) -> Partition:
    """Swap two labels of different groups and equal counts, the best swap each time, until none gains."""
    labels = np.array([label for group in partition for label in group])
    group_of = np.array([number for number, group in enumerate(partition) for _ in group])
    counts = np.array(labelled.counts)[labels]
    pair = score[np.ix_(labels, labels)]
    rows = np.arange(len(labels))
    equal_counts = counts[:, None] == counts
    while True:
        sums = pair @ np.eye(len(partition))[group_of]
        # move[a, b]: what the score gains if a goes to the group of b. A swap counts the pair twice, though b leaves.
        move = sums[:, group_of] - sums[rows, group_of][:, None]
        gain = np.where(equal_counts & (group_of[:, None] != group_of), move + move.T - 2 * pair, 0)
        one, other = np.unravel_index(int(gain.argmax()), gain.shape)
        # Sums of floats: a gain of nothing may look like a tiny one, and the climb would not end.
        if gain[one, other] < 1e-9:
            break
        group_of[one], group_of[other] = group_of[other], group_of[one]
    return _sorted(labels[group_of == number].tolist() for number in range(len(partition)))


def _label_symmetries(labelled: LabelledPuzzle) -> list[dict[int, int]]:
    """How the symmetries of board and goal permute the labels."""
    return [
        {label: labelled.goal[image[cell]] for cell, label in enumerate(labelled.goal)}
        for image in goal_symmetries(labelled)
    ]


def _sorted(partition: Iterable[Iterable[int]]) -> Partition:
    return tuple(sorted((tuple(sorted(group)) for group in partition), key=lambda group: (-len(group), group)))

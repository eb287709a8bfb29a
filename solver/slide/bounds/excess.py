"""Pattern databases of several partitions, stored as excesses over the distances: the bounds of the longest searches.

``kernels.slide_ida_star_excess`` describes excesses, and the maximum over the partitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.budget import Budget
from solver.kernels import slide_pattern_tables as kernel
from solver.model import Slices
from solver.slide.bounds.build import SLICE, TableBuild
from solver.slide.bounds.cache import NODES_PER_PLACEMENT, Table, load_or_build, table_name
from solver.slide.bounds.distance import distances
from solver.slide.bounds.pattern_tables import Partition
from solver.slide.labelling import LabelledPuzzle, two_colouring

LINE = 128
"""Entries whose bytes fill a cache line: the table of a group begins with one."""


@dataclass(frozen=True)
class ExcessDatabase:
    """Partitions of the labels, and the tables of their groups.

    Attributes
    ----------
    partitions
        The partitions; a group may be part of several.
    table
        uint8 (bytes,): the tables of ``groups(partitions)``, one after another.
    """

    partitions: tuple[Partition, ...]
    table: NDArray[np.uint8]


class ExcessBuild(TableBuild):
    """The build of one table of excesses; ``table`` is all zeros before."""

    def _fold(self, regions: kernel.Regions, nodes: kernel.Nodes, unreached: int) -> Slices[None]:
        goal, distance = self.labelled.goal, distances(self.labelled.board)
        goal_distance = np.array([distance[goal.index(label)] for label in self.labels], np.int64)
        weight = np.array(weights(self.labelled, self.labels), np.int64)
        unit_shift = excess_unit_shift(self.labelled)
        yield from self._all_sets(lambda cursor: kernel.fold_excess(
            self.group, regions, nodes.distance, goal_distance, weight, unit_shift, unreached, self.table, cursor, SLICE
        ))  # fmt: skip


def applies(labelled: LabelledPuzzle) -> bool:
    """Whether there is one empty cell, and the pieces that the goal asks for all differ."""
    asked = [label for label in labelled.goal if label > 0]
    return labelled.empty_cells == 1 and len(asked) > 1 and all(labelled.counts[label] == 1 for label in asked)


def excess_unit_shift(labelled: LabelledPuzzle) -> int:
    """Binary logarithm of the moves per unit of excess: on a bipartite board moves and distances have one parity."""
    return int(two_colouring(labelled.board) is not None)


def weights(labelled: LabelledPuzzle, group: tuple[int, ...]) -> list[int]:
    """How much the wide index of a group grows with the cell of each piece."""
    return [labelled.cells**place for place in range(len(group) - 1, -1, -1)]


def groups(partitions: tuple[Partition, ...]) -> list[tuple[int, ...]]:
    """The different groups of some partitions, in the order of their tables."""
    return sorted({group for partition in partitions for group in partition})


def first_entries(labelled: LabelledPuzzle, partitions: tuple[Partition, ...]) -> list[int]:
    """Entry where the table of each group begins; the last number is the end."""
    begins = [0]
    for group in groups(partitions):
        begins.append(begins[-1] + -(-(labelled.cells ** len(group)) // LINE) * LINE)
    return begins


def excess_database(
    labelled: LabelledPuzzle,
    partitions: tuple[Partition, ...],
    folder: Path | None,
    budget: Budget,
    threads: int = 1,
    wait: bool = True,
) -> Slices[ExcessDatabase]:
    """Load the tables of some partitions from a folder, or build them; see ``cache.pattern_database``."""

    def build() -> Table:
        begins, size = first_entries(labelled, partitions), table_bytes(labelled, partitions)
        budget.reserve(size)
        table = np.zeros(size, np.uint8)
        try:
            for group, begin in zip(groups(partitions), begins, strict=False):
                yield from ExcessBuild(labelled, group, table[begin // 2 :], budget, threads).run()
        except MemoryError:
            budget.release(len(table))
            raise
        return table

    table = (yield from load_or_build(folder, _name(labelled, partitions), build, budget, wait)).view()
    # Numba compiles once more for writable arrays.
    table.flags.writeable = False
    return ExcessDatabase(partitions, table)


def is_stored(labelled: LabelledPuzzle, partitions: tuple[Partition, ...] | None, folder: Path | None) -> bool:
    """Whether there are partitions and their tables are in the folder."""
    if partitions is None or folder is None:
        return False
    return tables.load(folder, _name(labelled, partitions)) is not None


def table_bytes(labelled: LabelledPuzzle, partitions: tuple[Partition, ...]) -> int:
    """Bytes of the tables of all groups."""
    return first_entries(labelled, partitions)[-1] // 2


def peak_bytes(labelled: LabelledPuzzle, partitions: tuple[Partition, ...]) -> int:
    """Bytes that building the tables takes at its peak, about."""
    pieces = max(map(len, groups(partitions)))
    return table_bytes(labelled, partitions) + NODES_PER_PLACEMENT * perm(labelled.cells, pieces)


def _name(labelled: LabelledPuzzle, partitions: tuple[Partition, ...]) -> str:
    return table_name(labelled, ("excess", partitions))

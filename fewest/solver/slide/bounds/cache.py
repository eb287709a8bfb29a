"""Pattern databases whose tables are built once and stored in a folder for all searches of the same board and goal."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fewest.solver import tables
from fewest.solver.budget import Budget
from fewest.solver.model import Slices
from fewest.solver.slide.bounds.build import TableBuild, fill_unreached
from fewest.solver.slide.bounds.pattern_tables import Partition, PatternDatabase, assemble, placements
from fewest.solver.slide.labelling import LabelledPuzzle
from fewest.solver.threads import ThreadPool

VERSION = 3
"""Part of a table's name. Raise it when placements are numbered or tables built differently."""
NODES_PER_PLACEMENT = 4
"""Nodes of a build for each placement, about: one per region of the empty cell. Each takes a byte."""
WAIT_SECONDS = 0.02
"""Seconds between two checks for a table that another process builds."""

Table: TypeAlias = Slices[NDArray[np.uint8]]
D = TypeVar("D")


class TablesLocked(Exception):
    """Another process builds the tables."""


def table_name(labelled: LabelledPuzzle, what: object) -> str:
    """A name for the tables of a partition, or for the partition chosen for a number of placements."""
    # Not the start: puzzles that differ only in it share their tables.
    key = (VERSION, labelled.board.adjacency, labelled.goal, labelled.counts, what)
    return "slide-" + hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class GroupTables(ABC, Generic[D]):
    """The tables of all groups of some partitions, built or not; ``D`` is their pattern database.

    Attributes
    ----------
    labelled
        The puzzle; they do not depend on its start.
    partitions
        One or several.
    """

    labelled: LabelledPuzzle
    partitions: tuple[Partition, ...]

    @property
    @abstractmethod
    def name(self) -> str:
        """Name in the folder."""

    @property
    @abstractmethod
    def bytes(self) -> int:
        """Bytes of all tables together."""

    @property
    @abstractmethod
    def peak_bytes(self) -> int:
        """Bytes that building them takes at its peak, about."""

    @abstractmethod
    def build(self, budget: Budget, pool: ThreadPool) -> Table:
        """Build the tables, one after another in one array, and reserve their bytes."""

    @abstractmethod
    def database(self, table: NDArray[np.uint8]) -> D:
        """The pattern database of the built tables."""

    def is_stored(self, folder: Path | None) -> bool:
        """Whether they are in the folder."""
        return folder is not None and tables.load(folder, self.name) is not None

    def load_or_build(self, folder: Path | None, budget: Budget, threads: int = 1, wait: bool = True) -> Slices[D]:
        """Load the tables from a folder, or build them and save them there.

        Parameters
        ----------
        folder
            None to build the tables and keep them for this search only.
        threads
            Threads to build with at most.
        wait
            Whether to wait while another process builds the tables; every progress then has ``wait_seconds``.

        Raises
        ------
        TablesLocked
            If another process builds the tables and ``wait`` is false.
        MemoryError
            If there is not enough memory to build them; reserved bytes are released.
        """
        with closing(ThreadPool(threads)) as pool:
            if folder is None or self.bytes == 0:
                table = yield from self.build(budget, pool)
            else:
                table = yield from self._from_folder(folder, budget, pool, wait)
        # Mapped tables are read-only. Numba compiles once more for writable arrays, so tables are always read-only.
        table = table.view()
        table.flags.writeable = False
        return self.database(table)

    def _from_folder(self, folder: Path, budget: Budget, pool: ThreadPool, wait: bool) -> Table:
        table = None
        while (cached := tables.load(folder, self.name)) is None:
            try:
                with tables.lock(folder, self.name) as locked:
                    # Another process may have finished them before this one got the lock.
                    if locked and tables.load(folder, self.name) is None:
                        table = yield from self.build(budget, pool)
                        return (yield from _save(folder, self.name, table, budget))
            except OSError:
                # The folder cannot be written: the tables serve this search only.
                return table if table is not None else (yield from self.build(budget, pool))
            if not locked:
                if not wait:
                    raise TablesLocked
                yield replace(budget.progress(), wait_seconds=WAIT_SECONDS)
        return cached


class CostTables(GroupTables[PatternDatabase]):
    """Tables of the costs of the groups of one partition."""

    @property
    def partition(self) -> Partition:
        """The partition."""
        return self.partitions[0]

    @property
    def name(self) -> str:
        """Named by the partition."""
        return table_name(self.labelled, self.partition)

    @property
    def bytes(self) -> int:
        """One for each placement."""
        return sum(placements(self.labelled, group) for group in self.partition)

    @property
    def peak_bytes(self) -> int:
        """The tables, and the nodes of the largest group."""
        largest = max((placements(self.labelled, group) for group in self.partition), default=0)
        return self.bytes + NODES_PER_PLACEMENT * largest

    def build(self, budget: Budget, pool: ThreadPool) -> Table:
        """Build a table per group: uint8 (placements of all groups,), in moves."""
        budget.reserve(self.bytes)
        table = np.empty(self.bytes, np.uint8)
        begin = 0
        try:
            yield from fill_unreached(table, budget, pool)
            for group in self.partition:
                end = begin + placements(self.labelled, group)
                yield from TableBuild(self.labelled, group, table[begin:end], budget, pool).run()
                begin = end
        except MemoryError:
            # The tables of this attempt are gone; smaller ones may fit.
            budget.release(len(table))
            raise
        return table

    def database(self, table: NDArray[np.uint8]) -> PatternDatabase:
        """Labels without a table are bounded by distances."""
        grouped = {label for group in self.partition for label in group}
        distance_labels = tuple(sorted({want for want in self.labelled.goal if want > 0} - grouped))
        return assemble(self.labelled, self.partition, distance_labels, table)


def _save(folder: Path, name: str, table: NDArray[np.uint8], budget: Budget) -> Table:
    """Save a table and map it: mapped bytes are shared by all processes and not charged to the search."""
    for _ in tables.save_in_chunks(folder, name, table):
        yield budget.progress()
    budget.release(table.nbytes)
    mapped = tables.load(folder, name)
    return table if mapped is None else mapped

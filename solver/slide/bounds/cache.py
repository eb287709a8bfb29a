"""Pattern databases whose tables are built once and kept in a folder for all searches of the same board and goal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.budget import Budget
from solver.model import Slices
from solver.slide.bounds.build import TableBuild, fill_unreached
from solver.slide.bounds.pattern_tables import Partition, PatternDatabase, assemble, placements
from solver.slide.labelling import LabelledPuzzle

VERSION = 3
"""Part of a table's name. Raise it when placements are numbered or tables built differently."""
NODES_PER_PLACEMENT = 4
"""Nodes of a build for each placement, about: one per region of the empty cell. Each takes a byte."""
WAIT_SECONDS = 0.02
"""Between two looks for a table that another process builds."""

Table = Slices[NDArray[np.uint8]]


class TablesLocked(Exception):
    """Another process builds the tables."""


def pattern_database(
    labelled: LabelledPuzzle,
    partition: Partition,
    folder: Path | None,
    budget: Budget,
    threads: int = 1,
    wait: bool = True,
) -> Slices[PatternDatabase]:
    """Load the tables of a partition from a folder, or build them and save them there.

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
        If there is no room to build them; what was reserved is released.
    """
    grouped = {label for group in partition for label in group}
    distance_labels = tuple(sorted({want for want in labelled.goal if want > 0} - grouped))
    table = yield from load_or_build(
        folder if partition else None,
        table_name(labelled, partition),
        lambda: _build(labelled, partition, budget, threads),
        budget,
        wait,
    )
    return assemble(labelled, partition, distance_labels, table)


def is_cached(labelled: LabelledPuzzle, partition: Partition | None, folder: Path | None) -> bool:
    """Whether there is a partition and its tables are in the folder."""
    if partition is None or folder is None:
        return False
    return tables.load(folder, table_name(labelled, partition)) is not None


def peak_bytes(labelled: LabelledPuzzle, partition: Partition) -> int:
    """Bytes that building the tables of a partition takes at its peak, about."""
    sizes = [placements(labelled, group) for group in partition]
    return sum(sizes) + NODES_PER_PLACEMENT * max(sizes, default=0)


def table_name(labelled: LabelledPuzzle, what: object) -> str:
    """Name the tables of a partition, or the partition chosen for a number of placements, by all that decides them."""
    key = (VERSION, labelled.board.adjacency, labelled.goal, labelled.counts, what)
    return "slide-" + hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()


def load_or_build(folder: Path | None, name: str, build: Callable[[], Table], budget: Budget, wait: bool) -> Table:
    """Load the tables of a name from a folder, or build them and save them there; see ``pattern_database``.

    Parameters
    ----------
    build
        Builds the tables, and reserves their bytes.
    """
    if folder is None:
        return (yield from build())
    table = None
    while (cached := tables.load(folder, name)) is None:
        try:
            with tables.lock(folder, name) as locked:
                # Another process may have finished them between the look and the lock.
                if locked and tables.load(folder, name) is None:
                    table = yield from build()
                    return (yield from _save(folder, name, table, budget))
        except OSError:
            # The folder cannot be written: the tables serve this search only.
            return table if table is not None else (yield from build())
        if not locked:
            if not wait:
                raise TablesLocked
            yield replace(budget.progress(), wait_seconds=WAIT_SECONDS)
    return cached


def _save(folder: Path, name: str, table: NDArray[np.uint8], budget: Budget) -> Table:
    """Save a table and map it: mapped bytes are shared by all processes and not charged to the search."""
    for _ in tables.save_in_chunks(folder, name, table):
        yield budget.progress()
    budget.release(table.nbytes)
    mapped = tables.load(folder, name)
    return table if mapped is None else mapped


def _build(labelled: LabelledPuzzle, partition: Partition, budget: Budget, threads: int) -> Table:
    """Build the tables of all groups, one after another in one array, uint8 (placements of all groups,)."""
    sizes = [placements(labelled, group) for group in partition]
    budget.reserve(sum(sizes))
    table, begin = np.empty(sum(sizes), np.uint8), 0
    try:
        yield from fill_unreached(table, budget)
        for group, size in zip(partition, sizes, strict=True):
            yield from TableBuild(labelled, group, table[begin : begin + size], budget, threads).run()
            begin += size
    except MemoryError:
        budget.release(len(table))
        raise
    return table

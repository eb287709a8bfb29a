"""The tables of a bound: found in a folder, or filled by breadth-first search and left there for others."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.budget import Budget
from solver.model import Progress
from solver.slide.bounds.build import TableBuild, fill_unreached
from solver.slide.bounds.pattern_tables import Partition, PatternDatabase, assemble, placements
from solver.slide.labelling import LabelledPuzzle

VERSION = 3
"""Part of a table's name; to be raised when tables are numbered or filled differently."""
SCRATCH = 4
"""Bytes that building keeps of each placement, about: a step for each region of the empty cell."""
PAUSE = 0.02
"""Seconds between two looks at a table that another process builds."""


class TablesLocked(Exception):
    """Another process builds the tables."""


def pattern_database(
    labelled: LabelledPuzzle,
    partition: Partition,
    folder: Path | None,
    budget: Budget,
    threads: int = 1,
    wait: bool = True,
) -> Generator[Progress, None, PatternDatabase]:
    """Make the bound of a partition, its tables from the folder if they are there, left there if not.

    Parameters
    ----------
    threads
        Threads to build with at most.
    wait
        Whether to wait while another process builds the tables.

    Raises
    ------
    TablesLocked
        If another process builds the tables and they are not to be waited for.
    MemoryError
        If there is no room to build them; what was booked is given back.
    """
    asked = sorted({want for want in labelled.goal if want > 0})
    loose = tuple(label for label in asked if not any(label in group for group in partition))
    if folder is None or not partition:
        table = yield from _build(labelled, partition, budget, threads)
    else:
        table = yield from _shared(labelled, partition, folder, budget, threads, wait)
    return assemble(labelled, partition, loose, table)


def is_cached(labelled: LabelledPuzzle, partition: Partition | None, folder: Path | None) -> bool:
    """Whether there is a partition and its tables are in the folder."""
    return (
        partition is not None
        and folder is not None
        and tables.load(folder, table_name(labelled, partition)) is not None
    )


def peak_bytes(labelled: LabelledPuzzle, partition: Partition) -> int:
    """Bytes that building the tables of a partition takes at its peak."""
    sizes = [placements(labelled, group) for group in partition]
    return sum(sizes) + SCRATCH * max(sizes, default=0)


def table_name(labelled: LabelledPuzzle, what: Partition | int) -> str:
    """Name the tables of a partition, or the choice of groups of a size, by all that decides them."""
    said = (VERSION, labelled.board.adjacency, labelled.goal, labelled.counts, what)
    return "slide-" + hashlib.blake2b(repr(said).encode(), digest_size=16).hexdigest()


def _shared(
    labelled: LabelledPuzzle, partition: Partition, folder: Path, budget: Budget, threads: int, wait: bool
) -> Generator[Progress, None, NDArray[np.uint8]]:
    """Take the tables from the folder, build them there, or wait for whoever does."""
    title, table = table_name(labelled, partition), None
    while (found := tables.load(folder, title)) is None:
        try:
            with tables.claim(folder, title) as ours:
                if ours and tables.load(folder, title) is None:
                    table = yield from _build(labelled, partition, budget, threads)
                    return (yield from _saved(folder, title, table, budget))
        except OSError:
            return table if table is not None else (yield from _build(labelled, partition, budget, threads))
        if not wait:
            raise TablesLocked
        time.sleep(PAUSE)
        yield budget.progress()
    return found


def _saved(
    folder: Path, title: str, table: NDArray[np.uint8], budget: Budget
) -> Generator[Progress, None, NDArray[np.uint8]]:
    """Leave a table in the folder and take it from there: mapped bytes are shared, and not the search's own."""
    steps = tables.saving(folder, title, table)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            budget.release(table.nbytes)
            kept: NDArray[np.uint8] = end.value
            return kept
        yield budget.progress()


def _build(
    labelled: LabelledPuzzle, partition: Partition, budget: Budget, threads: int
) -> Generator[Progress, None, NDArray[np.uint8]]:
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

"""The tables of a bound: found in a folder, or filled by breadth-first search and left there for others."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Generator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.kernels import slide_patterns
from solver.model import Progress
from solver.slide.contents import ANYTHING, Contents
from solver.slide.ledger import Ledger
from solver.slide.patterns import Bound, Groups, Ints, bits, layout, placements

VERSION = 1
"""Part of a table's name; to be raised when tables are numbered or filled differently."""
SLICE = 200_000
"""Placements taken up per call: some hundredths of a second."""
SCRATCH = 3
"""Words kept of each placement of the group whose table is being built."""
PAUSE = 0.02
"""Seconds between two looks at a table that another process builds."""


def bound(contents: Contents, parts: Groups, folder: Path | None, ledger: Ledger) -> Generator[Progress, None, Bound]:
    """Make the bound of a partition, its tables from the folder if they are there, left there if not."""
    asked = sorted({want for want in contents.goal if want > 0})
    loose = tuple(rank for rank in asked if not any(rank in part for part in parts))
    if folder is None or not parts:
        table = yield from _build(contents, parts, ledger)
    else:
        table = yield from _shared(contents, parts, folder, ledger)
    return layout(contents, parts, loose, table)


def kept(contents: Contents, parts: Groups, folder: Path | None) -> bool:
    """Whether the tables of a partition are in the folder."""
    return folder is not None and tables.load(folder, name(contents, parts)) is not None


def room(contents: Contents, parts: Groups) -> int:
    """Bytes that building the tables of a partition takes at its peak."""
    sizes = [placements(contents, part) for part in parts]
    return sum(sizes) + max(sizes, default=0) * SCRATCH * np.dtype(_word(contents)).itemsize


def name(contents: Contents, parts: Groups) -> str:
    """Name the tables of a partition by all that decides them."""
    said = (VERSION, contents.board.adjacency, contents.goal, contents.many, parts)
    return "slide-" + hashlib.blake2b(repr(said).encode(), digest_size=16).hexdigest()


def _shared(
    contents: Contents, parts: Groups, folder: Path, ledger: Ledger
) -> Generator[Progress, None, NDArray[np.uint8]]:
    """Take the tables from the folder, build them there, or wait for whoever does."""
    title = name(contents, parts)
    while (table := tables.load(folder, title)) is None:
        try:
            with tables.claim(folder, title) as ours:
                if ours and tables.load(folder, title) is None:
                    table = yield from _build(contents, parts, ledger)
                    steps = tables.saving(folder, title, table)
                    while True:
                        try:
                            next(steps)
                        except StopIteration as end:
                            kept: NDArray[np.uint8] = end.value
                            break
                        yield ledger.progress()
                    ledger.give_back(table.nbytes)
                    return kept
        except OSError:
            return table if table is not None else (yield from _build(contents, parts, ledger))
        time.sleep(PAUSE)
        yield ledger.progress()
    return table


def _build(contents: Contents, parts: Groups, ledger: Ledger) -> Generator[Progress, None, NDArray[np.uint8]]:
    sizes = [placements(contents, part) for part in parts]
    ledger.take(sum(sizes))
    table = np.full(sum(sizes), slide_patterns.DEAD, np.uint8)
    shape = layout(contents, parts, (), table)
    for number, part in enumerate(parts):
        begin = int(shape.offset[number])
        radix = shape.radix[shape.first[number] : shape.first[number + 1]]
        numbering = (radix, np.int64(shape.apart[number]), shape.choose)
        yield from _fill(contents, part, numbering, table[begin : begin + sizes[number]], ledger)
    return table


def _fill(
    contents: Contents,
    part: tuple[int, ...],
    numbering: tuple[Ints, np.int64, Ints],
    table: NDArray[np.uint8],
    ledger: Ledger,
) -> Generator[Progress, None, None]:
    beside = np.array([bits(row) for row in contents.board.adjacency], np.int64)
    many = np.array([contents.many[rank] for rank in part], np.int64)
    must = np.array([bits(c for c, want in enumerate(contents.goal) if want == rank) for rank in part], np.int64)
    never = np.array(
        [bits(c for c, want in enumerate(contents.goal) if want not in (rank, ANYTHING)) for rank in part], np.int64
    )
    known = contents.goal.count(0) == contents.empty_cells
    empty = bits(c for c, want in enumerate(contents.goal) if want == 0 or (want == ANYTHING and not known))
    word = _word(contents)
    scratch = len(table) * SCRATCH * np.dtype(word).itemsize
    ledger.take(scratch)
    fresh, seen = np.zeros((len(table), 2), word), np.zeros(len(table), word)
    several = contents.empty_cells != 1
    state = np.zeros(4, np.int64)
    arrays = (many, *numbering)
    code = slide_patterns.SPENT
    while code == slide_patterns.SPENT:
        code = slide_patterns.seed(beside, *arrays, must, never, np.int64(empty), several, fresh, state, 2 * SLICE)
        yield ledger.progress()
    state[:] = 0
    code = slide_patterns.SPENT
    while code == slide_patterns.SPENT:
        done = int(state[slide_patterns.DONE])
        code = slide_patterns.spread(beside, *arrays, several, fresh, seen, table, state, SLICE)
        ledger.nodes += int(state[slide_patterns.DONE]) - done
        yield ledger.progress()
    ledger.give_back(scratch)


def _word(contents: Contents) -> type[np.uint16] | type[np.int64]:
    """Type of a set of cells while a table is built."""
    return np.uint16 if contents.cells <= 16 else np.int64

"""Beams: which positions of a level they keep, and that searches with threads end when they are closed."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from fewest.solver.jump.board import Words
from fewest.solver.jump.search.beam import _first
from fewest.solver.jump.search.driver import search
from fewest.solver.jump.search.plan import Plan
from fewest.solver.jump.words import pack, unpack, word_type
from fewest.solver.model import Limits, Want
from tests.jump_puzzles import ENGLISH, run, single

PUZZLE = single(ENGLISH, "orthogonal", 16, 16)

EARLY = Plan(learn_nodes=2_000, select_nodes=5_000, trial_share=1, trial_nodes=100, beam_widths=(50, 200, 1000))
"""Bounds are improved and beams run early."""


def positions(holes: int) -> Words:
    """Different positions of a board, in a random order."""
    random = np.random.default_rng(2)
    some = {int.from_bytes(random.bytes(12), "big") % (1 << holes) for _ in range(1000)}
    return pack(list(some), word_type(holes))


@pytest.mark.parametrize("width", [1, 7, 400, 999, 1000, 5000])
@pytest.mark.parametrize("holes", [40, 81])
def test_a_beam_keeps_the_first(holes: int, width: int) -> None:
    """A beam keeps the positions of the smallest ranks, of equal ones the smallest numbers."""
    words = positions(holes)
    ranks = np.random.default_rng(3).integers(0, 5, words.size).astype(float)
    kept, their_ranks = _first(words, ranks, width)
    ordered = sorted(zip(ranks.tolist(), unpack(words), strict=True))
    assert sorted(zip(their_ranks.tolist(), unpack(kept), strict=True)) == ordered[:width]


@pytest.mark.parametrize("nodes", [1, 20_000, 60_000, 100_000])
def test_a_closed_search_leaves_no_thread(nodes: int) -> None:
    """A search with threads that is closed between two slices, wherever it is, leaves no thread running."""
    before = set(threading.enumerate())
    slices = search(PUZZLE, Want.COUNT, Limits(), 2, plan=EARLY)
    for progress in slices:
        if progress.nodes >= nodes:
            break
    slices.close()
    assert set(threading.enumerate()) == before


def test_threads_find_the_same() -> None:
    """Searches that improve their bounds early have the same answers with any number of threads."""
    plan = replace(EARLY, chunk=1 << 12)
    assert len({repr(run(PUZZLE, Want.ONE, threads=threads, plan=plan)[0]) for threads in (1, 2, 3, 2)}) == 1

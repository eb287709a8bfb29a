"""Beam searches by chance."""

from __future__ import annotations

import numpy as np

from benchmarks.shorten import by_chance
from solver.jump.search.beam import beam_search, by_bound
from solver.model import Solution
from solver.slices import finish
from solver.verify import replay
from tests.jump_puzzles import prepared, single

TRIANGLE = single(tuple("." * side for side in range(1, 9)), "triangular", 12, 12)


def beam(seed: int | None) -> Solution | None:
    """The solution of a beam, by chance unless there is no seed."""
    context = prepared(TRIANGLE)
    rank = by_bound if seed is None else by_chance(np.random.default_rng(seed))
    return finish(beam_search(context, 1000, context.instance.max_length, rank))


def test_beams_by_chance_are_shorter() -> None:
    """The shortest of four solutions by chance has fewer moves than the other; the same seed finds the same again."""
    plain, found = beam(None), [beam(seed) for seed in range(4)]
    solutions = [solution for solution in (plain, *found) if solution is not None]
    for solution in solutions:
        replay(TRIANGLE, solution)
    assert plain is not None
    assert min(map(len, solutions)) < len(plain)
    assert beam(0) == found[0]
    assert len(set(found)) > 1

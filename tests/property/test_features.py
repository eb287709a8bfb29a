"""Features against brute force, on random small boards of all kinds."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ulp
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from fewest.design.answers import OwnAnswers
from fewest.design.features import NAMES, NO_DISTANCE, NO_POSITION, UNSOLVABLE, Features, FeaturesTask
from fewest.design.measurement import measure
from fewest.design.reachable import MAX_POSITIONS
from fewest.design.walks import WalkOptions
from fewest.notation.puzzle import load_puzzle
from fewest.solver.block import packing
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.model import Limits, Puzzle
from fewest.solver.slices import finish
from fewest.solver.slide.puzzle import SlidePuzzle
from tests.jump_puzzles import puzzles as jump_puzzles
from tests.jump_puzzles import puzzles_in_a_class
from tests.oracle_block import random_puzzle
from tests.oracle_features import Play
from tests.property.test_block_search import NARROW_BITS
from tests.slide_puzzles import puzzles as slide_puzzles

CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])

POSITIONS = 1500
"""Brute force takes seconds for more."""

BLOCK_POSITIONS = 1_000
"""Those in which pieces overlap are counted here."""

SOLUTIONS = 5_000
"""More are not listed by brute force."""

EQUATIONS = 150
"""The same of elimination."""

PROBABILITIES = (Fraction(1, 4), Fraction(1, 2), Fraction(9, 10), Fraction(1))


def is_small(puzzle: dict[str, Any]) -> bool:
    """Whether a block puzzle has a goal, and few positions."""
    loaded = load_puzzle(puzzle).puzzle if puzzle["goal"]["at"] else None
    return loaded is not None and kind_of(loaded).max_positions(loaded) <= BLOCK_POSITIONS


block_puzzles = st.integers(0, 1_000_000).map(lambda seed: random_puzzle(Random(seed), 9)).filter(is_small)
"""Sliding blocks as JSON."""


def features_of(puzzle: Puzzle, walk: WalkOptions, max_positions: int = MAX_POSITIONS) -> Features:
    """The features of a puzzle."""
    return finish(measure(FeaturesTask(puzzle, NAMES, walk), Limits(), OwnAnswers(Limits()), max_positions))


def agree(
    puzzle: JumpPuzzle | SlidePuzzle | dict[str, Any], walk: WalkOptions, max_positions: int = MAX_POSITIONS
) -> tuple[Features, Play] | None:
    """Measure a puzzle of few positions and compare all but detours and the walk; None if it has no solution."""
    play = Play(puzzle)
    assume(len(play.moves) <= POSITIONS)
    found = features_of(load_puzzle(puzzle).puzzle if isinstance(puzzle, dict) else puzzle, walk, max_positions)
    if play.length is None:
        assert not found.exact
        assert {found.missing[name] for name in NAMES} <= {UNSOLVABLE, NO_DISTANCE}
        return None
    assert found.exact["length"] == play.length
    for name, value in play.features().items():
        assert found.exact.get(name) == value
        assert value is not None or found.missing[name] == NO_POSITION
    return found, play


@CALM
@given(st.one_of(jump_puzzles(max_holes=11, max_pegs=7), puzzles_in_a_class()), st.sampled_from(PROBABILITIES))
def test_jump_puzzles(puzzle: JumpPuzzle, probability: Fraction) -> None:
    """On random boards, with openings and without, every feature is the one that brute force finds."""
    measured = agree(puzzle, WalkOptions(float(probability)))
    if measured is None:
        return
    found, play = measured
    assert found.missing["detours"] == NO_DISTANCE
    check_walk(found, play, probability)


@CALM
@given(slide_puzzles(), st.sampled_from(PROBABILITIES))
def test_slide_puzzles(puzzle: SlidePuzzle, probability: Fraction) -> None:
    """On random graphs, with equal pieces and goals that leave cells open, every feature is the one of brute force."""
    measured = agree(puzzle, WalkOptions(float(probability)))
    if measured is not None:
        check_detours_and_walk(*measured, probability)


@CALM
@given(block_puzzles, st.sampled_from(PROBABILITIES), st.sampled_from([NARROW_BITS, 64]))
def test_block_puzzles(puzzle: dict[str, Any], probability: Fraction, bits: int) -> None:
    """On random grids, in one word or several, positions stored or not, every feature is that of brute force."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "WORD_BITS", bits)
        packing.packing_of.cache_clear()
        measured = agree(puzzle, WalkOptions(float(probability)))
        if measured is not None:
            check_detours_and_walk(*measured, probability)
            found, play = measured
            unstored = features_of(load_puzzle(puzzle).puzzle, WalkOptions(1.0, samples=2), 0)
            assert unstored.exact == found.exact
            assert unstored.walk is not None
            assert (unstored.walk.moves, unstored.walk.error) == (play.length, 0)
    packing.packing_of.cache_clear()


def check_detours_and_walk(found: Features, play: Play, probability: Fraction) -> None:
    """Compare detours, which only kinds with a plain distance have, and the walk."""
    solutions = play.solutions() if found.exact["count"] <= SOLUTIONS else []
    away = [
        sum(play.plain_distance(b) > play.plain_distance(a) for a, b in pairwise(solution)) for solution in solutions
    ]
    if solutions:
        assert found.exact["count"] == len(solutions)
        assert found.exact["detours"] == Fraction(sum(away), len(solutions))
    assert found.walk is not None
    assert found.walk.error >= ulp(found.walk.moves) or not play.length
    check_walk(found, play, probability)


def check_walk(found: Features, play: Play, probability: Fraction) -> None:
    """Compare the expected length of the walk, if there are few enough equations."""
    assert found.walk is not None
    if len(play.moves) <= EQUATIONS:
        event("walks")
        assert abs(play.walk(probability) - Fraction(found.walk.moves)) <= Fraction(found.walk.error)


@CALM
@given(st.one_of(jump_puzzles(max_holes=11, max_pegs=7), puzzles_in_a_class(), slide_puzzles()))
def test_without_storing_positions(puzzle: JumpPuzzle | SlidePuzzle) -> None:
    """Without stored positions, exact features are the same, and a walk of optimal moves only has the length."""
    measured = agree(puzzle, WalkOptions(1.0, samples=2), 0)
    if measured is not None:
        found, play = measured
        assert found.walk is not None
        assert (found.walk.moves, found.walk.error) == (play.length, 0)

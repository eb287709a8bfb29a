"""Features: their limits, their progress, and walks by samples."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from fewest.design import markov
from fewest.design.answers import OwnAnswers
from fewest.design.features import NAMES, Features, FeaturesTask, rounded
from fewest.design.measurement import measure
from fewest.design.reachable import MAX_POSITIONS
from fewest.design.walks import DEFAULT_WALK, WalkOptions
from fewest.notation.puzzle import load_puzzle
from fewest.solver.errors import PuzzleError
from fewest.solver.jump.puzzle import JumpGoal, PegsLeft
from fewest.solver.model import Limits, Progress, Puzzle
from fewest.solver.solve import drive
from tests.jump_puzzles import single
from tests.oracle_features import Play
from tests.unit.solver.test_pages import opened

TRIANGLE = single((".", "..", "...", "....", "....."), "triangular", 3, 3)
FIVE = load_puzzle(
    {"kind": "slide", "board": {"rows": 2, "columns": 3}, "start": [5, 4, 3, 2, 1, 0], "goal": [1, 2, 3, 4, 5, 0]}
).puzzle


def features_of(
    puzzle: Puzzle,
    names: tuple[str, ...] = NAMES,
    limits: Limits | None = None,
    walk: WalkOptions = DEFAULT_WALK,
    max_positions: int = MAX_POSITIONS,
    **driven: Any,
) -> Features:
    """The features of a puzzle."""
    limits = limits or Limits()
    found = drive(
        measure(FeaturesTask(puzzle, names, walk), limits, OwnAnswers(limits), max_positions), limits, **driven
    )
    assert isinstance(found, Features)
    return found


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(1, 3), "0.333333"),
        (Fraction(2, 3), "0.666667"),
        (Fraction(5, 10**7), "0.0"),
        (Fraction(15, 10**7), "2e-06"),
        (Fraction(7), "7"),
        (Fraction(10**30), str(10**30)),
    ],
)
def test_rounding(number: Fraction, text: str) -> None:
    """Fractions are rounded to six decimals, ties to the even digit; integers of any size stay as they are."""
    assert str(rounded(number)) == text


def test_goals_of_games_are_refused() -> None:
    """Measuring a puzzle whose goal depends on the game raises an error that names the goals with features."""
    with pytest.raises(PuzzleError, match="goal: features need a goal that lists pegs or empty holes"):
        features_of(replace(TRIANGLE, goal=JumpGoal(pegs_left=PegsLeft.FEWEST)))


@pytest.mark.parametrize("nodes", [1, 2_000, 3_000, 5_000, 20_000])
def test_at_a_limit_the_features_found_before_are_kept(nodes: int) -> None:
    """At any limit, the features found are right, and all later ones are missing with the limit as the reason."""
    whole = features_of(TRIANGLE)
    part = features_of(TRIANGLE, limits=Limits(nodes=nodes))
    told = [name for name in NAMES if part.number(name) is not None]
    assert {name: part.number(name) for name in told} == {name: whole.number(name) for name in told}
    assert {part.missing[name] for name in NAMES if name not in told} - {"no_distance"} <= {"nodes"}
    assert told == [name for name in NAMES if name != "detours"][: len(told)]
    assert part.limit == ("nodes" if len(told) < 6 else None)


def test_notes_have_the_features_found_so_far() -> None:
    """While the walk is calculated, the notes have all other features; the number of nodes never decreases."""
    seen: list[Progress] = []
    found = features_of(TRIANGLE, observe=lambda progress, _: seen.append(progress))
    last = seen[-1].notes["features"]
    assert last == {name: found.number(name) for name in ("length", "count", "forced", "choices", "traps")}
    assert [progress.nodes for progress in seen] == sorted(progress.nodes for progress in seen)


@pytest.mark.parametrize(
    ("puzzle", "probability"),
    [(FIVE, 0.5), (FIVE, 0.9), pytest.param(TRIANGLE, 0.9, marks=pytest.mark.full), (opened(), 0.9)],
)
def test_samples_are_near_the_expected_number(puzzle: Puzzle, probability: float) -> None:
    """The mean of 100 sampled walks is within four standard errors of the calculated number."""
    task = WalkOptions(probability, 100, 11)
    calculated = features_of(puzzle, ("walk",), walk=task).walk
    sampled = features_of(puzzle, ("walk",), walk=task, max_positions=0).walk
    assert calculated is not None
    assert sampled is not None
    assert (calculated.samples, sampled.samples) == (0, 100)
    assert abs(calculated.moves - sampled.moves) < 4 * sampled.error


@pytest.mark.parametrize(("puzzle", "moves"), [(FIVE, 17.0), (opened(), 31.25)], ids=["slide", "opening"])
def test_a_seed_keeps_its_samples(puzzle: Puzzle, moves: float) -> None:
    """The sampled walks of a seed have the recorded mean."""
    found = features_of(puzzle, ("walk",), walk=WalkOptions(0.8, 4, 11), max_positions=0).walk
    assert found is not None
    assert found.moves == moves


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter slices change neither the numbers nor the count of nodes."""

    def walked() -> tuple[Any, int]:
        seen: list[int] = []
        found = features_of(FIVE, ("walk",), observe=lambda progress, _: seen.append(progress.nodes))
        return found.walk, seen[-1]

    whole = walked()
    monkeypatch.setattr(markov, "SLICE", 50)
    monkeypatch.setattr(markov, "SLICE_POSITIONS", 7)
    assert walked() == whole


def test_no_walk_without_samples() -> None:
    """If there are too many positions to store, and the task asks for no samples, the walk is missing."""
    found = features_of(FIVE, walk=WalkOptions(samples=0), max_positions=0)
    assert found.missing == {"walk": "positions"}


def test_too_little_memory() -> None:
    """A feature for which memory does not suffice is missing; the others are found."""
    found = features_of(TRIANGLE, limits=Limits(bytes=400_000))
    assert found.number("length") == 9
    assert found.missing["walk"] == "bytes"


def test_detours_of_solutions_that_meet_count_for_each() -> None:
    """A detour after two solutions have met counts for both: random puzzles seldom have one."""
    puzzle = replace(FIVE, start=(2, 1, 5, 4, 3, 0))
    play = Play(puzzle)
    solutions = play.solutions()
    away = sum(
        play.plain_distance(after) > play.plain_distance(before)
        for solution in solutions
        for before, after in pairwise(solution)
    )
    assert len(solutions) == 4
    assert features_of(puzzle, ("detours",)).exact["detours"] == Fraction(away, len(solutions))

"""Features: their limits, what is told while they are found, and walks by samples."""

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
from tests.jump_puzzles import SYMMETRIC, single
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


@pytest.mark.parametrize(
    "goal",
    [
        JumpGoal(pegs_left=PegsLeft.FEWEST),
        JumpGoal(pegs_left=PegsLeft.MOST),
        JumpGoal(TRIANGLE.goal.positions, survivor=4),
    ],
    ids=["fewest", "most", "survivor"],
)
def test_goals_of_games_are_refused(goal: JumpGoal) -> None:
    """A program that measures a puzzle whose goal is about the game is told so, as a client of the service is."""
    with pytest.raises(PuzzleError, match="goal: features need a goal that lists pegs or empty holes"):
        features_of(replace(TRIANGLE, goal=goal))


@pytest.mark.parametrize("nodes", [1, 2_000, 3_000, 5_000, 20_000])
def test_at_a_limit_the_features_found_before_are_kept(nodes: int) -> None:
    """Whatever the limit, what is told is right; what is not is missing by this limit; later ones are not found."""
    whole = features_of(TRIANGLE)
    part = features_of(TRIANGLE, limits=Limits(nodes=nodes))
    told = [name for name in NAMES if part.number(name) is not None]
    assert {name: part.number(name) for name in told} == {name: whole.number(name) for name in told}
    assert {part.missing[name] for name in NAMES if name not in told} - {"no_distance"} <= {"nodes"}
    assert told == [name for name in NAMES if name != "detours"][: len(told)]
    assert part.limit == ("nodes" if len(told) < 6 else None)


def test_what_is_found_is_told_at_once() -> None:
    """While the walk is calculated, the other features are already in the notes; nodes never decrease."""
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
    """The mean of many walks is within four of its standard errors of the number that was calculated."""
    task = WalkOptions(probability, 100, 11)
    calculated = features_of(puzzle, ("walk",), walk=task).walk
    sampled = features_of(puzzle, ("walk",), walk=task, max_positions=0).walk
    assert calculated is not None
    assert sampled is not None
    assert (calculated.samples, sampled.samples) == (0, 100)
    assert abs(calculated.moves - sampled.moves) < 4 * sampled.error


@pytest.mark.parametrize(("puzzle", "moves"), [(FIVE, 17.0), (opened(), 31.25)], ids=["slide", "opening"])
def test_a_seed_keeps_its_samples(puzzle: Puzzle, moves: float) -> None:
    """The mean of the walks of a seed is the recorded one."""
    found = features_of(puzzle, ("walk",), walk=WalkOptions(0.8, 4, 11), max_positions=0).walk
    assert found is not None
    assert found.moves == moves


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the slices of a calculation are, numbers and nodes are the same."""

    def walked() -> tuple[Any, int]:
        seen: list[int] = []
        found = features_of(FIVE, ("walk",), observe=lambda progress, _: seen.append(progress.nodes))
        return found.walk, seen[-1]

    whole = walked()
    monkeypatch.setattr(markov, "SLICE", 50)
    monkeypatch.setattr(markov, "SLICE_POSITIONS", 7)
    assert walked() == whole


def test_no_samples_were_asked_for() -> None:
    """Without samples a walk among too many positions is missing."""
    found = features_of(FIVE, walk=WalkOptions(samples=0), max_positions=0)
    assert found.missing == {"walk": "positions"}


def test_no_room() -> None:
    """What there is no memory for is missing; nothing else is."""
    found = features_of(TRIANGLE, limits=Limits(bytes=400_000))
    assert found.number("length") == 9
    assert found.missing["walk"] == "bytes"


@pytest.mark.parametrize("hole", [0, 1])
def test_traps_by_proofs_and_searches(hole: int) -> None:
    """Where positions are not stored, each is decided for itself, with the same result, and counts for each move to it;
    from hole 0 several moves lead to one dead end.
    """
    grid, lines = SYMMETRIC[2]
    puzzle = single(grid, lines, hole, hole)
    expected = Play(puzzle).features()["traps"]
    assert 0 < expected < 1
    assert features_of(puzzle, ("traps",)).exact["traps"] == expected
    assert features_of(puzzle, ("traps",), max_positions=0).exact["traps"] == expected


def test_detours_of_solutions_that_meet_count_for_each() -> None:
    """A detour after two solutions have met counts for both."""
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

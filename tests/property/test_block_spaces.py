"""Whole spaces of sliding blocks against brute force, on random boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from fewest.config.settings import Settings
from fewest.design.block import arrangements, spaces
from fewest.design.forms.spaces import SpaceSchema
from fewest.design.kinds import KINDS
from fewest.design.spaces import MAX_COMPONENTS, Space
from fewest.notation.puzzle import load_puzzle
from fewest.solver.block import packing
from fewest.solver.block.packing import packing_of
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.budget import Budget
from fewest.solver.model import Limits, Stopped
from fewest.solver.slices import finish
from tests.effort import seeds
from tests.oracle_block import Oracle, Pieces, State, random_puzzle
from tests.oracle_spaces import block_levels

SCHEMA = SpaceSchema()
SPACES = KINDS["block"].spaces

ARRANGEMENTS = 65_880
REACHED = 25_955
"""Arrangements of Klotski's pieces, and how many of them its start can reach."""

KLOTSKI = {
    "kind": "block",
    "start": {"picture": ["ABBC", "ABBC", "DEEF", "DGHF", "I..J"]},
    "goal": {"at": {"B": [3, 1]}},
    "metric": "path",
}


def drawn(oracle: Oracle, picture: list[str]) -> State:
    """The state of a drawing."""
    pieces: Pieces = {}
    for r, row in enumerate(picture):
        for c, char in enumerate(row):
            if char not in "#. ":
                pieces[char] = pieces.get(char, frozenset()) | {(r, c)}
    return oracle.state(pieces)


def arranged(oracle: Oracle) -> dict[State, Pieces]:
    """Every arrangement of the pieces, each where it gets alone."""
    rooms = {}
    for name, cells in oracle.start.items():
        alone: list[Pieces] = [{name: cells}]
        for pieces in alone:
            alone += [other for other in oracle.moves(pieces) if other not in alone]
        rooms[name] = [pieces[name] for pieces in alone]
    found: list[Pieces] = [{}]
    for name, choices in rooms.items():
        found = [
            pieces | {name: cells}
            for pieces in found
            for cells in choices
            if not cells & frozenset().union(*pieces.values())
        ]
        found = list({oracle.state(pieces): pieces for pieces in found}.values())
    return {oracle.state(pieces): pieces for pieces in found}


def components(oracle: Oracle, depths: list[dict[State, Pieces]]) -> list[dict[str, Any]]:
    """Every component of these positions, without the name of its farthest position."""
    depth_of = {state: depth for depth, level in enumerate(depths) for state in level}
    left = {state: pieces for level in depths for state, pieces in level.items()}
    start = oracle.state(oracle.start)
    found = []
    while left:
        states = {state for level in block_levels(oracle, [next(iter(left.values()))]) for state in level}
        left = {state: pieces for state, pieces in left.items() if state not in states}
        reached = Counter(depth_of[state] for state in states)
        numbers = {"positions": len(states), "depth": max(reached), "goals": reached[0]}
        found.append(numbers | {"start": start in states})
    return sorted(found, key=lambda each: (-each["depth"], -each["positions"]))


def explored(body: dict[str, Any]) -> Space:
    """The space of a body."""
    found = finish(SPACES.explore(SCHEMA.load(body, Settings()).task, Limits()))
    assert isinstance(found, Space)
    return found


def check(puzzle: dict[str, Any]) -> None:
    """Assert that the spaces of a puzzle's goal and of its start are right by brute force."""
    oracle = Oracle(puzzle)
    truth = block_levels(oracle, [pieces for pieces in arranged(oracle).values() if oracle.met(pieces)])
    task = SCHEMA.load(puzzle, Settings()).task
    written = SCHEMA.dump(task, finish(SPACES.run(task, Limits())))
    assert written["depths"] == [len(level) for level in truth]
    assert written["depth"] == (len(truth) - 1 if truth else None)
    start = oracle.state(oracle.start)
    depth = next((depth for depth, level in enumerate(truth) if start in level), None)
    assert (written["start_depth"], written["hardest"]) == (depth, bool(truth) and start in truth[-1])
    assert all(drawn(oracle, each["picture"]) in truth[-1] for each in written["deepest"])
    expected = components(oracle, truth)
    assert written["component_count"] == len(expected)
    listed = [{name: each[name] for name in ("positions", "depth", "goals", "start")} for each in written["components"]]
    key = [(each["depth"], each["positions"]) for each in listed]
    assert key[:MAX_COMPONENTS] == [(each["depth"], each["positions"]) for each in expected[:MAX_COMPONENTS]]
    assert all(each in expected for each in listed)
    if len(expected) <= MAX_COMPONENTS:
        assert Counter(map(repr, listed)) == Counter(map(repr, expected))
    assert any(each["start"] for each in listed) == (depth is not None)
    for each in written["components"]:
        assert drawn(oracle, each["farthest"]["picture"]) in truth[each["depth"]]
    found = explored(puzzle)
    for depth, level in enumerate(truth):
        assert {state_of(oracle, puzzle, found.nth(depth, index)) for index in range(len(level))} == level.keys()
        assert {found.distance(found.nth(depth, index)) for index in range(len(level))} == {depth}

    forward = {name: value for name, value in puzzle.items() if name != "goal"}
    unaimed = Oracle(puzzle | {"goal": {"at": {}}})
    truth = block_levels(unaimed, [unaimed.start])
    found = explored(forward)
    assert (found.depths, found.component_count) == (tuple(map(len, truth)), None)
    for depth, level in enumerate(truth):
        assert {state_of(unaimed, puzzle, found.nth(depth, index)) for index in range(len(level))} == level.keys()


def state_of(oracle: Oracle, puzzle: dict[str, Any], position: tuple[int, ...]) -> State:
    """The state of the piece on every cell."""
    names = [".", *dict.fromkeys(char for row in puzzle["start"]["picture"] for char in row if char not in "#. ")]
    cells = iter(position)
    rows = puzzle["start"]["picture"]
    return drawn(oracle, ["".join(char if char in "# " else names[next(cells)] for char in row) for row in rows])


def aimed(make: Any, seed: int) -> dict[str, Any]:
    """A random puzzle with a goal."""
    random = Random(seed)
    while not (puzzle := make(random))["goal"]["at"]:
        pass
    return dict(puzzle)


@pytest.mark.parametrize("seed", seeds(150))
def test_random_boards(seed: int) -> None:
    """Depths, components, positions and the depth of the start are those of brute force."""
    check(aimed(lambda random: random_puzzle(random, 11), seed))


@pytest.fixture(name="small")
def small_parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Positions of several words, and few rows at a time."""
    monkeypatch.setattr(packing, "WORD_BITS", 4)
    monkeypatch.setattr(arrangements, "ROWS", 3)
    monkeypatch.setattr(spaces, "ROWS", 5)
    packing_of.cache_clear()
    yield
    packing_of.cache_clear()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", seeds(40))
def test_small_words_and_parts(seed: int) -> None:
    """So they are in positions of several words, and in small parts."""
    check(aimed(lambda random: random_puzzle(random, 10), 1000 + seed))


def test_klotski() -> None:
    """Klotski has the published numbers of arrangements, of reachable positions and of goals among them.

    Source of these three numbers: the repository aschmied/klotski-solver on GitHub.
    """
    body = {name: KLOTSKI[name] for name in ("kind", "start", "metric")}
    unaimed = load_puzzle(KLOTSKI).puzzle
    assert isinstance(unaimed, BlockPuzzle)
    every = finish(arrangements.arrangements(packing_of(replace(unaimed, goal=())), Budget(10**9), 10**6))
    assert every is not None
    assert len(every) == len(set(map(tuple, every.tolist()))) == ARRANGEMENTS
    task = SCHEMA.load(KLOTSKI, Settings()).task
    written = SCHEMA.dump(task, finish(SPACES.run(task, Limits())))
    assert (written["start_depth"], written["depth"]) == (81, 93)
    assert [each["positions"] for each in written["components"][:3]] == [REACHED, REACHED, 201]
    assert [(each["goals"], each["start"]) for each in written["components"][:2]] == [(964, True), (4861, False)]
    assert sum(explored(body).depths) == REACHED


def test_a_limit_on_positions() -> None:
    """Too many arrangements, or too many positions, end the work."""
    task = SCHEMA.load(KLOTSKI, Settings()).task
    for most in (1000, 30_000):
        assert finish(SPACES.explore(task, Limits(), max_positions=most)) == Stopped("positions")
    assert finish(SPACES.explore(task, Limits(bytes=500_000))) == Stopped("bytes")

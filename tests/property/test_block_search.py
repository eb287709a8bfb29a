"""Sliding blocks against brute force: length, number, listing, unsolvable, in all metrics."""

from __future__ import annotations

from random import Random

import pytest

from schemas.puzzle import dump_puzzle, load_puzzle
from solver.block import packing
from solver.canonical import canonical, restore_result
from solver.model import Limits, Status, Want
from solver.pages import page
from solver.solve import solve
from solver.verify import replay
from tests.oracle_block import Oracle, random_puzzle

PUZZLES = 300
"""Random puzzles in all; `python -m tests.property.test_block_search 20000` tries more, and with another number after
it as the bits of a word, with positions of several words."""

PARTS = 6

KLOTSKI_STEPS = 116
"""Fewest steps of Klotski (tests/cases/blocks.json)."""

NARROW_BITS = 4
"""As many as a field has on these boards."""


@pytest.mark.parametrize("part", range(PARTS))
def test_agrees_with_brute_force(part: int) -> None:
    """Length, number of solutions, positions of an exhausted search, and every listed solution are right."""
    check(range(part, PUZZLES, PARTS))


def test_positions_of_several_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same if words are so narrow that positions need several of them."""
    monkeypatch.setattr(packing, "WORD_BITS", NARROW_BITS)
    packing.packing_of.cache_clear()
    check(range(PUZZLES, PUZZLES + 40))
    packing.packing_of.cache_clear()


@pytest.mark.parametrize(
    ("limits", "limit"), [(Limits(bytes=400_000), "bytes"), (Limits(bytes=10_000_000, nodes=10_000), "nodes")]
)
def test_limits_stop_the_search(limits: Limits, limit: str) -> None:
    """Short of memory or of nodes, the search stops with a bound below the length and above what one level gives."""
    picture = ["ABBC", "ABBC", "DEEF", "DGHF", "I..J"]
    puzzle = {"kind": "block", "start": {"picture": picture}, "goal": {"at": {"B": [3, 1]}}, "metric": "step"}
    found = solve(load_puzzle(puzzle).puzzle, Want.ONE, limits)
    assert (found.status, found.limit) == (Status.STOPPED, limit)
    assert 1 < found.lower_bound <= KLOTSKI_STEPS


def check(seeds: range) -> None:
    """Compare the puzzles of some seeds."""
    for seed in seeds:
        random = Random(seed)
        puzzle = random_puzzle(random)
        if not puzzle["goal"]["at"]:
            continue
        expected = Oracle(puzzle).answer()
        loaded = load_puzzle(puzzle).puzzle
        form = canonical(loaded)
        assert load_puzzle(dump_puzzle(form.puzzle)).puzzle == form.puzzle, puzzle
        found = solve(form.puzzle, random.choice((Want.COUNT, Want.ALL)), Limits(bytes=500_000_000))
        if expected.length is None:
            assert found.status is Status.UNSOLVABLE, puzzle
            assert found.proof is not None
            if found.proof["by"] == "exhaustion" and found.proof["side"] == "start":
                assert found.proof["positions"] == expected.seen, puzzle
            continue
        assert (found.length, found.count) == (expected.length, expected.count), puzzle
        restore_result(form, found, loaded)
        if found.listing is not None:
            listed = page(form.puzzle, found.listing, 0, 20)
            assert len(set(listed)) == len(listed) == min(20, expected.count), puzzle
            for solution in listed:
                assert len(solution) == expected.length
                replay(form.puzzle, solution)


@pytest.mark.parametrize("seed", range(60))
def test_turned_and_renamed_puzzles_are_one(seed: int) -> None:
    """The eight symmetries of a square, and other letters, change neither key nor canonical puzzle."""
    random = Random(seed)
    puzzle = random_puzzle(random)
    while not puzzle["goal"]["at"]:
        puzzle = random_puzzle(random)
    goal = "".join(f"{name}{corner}" for name, corner in puzzle["goal"]["at"].items())
    seen = {}
    for turn in range(8):
        turned = puzzle
        for _ in range(turn % 4):
            turned = rotated(turned)
        if turn >= 4:
            turned = mirrored(turned)
        form = canonical(load_puzzle(renamed(turned, random)).puzzle)
        seen[form.key] = form.puzzle
    assert len(seen) == len(set(seen.values())) == 1, (puzzle, goal)


def rotated(puzzle):  # type: ignore[no-untyped-def]
    """The puzzle turned by a quarter, clockwise."""
    rows = puzzle["start"]["picture"]
    height = len(rows)
    picture = ["".join(row[c] for row in reversed(rows)) for c in range(len(rows[0]))]
    tall = {name: len({r for r, row in enumerate(rows) if name in row}) for name in puzzle["goal"]["at"]}
    at = {name: [column, height - row - tall[name]] for name, (row, column) in puzzle["goal"]["at"].items()}
    turned = puzzle | {"start": {"picture": picture}, "goal": {"at": at}}
    if isinstance(puzzle.get("axis"), dict):
        other = {"row": "column", "column": "row"}
        turned["axis"] = {name: other[axis] for name, axis in puzzle["axis"].items()}
    if "doors" in puzzle:
        turned["doors"] = [
            door | {"at": [[column, height - 1 - row] for row, column in door["at"]]} for door in puzzle["doors"]
        ]
    return turned


def mirrored(puzzle):  # type: ignore[no-untyped-def]
    """The puzzle in a mirror."""
    rows = puzzle["start"]["picture"]
    width = len(rows[0])
    broad = {
        name: len({c for row in rows for c, char in enumerate(row) if char == name}) for name in puzzle["goal"]["at"]
    }
    at = {name: [row, width - column - broad[name]] for name, (row, column) in puzzle["goal"]["at"].items()}
    turned = puzzle | {"start": {"picture": [row[::-1] for row in rows]}, "goal": {"at": at}}
    if "doors" in puzzle:
        turned["doors"] = [
            door | {"at": [[row, width - 1 - column] for row, column in door["at"]]} for door in puzzle["doors"]
        ]
    return turned


def renamed(puzzle, random: Random):  # type: ignore[no-untyped-def]
    """The puzzle with other letters."""
    names = sorted({char for row in puzzle["start"]["picture"] for char in row} - set(".# "))
    letters = list("abcdefghijklmnopqrstuvwxyz")
    random.shuffle(letters)
    new = dict(zip(names, letters, strict=False))
    renamed = puzzle | {
        "start": {"picture": ["".join(new.get(char, char) for char in row) for row in puzzle["start"]["picture"]]},
        "goal": {"at": {new[name]: corner for name, corner in puzzle["goal"]["at"].items()}},
    }
    if isinstance(puzzle.get("axis"), dict):
        renamed["axis"] = {new[name]: axis for name, axis in puzzle["axis"].items()}
    if "doors" in puzzle:
        renamed["doors"] = [door | {"pieces": [new[name] for name in door["pieces"]]} for door in puzzle["doors"]]
    return renamed


if __name__ == "__main__":
    import sys

    if len(sys.argv) > 2:  # bits of a word
        packing.WORD_BITS = int(sys.argv[2])
    check(range(int(sys.argv[1])))
    print("all agree")

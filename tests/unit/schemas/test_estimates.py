"""How long a search may take, in words."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.schemas.estimates import SEARCHED
from fewest.schemas.puzzle import estimate_of, load_puzzle


def jumps_of_the_atlas() -> list[tuple[int, dict[str, Any]]]:
    """The problems of the atlas on jump boards: the number of jumps, and the record."""
    lines = map(json.loads, files("fewest.boards").joinpath("atlas.jsonl").read_text().splitlines())
    boards, found = {}, []
    for record in lines:
        if "board" not in record:
            boards[record.get("id")] = record
        elif boards[record["board"]]["kind"] == "jump":
            start, goal = record["start"], record["goal"]
            pegs = len(start["pegs"]) if "pegs" in start else boards[record["board"]]["holes"] - len(start["empty"])
            found.append((pegs - goal.get("count", len(goal.get("pegs", []))), record))
    return found


def test_estimates_are_those_of_the_atlas() -> None:
    """Of the problems with about as many jumps so many were solved, none longer than it says, and the others not."""
    problems = jumps_of_the_atlas()
    for searched, after in pairwise((*SEARCHED, None)):
        assert searched is not None
        most = 999 if after is None else after.jumps - 1
        similar = [record for jumps, record in problems if searched.jumps <= jumps <= most]
        still_open = [record["search"]["seconds_most"] for record in similar if record["result"]["status"] == "stopped"]
        seconds = [record["search"]["seconds"] for record in similar if record["result"]["status"] != "stopped"]
        assert (len(seconds), len(still_open)) == (searched.solved, searched.open)
        assert searched.seconds - 1 < max(seconds) <= searched.seconds
        assert max(still_open) == searched.limit
    assert max(record["search"]["seconds"] for jumps, record in problems if jumps < SEARCHED[0].jumps) < 12


@pytest.mark.parametrize(
    ("board", "goal", "says"),
    [
        ("english", {"count": 1}, ""),
        ("french", {"count": 1}, "Of the 64 problems in the atlas"),
        ("french", {"fewest_pegs": True}, ""),
        ("wiegleb", {"any_of": [{"count": 30}, {"count": 1}]}, "Of the 306 problems in the atlas"),
    ],
)
def test_the_estimate_of_a_jump_puzzle(board: str, goal: dict[str, Any], says: str) -> None:
    """It goes by the number of jumps, as far as the goal says it."""
    puzzle = {"kind": "jump", "board": {"name": board}, "start": {"empty": [0]}, "goal": goal}
    assert (estimate_of(load_puzzle(puzzle).puzzle, 10) or "").startswith(says)
    assert bool(estimate_of(load_puzzle(puzzle).puzzle, 10)) == bool(says)


def test_the_estimate_of_a_sliding_puzzle() -> None:
    """Of a sliding puzzle as large as the 24-puzzle, unless it is nearly solved; none where there is no solution."""
    pieces = list(range(1, 25))
    puzzle = load_puzzle(
        {"kind": "slide", "board": {"rows": 5, "columns": 5}, "start": [0, *pieces[::-1]], "goal": [0, *pieces]}
    ).puzzle
    assert "24-puzzle" in str(estimate_of(puzzle, 80))
    assert estimate_of(puzzle, 20) is None
    assert estimate_of(puzzle, None) is None
    for name in ("15-puzzle", "klotski"):
        small = load_puzzle(catalogue()[name]["examples"][0]["puzzle"]).puzzle
        assert estimate_of(small, 80) is None

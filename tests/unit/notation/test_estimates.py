"""How long a search may take, in words."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from benchmarks import estimates
from benchmarks.results import newest, read
from fewest.boards import catalogue
from fewest.boards.atlas import atlas
from fewest.notation.estimates import SEARCHED, SOLVED, Searched, of_band
from fewest.notation.puzzle import estimate_of, load_puzzle


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
    """The numbers of problems and the times of the estimates are those of the atlas."""
    problems = jumps_of_the_atlas()
    for searched, after in pairwise((*SEARCHED, None)):
        assert searched is not None
        most = 999 if after is None else after.jumps - 1
        similar = [record for jumps, record in problems if searched.jumps <= jumps <= most]
        status = Counter(record["result"]["status"] for record in similar)
        assert status == {"solved": searched.solved, "unsolvable": searched.unsolvable, "stopped": searched.open}
        still_open = [record["search"]["seconds"] for record in similar if record["result"]["status"] == "stopped"]
        decided = [record["search"]["seconds"] for record in similar if record["result"]["status"] != "stopped"]
        assert searched.seconds - 1 < max(decided) <= searched.seconds
        assert searched.limit - 1 < max(still_open) <= searched.limit
    assert max(record["search"]["seconds"] for jumps, record in problems if jumps < SEARCHED[0].jumps) < 12


def test_estimates_are_those_measured() -> None:
    """The committed file is what `make estimates` writes from the atlas and the newest benchmarks."""
    assert estimates.FILE.read_text(encoding="utf-8") == estimates.text(atlas(), read(newest()))


@pytest.mark.parametrize(
    ("board", "goal", "band"),
    [
        ("english", {"count": 1}, None),
        ("french", {"count": 1}, 0),
        ("french", {"fewest_pegs": True}, None),
        ("wiegleb", {"any_of": [{"count": 30}, {"count": 1}]}, 1),
    ],
)
def test_the_estimate_of_a_jump_puzzle(board: str, goal: dict[str, Any], band: int | None) -> None:
    """The estimate depends on the number of jumps; a goal that leaves this number open has none."""
    puzzle = {"kind": "jump", "board": {"name": board}, "start": {"empty": [0]}, "goal": goal}
    found = estimate_of(load_puzzle(puzzle).puzzle, 10)
    if band is None:
        assert found is None
        return
    _, solved, unsolvable, seconds, still_open, limit = SEARCHED[band]
    assert found == (
        f"Of the {solved + unsolvable + still_open} problems in the atlas with about as many jumps, {solved} were "
        f"solved and {unsolvable} proven unsolvable, each in at most {seconds} seconds. Searches for the other "
        f"{still_open} were stopped, the longest after {limit} seconds."
    )


def test_where_all_problems_are_decided() -> None:
    """If all similar problems are decided, the estimate does not mention stopped searches."""
    assert of_band(Searched(35, 60, 4, 1, 0, 0)) == (
        "Of the 64 problems in the atlas with about as many jumps, 60 were solved and 4 proven unsolvable, each in at "
        "most 1 second."
    )


def test_the_estimate_of_a_sliding_puzzle() -> None:
    """Only sliding puzzles as large as the 24-puzzle and far from their goal have an estimate."""
    pieces = list(range(1, 25))
    puzzle = load_puzzle(
        {"kind": "slide", "board": {"rows": 5, "columns": 5}, "start": [0, *pieces[::-1]], "goal": [0, *pieces]}
    ).puzzle
    shortest, longest = SOLVED[0], SOLVED[-1]
    took = f"a search for {shortest.length} moves took {shortest.seconds:g} seconds, and one for {longest.length} moves"
    assert took in str(estimate_of(puzzle, 80))
    assert estimate_of(puzzle, 20) is None
    assert estimate_of(puzzle, None) is None
    for name in ("15-puzzle", "klotski"):
        small = load_puzzle(catalogue()[name]["examples"][0]["puzzle"]).puzzle
        assert estimate_of(small, 80) is None

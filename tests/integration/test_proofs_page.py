"""docs/03-answers-and-proofs.md is right: by plain arithmetic, or as the service answers."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from fewest.boards.atlas import atlas
from fewest.notation import proof_texts
from fewest.notation.puzzle import load_puzzle
from fewest.schemas.documents.jobs import ResultAnswer
from fewest.schemas.documents.proofs import ProofAnswer
from fewest.solver.model import WITHOUT_CERTIFICATE
from fewest.solver.slide.proofs import RULES
from fewest.solver.verify import Check, check_proof
from tests.integration.service import Service
from tests.integration.transcripts import check, steps_of

PAGE = (Path(__file__).parents[2] / "docs" / "03-answers-and-proofs.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
EXAMPLES = [tuple(map(json.loads, block.splitlines())) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
BY = {proof["by"]: (puzzle, proof) for puzzle, proof in EXAMPLES}
ROW = [(a, a + 1, a + 2) for a in range(4)]
"""Every three neighbours of a row of six holes."""


def weigh(weights: list[int], picture: str) -> int:
    """Sum of the weights under the pegs of a row."""
    return sum(weight for weight, hole in zip(weights, picture, strict=True) if hole == "o")


def jumps(picture: str, before: str = "oo.", after: str = "..o") -> set[str]:
    """The rows after each possible jump; with pegs and empty holes exchanged, before each."""
    found = set()
    for at, (one, other) in product(range(4), ((before, after), (before[::-1], after[::-1]))):
        if picture[at : at + 3] == one:
            found.add(picture[:at] + other + picture[at + 3 :])
    return found


def test_transcripts(service: Service, tmp_path: Path) -> None:
    """Every command prints the output on the page."""
    check(steps_of(PAGE), tmp_path, {"FEWEST": str(service.client.base_url).rstrip("/"), "PATH": "/usr/bin:/bin"})


@pytest.mark.parametrize("by", BY)
def test_examples(service: Service, by: str) -> None:
    """The service gives each puzzle the proof that stands below it, and it holds."""
    puzzle, proof = BY[by]
    found: dict[str, Any] = service.client.post("/v1/puzzles/check", json={"puzzle": puzzle}).json()["proof"]
    assert found.pop("text")
    assert found == proof
    assert check_proof(load_puzzle(puzzle).puzzle, proof) is Check.HOLDS


def test_proof_step_by_step() -> None:
    """The weights drawn are those of the answer, and each step of the check is right."""
    drawn = PAGE.partition("weights\n\n")[2].partition("\n```")[0].splitlines()
    start, goal, numbers, weights = (
        " ".join(line[a:b] for line in drawn) for a, b in ((0, 12), (12, 24), (24, 39), (39, 60))
    )
    assert [int(number) for number in numbers.split()] == list(range(12))
    values = [int(weight) for weight in weights.split()]
    (answered,) = re.findall(r'"by":"parity","weights":(\[.*?\])', PAGE)
    assert values == json.loads(answered)
    pegs, left = (
        [hole for hole, sign in enumerate(re.sub(r"[# ]", "", rows)) if sign == "o"] for rows in (start, goal)
    )
    places = [
        (x, y) for y, row in enumerate((" ..", "....", "....", " ..")) for x, sign in enumerate(row) if sign == "."
    ]
    number = {place: hole for hole, place in enumerate(places)}
    lines = [
        [number.get((x + step * right, y + step * (1 - right))) for step in range(3)]
        for (x, y), right in product(places, (0, 1))
    ]
    threes = [[hole for hole in line if hole is not None] for line in lines if None not in line]
    assert [6, 7, 8] in threes
    assert all(sum(values[hole] for hole in three) % 2 == 0 for three in threes)
    heavy = [hole for hole in pegs if values[hole]]
    assert f"holes {', '.join(map(str, heavy[:-1]))} and {heavy[-1]}. Five is odd" in WORDS
    assert not [hole for hole in left if values[hole]]


def test_weights_by_arithmetic() -> None:
    """No jump increases the sum of the weights of a row, and the sums are those on the page."""
    (puzzle, pagoda), (between, ends) = BY["pagoda"], BY["ends"]
    weights = pagoda["weights"]
    assert ends["functions"] == [weights]
    assert all(weights[a] + weights[b] >= weights[c] and weights[c] + weights[b] >= weights[a] for a, b, c in ROW)
    sums = [weigh(weights, *puzzle[side]["picture"]) for side in ("start", "goal")]
    assert sums == [pagoda["start"], pagoda["goal"]]
    first, last = jumps(*between["start"]["picture"]), jumps(*between["goal"]["picture"], "..o", "oo.")
    assert ends["pairs"] == len(first) * len(last)
    assert "leads to `{}` or `{}`, which both weigh 1".format(*sorted(first, reverse=True)) in WORDS
    assert "starts from `{}`, which weighs 3".format(*last) in WORDS
    assert ({weigh(weights, row) for row in first}, {weigh(weights, row) for row in last}) == ({1}, {3})


def test_everything_is_there() -> None:
    """The page explains every kind of proof, every rule, and every field of a result and of a proof."""
    kinds = re.findall(r"^\*\*`(\w+)`\*\*:", PAGE, re.MULTILINE) + re.findall(
        r"^\| `(exh\w+|programs)` ", PAGE, re.MULTILINE
    )
    assert set(kinds) == set(proof_texts._TEXTS)
    assert re.findall(r"^\| `(\w+)` \|", PAGE.partition("| rule |")[2].partition("\n\n")[0], re.MULTILINE) == list(
        RULES
    )
    fields = ResultAnswer().fields.keys() | ProofAnswer().fields.keys()
    assert {field for field in fields if f"`{field}`" not in PAGE and f'"{field}"' not in PAGE} == {"nodes"}


def test_proofs_of_the_atlas() -> None:
    """So many unsolvable jump puzzles of the atlas have a proof that can be checked."""
    boards = atlas().boards
    proofs = [
        problem["result"]["proof"]["by"]
        for problem in atlas().problems.values()
        if problem["result"]["status"] == "unsolvable" and boards[problem["board"]]["kind"] == "jump"
    ]
    checkable = [by for by in proofs if by not in WITHOUT_CERTIFICATE]
    assert f"Of the {len(proofs)} unsolvable jump puzzles in the [atlas](11-atlas.md), {len(checkable)} have" in WORDS

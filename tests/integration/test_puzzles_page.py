"""The puzzles and the forms of docs/02-puzzles.md have the solutions that the page claims."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fewest.notation.kinds import KINDS
from tests.integration.service import Service

PAGE = (Path(__file__).parents[2] / "docs" / "02-puzzles.md").read_text(encoding="utf-8")
SHOWN = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
WORDS = " ".join(PAGE.split())
METRICS = re.findall(r"^\| `(\w+)` \| [^|]* \| (\d+) \|$", PAGE, re.MULTILINE)
TITLES = {"jump": "Jump puzzles", "slide": "Sliding pieces", "block": "Sliding blocks"}


def test_puzzles_of_the_page(service: Service) -> None:
    """The puzzles shown in JSON have as many moves as the page says."""
    *kinds, french = [service.solve(puzzle)["result"] for puzzle in SHOWN]
    lengths = [str(result["length"]) for result in kinds]
    assert f"Their solutions have {', '.join(lengths[:-1])} and {lengths[-1]} moves." in WORDS
    assert (french["pegs_left"], french["pegs_proof"]["by"]) == (2, "fewer")
    assert f"you can leave two pegs in {french['length']} moves, but never one peg" in WORDS


@pytest.mark.parametrize(("metric", "length"), METRICS)
def test_metrics_of_the_page(service: Service, metric: str, length: str) -> None:
    """Klotski has as many moves in each metric as the table says."""
    (klotski,) = [puzzle for puzzle in SHOWN if puzzle["kind"] == "block"]
    assert service.solve(klotski | {"metric": metric})["result"]["length"] == int(length)


def forms(kind: str) -> list[tuple[str, Any]]:
    """The rows of the table of a kind of puzzle: each with its part of the puzzle, and the example of it."""
    table = PAGE.partition(f"## {TITLES[kind]}\n")[2].partition("|---|---|---|---|\n")[2].partition("\n\n")[0]
    rows = []
    part = ""
    for row in table.splitlines():
        named, *_, example = (cell.strip() for cell in row.strip("|").split(" | "))
        part = named.strip("` ") or part
        rows.append((part, json.loads(example.strip("` "))))
    return rows


@pytest.mark.parametrize("kind", KINDS)
def test_every_form_of_a_puzzle(service: Service, kind: str) -> None:
    """Every example in the table of a kind is solved in the place of its part, in one move as the puzzle of the first
    rows; boards by name are in the catalogue. Every form that there is has an example.
    """
    rows = forms(kind)
    first = {"kind": kind} | {part: example for part, example in reversed(rows) if part in ("board", "start", "goal")}
    first |= {part: example for part, example in rows if part == "metric"}
    for part, example in rows:
        if part == "board" and "name" in example:
            assert service.client.get(f"/v1/boards/{example['name']}").json()["kind"] == kind
        else:
            result = service.solve(first | {part: example})["result"]
            assert (result["status"], result["length"]) == ("solved", 1), (part, example)
    lists = [(part, example if part == "doors" else [example]) for part, example in rows]
    shown = {(part, *sorted(each)) for part, examples in lists for each in examples if isinstance(each, dict)}
    choices = [(part, choice) for part, choice in KINDS[kind].choices.items()]
    wanted = {(part, *sorted(form)) for part, choice in choices for form in choice.forms.values()}
    assert wanted <= shown
    assert {part for part, _ in rows} == KINDS[kind].shape.fields.keys() - {"kind"}

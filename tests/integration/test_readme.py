"""The requests in the README and the forms in docs/02-puzzles.md get the answers they claim, and the programs run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clients.python.fewest_client import Fewest
from fewest.schemas.block.doors import DOOR
from fewest.schemas.puzzle import KINDS
from tests.hang import HANG_SECONDS
from tests.integration.service import Service

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PUZZLES = (ROOT / "docs" / "02-puzzles.md").read_text(encoding="utf-8")
REQUESTS = [json.loads(text) for text in re.findall(r"-d '(\{.*?\n\})'", README + PUZZLES, re.DOTALL)]


def answers(service: Service) -> list[dict[str, Any]]:
    return [service.end_of(service.post(request, wait=20).json()) for request in REQUESTS]


def test_requests_of_the_readme(service: Service) -> None:
    """The answers have the numbers of moves and solutions that are claimed, and a proof."""
    triangle, eight, klotski, best, french = [job["result"] for job in answers(service)]
    shown = re.search(r'"length": (\d+),.*?"count": (\d+)', README, re.DOTALL)
    assert shown is not None
    assert [triangle["length"], triangle["count"]] == [int(number) for number in shown.groups()]
    for field in ("moves", "removed"):
        parts = re.search(rf'"{field}": \[(.*?), …, (.*?)\],', README)
        assert parts is not None
        first, last = (json.loads(f"[{part}]") for part in parts.groups())
        assert (triangle[field][: len(first)], triangle[field][-len(last) :]) == (first, last)
    assert f"{eight['length']} moves, {eight['count']} solutions" in PUZZLES
    assert (klotski["length"], klotski["count"]) == (81, 256)
    assert "The classic of 81 moves" in PUZZLES
    assert [best["pegs_left"], best["length"]] == [2, 18]
    assert "two can, in 18 moves" in PUZZLES
    assert french["status"] == "unsolvable"
    assert french["proof"]["by"] != "exhaustion"


TITLES = {"jump": "Jump puzzles", "slide": "Sliding pieces", "block": "Sliding blocks"}


def forms(kind: str) -> list[tuple[str, Any]]:
    """The rows of the table of a kind of puzzle: each with its part of the puzzle, and the example of it."""
    table = PUZZLES.partition(f"### {TITLES[kind]}\n")[2].partition("|---|---|---|---|\n")[2].partition("\n\n")[0]
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
    shown = {(part, *sorted(example)) for part, example in rows if isinstance(example, dict)}
    choices = [(part, choice) for part, choice in KINDS[kind].choices.items()]
    wanted = {(part, *sorted(form)) for part, choice in choices for form in choice.forms.values()}
    assert wanted <= shown
    parts = {part for part, _ in rows}
    assert parts == KINDS[kind].shape.fields.keys() - {"kind"}
    doors = {tuple(sorted(door)) for part, example in rows if part == "doors" for door in example}
    assert doors == ({tuple(sorted(form)) for form in DOOR.forms.values()} if "doors" in parts else set())


def test_levels_of_the_readme(service: Service) -> None:
    """The request of the README makes as many levels as it asks for, the first of them the one shown."""
    (body,) = re.findall(r"--data '\s*(\{.*?\})'", README, re.DOTALL)
    (shown,) = re.findall(r'"puzzles": \[(\{.*?\}), …\]', README, re.DOTALL)
    with Fewest(str(service.client.base_url)) as fewest:
        made = fewest.generate(json.loads(body))
    assert made["status"] == "finished"
    assert len(made["puzzles"]) == json.loads(body)["number"]
    assert made["puzzles"][0] == json.loads(shown)
    assert f'"tried": {made["tried"]},' in README


def program(language: str, service: Service) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    return str(found).replace("http://127.0.0.1:8000", str(service.client.base_url).rstrip("/"))


def test_three_lines_of_python(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python program prints what its comment says."""
    text = program("python", service).replace("from fewest_client", "from clients.python.fewest_client")
    exec(compile(text, "README.md", "exec"), {})
    assert text.strip().endswith(f"# {capsys.readouterr().out.strip()}")


def test_three_lines_of_javascript(service: Service) -> None:
    """The JavaScript program prints what its comment says."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: install nodejs")
    client = (ROOT / "clients" / "js" / "fewest.js").as_uri()
    text = program("js", service).replace('"fewest-client"', f'"{client}"')
    done = subprocess.run(
        [node, "--input-type=module", "-e", text], capture_output=True, text=True, timeout=HANG_SECONDS
    )
    assert text.strip().endswith(f"// {done.stdout.strip()}"), done.stderr

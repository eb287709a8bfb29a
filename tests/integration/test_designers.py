"""The worked example for puzzle designers is true, from the empty board to the sheet of twenty levels."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

from fewest.boards import catalogue
from tests.hang import until
from tests.integration.service import Service
from tests.integration.transcripts import check, files_of, steps_of

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "05-for-designers.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.partition("\n## Generated levels\n")[0]


def drawn_numbers(picture: Path) -> list[str]:
    """The numbers in a picture of a survey."""
    return re.findall(r">(\d+)</text>", picture.read_text(encoding="utf-8"))


def test_the_worked_example(service: Service, tmp_path: Path) -> None:
    """Every command prints the output on the page; the survey has the numbers of the picture and of the text; the sheet
    shows twenty puzzles.
    """
    for name, content in files_of(EXAMPLE).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    service.solve(catalogue()["hoppers"]["examples"][0]["puzzle"])  # the solver is compiled by then
    address = str(service.client.base_url).rstrip("/")
    path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])
    check(steps_of(EXAMPLE.replace("http://127.0.0.1:8000", address)), tmp_path, {"PATH": path, "LANG": "C.UTF-8"})
    survey, batch = (json.loads((tmp_path / f"{name}.json").read_bytes()) for name in ("survey", "batch"))
    solved = [row for row in survey["problems"] if row["status"] == "solved"]
    complements = [row for row in solved if row["start"]["empty"] == row["goal"]["pegs"]]
    numbers = [sum(row["members"] for row in rows) for rows in (solved, survey["problems"], complements)]
    assert "{} of the {} problems have a solution. {} of them end".format(*numbers) in EXAMPLE
    assert drawn_numbers(tmp_path / "crown.svg") == drawn_numbers(DOCS / "pictures" / "crown.svg")
    assert len(batch["items"]) == 20
    assert service.client.get(batch["links"]["sheet"]).status_code == 200


def test_the_survey_of_klotski(service: Service) -> None:
    """The picture on the page is that of the request on the page."""
    _, _, surveys = PAGE.partition("\n## Surveys\n")
    (body,) = re.findall(r"```json\n(.*?)```", surveys, re.DOTALL)
    path = service.client.post("/v1/surveys", json=json.loads(body)).json()["links"]["self"]
    until(lambda: service.client.get(path, headers={"Prefer": "wait=5"}).json()["status"] == "ended")
    expected = (DOCS / "pictures" / "klotski-survey.svg").read_text(encoding="utf-8")
    assert service.client.get(f"{path}/picture.svg").text == expected

"""A survey by a running service: every row is what brute force finds, and what is found joins the known answers."""

from __future__ import annotations

from typing import Any

import pytest

from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.slide.puzzle import SlidePuzzle
from tests import oracle_block, oracle_jump, oracle_slide
from tests.hang import until
from tests.integration.service import Service

TRIANGLE = {"grid": [".", "..", "...", "...."], "lines": "triangular"}
PLUS = {"grid": ["#.#", "...", "...", "#.#"], "lines": "orthogonal"}


def ended(service: Service, survey: dict[str, Any]) -> dict[str, Any]:
    place = survey["links"]["self"]
    until(lambda: service.client.get(place, headers={"Prefer": "wait=5"}).json()["status"] != "running")
    return dict(service.client.get(place).json())


def truths(written: dict[str, Any]) -> tuple[int | None, int | None]:
    """The fewest moves of a problem and the number of solutions, by brute force."""
    if written["kind"] == "block":
        blocks = oracle_block.Oracle(written).answer()
        return blocks.length, blocks.count
    puzzle = load_puzzle(written).puzzle
    if isinstance(puzzle, JumpPuzzle):
        found = oracle_jump.truth(puzzle)
        return found.length, found.count
    assert isinstance(puzzle, SlidePuzzle)
    answer = oracle_slide.answer(puzzle)
    return answer.length, answer.count


@pytest.mark.parametrize(
    ("body", "members"),
    [
        ({"kind": "jump", "board": TRIANGLE}, 100),
        ({"kind": "jump", "board": PLUS, "goals": [{"count": 1}, {"count": 2}, {"pegs": [0, 5]}]}, 24),
        (
            {
                "kind": "slide",
                "board": {"rows": 2, "columns": 3},
                "starts": [[1, 2, 3, 4, 5, 0], [5, 4, 3, 2, 1, 0], [1, 2, 3, 5, 4, 0], [0, 1, 2, 2, 1, 3]],
                "goals": [[None, 2, 1, None, None, None], [1, None, None, None, None, 0]],
            },
            8,
        ),
        ({"kind": "block", "metric": "line", "axis": {"C": "row"}, "starts": [{"picture": ["AAB", "C.B"]}]}, 10),
    ],
    ids=["single vacancies", "goals", "slides", "blocks"],
)
def test_a_survey_agrees_with_brute_force(service: Service, body: Any, members: int) -> None:
    """Each row has the fewest moves and the number of solutions, and so have the problems it stands for."""
    answer = service.client.post("/v1/surveys", json=body | {"want": "count"})
    assert answer.status_code in (200, 202), answer.text
    survey = ended(service, answer.json())
    assert (survey["members"], survey["status"]) == (members, "ended")
    common = {name: survey[name] for name in ("kind", "board", "metric", "axis") if name in survey}
    assert common == {name: body[name] for name in body if name in common}
    for row in survey["problems"]:
        problem = common | {"start": row["start"], "goal": row["goal"]}
        length, count = truths(problem)
        assert (row["length"], row.get("count")) == (length, count if length is not None else None)
        assert row["status"] == ("unsolvable" if length is None else "solved")
        solution = service.client.get(row["links"]["solution"]).json()
        assert (solution["result"]["length"], solution["puzzle"]["start"]) == (length, row["start"])
    again = service.client.post("/v1/surveys", json=body | {"want": "count"})
    assert (again.status_code, again.json()["progress"]) == (200, survey["progress"])
    assert service.client.post("/v1/lookups", json={"puzzle": problem}).status_code == 200

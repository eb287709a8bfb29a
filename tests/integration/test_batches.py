"""Batches report every puzzle by index; distances of hints agree with each other and with brute force."""

from __future__ import annotations

from typing import Any

from fewest.boards import catalogue
from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.puzzle import JumpPuzzle
from tests import oracle_jump
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


def single_vacancies(name: str) -> list[dict[str, Any]]:
    """All puzzles on a board that begin with one empty hole and end with one peg there."""
    holes = len(catalogue()[name]["layout"])
    return [
        {"kind": "jump", "board": {"name": name}, "start": {"empty": [hole]}, "goal": {"pegs": [hole]}}
        for hole in range(holes)
    ]


def ended(service: Service, batch: dict[str, Any]) -> dict[str, Any]:
    until(lambda: service.client.get(batch["links"]["self"]).json()["status"] != "running")
    return dict(service.client.get(batch["links"]["self"]).json())


def test_batch_with_a_bad_puzzle(service: Service) -> None:
    """A batch reports each puzzle's result at its index, and the errors of an invalid one."""
    bad = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [99]}, "goal": {"count": 1}}
    puzzles = [*single_vacancies("hoppers"), *single_vacancies("triangle-15"), *map(eight, range(50, 80))]
    puzzles.insert(5, bad)
    puzzles.insert(9, None)
    answer = service.client.post("/v1/batches", json={"puzzles": puzzles})
    assert answer.status_code == 202
    assert answer.headers["Location"].endswith(answer.json()["links"]["self"])
    batch = ended(service, answer.json())
    assert (batch["status"], batch["total"]) == ("ended", len(puzzles))
    assert sum(batch["progress"].values()) == len(puzzles)
    assert [item["index"] for item in batch["items"] if item["status"] == "invalid"] == [5, 9]
    assert [error["pointer"] for error in batch["items"][5]["errors"]] == ["/start/empty/0"]
    for item, puzzle in zip(batch["items"], puzzles, strict=True):
        if item["status"] in ("solved", "unsolvable"):
            job = service.solve(puzzle)
            assert (job["status"], job["result"]["length"]) == (item["status"], item["length"])
    assert service.client.get(batch["items"][0]["links"]["job"]).json()["status"] == batch["items"][0]["status"]
    again = service.client.post("/v1/batches", json={"puzzles": puzzles})
    assert (again.status_code, again.json()["progress"]) == (200, batch["progress"])


def hint(service: Service, puzzle: dict[str, Any]) -> dict[str, Any]:
    answer = service.client.post("/v1/hints", json={"puzzle": puzzle})
    assert answer.status_code in (200, 202), answer.text
    place = answer.json()["links"]["self"]
    until(lambda: service.client.get(place).json()["status"] == "ended")
    return dict(service.client.get(place).json())


def test_hint_of_jump_board(service: Service) -> None:
    """Every next move of a Hoppers position has the distance brute force finds."""
    found = hint(service, HOPPERS)
    assert found["distance"] == 7
    puzzle = load_puzzle(HOPPERS).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    for move in found["moves"]:
        position = puzzle.start & ~(1 << move["move"][0]) | 1 << move["move"][-1]
        for hole in move["removed"]:
            position &= ~(1 << hole)
        truth = oracle_jump.truth(JumpPuzzle(puzzle.board, position, puzzle.goal))
        assert move["distance"] == truth.length

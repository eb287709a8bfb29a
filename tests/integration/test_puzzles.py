"""Checks, lookups, replays, limits, pictures and the player."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.integration.service import Service
from tests.integration.test_jobs import eight

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}


ODD = {
    "kind": "jump",
    "board": {"grid": ["...", "#.#"], "lines": "orthogonal"},
    "start": {"empty": [0]},
    "goal": {"pegs": [0]},
}


@pytest.mark.parametrize(("first", "goal"), [("en", [1, 3]), ("ja", [0, 3])])
def test_a_job_keeps_its_language(service: Service, first: str, goal: list[int]) -> None:
    """Its sentences are in the language in which it was submitted, searched for or known, whoever reads it."""
    puzzle = ODD | {"start": {"empty": [0, 3]}, "goal": {"pegs": goal}}
    expected = {
        "en": ("Every jump", "No jump touches hole 3."),
        "ja": ("跳ぶたびに", "穴3はどの跳びにも関わりません。"),
    }
    other = "ja" if first == "en" else "en"
    for language in (first, other, first, other):
        headers = {"Accept-Language": language, "Prefer": "wait=10"}
        job = service.client.post("/v1/jobs", json={"puzzle": puzzle}, headers=headers).json()
        proof, detail = expected[language]
        assert job["result"]["proof"]["text"].startswith(proof)
        assert job["notices"] == [{"pointer": "/puzzle/board", "detail": detail}]
        assert service.client.get(job["links"]["self"]).json() == job


def test_lookup_never_queues(service: Service) -> None:
    """A lookup finds known answers and never starts a search."""
    puzzle = eight(41)
    missing = service.client.post("/v1/lookups", json={"puzzle": puzzle})
    assert (missing.status_code, missing.json()["type"]) == (404, "/problems/answer-unknown")
    job = service.solve(puzzle)
    found = service.client.post("/v1/lookups", json={"puzzle": puzzle}).json()
    assert found["result"]["moves"] == job["result"]["moves"]
    assert found["solution_id"] == job["solution_id"]
    assert service.client.post("/v1/lookups", json={"puzzle": puzzle, "want": "all"}).status_code == 404


def test_replay(service: Service) -> None:
    """Our own solution is legal and reaches the goal; without its last move it does not; garbage is illegal."""
    result = service.solve(HOPPERS)["result"]
    for body, legal, reaches, length in (
        ({"moves": result["moves"], "removed": result["removed"]}, True, True, result["length"]),
        ({"moves": result["moves"]}, True, True, result["length"]),
        ({"moves": result["moves"][:-1]}, True, False, result["length"] - 1),
        ({"moves": [[0, 99]]}, False, False, None),
    ):
        found = service.client.post("/v1/replays", json={"puzzle": HOPPERS} | body).json()
        assert (found["legal"], found["reaches_goal"], found["length"]) == (legal, reaches, length)
    refused = service.client.post("/v1/replays", json={"puzzle": HOPPERS, "moves": [["a"]]})
    assert [error["pointer"] for error in refused.json()["errors"]] == ["/moves/0/0"]


def test_pictures(service: Service) -> None:
    """A job's links lead to a picture of any position, which a client that has it does not get again, and to a page."""
    job = service.solve(HOPPERS)
    place = job["links"]["picture"]
    for query in ("", "?move=3", "?animate=1"):
        answer = service.client.get(place + query)
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        ElementTree.fromstring(answer.text)
        tag = answer.headers["ETag"]
        assert service.client.get(place + query, headers={"If-None-Match": tag}).status_code == 304
    for query, status in (("?move=8", 404), ("?move=x", 400), ("?animate=2", 400)):
        assert service.client.get(place + query).status_code == status
    assert service.client.get(job["links"]["embed"]).status_code == 200
    assert service.client.get("/embed/unknown").status_code == 404


def test_a_check_knows_what_was_proven(service: Service) -> None:
    """A check has the answer of an earlier search, also of an equal puzzle, and null before there is one."""
    row = {
        "kind": "slide",
        "board": {"rows": 1, "columns": 7},
        "start": [1, 2, 3, 4, 5, 6, 0],
        "goal": [0, 1, 2, 3, 4, 5, 6],
    }
    mirrored = row | {"start": row["start"][::-1], "goal": row["goal"][::-1]}

    def known(puzzle: object) -> object:
        return service.client.post("/v1/puzzles/check", json={"puzzle": puzzle}).json()["answer"]

    assert known(row) is None
    service.solve(row)
    assert known(row) == known(mirrored) == {"status": "solved", "length": 6}


def test_a_job_says_what_is_odd_beside_a_proof(service: Service) -> None:
    """A job without a solution has the notices, searched for or known, in either numbering; a solved one has none."""
    mirrored = ODD | {"start": {"empty": [2]}, "goal": {"pegs": [2]}}
    for puzzle in (ODD, ODD, mirrored):
        job = service.solve(puzzle)
        assert job["status"] == "unsolvable"
        odd = [notice for notice in job["notices"] if notice["pointer"] == "/puzzle/board"]
        assert odd == [{"pointer": "/puzzle/board", "detail": "No jump touches hole 3."}]
        assert "Pegs that no jump reaches stay to the end: 3." in [notice["detail"] for notice in job["notices"]]
    assert "notices" not in service.solve(ODD | {"goal": {"pegs": [0, 3]}})

"""Known answers: an answer serves equal puzzles, and lesser wants."""

from __future__ import annotations

from typing import Any

from store import Store
from tests.unit.service.worker import ROW, TWIN, client_of, work


def test_answer_by_symmetry_is_a_hit_the_next_time(store: Store) -> None:
    """The first answer to an equal puzzle is by symmetry; the next is a hit, and is repeated as it is."""
    client = client_of(store)
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    jobs = [client.post("/v1/jobs", json={"puzzle": TWIN}).json for _ in range(3)]
    assert [job["result"]["statistics"]["cache"] for job in jobs] == ["symmetry", "hit", "hit"]
    assert jobs[0]["id"] != jobs[1]["id"] == jobs[2]["id"]
    assert [job["result"]["moves"] for job in jobs] == [[[3, 2]]] * 3


def test_better_answer_than_wanted(store: Store) -> None:
    """A request for one solution returns no count, but the stored solution contains everything known."""
    client = client_of(store)
    client.post("/v1/jobs", json={"puzzle": ROW, "want": "all"})
    work(store)
    job = client.post("/v1/jobs", json={"puzzle": TWIN}).json
    assert "count" not in job["result"]
    solution = client.get(job["links"]["solution"]).json
    assert solution["result"]["count"] == 1
    assert client.get(solution["links"]["all"]).json["solutions"][0]["moves"] == [[3, 2]]


def test_document_of_an_id_never_changes(store: Store) -> None:
    """A better answer, another way to write the puzzle, or a new search leads to the same document under the old id."""
    client = client_of(store)

    def solved(puzzle: dict[str, Any], want: str) -> Any:
        place = client.post("/v1/jobs", json={"puzzle": puzzle, "want": want}).json["links"]["self"]
        if store.searches.open_ids():
            work(store)
        return client.get(place).json

    def read(job: Any) -> tuple[bytes, str]:
        answer = client.get(job["links"]["solution"])
        assert "immutable" in answer.headers["Cache-Control"]
        return answer.data, answer.headers["ETag"]

    first = solved(ROW, "one")
    before = read(first)
    better = solved(ROW, "all")
    respelled = solved(ROW | {"board": {"adjacency": [[1], [0, 2], [1, 3], [2]]}}, "one")
    assert len({job["solution_id"] for job in (first, better, respelled)}) == 3
    assert read(first) == before
    assert "all" in client.get(better["links"]["solution"]).json["links"]
    assert client.get(first["links"]["solution"] + "/all").status_code == 404
    store.redis.flushall()
    client = client_of(store)
    again = solved(ROW, "one")
    assert again["id"] != first["id"]
    assert (again["solution_id"], read(again)) == (first["solution_id"], before)

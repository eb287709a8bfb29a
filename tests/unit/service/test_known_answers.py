"""Known answers: an answer serves equal puzzles, and lesser wants."""

from __future__ import annotations

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

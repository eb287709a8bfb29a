"""Known answers: an answer serves equal puzzles, and lesser wants."""

from __future__ import annotations

import json
from typing import Any

from flask.testing import FlaskClient

from fewest.store import Store, connect
from tests.unit.service.worker import OTHER, ROW, TWIN, client_of, work, work_all


def test_better_answer_than_wanted(store: Store, client: FlaskClient) -> None:
    """The first answer to an equal puzzle is by symmetry; the next is a hit, and is repeated as it is.

    A request for one solution returns no count, but the stored solution contains everything known.
    """
    client.post("/v1/jobs", json={"puzzle": ROW, "want": "all"})
    work(store)
    jobs = [client.post("/v1/jobs", json={"puzzle": TWIN}).json for _ in range(3)]
    assert [job["result"]["statistics"]["cache"] for job in jobs] == ["symmetry", "hit", "hit"]
    assert jobs[0]["id"] != jobs[1]["id"] == jobs[2]["id"]
    assert [job["result"]["moves"] for job in jobs] == [[[3, 2]]] * 3
    assert not any("count" in job["result"] for job in jobs)
    solution = client.get(jobs[0]["links"]["solution"]).json
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


def post(client: Any, text: str) -> Any:
    answer = client.post("/v1/jobs", data=text, content_type="application/json")
    assert answer.status_code == 200
    return answer.json


def test_a_request_written_otherwise_gets_the_same_job(store: Store, client: FlaskClient) -> None:
    """However an equal request is written, it gets the job that has answered it, and so does its repetition.

    What is wanted, the limits, and the layout, which a player would miss, make a request another one.
    """
    client.post("/v1/jobs", json={"puzzle": ROW, "want": "count"})
    work(store)
    first = post(client, json.dumps({"puzzle": ROW}))
    graph = ROW | {"board": {"adjacency": [[1], [2, 0], [1, 3], [2]]}}  # drawn as the row that it is
    for written in ({"puzzle": ROW}, {"want": "one", "puzzle": dict(reversed(ROW.items()))}, {"puzzle": graph}):
        text = json.dumps(written, indent=1)
        assert post(client, text) == post(client, text) == first
    ids = {first["id"]}
    for number, other in enumerate(
        (
            {"want": "count"},
            {"limits": {"nodes": 7}},
            {"puzzle": ROW | {"board": {"rows": 1, "columns": 4, "layout": [[9, 9]] * 4}}},
        ),
        2,
    ):
        text = json.dumps({"puzzle": ROW} | other)
        job = post(client, text)
        assert post(client, text) == job
        ids.add(job["id"])
        assert len(ids) == number, other


def test_any_solution_may_be_improved(store: Store, client: FlaskClient) -> None:
    """A request for any solution gets the best one known, although a longer one has answered it before."""
    long = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 2, 3, 0], "goal": [1, 2, 3, 0]}
    long |= {"goal": [1, 2, 0, 3]}
    client.post("/v1/jobs", json={"puzzle": long, "want": "any"})
    search = store.searches.load(store.searches.open_ids()[0])
    assert search is not None
    work(store)
    (name,) = store.redis.keys("fewest:4:answer:*")
    stored = json.loads(store.redis.hget(name, "result"))
    detour = stored | {"optimal": False, "lower_bound": 0}
    store.redis.hset(name, mapping={"strength": 0, "result": json.dumps(detour)})
    text = json.dumps({"puzzle": long, "want": "any"}, indent=1)
    assert post(client, text)["result"]["optimal"] is False
    store.redis.hset(name, mapping={"strength": 1, "result": json.dumps(stored)})
    assert post(client, text + " ")["result"]["optimal"] is True


def trips(store: Store, client: Any, text: str) -> int:
    before = messages(store)
    post(client, text)
    return messages(store) - before - 1  # the question is one as well


def messages(store: Store) -> int:
    """How many messages the server has read."""
    return int(store.redis.info("stats")["total_reads_processed"])


def test_known_answers_take_few_round_trips(store: Store) -> None:
    """A known puzzle takes two round trips in a new numbering, and one in another spelling or the same bytes."""
    client = client_of(store, response_cache_seconds=1e-9)
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    post(client, json.dumps({"puzzle": TWIN, "limits": {"nodes": 5}}))  # scripts are loaded when they are first run
    post(client, json.dumps({"puzzle": ROW}))
    post(client, json.dumps({"puzzle": ROW}, indent=1))
    assert trips(store, client, json.dumps({"puzzle": TWIN})) == 2
    assert trips(store, client, json.dumps({"puzzle": ROW}, indent=2)) == 1
    assert trips(store, client, json.dumps({"puzzle": ROW}, indent=2)) == 1


def test_new_puzzles_take_few_round_trips(store: Store, client: FlaskClient) -> None:
    """A new puzzle is queued with five: the look for its answer, room, its rate, its search, and its job and place; the
    job as its client reads it takes three more. When it has ended, it is read first with four: the job, its search, its
    solution, and its end.
    """
    for puzzle in OTHER:  # scripts are loaded when they are first run
        place = client.post("/v1/jobs", json={"puzzle": puzzle}).headers["Location"]
    work_all(store)
    client.get(place)
    before = messages(store)
    queued = client.post("/v1/jobs", json={"puzzle": ROW})
    assert (queued.status_code, messages(store) - before - 1) == (202, 5 + 3)
    work(store)
    place = queued.headers["Location"]
    other = client_of(store)
    other.get(f"{place}x")  # opens its connection
    before = messages(store)
    assert (other.get(place).json["status"], messages(store) - before - 1) == ("solved", 4)


def test_a_full_store_answers_and_keeps_nothing(server_url: str, store: Store) -> None:
    """While the store is full, known answers are served, hits and others, but nothing is stored, and no work begun."""
    client_of(store).post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    full = client_of(connect(server_url, store_bytes=1))
    jobs = [post(full, json.dumps({"puzzle": puzzle})) for puzzle in (ROW, TWIN)]
    assert [job["result"]["statistics"]["cache"] for job in jobs] == ["hit", "symmetry"]
    for job in jobs:
        assert full.get(job["links"]["self"]).status_code == 404
        assert full.get(job["links"]["solution"]).status_code == 404
    refused = full.post("/v1/jobs", json={"puzzle": OTHER[0]})
    assert (refused.status_code, refused.json["type"]) == (503, "/problems/store-full")
    assert "bytes are used; new work is accepted below 0" in refused.json["detail"]
    assert refused.headers["Retry-After"].isdigit()
    assert store.statistics.created() == 1


def test_a_request_with_a_webhook_gets_a_job_of_its_own(store: Store) -> None:
    """Each one gets a new job and its event, though an equal request was answered; and no other request gets that job.

    The order of the requests matters: one with a webhook comes first, after one without, and after another one.
    """
    store.webhooks.renew_secret("")
    client = client_of(store, webhook_hosts="example.com")
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    hook = {"webhook": {"url": "https://example.com/hook", "events": ["solved"]}}
    sent = [{"puzzle": ROW} | more for more in (hook, {}, hook, hook, {})]
    ids = [post(client, json.dumps(body, indent=number))["id"] for number, body in enumerate(sent)]
    assert ids[4] == ids[1]
    assert len(set(ids)) == 4
    assert store.webhooks.registered() == 3

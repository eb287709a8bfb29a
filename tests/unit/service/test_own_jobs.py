"""Jobs under an id that their client has chosen, and lists of a client's jobs."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from store import Store, keys
from store.jobs import LISTED_MOST
from tests.unit.service.worker import OTHER, ROW, bearer, client_of, work

NAME = str(uuid.uuid5(uuid.NAMESPACE_URL, "https://fewest.example"))
PLACE = f"/v1/jobs/{NAME}"


@pytest.mark.parametrize("known", [False, True])
def test_the_same_request_leads_to_the_same_job(store: Store, known: bool) -> None:
    """Sent again, also in another order of its fields, a request leads to the same job, before and after its end."""
    client = client_of(store)
    if known:
        client.post("/v1/jobs", json={"puzzle": ROW})
        work(store)
    first = client.put(PLACE, json={"puzzle": ROW, "want": "one"})
    assert (first.status_code, first.json["id"]) == (200 if known else 202, NAME)
    reordered = json.dumps({"want": "one", "puzzle": dict(reversed(ROW.items()))})  # the client would sort it
    again = client.put(PLACE, data=reordered, content_type="application/json")
    assert (again.status_code, again.json) == (first.status_code, first.json)
    if not known:
        assert first.headers["Location"] == again.headers["Location"] == PLACE
        assert (store.statistics.created(), store.queue.depth()) == (1, 1)
        work(store)
    ended = client.put(PLACE, json={"puzzle": ROW, "want": "one"})
    assert (ended.status_code, ended.json["status"]) == (200, "solved")
    assert client.get(PLACE).data == ended.data
    assert store.statistics.created() == 1


def test_an_id_belongs_to_one_request(store: Store) -> None:
    """Another body, another client, and the id of a job that was submitted without one are refused; a request with
    errors takes no id.
    """
    mine, theirs = (bearer(store.clients.add(name)[1]) for name in ("one", "other"))
    client = client_of(store)
    assert client.put(PLACE, json={"puzzle": {}}, headers=mine).status_code == 422
    assert client.put(PLACE, json={"puzzle": ROW}, headers=mine).status_code == 202
    for body, headers in (({"puzzle": OTHER[0]}, mine), ({"puzzle": ROW}, theirs)):
        refused = client.put(PLACE, json=body, headers=headers)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/id-taken")
    made = client.post("/v1/jobs", json={"puzzle": ROW}, headers=mine).json["links"]["self"]
    assert client.put(made, json={"puzzle": ROW}, headers=mine).status_code == 409
    assert client.put(PLACE, json={"puzzle": ROW}).status_code == 401
    assert client.get(PLACE, headers=theirs).status_code == 404


@pytest.mark.parametrize("name", ["short", "a" * 15, "a" * 65, "a.b.c.d.e.f.g.h.i", "ä" * 20])
def test_ids_that_could_be_guessed_are_refused(store: Store, name: str) -> None:
    """An id has 16 to 64 letters, digits, - and _."""
    assert client_of(store).put(f"/v1/jobs/{name}", json={"puzzle": ROW}).status_code == 400


def test_a_lost_job_is_made_again(store: Store) -> None:
    """If the job was dropped, or never made because the service stopped, its request makes it."""
    client = client_of(store)
    client.put(PLACE, json={"puzzle": ROW})
    store.redis.delete(keys.job(NAME))
    assert client.put(PLACE, json={"puzzle": ROW}).json["id"] == NAME
    work(store)
    assert client.get(PLACE).json["status"] == "solved"


def names(document: Any) -> list[str]:
    """The ids in a list."""
    return [job["id"] for job in document["jobs"]]


def test_list_of_jobs(store: Store) -> None:
    """A client lists its own jobs, the last ones first, in pages, and by status; jobs that are gone are not listed."""
    (me, token), (_, other_token) = (store.clients.add(name) for name in ("one", "other"))
    mine, theirs = bearer(token), bearer(other_token)
    client = client_of(store)
    made = [client.post("/v1/jobs", json={"puzzle": ROW}, headers=mine).json["id"] for _ in range(3)]
    other = client.post("/v1/jobs", json={"puzzle": ROW}, headers=theirs).json["id"]
    work(store)
    made.append(client.post("/v1/jobs", json={"puzzle": ROW}, headers=mine).json["id"])
    made.append(client.put(PLACE, json={"puzzle": OTHER[0]}, headers=mine).json["id"])
    listed = client.get("/v1/jobs", headers=mine)
    assert (names(listed.json), listed.json["next"]) == (made[::-1], None)
    assert [job["status"] for job in listed.json["jobs"]] == ["queued", *["solved"] * 4]
    assert [job["length"] for job in listed.json["jobs"]] == [None, 1, 1, 1, 1]
    assert names(client.get("/v1/jobs", headers=theirs).json) == [other]
    found, place = [], "/v1/jobs?limit=2&status=solved"
    while place:
        page = client.get(place, headers=mine)
        found.append(names(page.json))
        place = page.json["next"]
        assert ("Link" in page.headers) == (place is not None)
    assert found == [[made[3], made[2]], [made[1], made[0]]]
    assert names(client.get("/v1/jobs?status=queued", headers=mine).json) == [NAME]
    store.redis.delete(keys.job(made[1]))
    assert made[1] not in names(client.get("/v1/jobs", headers=mine).json)
    assert store.redis.zcard(keys.jobs_of(me.id)) == 4


def test_list_is_bounded(store: Store) -> None:
    """Of a client with many jobs, the last ones are listed, and every one of them on some page."""
    for number in range(LISTED_MOST + 5):
        store.jobs.add_ended(f"job-{number}", b'{"status":"solved","result":{"length":1}}', "me")
    times = [time for _, time in store.jobs.listed("me", float("inf"), 2 * LISTED_MOST)]
    assert len(set(times)) == len(times) == LISTED_MOST
    assert times == sorted(times, reverse=True)
    assert store.jobs.listed("me", times[0], 1)[0][1] == times[1]


@pytest.mark.parametrize("query", ["status=done", "cursor=x", "cursor=1e9", "limit=0", "limit=101"])
def test_parameters_of_the_list(store: Store, query: str) -> None:
    """A status, cursor or limit that there is not is an error; without a key there is no list."""
    client = client_of(store)
    assert client.get("/v1/jobs").status_code == 401
    headers = bearer(store.clients.add("one")[1])
    assert client_of(store).get(f"/v1/jobs?{query}", headers=headers).status_code == 400

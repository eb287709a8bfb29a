"""Jobs under an id that their client has chosen, and lists of a client's jobs."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest

from store import Store, keys
from store.jobs import MAX_LISTED, Job
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


def test_a_job_whose_search_is_gone_can_be_submitted_again(store: Store) -> None:
    """It is 404, and its client gets another one under the same id."""
    client = client_of(store)
    assert client.put(PLACE, json={"puzzle": ROW}).status_code == 202
    for read_first in (True, False):
        (search_id,) = store.searches.open_ids()
        store.searches.discard(search_id, "to try it")
        store.searches.remove_expired(search_id)
        if read_first:
            assert client.get(PLACE).status_code == 404
        assert client.put(PLACE, json={"puzzle": ROW}).status_code == 202
    work(store)
    assert client.get(PLACE).json["status"] == "solved"


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


@pytest.mark.parametrize("key", [NAME, f'"{NAME}"'])
def test_an_idempotency_key_is_the_id(store: Store, key: str) -> None:
    """A POST with an ``Idempotency-Key``, in quotes or not, is the PUT of the job with that id: the same body leads to
    the same job, by POST or PUT, and another body is refused.
    """
    client = client_of(store)
    headers = {"Idempotency-Key": key}
    first = client.post("/v1/jobs", json={"puzzle": ROW}, headers=headers)
    assert (first.status_code, first.json["id"], first.headers["Location"]) == (202, NAME, PLACE)
    for again in (
        client.post("/v1/jobs", json={"puzzle": ROW}, headers=headers),
        client.put(PLACE, json={"puzzle": ROW}),
    ):
        assert (again.status_code, again.json) == (202, first.json)
    assert (store.statistics.created(), store.queue.depth()) == (1, 1)
    refused = client.post("/v1/jobs", json={"puzzle": OTHER[0]}, headers=headers)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/id-taken")
    assert client.post("/v1/jobs", json={"puzzle": ROW}).json["id"] != NAME


def test_a_search_is_that_of_the_client_that_asks(store: Store) -> None:
    """In the queue, where clients take turns, a search counts to its client, also under an id of their own."""
    client = client_of(store)
    requests = [
        client.post("/v1/jobs", json={"puzzle": ROW}, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}),
        client.put(PLACE, json={"puzzle": OTHER[0]}, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}),
        client.put(f"{PLACE}-2", json={"puzzle": OTHER[1]}, environ_overrides={"REMOTE_ADDR": "192.0.2.2"}),
    ]
    jobs = [store.jobs.load(request.json["id"]) for request in requests]
    searches = [store.searches.load(job.search_id) for job in jobs if isinstance(job, Job)]
    mine, mine_too, theirs = (search.client for search in searches if search is not None)
    assert mine == mine_too != theirs


def test_repeats_count_as_requests_but_not_as_searches(store: Store) -> None:
    """Each request under an own id counts as one, before and after the end of its job; the first one as a search. The
    same bytes again without an id are free once their job has ended.
    """
    client = client_of(store, rate_requests=9, rate_searches=9)
    headers = {"Idempotency-Key": NAME}

    def left(headers: dict[str, str]) -> str:
        return client.post("/v1/jobs", json={"puzzle": ROW}, headers=headers).headers.get("RateLimit", "")

    first, again = left(headers), left(headers)
    assert re.findall(r'"(\w+)";r=(\d)', first) == [("requests", "8"), ("searches", "8")]
    assert re.findall(r'"(\w+)";r=(\d)', again) == [("requests", "7")]
    work(store)
    assert re.findall(r'"(\w+)";r=(\d)', left(headers)) == [("requests", "6")]
    assert re.findall(r'"(\w+)";r=(\d)', left({})) == [("requests", "5")]  # these bytes have no job yet
    assert left({}) == ""


@pytest.mark.parametrize("key", ["", "short", '""', f"{NAME}!", f"'{NAME}'"])
def test_keys_that_are_no_ids_are_refused(store: Store, key: str) -> None:
    """An ``Idempotency-Key`` that could be no id is an error, never left unheeded."""
    refused = client_of(store).post("/v1/jobs", json={"puzzle": ROW}, headers={"Idempotency-Key": key})
    assert (refused.status_code, refused.json["type"]) == (400, "/problems/invalid-parameter")


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
    for number in range(MAX_LISTED + 5):
        store.jobs.add_ended(f"job-{number}", b'{"status":"solved","result":{"length":1}}', "me")
    times = [time for _, time in store.jobs.listed("me", float("inf"), 2 * MAX_LISTED)]
    assert len(set(times)) == len(times) == MAX_LISTED
    assert times == sorted(times, reverse=True)
    assert store.jobs.listed("me", times[0], 1)[0][1] == times[1]


@pytest.mark.parametrize("query", ["status=done", "cursor=x", "cursor=1e9", "limit=0", "limit=101"])
def test_parameters_of_the_list(store: Store, query: str) -> None:
    """A status, cursor or limit that there is not is an error; without a key there is no list."""
    client = client_of(store)
    assert client.get("/v1/jobs").status_code == 401
    headers = bearer(store.clients.add("one")[1])
    assert client_of(store).get(f"/v1/jobs?{query}", headers=headers).status_code == 400

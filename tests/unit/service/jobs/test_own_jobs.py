"""Jobs under an id that their client has chosen, and lists of a client's jobs."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest
from flask.testing import FlaskClient

from store import Store, keys
from tests.unit.service.worker import OTHER, ROW, bearer, client_of, work

NAME = str(uuid.uuid5(uuid.NAMESPACE_URL, "https://fewest.example"))
PLACE = f"/v1/jobs/{NAME}"


@pytest.mark.parametrize("known", [False, True])
def test_the_same_request_leads_to_the_same_job(store: Store, client: FlaskClient, known: bool) -> None:
    """Sent again, also in another order of its fields, a request leads to the same job, before and after its end."""
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


def names(document: Any) -> list[str]:
    return [job["id"] for job in document["jobs"]]


def test_a_job_that_is_gone_can_be_submitted_again(store: Store, client: FlaskClient) -> None:
    """A job that was dropped, or whose search is gone, is 404, and its client gets another one under the same id."""
    assert client.put(PLACE, json={"puzzle": ROW}).status_code == 202
    for read_first in (True, False):
        (search_id,) = store.searches.open_ids()
        store.searches.discard(search_id, "to try it")
        store.searches.remove_expired(search_id)
        if read_first:
            assert client.get(PLACE).status_code == client.delete(PLACE).status_code == 404
        assert client.put(PLACE, json={"puzzle": ROW}).status_code == 202
    store.redis.delete(keys.job(NAME))
    assert client.put(PLACE, json={"puzzle": ROW}).json["id"] == NAME
    work(store)
    assert client.get(PLACE).json["status"] == "solved"


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
    client.post("/v1/features", json={"puzzle": ROW}, headers=mine)  # an order is no job
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
        assert page.headers.get("Link") == (place and f'<{place}>; rel="next"')
    assert found == [[made[3], made[2]], [made[1], made[0]]]
    assert names(client.get("/v1/jobs?status=queued", headers=mine).json) == [NAME]
    store.redis.delete(keys.job(made[1]))
    assert made[1] not in names(client.get("/v1/jobs", headers=mine).json)
    assert store.redis.zcard(keys.jobs_of(me.id)) == 4


def test_parameters_of_the_list(store: Store, client: FlaskClient) -> None:
    """A status, cursor or limit that there is not is an error; without a key there is no list."""
    assert client.get("/v1/jobs").status_code == 401
    headers = bearer(store.clients.add("one")[1])
    for query in ("status=done", "cursor=x", "cursor=1e9", "limit=0", "limit=101"):
        assert client_of(store).get(f"/v1/jobs?{query}", headers=headers).status_code == 400, query

"""Ids that clients choose: none leads to what is somebody else's, or replaces it; and lists of a client's jobs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.store import Store, keys
from tests.unit.service.worker import OTHER, ROW, bearer, client_of, work

CHOSEN = "0123456789-abcdefgh"
PLACE = f"/v1/jobs/{CHOSEN}"
CHOOSING = {
    "jobs": {"puzzle": ROW},
    "surveys": {"kind": "slide", "board": ROW["board"], "starts": [ROW["start"]], "goals": [ROW["goal"]]},
    "spaces": {"kind": "slide", "board": ROW["board"], "goal": ROW["goal"]},
    "features": {"puzzle": ROW},
    "generations": {"kind": "slide", "board": {"rows": 2, "columns": 3}, "number": 1, "length": {"max": 5}, "seed": 1},
}
"""Every noun whose id a client may choose, with a body."""

BODIES: dict[str, dict[str, Any]] = CHOOSING | {"batches": {"puzzles": [ROW]}, "hints": {"puzzle": ROW}}
"""Every noun that has ids."""


@pytest.fixture
def keyed(store: Store) -> tuple[FlaskClient, dict[str, str], dict[str, str]]:
    """A client of the service, and the headers of two holders of keys."""
    mine, theirs = (bearer(store.clients.add(name)[1]) for name in ("one", "other"))
    return client_of(store), mine, theirs


def test_every_noun_is_here(store: Store) -> None:
    """The nouns with ``PUT`` are those that are tried."""
    rules = client_of(store).application.url_map.iter_rules()
    assert {rule.rule.split("/")[2] for rule in rules if "PUT" in (rule.methods or ())} == CHOOSING.keys()


@pytest.mark.parametrize("taken", BODIES)
def test_an_id_that_the_service_has_made(taken: str, keyed: tuple[FlaskClient, dict[str, str], dict[str, str]]) -> None:
    """It is refused with 409 under every noun; only its owner finds anything there, and only under its own noun."""
    client, mine, theirs = keyed
    made = client.post(f"/v1/{taken}", json=BODIES[taken], headers=mine).json["links"]
    before = client.get(made["self"], headers=mine).json
    name = before["id"]
    for noun in CHOOSING:
        for headers in (theirs, mine):
            refused = client.put(f"/v1/{noun}/{name}", json=BODIES[noun], headers=headers)
            assert (refused.status_code, refused.json["type"]) == (409, "/problems/id-taken"), noun
    for place in {*made.values(), *(f"/v1/{noun}/{name}" for noun in BODIES)}:
        assert client.get(place, headers=theirs).status_code == 404, place
    for place in {f"/v1/{noun}/{name}" for noun in BODIES if noun != taken}:
        assert client.get(place, headers=mine).status_code == 404, place
        assert client.delete(place, headers=mine).status_code in (404, 405), place
    assert client.delete(made["self"], headers=theirs).status_code in (404, 405)
    after = client.get(made["self"], headers=mine)
    assert (after.status_code, after.json) == (200, before)


@pytest.mark.parametrize("taken", CHOOSING)
def test_an_id_that_a_client_has_chosen(taken: str, keyed: tuple[FlaskClient, dict[str, str], dict[str, str]]) -> None:
    """An id is one request's, for one noun and one client: the same request again leads to the same, others to 409.

    An ``Idempotency-Key`` in quotes is such an id, too. The jobs of a survey have other ids.
    """
    client, mine, theirs = keyed
    place, body = f"/v1/{taken}/{CHOSEN}", BODIES[taken]
    first = client.put(place, json=body, headers=mine)
    assert CHOSEN not in [row["job_id"] for row in first.json.get("problems", ())]
    again = client.post(f"/v1/{taken}", json=body, headers=mine | {"Idempotency-Key": f'"{CHOSEN}"'})
    assert (again.status_code, again.json) == (first.status_code, first.json)
    for noun in CHOOSING:
        again = client.put(f"/v1/{noun}/{CHOSEN}", json=BODIES[noun], headers=mine)
        assert again.status_code == (first.status_code if noun == taken else 409), noun
        assert client.put(f"/v1/{noun}/{CHOSEN}", json=BODIES[noun], headers=theirs).status_code == 409, noun
    assert client.get(place, headers=mine).json["id"] == CHOSEN


@pytest.mark.parametrize("taken", BODIES)
def test_a_post_with_a_key_can_be_sent_again(
    taken: str, keyed: tuple[FlaskClient, dict[str, str], dict[str, str]], store: Store
) -> None:
    """Every POST that makes something with an id makes it once for each key, its id; one with errors takes none."""
    client, mine, theirs = keyed
    place, body, key = f"/v1/{taken}", BODIES[taken], {"Idempotency-Key": CHOSEN}
    assert client.post(place, json={}, headers=mine | key).status_code == 422
    first = client.post(place, json=body, headers=mine | key)
    assert (first.status_code in (200, 202), first.json["id"]) == (True, CHOSEN)
    created = store.statistics.created()
    again = client.post(place, json=body, headers=mine | key)
    assert (again.status_code, again.json) == (first.status_code, first.json)
    assert store.statistics.created() == created
    for headers, other in ((theirs, body), (mine, body | {"limits": {"seconds": 7}})):
        refused = client.post(place, json=other, headers=headers | key)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/id-taken")
    assert client.get(f"{place}/{CHOSEN}", headers=theirs).status_code == 404


@pytest.mark.parametrize("name", ["", "short", "a" * 15, "a" * 65, "a.b.c.d.e.f.g.h.i", "ä" * 20, f"{CHOSEN}!", '""'])
def test_ids_that_could_be_guessed_are_refused(client: FlaskClient, name: str) -> None:
    """An id, also one in an ``Idempotency-Key``, has 16 to 64 letters, digits, - and _."""
    for noun, body in BODIES.items():
        key = {"Idempotency-Key": name.encode().decode("latin-1")}
        refused = client.post(f"/v1/{noun}", json=body, headers=key)
        assert (refused.status_code, refused.json["type"]) == (400, "/problems/invalid-parameter")
        if name and noun in CHOOSING:
            assert client.put(f"/v1/{noun}/{name}", json=body).status_code == 400


def test_the_same_request_leads_to_the_same_job(store: Store, client: FlaskClient) -> None:
    """Sent again, even with its fields in another order, a request returns the same job, before and after its end."""
    first = client.put(PLACE, json={"puzzle": ROW, "want": "one"})
    assert (first.status_code, first.json["id"]) == (202, CHOSEN)
    reordered = json.dumps({"want": "one", "puzzle": dict(reversed(ROW.items()))})  # the client would sort it
    again = client.put(PLACE, data=reordered, content_type="application/json")
    assert (again.status_code, again.json) == (first.status_code, first.json)
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
    headers = {"Idempotency-Key": CHOSEN}

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
    store.redis.delete(keys.job(CHOSEN))
    assert client.put(PLACE, json={"puzzle": ROW}).json["id"] == CHOSEN
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
    client.post("/v1/features", json={"puzzle": ROW}, headers=mine)  # a task is no job
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
    assert names(client.get("/v1/jobs?status=queued", headers=mine).json) == [CHOSEN]
    store.redis.delete(keys.job(made[1]))
    assert made[1] not in names(client.get("/v1/jobs", headers=mine).json)
    assert store.redis.zcard(keys.jobs_of(me.id)) == 4


def test_parameters_of_the_list(store: Store, client: FlaskClient) -> None:
    """A status, cursor or limit that there is not is an error; without a key there is no list."""
    refused = client.get("/v1/jobs")
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    headers = bearer(store.clients.add("one")[1])
    for query in ("status=done", "cursor=x", "cursor=1e9", "limit=0", "limit=101"):
        assert client_of(store).get(f"/v1/jobs?{query}", headers=headers).status_code == 400, query

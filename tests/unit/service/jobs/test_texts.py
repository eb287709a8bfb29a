"""Puzzles in plain text: read, solved, and reported with how they were read."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.store import Store
from tests.unit.service.jobs.test_own_ids import CHOSEN
from tests.unit.service.worker import client_of, work, work_all

EIGHT = "1 2 3\n4 5 6\n7 . 8\n"
IMPOSSIBLE = "1 2 3\n4 5 6\n8 7 .\n"
SEVERAL = f"{EIGHT}\n{IMPOSSIBLE}\n{EIGHT}"


def post(client: FlaskClient, path: str, text: str, **headers: str) -> Any:
    return client.post(path, data=text.encode(), content_type="text/plain", headers=headers)


def test_a_job_says_how_its_text_was_read(store: Store) -> None:
    """A job made of a text has its reading: while it is open, once it has ended, as a known answer, and in events."""
    client = client_of(store)
    opened = post(client, "/v1/jobs", EIGHT)
    assert opened.status_code == 202
    reading = client.post("/v1/readings", data=EIGHT, content_type="text/plain").json["readings"][0]
    expected = {name: reading[name] for name in ("format", "text", "assumed")} | {"clear": True}
    assert opened.json["reading"] == expected
    place = opened.json["links"]["self"]
    work(store)
    ended = client.get(place).json
    assert (ended["status"], ended["result"]["length"], ended["reading"]) == ("solved", 1, expected)
    (event,) = [line for line in client.get(f"{place}/events").text.splitlines() if line.startswith("data: ")]
    assert json.loads(event.removeprefix("data: "))["reading"] == expected
    known = post(client, "/v1/jobs", EIGHT, **{"Accept-Language": "ja"})
    assert known.status_code == 200
    assert known.json["reading"]["text"] != expected["text"]
    assert post(client, "/v1/jobs", EIGHT).json["id"] == post(client, "/v1/jobs", EIGHT).json["id"]
    assert "reading" not in client.post("/v1/jobs", json={"puzzle": reading["puzzle"]}).json


def test_nothing_assumed_is_said_to_be_proven(store: Store) -> None:
    """If a goal was assumed, the first notice of a job without a solution says that it was."""
    client = client_of(store)
    place = post(client, "/v1/jobs", IMPOSSIBLE).json["links"]["self"]
    work(store)
    for job in (client.get(place).json, post(client, "/v1/jobs?seconds=7", IMPOSSIBLE).json):
        assert (job["status"], job["reading"]["clear"]) == ("unsolvable", False)
        assert job["notices"][0]["pointer"] == "/puzzle/goal"
        assert job["notices"][0]["detail"].startswith("With what is assumed here there is no solution")


def test_the_query_has_the_rest_of_a_request(store: Store) -> None:
    """What is wanted, the limit of seconds, and the number of the reading stand in the query; errors name them."""
    client = client_of(store)
    job = post(client, "/v1/jobs?want=count&seconds=2.5&reading=2", IMPOSSIBLE).json
    assert (job["want"], job["limits"]["seconds"]) == ("count", 2.5)
    assert job["reading"]["text"] == post(client, "/v1/readings", IMPOSSIBLE).json["readings"][1]["text"]
    for query, status, detail in (
        ("want=some", 422, "must be one of"),
        ("seconds=many", 422, ""),
        ("seconds=0", 422, ""),
        ("reading=0", 400, ""),
        ("reading=6", 422, "there is no reading 6 of this text; it has"),
        ("wnat=count", 400, 'There is no parameter \\"wnat\\" of a text, only want, seconds, reading.'),
    ):
        refused = post(client, f"/v1/jobs?{query}", IMPOSSIBLE)
        assert refused.status_code == status, query
        assert detail in json.dumps(refused.json), query


def test_another_query_or_media_type_is_another_request(store: Store) -> None:
    """Equal bytes with another query, or as JSON, do not get the same job; under a chosen id they are refused."""
    client = client_of(store)
    document = json.dumps({"puzzle": post(client, "/v1/readings", EIGHT).json["readings"][0]["puzzle"]})
    post(client, "/v1/jobs", document)
    work(store)
    one, count = (post(client, f"/v1/jobs{query}", document).json for query in ("", "?want=count"))
    plain = client.post("/v1/jobs", data=document, content_type="application/json").json
    assert one["id"] != plain["id"]
    assert ("reading" in one, "reading" in plain, count["want"]) == (True, False, "count")
    first = client.put(f"/v1/jobs/{CHOSEN}", data=EIGHT, content_type="text/plain")
    again = post(client, "/v1/jobs", EIGHT, **{"Idempotency-Key": CHOSEN})
    assert (first.status_code, again.status_code, first.json["id"], again.json["id"]) == (200, 200, CHOSEN, CHOSEN)
    assert post(client, "/v1/jobs?want=count", EIGHT, **{"Idempotency-Key": CHOSEN}).status_code == 409


def test_a_batch_takes_a_text_of_several_puzzles(store: Store) -> None:
    """Each puzzle gets its job and its reading, also as CSV; a request for a job refuses the text, naming batches."""
    client = client_of(store)
    assert post(client, "/v1/batches?reading=2", SEVERAL).json["detail"].endswith("only want, seconds.")
    batch = post(client, "/v1/batches?want=count", SEVERAL).json
    assert batch["total"] == 3
    work_all(store)
    items = client.get(batch["links"]["self"]).json["items"]
    assert [item["status"] for item in items] == ["solved", "unsolvable", "solved"]
    jobs = [client.get(item["links"]["job"]).json for item in items]
    assert [job["reading"] for job in jobs] == [item["reading"] for item in items]
    assert [job["want"] for job in jobs] == ["count"] * 3
    table = csv.DictReader(client.get(batch["links"]["self"], headers={"Accept": "text/csv"}).text.splitlines())
    assert [json.loads(row["reading"]) for row in table] == [item["reading"] for item in items]
    refused = post(client, "/v1/jobs", SEVERAL)
    assert (refused.status_code, refused.json["errors"][0]["detail"]) == (
        422,
        "this text has 3 puzzles; send it to /v1/batches",
    )
    document = post(client, "/v1/readings", SEVERAL).json
    assert document["readings"] == [puzzle["readings"][0] for puzzle in document["puzzles"]]
    assert document["clear"] is False


@pytest.mark.parametrize("path", ["/v1/jobs", "/v1/batches"])
def test_a_text_is_counted_and_bounded(store: Store, path: str) -> None:
    """A text counts one more request for each thousand bytes; too long a text, or too many puzzles, are refused."""
    client = client_of(store, rate_requests=100, body_bytes=30_000, batch_bytes=30_000, max_batch=1)
    assert '"requests";r=99' in post(client, path, EIGHT).headers["RateLimit"]
    assert '"requests";r=78' in post(client, path, EIGHT + "\n" * 20_000).headers["RateLimit"]
    assert post(client, path, "\n" * 30_001).status_code == 413
    assert post(client, path, SEVERAL).status_code == 422
    assert client.post("/v1/spaces", data=EIGHT, content_type="text/plain").status_code == 415

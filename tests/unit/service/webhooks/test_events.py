"""Webhooks: what a request may ask for, what is sent, and what becomes of it by the receiver's response."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook

from fewest.config.settings import Settings
from fewest.config.targets import Target
from fewest.service.jobs.intake import new_id
from fewest.service.webhooks.events import (
    IDLE_SECONDS,
    LONGEST_PAUSE_SECONDS,
    MAX_CONCURRENT,
    MAX_CONCURRENT_PER_HOST,
    MAX_CONCURRENT_UNRESPONSIVE,
    Deliverer,
    event_document,
    pause_seconds,
)
from fewest.service.webhooks.outbound import NoResponseError, NotAllowedError, Reply
from fewest.solver.model import Result, Status
from fewest.store import Store, StoreError, StoreFull, connect, keys
from fewest.store.known import Known
from fewest.store.webhooks import Delivery, Webhooks, registration
from tests.ended_job import add_ended
from tests.hang import HANG_SECONDS, until
from tests.unit.service.jobs.parts import parts_of
from tests.unit.service.jobs.test_own_ids import PLACE
from tests.unit.service.worker import OTHER, ROW, TWIN, bearer, begin, client_of, finish, set_worker, work
from tests.unit.store.test_webhooks import let_pass

pytestmark = pytest.mark.usefixtures("secret")

HOSTS: dict[str, Any] = {"webhook_hosts": "hooks.example,*.below.example", "webhook_pause_seconds": 1000.0}
"""Settings of a service that sends webhooks; no test lasts until the next attempt."""

URL, ORIGIN = "https://hooks.example/hook?token=t-o-k-e-n", "https://hooks.example:443"


class FakeSender:
    """Notes what is sent; what comes back is given in advance, and the last of it is repeated."""

    def __init__(self, *replies: Reply | Exception) -> None:
        self.replies = list(replies or (Reply(204, 0),))
        self.sent: list[tuple[Target, bytes, dict[str, str]]] = []

    def post(self, target: Target, body: bytes, headers: dict[str, str]) -> Reply:
        """Note a request."""
        self.sent.append((target, body, headers))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    @property
    def events(self) -> list[Any]:
        """The events sent."""
        return [json.loads(body) for _, body, _ in self.sent]


def deliver(store: Store, *replies: Reply | Exception, **settings: Any) -> FakeSender:
    """Make an attempt for every event that is due."""
    sender = FakeSender(*replies)
    given = Settings(**HOSTS | settings)
    deliverer = Deliverer(given, store, parts_of(store, given).reader, sender)
    while delivery := store.webhooks.take(60):
        deliverer.deliver(delivery)
    return sender


@pytest.fixture
def secret(store: Store) -> str:
    """The secret of clients without a key."""
    return store.webhooks.renew_secret("")


def client_with(store: Store, **settings: Any) -> FlaskClient:
    return client_of(store, **HOSTS | settings)


def body(puzzle: Any = ROW, url: Any = URL, **webhook: Any) -> dict[str, Any]:
    return {"puzzle": puzzle, "webhook": {"url": url} | webhook}


def test_what_is_sent(store: Store, secret: str) -> None:
    """The end of a job as its client reads it, signed with the secret, and for a day also with the one before it."""
    client = client_with(store)
    job = client.post("/v1/jobs", json=body()).json
    assert deliver(store).sent == []
    renewed = store.webhooks.renew_secret("")
    work(store)
    ((target, text, headers),) = deliver(store).sent
    assert (target.origin, target.path) == (ORIGIN, "/hook?token=t-o-k-e-n")
    event = Webhook(secret).verify(text, headers)
    assert event == Webhook(renewed).verify(text, headers)
    assert event["type"] == "job.solved"
    assert event["data"] == client.get(job["links"]["self"]).json
    assert event["timestamp"] == event["data"]["ended"]
    assert headers["Content-Type"] == "application/json"
    assert deliver(store).sent == []
    assert store.webhooks.registered() == 0
    job_id = client.post("/v1/jobs", json=body()).json["id"]
    (event,) = deliver(store, public_url="https://host/fewest").events
    assert event["data"]["links"]["self"] == f"https://host/fewest/v1/jobs/{job_id}"


@pytest.mark.parametrize("status", ["solved", "unsolvable", "stopped", "failed", "cancelled"])
def test_every_end_is_reported(store: Store, status: str) -> None:
    """By default, an event is sent however the job ends."""
    client = client_with(store)
    stuck = ROW | {"start": [1, 2, 0, 0], "goal": [2, 1, 0, 0]}
    place = client.post("/v1/jobs", json=body(stuck if status == "unsolvable" else ROW)).json["links"]["self"]
    if status == "cancelled":
        client.delete(place)
    elif status == "failed":
        search, run = begin(store)
        store.runs.finish(search.id, run, status, {"error": "The solver failed."})
    else:
        stopped = Result(Status.STOPPED, None, optimal=False, lower_bound=1, limit="nodes")
        finish(store, *begin(store), stopped if status == "stopped" else None)
    (event,) = deliver(store).events
    assert event["type"] == f"job.{status}"
    assert event["data"] == client.get(place).json


def test_events_are_chosen(store: Store) -> None:
    """Only the events that the request names are sent, among them the start of the search while it runs."""
    client = client_with(store)
    for events in (["failed", "stopped"], ["running"], ["solved", "running"]):
        client.post("/v1/jobs", json=body(events=events))
    search, run = begin(store)
    started = deliver(store).events
    assert [event["type"] for event in started] == ["job.running"] * 2
    finish(store, search, run)
    assert [event["type"] for event in deliver(store).events] == ["job.solved"]
    client.post("/v1/jobs", json=body(OTHER[0], events=["running"]))
    work(store)
    assert deliver(store).events == []  # it no longer runs
    assert store.webhooks.totals()["waiting"] == 0


def test_a_start_that_is_over_is_not_reported(store: Store) -> None:
    """If the search ends while the event of its start is on its way, only its end is sent."""
    client_with(store).post("/v1/jobs", json=body(events=["running", "solved"]))
    search, run = begin(store)
    started = store.webhooks.take(60)
    finish(store, search, run)
    sender, given = FakeSender(), Settings(**HOSTS)
    assert started is not None
    Deliverer(given, store, parts_of(store, given).reader, sender).deliver(started)
    assert sender.sent == []


def webhook_error(webhook: Any, pointer: str) -> tuple[dict[str, Any], str, dict[str, Any], set[str]]:
    """A request with a wrong webhook, in a row of the table below."""
    return HOSTS, "POST /v1/jobs", {"puzzle": ROW, "webhook": webhook}, {pointer}


@pytest.mark.parametrize(
    ("settings", "place", "sent", "pointers"),
    [
        webhook_error("https://hooks.example/", "/webhook"),
        webhook_error({}, "/webhook/url"),
        webhook_error({"url": 5}, "/webhook/url"),
        webhook_error({"url": "http://hooks.example/"}, "/webhook/url"),
        webhook_error({"url": URL, "events": []}, "/webhook/events"),
        webhook_error({"url": URL, "events": ["queued"]}, "/webhook/events/0"),
        webhook_error({"url": URL, "secret": "x"}, "/webhook/secret"),
        (HOSTS, "POST /v1/jobs", body({"kind": "chess"}, "x"), {"/puzzle/kind", "/webhook/url"}),
        (HOSTS, f"PUT {PLACE}", body(url="https://other.example/x"), {"/webhook/url"}),
        (HOSTS, "POST /v1/batches", {"puzzles": [ROW], "webhook": {}}, {"/webhook/url"}),
        (HOSTS, "POST /v1/hints", body(), {"/webhook"}),  # there is no job, so nothing would be sent
        (HOSTS, "POST /v1/puzzles/check", body(), {"/webhook"}),
        ({}, "POST /v1/jobs", body(), {"/webhook"}),  # no hosts are allowed by default
    ],
)
def test_errors_of_a_webhook(
    store: Store, settings: dict[str, Any], place: str, sent: dict[str, Any], pointers: set[str]
) -> None:
    """Errors of a webhook name the field that caused them; no search starts and no webhook is stored."""
    method, _, path = place.partition(" ")
    answer = client_of(store, **settings).open(path, method=method, json=sent)
    assert answer.status_code == 422
    assert {error["pointer"] for error in answer.json["errors"]} == pointers
    assert (store.statistics.created(), store.webhooks.registered()) == (0, 0)


def test_every_key_has_its_own_secret(store: Store) -> None:
    """Events are signed with the secret of the key that made the job; without one there are no webhooks."""
    keyed = [store.clients.add(name) for name in ("one", "other", "third")]
    secrets = [store.webhooks.renew_secret(client.id) for client, _ in keyed[:2]]
    service = client_with(store)
    mine = [bearer(token) for _, token in keyed]
    jobs = [service.post("/v1/jobs", json=body(), headers=headers).json["id"] for headers in mine[:2]]
    refused = service.post("/v1/jobs", json=body(), headers=mine[2])
    assert refused.status_code == 422
    assert "fewest keys webhook-secret" in refused.json["errors"][0]["detail"]
    put = [service.put(PLACE, json=given, headers=mine[2]) for given in (body(), {"puzzle": OTHER[0]})]
    assert [answer.status_code for answer in put] == [422, 202]  # a request with errors takes no id
    service.delete(PLACE, headers=mine[2])
    batch = {"puzzles": [ROW], "webhook": {"url": URL}}
    assert service.post("/v1/batches", json=batch, headers=mine[2]).status_code == 422
    work(store)
    secret_of = dict(zip(jobs, secrets, strict=True))
    for _, text, headers in deliver(store).sent:
        secret = secret_of.pop(json.loads(text)["data"]["id"])
        assert headers["webhook-signature"].split() == [headers["webhook-signature"]]
        Webhook(secret).verify(text, headers)
    assert secret_of == {}


@pytest.mark.parametrize(
    ("replies", "totals", "pauses"),
    [
        ([Reply(500, 0)] * 4, {"failed": 1, "retries": 3}, [(500, 1201), (2900, 4801), (12_500, 19_201)]),
        ([NoResponseError("x"), Reply(200, 0)], {"delivered": 1, "retries": 1}, [(500, 1201)]),
        (
            [NotAllowedError("x"), Reply(300, 0), Reply(299, 0)],
            {"delivered": 1, "retries": 2},
            [(500, 1201), (2900, 4801)],
        ),
        ([Reply(410, 0)], {"failed": 1}, []),
        (
            [Reply(503, 10_000), Reply(429, 1), Reply(503, 10**8), Reply(204, 0)],  # Retry-After: up to six hours
            {"delivered": 1, "retries": 3},
            [(9000, 10_000), (2900, 4801), (21_000, 21_600)],
        ),
    ],
)
def test_failures_are_tried_again(
    store: Store, replies: list[Reply | Exception], totals: dict[str, int], pauses: list[tuple[float, float]]
) -> None:
    """The same event is sent again, with pauses that grow, until it is received, or given up after four attempts."""
    client_with(store).post("/v1/jobs", json=body())
    work(store)
    sent, waits = [], []
    for reply in replies:
        sent += deliver(store, reply, webhook_attempts=4).sent
        for name, due in store.redis.zrange(keys.webhooks_due(ORIGIN), 0, -1, withscores=True):
            waits.append(due - store.now())
            let_pass(store, ORIGIN, name.decode())
    assert len(sent) == len(replies)
    assert len({(headers["webhook-id"], text) for _, text, headers in sent}) == 1
    assert deliver(store).sent == []
    assert store.webhooks.totals() == {"registered": 0, "waiting": 0} | totals
    assert [least < wait <= most for wait, (least, most) in zip(waits, pauses, strict=True)] == [True] * len(pauses)


def test_pauses() -> None:
    """Each pause is four times the last, up to six hours, with a random variation of a fifth."""
    assert [pause_seconds(5, tries, lambda *_: 1.0) for tries in (0, 1, 2, 6, 7, 1000)] == [
        *(5, 20, 80, 20_480),
        *[LONGEST_PAUSE_SECONDS] * 2,
    ]
    drawn = [pause_seconds(5, 0) for _ in range(200)]
    assert 4 <= min(drawn) < 4.5 < 5.5 < max(drawn) <= 6


def test_a_job_that_was_dropped(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a dropped job is still sent, without its result; a missing job is looked for again at first."""
    job_id = client_with(store).post("/v1/jobs", json=body()).json["id"]
    work(store)
    store.redis.delete(keys.job(job_id))
    assert deliver(store).sent == []
    assert store.webhooks.totals() == {"registered": 1, "waiting": 1}
    let_pass(store, ORIGIN, job_id)
    monkeypatch.setattr("fewest.service.webhooks.events.NEW_SECONDS", 0.0)
    (event,) = deliver(store).events
    assert (event["type"], event["data"]) == (
        "job.solved",
        {"id": job_id, "status": "solved", "links": {"self": f"/v1/jobs/{job_id}"}},
    )


class Gate:
    """A sender whose attempts last until a test lets them go.

    Attributes
    ----------
    under_way
        Attempts under way, by host.
    """

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.under_way: Counter[str] = Counter()
        self._open, self._lock = threading.Event(), threading.Lock()

    def post(self, target: Target, _body: bytes, _headers: dict[str, str]) -> Reply:
        """Wait."""
        with self._lock:
            self.under_way[target.host] += 1
        assert self._open.wait(HANG_SECONDS)
        with self._lock:
            self.under_way[target.host] -= 1
        if self.failure is not None:
            raise self.failure
        return Reply(204, 0)

    def open(self) -> None:
        """Let all go, also those to come."""
        self._open.set()


@contextmanager
def delivering(store: Store, sender: Any, **settings: Any) -> Iterator[Deliverer]:
    given = Settings(**HOSTS | settings)
    deliverer = Deliverer(given, store, parts_of(store, given).reader, sender)
    stopped = threading.Event()
    thread = threading.Thread(target=deliverer.run, args=(stopped.is_set,))
    thread.start()
    try:
        yield deliverer
    finally:
        stopped.set()
        thread.join(HANG_SECONDS)
        assert not thread.is_alive()


def known_to(store: Store, *hosts: str) -> None:
    """Have a webhook for each host: a known answer is reported at once."""
    for host in hosts:
        text = registration(f"https://{host}/", f"https://{host}:443", ["solved"], "")
        add_ended(store, new_id(), b'{"status":"solved"}', "", webhook=text, status="solved")


def test_one_host_does_not_hold_up_others(store: Store) -> None:
    """At most four attempts are for one host, and all at once are bounded; what waits is sent when there is room."""
    gate = Gate()
    hosts = [f"{number}.below.example" for number in range(20)]
    known_to(store, *["hooks.example"] * 10)
    with delivering(store, gate):
        until(lambda: gate.under_way.total() == MAX_CONCURRENT_PER_HOST)
        known_to(store, *hosts[:5])
        until(lambda: gate.under_way.total() == MAX_CONCURRENT_PER_HOST + 5)
        assert gate.under_way["hooks.example"] == MAX_CONCURRENT_PER_HOST
        known_to(store, *hosts * 2)
        until(lambda: gate.under_way.total() == MAX_CONCURRENT)
        time.sleep(2 * IDLE_SECONDS)
        assert (gate.under_way.total(), store.webhooks.totals()["waiting"]) == (MAX_CONCURRENT, 55)
        gate.open()
        until(lambda: store.webhooks.totals()["waiting"] == 0)
    assert store.webhooks.totals()["delivered"] == 55


def test_a_stop_waits_for_attempts_under_way(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A deliverer that is stopped ends when the attempts under way have ended, and records how."""
    monkeypatch.setattr("fewest.service.webhooks.events.STOP_SECONDS", HANG_SECONDS)
    gate = Gate()
    known_to(store, "hooks.example", "a.below.example")
    with delivering(store, gate):
        until(lambda: gate.under_way.total() == 2)
        threading.Timer(0.5, gate.open).start()
    assert store.webhooks.totals() == {"registered": 0, "waiting": 0, "delivered": 2}


def test_an_unresponsive_host_has_one_attempt_at_a_time(store: Store) -> None:
    """After an attempt without a response, a host gets one at a time."""
    gate = Gate(NoResponseError("x"))
    known_to(store, "hooks.example")
    with delivering(store, gate) as deliverer:
        until(lambda: gate.under_way.total() == 1)
        gate.open()
        until(lambda: store.webhooks.totals().get("retries") == 1)
        deliverer._sender = again = Gate(NoResponseError("x"))
        known_to(store, *["hooks.example"] * 5, "a.below.example")
        until(lambda: again.under_way.total() == 2)
        time.sleep(2 * IDLE_SECONDS)
        assert again.under_way == {"hooks.example": 1, "a.below.example": 1}
        again.open()


def test_unresponsive_hosts_leave_room_for_others(store: Store) -> None:
    """However many hosts do not respond, together they take half of the attempts at once."""
    gate = Gate(NoResponseError("x"))
    hosts = [f"{number}.below.example" for number in range(MAX_CONCURRENT + 8)]
    known_to(store, *hosts)
    gate.open()
    with delivering(store, gate) as deliverer:
        until(lambda: store.webhooks.totals().get("retries") == len(hosts))
        deliverer._sender = again = Gate(NoResponseError("x"))
        known_to(store, *hosts)
        until(lambda: again.under_way.total() == MAX_CONCURRENT_UNRESPONSIVE)
        known_to(store, "hooks.example")
        until(lambda: again.under_way["hooks.example"] == 1)
        time.sleep(2 * IDLE_SECONDS)
        assert again.under_way.total() == MAX_CONCURRENT_UNRESPONSIVE + 1
        again.open()


def test_an_error_of_our_own_counts_as_an_attempt(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event that cannot be rendered is not tried for ever, and holds up no other; the error is logged."""
    logged: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", logged.append)

    def render(status: str, happened: float, job: dict[str, Any]) -> dict[str, Any]:
        return {} if job.get("id") == "a" and 1 // 0 else event_document(status, happened, job)

    monkeypatch.setattr("fewest.service.webhooks.events.event_document", render)
    text = registration(URL, ORIGIN, ["solved"], "")
    add_ended(store, "a", b'{"id":"a"}', "", webhook=text, status="solved")
    with delivering(store, FakeSender()):
        until(lambda: store.webhooks.totals().get("retries") == 1)
        known_to(store, "a.below.example")
        until(lambda: store.webhooks.totals().get("delivered") == 1)
    assert len(logged) == 1


def test_the_store_is_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store does not answer, the deliverer waits; then it goes on.

    An event is left to a process for the time limit of an attempt and a minute more.
    """
    take, failures, leases = Webhooks.take, iter([True, True]), set()

    def away(webhooks: Webhooks, seconds: float, *arguments: Any) -> Delivery | None:
        leases.add(seconds)
        if next(failures, False):
            raise StoreError("away")
        return take(webhooks, seconds, *arguments)

    monkeypatch.setattr("fewest.service.webhooks.events.STORE_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(Webhooks, "take", away)
    known_to(store, "hooks.example")
    with delivering(store, FakeSender(), webhook_seconds=25.0):
        until(lambda: store.webhooks.totals().get("delivered") == 1)
    assert (next(failures, None), leases) == (None, {85.0})


def test_webhooks_are_bounded(server_url: str, store: Store) -> None:
    """While there are too many, or the store is full, a request with a webhook is refused, also for a known answer."""
    client = client_with(store, max_webhooks=3)
    for _ in range(2):
        client.post("/v1/jobs", json=body())
    batch = client.post("/v1/batches", json={"puzzles": [ROW, ROW], "webhook": {"url": URL}})
    assert (batch.status_code, batch.json["type"]) == (503, "/problems/webhooks-full")
    assert batch.headers["Retry-After"] == "60"
    assert [client.post("/v1/jobs", json=body()).status_code for _ in range(2)] == [202, 503]
    work(store)
    deliver(store)
    small = connect(server_url, store_bytes=1)
    set_worker(small, alive=True)
    known = client_with(small).post("/v1/jobs", json=body())
    assert (known.status_code, known.json["type"]) == (503, "/problems/store-full")


def test_the_log(store: Store, secret: str, caplog: pytest.LogCaptureFixture) -> None:
    """The log names host, attempt and reason, but neither the secret nor what else is in the address. To a host that is
    no longer allowed, and with a lost secret, nothing is sent.
    """
    ends = [
        (Reply(204, 0), "hooks.example", "event ended: status 204", 1),
        (Reply(410, 0), "hooks.example", "event ended: status 410", 1),
        (NoResponseError("no answer"), "hooks.example", "event was not delivered: no answer", 1),
        (Reply(204, 0), "other.example", "event ended: its host is no longer allowed", 0),
        (None, "hooks.example", "event ended: its secret has been revoked", 0),
    ]
    for reply, hosts, said, number in ends:
        client_with(store).post("/v1/jobs", json=body())
        if reply is None:
            store.redis.delete(keys.WEBHOOK_SECRETS)
        elif store.searches.open_ids():
            work(store)
        caplog.clear()
        with caplog.at_level(logging.INFO, "fewest.webhooks"):
            sent = deliver(store, reply or Reply(204, 0), webhook_hosts=hosts).sent
        (record,) = [record for record in caplog.records if record.name == "fewest.webhooks"]
        fields = vars(record)
        assert (record.getMessage(), len(sent), fields["host"], fields["tries"]) == (said, number, ORIGIN, 1)
        assert record.levelname == ("INFO" if said.endswith("204") else "WARNING")
        assert not any(part in str(fields) for part in (secret.removeprefix("whsec_"), "t-o-k-e-n"))
    assert store.webhooks.totals() == {"registered": 1, "waiting": 1, "delivered": 1, "failed": 3, "retries": 1}


@pytest.mark.parametrize(("outcome", "tries", "replies"), [("failed", 1, []), ("retries", 9, [Reply(500, 0)])])
def test_a_host_is_unresponsive_until_it_responds_or_is_given_up(
    store: Store, outcome: str, tries: int, replies: list[Reply]
) -> None:
    """A host gets four attempts at a time again once it responds, or its event is given up."""
    sender = FakeSender(NoResponseError("x"), *replies)
    with delivering(store, sender, webhook_attempts=tries) as deliverer:
        for number in range(1, 2 + len(replies)):
            known_to(store, "hooks.example")
            until(lambda number=number: store.webhooks.totals().get(outcome) == number)
        deliverer._sender = again = Gate()
        known_to(store, *["hooks.example"] * 5)
        until(lambda: again.under_way.total() == MAX_CONCURRENT_PER_HOST)
        again.open()


def test_every_request_is_reported(store: Store) -> None:
    """Jobs that share a search, and those that are answered at once, each get an event in their own numbering."""
    client = client_with(store)
    jobs = [client.post("/v1/jobs", json=body(puzzle)).json for puzzle in (ROW, TWIN)]
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    jobs += [client.post("/v1/jobs", json=body(puzzle)).json for puzzle in (ROW, ROW, TWIN)]
    jobs += [client.put(PLACE, json=body()).json for _ in range(2)]
    ids = [job["id"] for job in jobs]
    events = deliver(store).events
    assert sorted(event["data"]["id"] for event in events) == sorted(set(ids))
    assert (len(events), {event["type"] for event in events}) == (6, {"job.solved"})
    found = {event["data"]["id"]: event["data"] for event in events}
    assert found == {job["id"]: client.get(job["links"]["self"]).json for job in jobs}
    assert found[ids[0]]["result"]["moves"] != found[ids[1]]["result"]["moves"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it(server_url: str, store: Store, number: int) -> None:
    """Ctrl-C and a supervisor's signal end it in the same way, without an error."""
    environment = os.environ | {"REDIS_URL": server_url, "FEWEST_WEBHOOK_HOSTS": "hooks.example"}
    command = [sys.executable, "-m", "fewest.service.webhooks.deliver"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stderr is not None
        try:
            assert any("webhooks may be sent to hooks.example" in line for line in process.stderr)
            process.send_signal(number)
            rest = process.stderr.read()
            assert (process.wait(HANG_SECONDS), rest) == (0, "")
        finally:
            process.kill()
    assert store.reachable()


def test_the_store_fills_during_a_batch(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A known answer whose job finds no more room is refused alone: the jobs before it are part of the batch."""
    client = client_with(store)
    client.post("/v1/jobs", json={"puzzle": ROW})
    work(store)
    store_known = Known.store
    full = iter([False, True])

    def filling(known: Known, *arguments: Any, **named: Any) -> Any:
        if next(full, True):
            raise StoreFull
        return store_known(known, *arguments, **named)

    monkeypatch.setattr(Known, "store", filling)
    batch = client.post("/v1/batches", json={"puzzles": [ROW, ROW], "webhook": {"url": URL}})
    assert [item["status"] for item in batch.json["items"]] == ["solved", "refused"]

"""Damaged values in Redis: whatever becomes of a key, it costs at most what it held, and everything else goes on.

The kinds of keys are those of the table in ``store.keys``, so a new kind is damaged as well.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from flask.testing import FlaskClient

from cli.up import socket_path
from schemas.settings import Settings
from service import create_app
from store import Store, StoreError, connect, keys, lanes
from store.jobs import Job
from store.recovery import requeue_lost
from store.units import Owner
from tests.conftest import serving
from tests.faults.report import Report
from tests.hang import HANG_SECONDS, until
from tests.integration.test_jobs import eight
from tests.unit.service.worker import OTHER, ROW, TWIN, bearer, finish, set_worker

KINDS = [
    (line.split()[0], line.split()[1])
    for line in str(keys.__doc__).splitlines()
    if re.match(r"\S+ +(hash|string|set|zset|stream|list) ", line)
]

MODES = ("other type", "random bytes", "cut short", "empty object")

RQ_KINDS = [
    ("rq:queue:[^:]+", "list"),
    ("rq:queue:.+:intermediate", "list"),
    ("rq:job:[^:]+", "hash"),
    ("rq:workers.*", "set"),
    ("rq:worker:.+", "hash"),
]
"""Keys of RQ that the service could not do without."""

KEPT_SOUND = ("clients", "access", "damaged")
"""Kinds that are left alone under load: without its keys the service is closed, and the numbers are to be read."""

PLACEHOLDERS = {"{origin}": ".+", "{key}": ".+", "{…}": ".+"}

SETTINGS = Settings(webhook_hosts="http://127.0.0.1:*", webhook_networks="127.0.0.0/8", hint_seconds=0)
"""Webhooks may go to this machine; a hint waits for nobody, as its positions are searched later."""

CHOSEN = "/v1/jobs/chosen-by-the-client"

NEW: list[dict[str, Any]] = [
    {"kind": "slide", "board": {"rows": 1, "columns": 5}, "start": [1, 0, 0, 0, 2], "goal": goal}
    for goal in ([0, 1, 0, 0, 2], [0, 0, 1, 0, 2])
]


def test_the_table_is_read() -> None:
    """Every line of the table is a kind to be damaged."""
    assert len(KINDS) > 30


def form_of(kind: str) -> re.Pattern[str]:
    """The names of the keys of a kind."""
    text = kind.replace("*", ".*")
    for name in re.findall(r"{[^}]+}", kind):
        text = text.replace(name, PLACEHOLDERS.get(name, "[^:]+"))
    return re.compile(f"(LIMITS:LIMITER/)?{keys.VERSION}{text}")


class Damager:
    """Damages keys, in one way."""

    def __init__(self, store: Store, mode: str) -> None:
        self._redis, self._mode, self._random = store.redis, mode, Random(1)

    def damage(self, name: str, type_: str) -> None:
        """Damage a key."""
        if self._mode == "other type":
            self._redis.delete(name)
            if type_ == "string":
                self._redis.rpush(name, "x")
            else:
                self._redis.set(name, "x")
            return
        match type_:
            case "string":
                self._redis.set(name, self._bytes(self._redis.get(name)))
            case "hash":
                for field, value in self._redis.hgetall(name).items():
                    self._redis.hset(name, field, self._bytes(value))
            case "set":
                members = self._redis.smembers(name)
                self._redis.delete(name)
                self._redis.sadd(name, *map(self._bytes, members))
            case "zset":
                members = self._redis.zrange(name, 0, -1, withscores=True)
                self._redis.delete(name)
                self._redis.zadd(name, {self._bytes(member): score for member, score in members})
            case "list":
                members = self._redis.lrange(name, 0, -1)
                self._redis.delete(name)
                self._redis.rpush(name, *map(self._bytes, members))
            case "stream":
                self._redis.xadd(name, {self._bytes(b"progress"): self._bytes(b"value")})

    def _bytes(self, value: bytes) -> bytes:
        match self._mode:
            case "random bytes":
                return self._random.randbytes(24)
            case "empty object":
                return b"{}"
        return value[: len(value) // 2]


class Scene:
    """Something of every kind, and clients who ask for it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.client, token = store.clients.add("one")
        store.webhooks.renew_secret(self.client.id)
        self.headers = bearer(token)
        set_worker(store, alive=True)
        self.app = self.fresh()
        self.places: list[str] = []
        self.running = "none"
        self.post("/v1/jobs", {"puzzle": ROW, "want": "all"})
        self.work()
        self.post("/v1/jobs", {"puzzle": TWIN, "want": "all"})
        self.post("/v1/jobs", {"puzzle": TWIN, "want": "all"})
        hook = {"url": "http://127.0.0.1:1/", "events": ["running", "solved"]}
        hooked = store.jobs.load(self.post("/v1/jobs", {"puzzle": OTHER[0], "webhook": hook})["id"])
        self.post("/v1/batches", {"puzzles": [ROW, OTHER[0], OTHER[1]]})
        self.post("/v1/hints", {"puzzle": ROW})
        self.post("/v1/shares", {"puzzle": ROW})
        assert self.put(self.app) in (200, 202)
        self.places.append(CHOSEN)
        assert isinstance(hooked, Job)
        self.running = hooked.search_id
        owner = Owner(self.running, store.searches.start(self.running))
        store.searches.report(owner.search_id, owner.run, {"lower_bound": 1})
        store.units.offer(owner, 1, [{"routes": []}, {"routes": []}])
        store.events.wake("waker")
        store.redis.drop(keys.VERSION + "none", "to have had one")
        for place in list(self.places):
            document = self.app.get(place, headers=self.headers).json
            links = document.get("links", {})
            self.places += [links[name] for name in ("solution", "picture", "all") if name in links]

    def fresh(self) -> FlaskClient:
        """A new web process, which remembers nothing."""
        return create_app(SETTINGS, self.store).test_client()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Submit work; where it can be read."""
        answer = self.app.post(path, json=body, headers=self.headers)
        assert answer.status_code in (200, 202), answer.text
        self.places.append(answer.headers.get("Location") or answer.json["links"]["self"])
        return answer.json

    def put(self, app: FlaskClient) -> int:
        """Submit a job under an id of its own; the status."""
        return app.put(CHOSEN, json={"puzzle": OTHER[1]}, headers=self.headers).status_code

    def work(self) -> None:
        """Do what a worker, a reaper and the deliverer of webhooks do."""
        self.store.lock_recovery(1, HANG_SECONDS)
        if not self.store.presence.is_compiling():
            self.store.redis.set(keys.COMPILING, "host", ex=int(HANG_SECONDS))  # hosts report it for seconds only
        self.store.sweep()
        requeue_lost(self.store, 0.0, died=False)
        for search_id in self.store.searches.open_ids():
            search = None if search_id.startswith("unit-") else self.store.searches.begin(search_id)
            if search is not None:
                owner = Owner(search_id, search.run)
                self.store.units.offer(owner, 1, [{"routes": []}])
                self.store.units.poll(owner, idle=True)
                self.store.units.end_round(owner)
                self.store.searches.report(search_id, search.run, {"lower_bound": 0})
                finish(self.store, search, search.run)
        self.store.events.wait({"waker": "0-0", self.running: "0-0"}, 0.01, "waker")
        while delivery := self.store.webhooks.take(60):
            assert self.store.webhooks.secrets_of(delivery.owner) is not None
            self.store.webhooks.close(delivery, "delivered")

    def look(self, app: FlaskClient) -> list[int]:
        """The statuses of everything that can be read. `/readyz` may give up on the store beside other work."""
        until(lambda: app.get("/readyz").status_code == 200)
        places = [*self.places, "/v1/jobs", "/metrics"]
        return [app.get(place, headers=self.headers).status_code for place in places]


@pytest.fixture
def scene(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """Something of every kind. Nobody takes its searches off the queue; however long that takes, it is no lack."""
    monkeypatch.setattr(lanes, "STILL_SECONDS", float("inf"))
    made = Scene(store)
    yield made
    store.redis.flushall()


def damaged(app: FlaskClient | httpx.Client) -> float:
    """How many damaged values the metrics report."""
    lines = [line for line in app.get("/metrics").text.splitlines() if line.startswith("fewest_damaged_total{")]
    return sum(float(line.split()[-1]) for line in lines)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("kind", "type_"), KINDS, ids=[kind for kind, _ in KINDS])
def test_a_damaged_value_costs_at_most_itself(scene: Scene, kind: str, type_: str, mode: str) -> None:
    """Nothing fails because of it: other puzzles are solved, those it was part of as well, and it is noted, once."""
    store, form = scene.store, form_of(kind)
    names = [name.decode() for name in store.redis.scan_iter() if form.fullmatch(name.decode())]
    assert names, f"there is no {kind}"
    before = damaged(scene.app) if kind != "damaged" else 0
    for name in names:
        Damager(store, mode).damage(name, type_)
    app = scene.fresh()
    lost = kind == "clients"
    for _ in range(2):
        assert max(scene.look(app)) < 500
        scene.work()
    again = [ROW, TWIN, *OTHER]
    for puzzle in [*NEW, *again]:
        answer = app.post("/v1/jobs", json={"puzzle": puzzle, "want": "all"}, headers=scene.headers)
        assert answer.status_code == 401 if lost else answer.status_code in (200, 202), answer.text
        if lost:
            continue
        scene.work()
        ended = app.get(answer.json["links"]["self"], headers=scene.headers).json
        assert ended["status"] == "solved", ended
        for name in ("solution", "picture"):
            assert app.get(ended["links"][name]).status_code == 200
    batch = app.post("/v1/batches", json={"puzzles": again}, headers=scene.headers)
    assert batch.status_code == (401 if lost else 200), batch.text
    assert scene.put(app) in ((401,) if lost else (200, 202, 409))
    noted = damaged(app)
    if mode == "other type":
        assert noted > before
    fresh = scene.fresh()
    assert max(scene.look(app)) < 500
    assert max(scene.look(fresh)) < 500
    scene.work()
    assert damaged(app) == noted, "what was noted is gone"
    assert fresh.post("/v1/jobs", json={"puzzle": ROW}).status_code == 401, "it is open to everyone"


@pytest.mark.slow
def test_a_running_service_goes_on(tmp_path: Path, report: Report, capfd: pytest.CaptureFixture[str]) -> None:
    """Clients ask while every kind of key is damaged in every way, those of RQ as well: puzzles are answered,
    no response is an error of the service, and nothing has to be restarted.
    """
    with serving(tmp_path, "--workers", "2", long_workers=1) as service:
        store, stopped = connect(f"unix://{socket_path(tmp_path)}"), threading.Event()
        statuses: Counter[int] = Counter()

        def ask(first: int) -> None:
            client = httpx.Client(base_url=service.client.base_url, timeout=HANG_SECONDS)
            for seed in range(first, first + 1_000_000):
                if stopped.is_set():
                    return
                answer = client.post("/v1/jobs", json={"puzzle": eight(seed)}, headers={"Prefer": "wait=1"})
                statuses[answer.status_code] += 1

        threads = [threading.Thread(target=ask, args=(10**6 * number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        try:
            report.broken()
            kinds = [(form_of(kind), type_) for kind, type_ in KINDS if kind not in KEPT_SOUND]
            kinds += [(re.compile(form), type_) for form, type_ in RQ_KINDS]
            for mode in MODES:
                for form, type_ in kinds:
                    for raw in store.redis.scan_iter(count=1000):
                        if form.fullmatch(raw.decode()):
                            with suppress(StoreError):  # it may be gone, or of another type, by now
                                Damager(store, mode).damage(raw.decode(), type_)
            answered = statuses.total()
            until(lambda: statuses.total() > answered + 20)
            report.healed()
        finally:
            stopped.set()
            for thread in threads:
                thread.join()
        report.accepted = statuses.total()
        report.wrong = sum(number for status, number in statuses.items() if status not in (200, 202, 503))
        assert report.wrong == 0, statuses
        until(lambda: service.client.get("/readyz").status_code == 200)
        assert service.solve(eight(77))["status"] == "solved"
        assert damaged(service.client) > 0
    assert "restarting" not in capfd.readouterr().err

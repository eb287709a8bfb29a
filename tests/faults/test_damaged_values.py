"""Damaged values in Redis: whatever a key holds, it costs at most that, and everything else goes on.

The kinds of keys are those of the table in ``fewest.store.keys``, so a new kind is damaged as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.store import Store, keys, lanes
from fewest.store.jobs import Job
from fewest.store.recovery import requeue_lost
from fewest.store.units import Owner
from fewest.wsgi import create_app
from tests.hang import HANG_SECONDS, until
from tests.unit.service.worker import OTHER, ROW, TWIN, bearer, finish, set_worker
from tests.unit.store.request import start_run

KINDS = [
    (line.split()[0], line.split()[1])
    for line in str(keys.__doc__).splitlines()
    if re.match(r"\S+ +(hash|string|set|zset|stream|list) ", line)
]

PLACEHOLDERS = {"{origin}": ".+", "{key}": ".+", "{…}": ".+"}

COUNTED = ("searches:created", "waiting:{queue}:clock")
"""Kinds that are counted up before anything parses them: then the key is named, as one of another type is."""

SETTINGS = Settings(webhook_hosts="http://127.0.0.1:*", webhook_networks="127.0.0.0/8", hint_seconds=0)
"""Webhooks may go to this machine; a hint waits for nobody, as its positions are searched later."""

CHOSEN = "/v1/jobs/chosen-by-the-client"

NEW: dict[str, Any] = {
    "kind": "slide",
    "board": {"rows": 1, "columns": 5},
    "start": [1, 0, 0, 0, 2],
    "goal": [0, 1, 0, 0, 2],
}


def form_of(kind: str) -> re.Pattern[str]:
    """The names of the keys of a kind."""
    text = kind.replace("*", ".*")
    for name in re.findall(r"{[^}]+}", kind):
        text = text.replace(name, PLACEHOLDERS.get(name, "[^:]+"))
    return re.compile(f"({keys.VERSION}|{keys.LASTING}){text}")


def overwrite(redis: Any, name: str, type_: str) -> None:
    """Put random bytes in the place of what a key holds."""
    other = partial(Random(1).randbytes, 24)
    match type_:
        case "string":
            redis.set(name, other())
        case "hash":
            redis.hset(name, mapping={field: other() for field in redis.hkeys(name)})
        case "set":
            number = redis.scard(name)
            redis.delete(name)
            redis.sadd(name, *(other() for _ in range(number)))
        case "zset":
            members = redis.zrange(name, 0, -1, withscores=True)
            redis.delete(name)
            redis.zadd(name, {other(): score for _, score in members})
        case "list":
            number = redis.llen(name)
            redis.delete(name)
            redis.rpush(name, *(other() for _ in range(number)))
        case "stream":
            redis.xadd(name, {other(): other()})


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
        self.post("/v1/sets", {"title": "Monday", "puzzles": [{"id": "hoppers/6-6"}]})
        assert self.put(self.app) in (200, 202)
        self.places.append(CHOSEN)
        assert isinstance(hooked, Job)
        self.running = hooked.search_id
        owner = Owner(self.running, start_run(store, self.running))
        store.runs.report(owner.search_id, owner.run, {"lower_bound": 1})
        store.units.offer(owner, 1, [{"routes": []}, {"routes": []}])
        store.events.wake("waker")
        store.redis.drop(keys.VERSION + "none", "to have had one")
        for place in list(self.places):
            document = self.app.get(place, headers=self.headers).json
            links = document.get("links", {})
            self.places += [links[name] for name in ("solution", "all") if name in links]
        self.places = list(dict.fromkeys(self.places))
        self.keep()

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
            search = None if search_id.startswith("unit-") else self.store.runs.begin(search_id)
            if search is not None:
                owner = Owner(search_id, search.run)
                self.store.units.offer(owner, 1, [{"routes": []}])
                self.store.units.poll(owner, idle=True)
                self.store.units.end_round(owner)
                self.store.runs.report(search_id, search.run, {"lower_bound": 0})
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

    def keep(self) -> None:
        """Remember all that is stored, for :meth:`restore`."""
        names = self.store.redis.keys()
        self._kept = [(name, max(0, self.store.redis.pttl(name)), self.store.redis.dump(name)) for name in names]

    def restore(self) -> FlaskClient:
        """Have everything be as it was; a new web process."""
        self.store.redis.flushall()
        for name, milliseconds, value in self._kept:
            self.store.redis.restore(name, milliseconds, value)
        return self.fresh()


@pytest.fixture
def scene(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """Something of every kind. Nobody takes its searches off the queue; however long that takes, it is no lack."""
    monkeypatch.setattr(lanes, "STILL_SECONDS", float("inf"))
    made = Scene(store)
    yield made
    store.redis.flushall()


def test_a_damaged_value_costs_at_most_itself(scene: Scene) -> None:
    """Random bytes under any kind of key cause no error 500; puzzles are solved, and without API keys the service is
    closed.
    """
    redis = scene.store.redis
    assert len(KINDS) > 30
    for kind, type_ in (*KINDS, *(("rq", type_) for type_ in ("hash", "list", "set"))):
        app, form = scene.restore(), re.compile("rq:.*") if kind == "rq" else form_of(kind)
        found = [name.decode() for name in redis.scan_iter() if form.fullmatch(name.decode())]
        names = [name for name in found if redis.type(name).decode() == type_]
        assert names, f"there is no {kind}"
        assert kind == "rq" or names == found, f"the table has another type for {kind}"
        if kind in COUNTED:
            continue
        for name in names:
            overwrite(redis, name, type_)
        set_worker(scene.store, alive=True)
        lost = kind == "clients"
        assert max(scene.look(app)) < 500, kind
        scene.work()
        for puzzle in (NEW, ROW, TWIN):
            answer = app.post("/v1/jobs", json={"puzzle": puzzle, "want": "all"}, headers=scene.headers)
            assert answer.status_code in ((401,) if lost else (200, 202)), (kind, answer.text)
            if not lost:
                scene.work()
                ended = app.get(answer.json["links"]["self"], headers=scene.headers).json
                assert ended["status"] == "solved", (kind, ended)
                assert app.get(ended["links"]["solution"]).status_code == 200, kind
        chosen = app.put(CHOSEN, json={"puzzle": OTHER[1]}, headers=scene.headers)
        assert chosen.status_code in ((401,) if lost else (200, 202, 409)), (kind, chosen.text)
        assert max(scene.look(app)) < 500, kind
        if kind in ("clients", "access"):
            assert scene.fresh().post("/v1/jobs", json={"puzzle": ROW}).status_code == 401, "it is open"

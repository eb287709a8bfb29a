"""Alerts: each fires for what it is there for, on what the service serves, and none while all is well."""

from __future__ import annotations

import gc
import os
import re
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schemas.settings import Settings
from service import create_app
from service.webhooks.outbound import Reply
from store import Store, connect, keys
from store.lanes import STILL_SECONDS
from store.queue import Lane
from tests.promql import SECONDS, History, evaluate, rules
from tests.unit.service.webhooks.test_events import HOSTS, body, deliver
from tests.unit.service.worker import OTHER, ROW, begin, client_of, set_worker, work
from tests.unit.store.queued import wait, workers

ROOT = Path(__file__).parents[4]
RULES = {rule["alert"]: rule for rule in rules()}
INTERVAL = 30.0
"""Seconds between two scrapes. Only these pass in the tests: nobody waits for them."""


class Scene:
    """An application that can solve puzzles, and a Prometheus that watches it."""

    def __init__(self, store: Store, url: str, folder: Path) -> None:
        self.store, self.url, self.folder = store, url, folder
        self.client = client_of(store, max_queue=1, **HOSTS)
        self.serve: Callable[[], str | None] = lambda: self.client.get("/metrics").text
        self.before_scrape: Callable[[], object] = int
        self.history, self.now = History(), 0.0

    def watch(self, minutes: float) -> None:
        """Let time pass."""
        for _ in range(int(60 * minutes / INTERVAL)):
            self.now += INTERVAL
            self.before_scrape()
            self.history.scrape(self.now, self.serve())

    def firing(self, alert: str) -> list[dict[str, str]]:
        """The labels of what has met the condition of an alert for as long as it has to."""
        rule = RULES[alert]
        seconds = _seconds(rule.get("for", "0m"))
        times = [self.now - INTERVAL * back for back in range(int(seconds / INTERVAL) + 1)]
        found = [set(evaluate(rule["expr"], self.history, at)) for at in times]
        return [dict(labels) for labels in set.intersection(*found)]

    def alerts(self) -> set[str]:
        """All alerts that fire."""
        return {alert for alert in RULES if self.firing(alert)}


def _seconds(text: str) -> float:
    return float(text[:-1]) * SECONDS[text[-1]]


@pytest.fixture
def scene(store: Store, server_url: str, tmp_path: Path) -> Scene:
    """A scene that has been watched for some minutes."""
    made = Scene(store, server_url, tmp_path)
    made.watch(3)
    return made


def instance_is_gone(scene: Scene) -> None:
    """No answer."""
    scene.serve = lambda: None


def store_is_gone(scene: Scene) -> None:
    """An application whose Redis does not run."""
    absent = connect(f"unix://{scene.folder}/none.sock")
    scene.client = create_app(Settings(), absent).test_client()


def worker_is_gone(scene: Scene) -> None:
    """The only worker has ended."""
    set_worker(scene.store, alive=False)


def worker_is_idle(scene: Scene) -> None:
    """A search waits beside a worker that does nothing."""
    wait(scene.store, Lane.QUICK, STILL_SECONDS + 1)
    set_worker(scene.store, alive=False)
    workers(scene.store, Lane.QUICK, "idle")


def long_search_waits(scene: Scene) -> None:
    """A search of the long lane waits for the only worker, which is busy with another."""
    wait(scene.store, Lane.LONG, 301)
    set_worker(scene.store, alive=False)
    workers(scene.store, Lane.QUICK, "busy")


def search_fails(scene: Scene) -> None:
    """The first search of all fails."""
    scene.client.post("/v1/jobs", json={"puzzle": ROW})
    search, run = begin(scene.store)
    scene.store.searches.finish(search.id, run, "failed", {"error": "It failed."})


def request_fails(scene: Scene) -> None:
    """The queue has room for one of two searches."""
    answers = [scene.client.post("/v1/jobs", json={"puzzle": puzzle}).status_code for puzzle in OTHER]
    assert answers == [202, 503]


def value_is_damaged(scene: Scene) -> None:
    """A job has become something else."""
    scene.store.redis.set(keys.job("a"), "x")
    assert scene.client.get("/v1/jobs/a").status_code == 404


def store_fills(scene: Scene) -> None:
    """What cannot be dropped takes more than nine tenths."""
    scene.client.post("/v1/jobs", json={"puzzle": ROW})
    used = connect(scene.url, memory_bytes=1).memory.usage().bytes
    small = connect(scene.url, memory_bytes=int(used / 0.93))
    scene.client = create_app(Settings(), small).test_client()


def event_is_given_up(scene: Scene) -> None:
    """The first event of all is refused for good."""
    scene.store.webhooks.renew_secret("")
    scene.client.post("/v1/jobs", json=body())
    work(scene.store)
    deliver(scene.store, Reply(410, 0))


def events_wait(scene: Scene) -> None:
    """Nobody sends the events of jobs that end."""
    scene.store.webhooks.renew_secret("")
    nodes = iter(range(1000, 2000))

    def end_job() -> None:
        scene.client.post("/v1/jobs", json=body() | {"limits": {"nodes": next(nodes)}, "want": "count"})

    end_job()
    work(scene.store)
    scene.before_scrape = end_job


def files_run_out(_scene: Scene) -> None:
    """The process may open only some files more than it has open; the fixture ends that."""
    gc.collect()  # what earlier tests have left open is not closed meanwhile
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(len(os.listdir("/proc/self/fd")) / 0.85), most))


def another_version_starts(scene: Scene) -> None:
    """A second host has another version."""

    def scrape_other() -> None:
        other = re.sub(r'(fewest_build_info{.*\bversion=")', r"\g<1>0.", scene.client.get("/metrics").text)
        scene.history.scrape(scene.now, other, "other")

    scene.before_scrape = scrape_other


CAUSES: dict[str, tuple[Callable[[Scene], None], dict[str, str]]] = {
    "FewestInstanceDown": (instance_is_gone, {"job": "fewest", "instance": "web"}),
    "FewestStoreDown": (store_is_gone, {}),
    "FewestLaneWithoutWorker": (worker_is_gone, {"lane": "quick"}),
    "FewestLaneStandsStill": (worker_is_idle, {"lane": "quick"}),
    "FewestSearchesWait": (long_search_waits, {"lane": "long"}),
    "FewestSearchesFail": (search_fails, {}),
    "FewestRequestsFail": (request_fails, {}),
    "FewestValuesDamaged": (value_is_damaged, {"kind": "job"}),
    "FewestStoreFull": (store_fills, {}),
    "FewestWebhooksFail": (event_is_given_up, {}),
    "FewestWebhooksWait": (events_wait, {}),
    "FewestFilesRunOut": (files_run_out, {}),
    "FewestVersionsDiffer": (another_version_starts, {}),
}
"""What each alert is for, and the labels it has then."""


@pytest.fixture(autouse=True)
def limit_of_files() -> Iterator[None]:
    """The limit of open files is as it was, afterwards."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("alert", RULES)
def test_an_alert_fires_for_what_it_is_for(scene: Scene, alert: str) -> None:
    """Nothing fires while all is well; once the cause is there and its time is over, that alert fires, and no other."""
    assert scene.alerts() == set()
    cause, labels = CAUSES[alert]
    cause(scene)
    scene.watch(0.5 + _seconds(RULES[alert].get("for", "0m")) / 60)
    assert scene.firing(alert) == [labels]
    assert scene.alerts() == {alert}


def test_other_programs_are_none_of_its_alerts(scene: Scene) -> None:
    """What a Prometheus scrapes of other programs, with metrics of the usual names, makes no alert fire."""
    others = "process_open_fds 99\nprocess_max_fds 100\n"
    scene.before_scrape = lambda: scene.history.scrape(scene.now, others, "elsewhere", "other")
    scene.watch(6)
    assert scene.alerts() == set()


def test_an_alert_waits_as_long_as_it_says(scene: Scene) -> None:
    """A worker that is away for less than a minute is no reason for an alert."""
    worker_is_gone(scene)
    scene.watch(1)
    assert scene.alerts() == set()
    scene.watch(0.5)
    assert scene.alerts() == {"FewestLaneWithoutWorker"}


def test_the_page_lists_all_alerts() -> None:
    """The operating guide has a line for every alert, in their order, and each says what to do in the rules."""
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(Fewest\w+)` \|", page, re.MULTILINE) == list(RULES)
    assert {alert for alert, rule in RULES.items() if not rule["annotations"]["summary"]} == set()

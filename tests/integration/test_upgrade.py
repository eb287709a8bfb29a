"""Upgrade and rollback: what an earlier version has stored is served by this one, and the other way round."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.up import socket_path
from schemas.settings import Settings
from service import create_app
from store import Store, connect, keys
from store.clients import match
from tests.conftest import serving, stop
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.integration.test_jobs import eight
from tests.unit.service.worker import ROW, TWIN, bearer, finish, set_worker

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]

EARLIER = "625bb84"

DATA = json.loads((ROOT / "tests" / "cases" / f"store_{EARLIER}.json").read_text(encoding="utf-8"))
"""What that commit stores for a client with a key and a secret who asks for `ROW` and `TWIN` with all their solutions,
for both in a batch, and for another puzzle, which is not solved yet."""


def fill(store: Store) -> None:
    """Store the data of the earlier version."""
    raw = base64.b64decode
    for name, type_, content in DATA["keys"]:
        match type_:
            case "string":
                store.redis.set(name, raw(content))
            case "hash":
                store.redis.hset(name, mapping={raw(field): raw(value) for field, value in content})
            case "set":
                store.redis.sadd(name, *map(raw, content))
            case "zset":
                store.redis.zadd(name, {raw(member): score for member, score in content})
            case "list":
                store.redis.rpush(name, *map(raw, content))


def test_data_of_an_earlier_version(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and secrets are valid, jobs and solutions are read as before, answers found, what was queued is solved."""
    fill(store)
    answers = {name.split(":")[3] for name, _, _ in DATA["keys"] if name.startswith("fewest:2:answer:")}
    monkeypatch.setattr(keys, "ANSWERS", int(*answers))
    set_worker(store, alive=True)
    app = create_app(Settings(), store, tmp_path / "closed").test_client()
    headers = bearer(DATA["token"])
    for given in ({}, bearer("fewest_x_y")):
        assert app.post("/v1/jobs", json={"puzzle": ROW}, headers=given).status_code == 401
    client = match(store.clients.all(), DATA["token"])
    assert client is not None
    assert store.webhooks.secrets_of(client.id) == [DATA["secret"]]
    for job_id, before in DATA["jobs"].items():
        job: Any = app.get(f"/v1/jobs/{job_id}", headers=headers).json
        assert job == before
        for link in [job["links"][name] for name in ("solution", "picture") if name in job["links"]]:
            assert app.get(link).status_code == 200
        if before["status"] == "solved":
            solution: Any = app.get(job["links"]["solution"]).json
            assert len(app.get(solution["links"]["all"]).json["solutions"]) == job["result"]["count"]  # type: ignore[index]
    batch: Any = app.get(f"/v1/batches/{DATA['batch']}", headers=headers).json
    assert [item["status"] for item in batch["items"]] == ["solved", "solved"]
    for puzzle in (ROW, TWIN):
        assert app.post("/v1/jobs", json={"puzzle": puzzle, "want": "all"}, headers=headers).status_code == 200
    (search_id,) = store.searches.open_ids()
    assert store.queue.position(search_id, 0) is not None
    search = store.searches.begin(search_id, 0)
    assert search is not None
    finish(store, search, search.run)
    for job_id in DATA["jobs"]:
        ended: Any = app.get(f"/v1/jobs/{job_id}", headers=headers).json
        assert ended["status"] == "solved"
    listed: Any = app.get("/v1/jobs", headers=headers).json
    assert {job["id"] for job in listed["jobs"]} >= set(DATA["jobs"])
    assert store.memory.damaged() == {}


@contextmanager
def earlier(tree: Path, data: Path) -> Iterator[Service]:
    """`fewest up` of the earlier version."""
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--data", str(data), "--workers", "1"]
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment |= {"PYTHONPATH": str(tree), "PYTHONSAFEPATH": "1"}
    process = subprocess.Popen(
        [*command, "--long-workers", "0"], stdout=subprocess.PIPE, env=environment, cwd=tree, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("ready http://"), line
    running = Service(process, data, httpx.Client(base_url=line.split()[1], timeout=HANG_SECONDS))
    try:
        yield running
    finally:
        stop(running)


@pytest.mark.slow
def test_upgrade_and_rollback(tmp_path: Path) -> None:
    """A data folder goes from the earlier version to this one and back: each finds the keys and jobs of the other."""
    tree, data = tmp_path / "tree", tmp_path / "data"
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", EARLIER], capture_output=True, check=False)
    if archive.returncode:
        pytest.skip(f"this is no repository with the commit {EARLIER}")
    tree.mkdir()
    subprocess.run(["tar", "x", "-C", str(tree)], input=archive.stdout, check=True)
    jobs: list[dict[str, Any]] = []
    token = ""

    def visit(service: Service, seed: int) -> None:
        nonlocal token
        if not token:
            _, token = connect(f"unix://{socket_path(data)}").clients.add("one")
        until(lambda: service.post({"puzzle": eight(seed)}).status_code == 401)
        service.client.headers["Authorization"] = f"Bearer {token}"
        for job in jobs:
            assert service.client.get(job["links"]["self"]).json() == job
            assert service.client.get(job["links"]["solution"]).status_code == 200
            repeated = service.post({"puzzle": eight(len(jobs))}, wait=20).json()
            assert repeated["status"] == "solved"
        jobs.append(service.solve(eight(seed)))

    with earlier(tree, data) as old:
        visit(old, 1)
    with serving(data, "--workers", "1") as new:
        visit(new, 2)
    with earlier(tree, data) as old:
        visit(old, 3)
    with serving(data, "--workers", "1") as new:
        visit(new, 4)

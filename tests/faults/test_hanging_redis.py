"""Redis hangs: it is there and does not answer."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.up import socket_path
from store import Store, connect
from tests.conftest import start, stop, until
from tests.integration.service import Service
from tests.integration.test_jobs import eight

SOON = 2.0
"""Longer than an answer without Redis takes on a busy machine, and as long as one that needs Redis may take."""


@contextmanager
def hanging(store: Store) -> Iterator[None]:
    """Redis stopped, and continued in the end."""
    process = int(store.redis.info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def seconds(running: Service, method: str, path: str, token: str = "") -> tuple[int, float]:
    """Status of a response, and the seconds until it came."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = {"puzzle": eight(200)} if method == "POST" else None
    began = time.monotonic()
    answer = running.client.request(method, path, json=body, headers=headers)
    return answer.status_code, time.monotonic() - began


def test_without_redis_the_rest_answers_at_once(tmp_path: Path) -> None:
    """While Redis hangs, probes and refusals without a key are immediate, 503 comes within two seconds; then all is as
    before.
    """
    running = start(tmp_path, "--workers", "1")
    try:
        store = connect(f"unix://{socket_path(tmp_path)}", patient=True)
        _, token = store.clients.add("someone")
        for _ in range(10):  # every process knows the keys
            until(lambda: seconds(running, "POST", "/v1/jobs")[0] == 401, 10)
        time.sleep(1.5)
        with hanging(store):
            for _ in range(4):
                for method, path, expected in (
                    ("GET", "/livez", 200),
                    ("POST", "/v1/jobs", 401),
                    ("GET", "/readyz", 503),
                ):
                    status, waited = seconds(running, method, path)
                    assert (status, waited < SOON) == (expected, True), (path, status, waited)
                time.sleep(0.2)
            time.sleep(1.0)
            for path in ("/v1/lookups", "/v1/jobs", "/v1/hints"):
                status, waited = seconds(running, "POST", path, token)
                assert (status, waited < SOON) == (503, True), (path, status, waited)
        until(lambda: seconds(running, "POST", "/v1/jobs", token)[0] in (200, 202), 30)
    finally:
        stop(running)

"""Redis hangs: it is there and does not answer."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fewest.store import Store, connect
from tests.conftest import serving
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight


@contextmanager
def hanging(store: Store) -> Iterator[None]:
    """Redis stopped, and continued in the end."""
    process = int(store.redis.info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def status_of(running: Service, method: str, path: str, token: str = "") -> int:
    """Status of a response."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    body = {"puzzle": eight(200)} if method == "POST" else None
    return running.client.request(method, path, json=body, headers=headers).status_code


def test_without_redis_the_rest_is_answered(tmp_path: Path) -> None:
    """While Redis hangs, probes and requests without a key are answered, the rest gets 503; then all is as before."""
    with serving(tmp_path, "--workers", "1") as running:
        store = connect(running.redis_url, retry=True)
        _, token = store.clients.add("someone")
        for _ in range(10):  # every process knows the keys
            until(lambda: status_of(running, "POST", "/v1/jobs") == 401)
        time.sleep(1.5)
        with hanging(store):
            for _ in range(4):
                for method, path, expected in (
                    ("GET", "/livez", 200),
                    ("POST", "/v1/jobs", 401),
                    ("GET", "/readyz", 503),
                ):
                    assert status_of(running, method, path) == expected, path
                time.sleep(0.2)
            time.sleep(1.0)
            for path in ("/v1/lookups", "/v1/jobs", "/v1/hints"):
                assert status_of(running, "POST", path, token) == 503, path
        until(lambda: status_of(running, "POST", "/v1/jobs", token) in (200, 202))

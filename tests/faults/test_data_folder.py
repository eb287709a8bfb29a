"""A data folder, or its socket, that is deleted under a running service: it comes back, and nothing is lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fewest.cli.data_folder import Lock
from fewest.cli.up import socket_path
from fewest.store import Store, StoreError, connect
from tests.conftest import serving
from tests.faults.parts import is_ready
from tests.hang import until
from tests.integration.test_jobs import eight


def delete(folder: Path) -> None:
    """Delete a folder at once, though processes that work in it may still write: renamed first, then emptied."""
    deleted = folder.rename(folder.with_name("deleted"))

    def gone() -> bool:
        shutil.rmtree(deleted, ignore_errors=True)
        return not deleted.exists()

    until(gone)


def run_of(store: Store) -> str:
    """What tells one run of the server from the next; empty while none is there."""
    try:
        return str(store.redis.info("server")["run_id"])
    except StoreError:
        return ""


@pytest.mark.parametrize(
    ("name", "harm"),
    [("data", delete), ("its socket is elsewhere", delete), ("data", lambda data: socket_path(data).unlink())],
    ids=["data", "its socket is elsewhere", "only the socket"],
)
def test_a_deleted_data_folder(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, harm: Callable[[Path], object]
) -> None:
    """The supervisor makes it again and restarts the server with all that it held: jobs, solutions and API keys."""
    data = tmp_path / name
    with serving(data, "--workers", "1") as service:
        store = connect(f"unix://{socket_path(data)}")
        _, token = store.clients.add("one")
        until(lambda: service.post({"puzzle": eight(1)}).status_code == 401)
        service.client.headers["Authorization"] = f"Bearer {token}"
        job = service.solve(eight(1))
        first = run_of(store)
        harm(data)
        until(lambda: run_of(store) not in ("", first))
        until(lambda: is_ready(service.client))
        assert service.process.poll() is None
        assert service.client.get(job["links"]["self"]).json() == job
        assert service.solve(eight(2))["status"] == "solved"
        service.client.headers.pop("Authorization")
        assert service.post({"puzzle": eight(3)}).status_code == 401
        with pytest.raises(OSError, match="another `fewest up` uses"):
            Lock(data)
    assert "was deleted" in capfd.readouterr().err

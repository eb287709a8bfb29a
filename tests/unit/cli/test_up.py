"""`fewest up`: its folder, its server, and the searches that the last one left behind."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fewest.cli import up
from fewest.cli.data_folder import Lock
from fewest.cli.supervisor import Child
from fewest.cli.up import log_folder, server_command, socket_path, web_command
from fewest.config.settings import Settings
from fewest.store import Store, keys
from tests.unit.store.configured import configured
from tests.unit.store.request import start_run
from tests.unit.workers.searches import created, loaded
from tests.unit.workers.test_worker import url


class FakeSupervisor:
    """Starts nothing; notes the names of the children, and what the store looked like when each was started."""

    def __init__(self, look: Callable[[], Any] = int) -> None:
        self.stopping = False
        self.look = look
        self.started: list[tuple[str, Any]] = []

    def start(self, children: Iterable[Child]) -> None:
        """Note the children."""
        self.started += [(child.name, self.look()) for child in children]

    def run_until(self, done: Callable[[], bool], seconds: float = 0.0) -> bool:
        """Look once."""
        return done()


def child(name: str, folder: Path) -> Child:
    """A child that is never started."""
    return Child(name, [], {}, folder / f"{name}.log")


@pytest.mark.parametrize(("embedded", "status"), [(True, "queued"), (False, "running")])
def test_a_start_resumes_what_was_killed(store: Store, tmp_path: Path, embedded: bool, status: str) -> None:
    """Searches that ran when everything was killed are queued again before the workers start. With a Redis server of
    one's own, other workers may run them, and they are left alone.
    """
    search_id = created(store)
    start_run(store, search_id)
    fake: Any = FakeSupervisor(lambda: (loaded(store, search_id).status, store.queue.depth()))
    server = [child("server", tmp_path)] if embedded else []
    up.run(fake, url(store), "http://127.0.0.1:1", server, [child("worker", tmp_path)], example=False)
    assert fake.started[-1] == ("worker", (status, int(embedded)))


def test_a_start_with_a_damaged_key(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If a key is damaged, everything starts with a warning that names the key, so that it can be deleted."""
    store.redis.set(keys.OPEN, "x")
    fake: Any = FakeSupervisor()
    server, rest = [child("server", tmp_path)], [child("web", tmp_path)]
    up.run(fake, url(store), "http://127.0.0.1:1", server, rest, example=False)
    assert [name for name, _ in fake.started] == ["server", "web"]
    assert f"warning: the key {keys.OPEN} is damaged" in capsys.readouterr().err


def test_a_server_that_does_not_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If Redis does not answer, nothing else is started. The exit code is 1, or 0 if the user stopped it."""
    for stopping, code in ((False, 1), (True, 0)):
        fake: Any = FakeSupervisor()
        fake.stopping = stopping
        address = f"unix://{tmp_path}/none"
        assert up.run(fake, address, "http://127.0.0.1:1", [], [child("web", tmp_path)], example=False) == code
        assert fake.started == []
    lines = capsys.readouterr().err.splitlines()
    assert f"fewest: waiting: Redis at {tmp_path}/none cannot be used: there is no such socket" in lines[0]
    assert lines[1:] == [lines[0].replace("waiting: ", ""), lines[0]]


def test_a_service_that_is_not_ready(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """If the service does not become ready, the error names the logs of the web process and the workers."""
    fake: Any = FakeSupervisor()
    rest = [child("web", tmp_path), child("workers", tmp_path)]
    assert up.run(fake, url(store), "http://127.0.0.1:1", [], rest, example=False) == 1
    logs = f"{tmp_path}/web.log and {tmp_path}/workers.log"
    assert f"the service is not ready; see {logs}" in capsys.readouterr().err


@pytest.mark.parametrize("embedded", [False, True])
def test_what_is_wrong_with_a_server_is_printed(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str], embedded: bool
) -> None:
    """A warning says that Redis may lose data, unless it is the embedded server."""
    fake: Any = FakeSupervisor()
    server = [child("server", tmp_path)] if embedded else []
    with configured(store, "maxmemory-policy", "allkeys-lru"):
        up.run(fake, url(store), "http://127.0.0.1:1", server, [child("web", tmp_path)], example=False)
    assert ("warning: Redis may drop" in capsys.readouterr().err) is not embedded
    assert fake.started[-1][0] == "web"


@pytest.mark.parametrize("before", [None, 0o755, 0o777])
def test_the_data_folder_is_private(tmp_path: Path, before: int | None) -> None:
    """Only its owner can read the data folder, even if others could before."""
    data = tmp_path / "a" / "data"
    if before is not None:
        data.mkdir(parents=True)
        data.chmod(before)
    assert log_folder(data) == data / "log"
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_the_embedded_server(tmp_path: Path) -> None:
    """The embedded server listens only at a socket of its owner, is durable, and has a memory limit."""
    command = server_command(Settings(store_bytes=123_456), tmp_path)
    given = dict(zip(command[1::2], command[2::2], strict=True))
    assert given["--port"] == "0"
    assert given["--unixsocket"] == str(tmp_path / "redis.sock")
    assert given["--unixsocketperm"] == "700"
    assert given["--dir"] == str(tmp_path)
    assert (given["--maxmemory"], given["--maxmemory-policy"]) == ("123456", "noeviction")
    assert (given["--appendonly"], given["--appendfsync"]) == ("yes", "everysec")


def test_the_socket_of_a_long_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder whose path is too long for a socket, or unusual, has its socket in a private folder elsewhere."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(up, "MAX_SOCKET_PATH", 20)
    first, second = socket_path(Path("/" + "a" * 20)), socket_path(Path("/" + "b" * 20))
    assert first != second
    assert first == socket_path(Path("/" + "a" * 20))
    assert first.parent.parent == tmp_path
    assert stat.S_IMODE(first.parent.stat().st_mode) == 0o700
    assert socket_path(Path("/a")) == Path("/a/redis.sock")
    for name in ("a b", "100%", "a?b#c", "ä", "a=b"):  # no such path in the address of a server
        assert socket_path(Path("/", name)).parent.parent == tmp_path


def test_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one embedded server may use a data folder; with REDIS_URL, several services may."""
    monkeypatch.setattr(up, "run", lambda *_, **__: 0)
    with closing(Lock(tmp_path)):
        assert up.run_up(Settings(), "127.0.0.1", 0, 1, 1, tmp_path, example=False) == 1
        assert up.run_up(Settings(redis_url="redis://x"), "127.0.0.1", 0, 1, 1, tmp_path, example=False) == 0
    assert up.run_up(Settings(), "127.0.0.1", 0, 1, 1, tmp_path, example=False) == 0


@pytest.mark.parametrize(
    ("host", "hosts", "added"),
    [
        ("box", "", ["box"]),
        ("box", "a,*.b", ["a,*.b,box"]),
        ("127.0.0.1", "a", []),
        ("::1", "a", []),
        ("0.0.0.0", "", []),
    ],
)
def test_the_name_that_it_listens_to(host: str, hosts: str, added: list[str]) -> None:
    """If the service listens at a host name, requests to this name are allowed, too."""
    command = web_command(Settings(hosts=hosts), host, 8000)
    assert [part.removeprefix("FEWEST_HOSTS=") for part in command if part.startswith("FEWEST_HOSTS=")] == added

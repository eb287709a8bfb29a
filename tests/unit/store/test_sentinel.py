"""Behind Sentinel: when the master dies, the store goes on with the server that takes over."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from fewest.cli.up import free_port
from fewest.store import connect
from fewest.store.sentinel import plain_url
from tests.certificates import certificates
from tests.hang import HANG_SECONDS, until
from tests.sentinels import PATIENT, Start, fail_over, servers
from tests.unit.store.request import join_or_create, start_run
from tests.unit.workers.searches import loaded


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers: each gets a configuration of its own. Returns port and process."""
    with servers(tmp_path) as one:
        yield one


def test_the_master_dies(start: Start) -> None:
    """When the master dies, web and worker find their searches on the new master, and write there."""
    password = ("requirepass secret", "masterauth secret")
    first, process = start(*password)
    second, _ = start(*password, f"replicaof 127.0.0.1 {first}")
    watch = (f"sentinel monitor fewest 127.0.0.1 {first} 1", "sentinel auth-pass fewest secret")
    watch += (f"sentinel down-after-milliseconds fewest {PATIENT}", "sentinel failover-timeout fewest 2000")
    sentinel, _ = start(*watch, sentinel=True)
    url = f"redis+sentinel://:secret@127.0.0.1:1,127.0.0.1:{sentinel}/fewest/0"  # the first one does not answer
    web, worker = connect(url), connect(url, retry=True)
    search_id, _ = join_or_create(web, "job")
    assert worker.redis.connection_pool.get_connection().port == first
    until(lambda: Redis(port=second, password="secret").info("replication")["master_link_status"] == "up")
    until(lambda: len(Redis(port=sentinel).sentinel_slaves("fewest")) == 1)
    assert Redis(port=first, password="secret").wait(1, int(1000 * HANG_SECONDS)) == 1
    fail_over(sentinel, process, second, url)
    for store in (web, worker):
        found = loaded(store, search_id)
        assert found.status == "queued"
    assert start_run(worker, search_id) == 1


def test_a_master_that_is_demoted(start: Start) -> None:
    """A connection to a server that is no longer the master is reopened to the new one."""
    first, _ = start()
    second, _ = start()
    sentinel, _ = start(f"sentinel monitor fewest 127.0.0.1 {first} 1", sentinel=True)
    store = connect(f"redis+sentinel://127.0.0.1:{sentinel}/fewest", retry=True)
    store.redis.set("written", 1)
    Redis(port=sentinel).execute_command("SENTINEL", "REMOVE", "fewest")
    Redis(port=sentinel).execute_command("SENTINEL", "MONITOR", "fewest", "127.0.0.1", second, 1)
    Redis(port=first).replicaof("127.0.0.1", second)
    store.redis.set("written", 2)
    assert Redis(port=second).get("written") == b"2"


SERVER = shutil.which("redis-server")


@pytest.mark.skipif(not SERVER or not shutil.which("openssl"), reason="redis-server, which has TLS, is not installed")
def test_everything_by_tls(tmp_path: Path) -> None:
    """Sentinels and master are reached by TLS, and their certificates are checked."""
    certificates(tmp_path, "127.0.0.1")
    ports = [free_port("127.0.0.1"), free_port("127.0.0.1")]
    lines = ["port 0", "tls-auth-clients no", "tls-replication yes", f"dir {tmp_path}", 'save ""', "bind 127.0.0.1"]
    lines += [f"tls-{name}-file {tmp_path}/{file}" for name, file in TLS_FILES.items()]
    started = []
    for port, more in zip(ports, ("", f"sentinel monitor fewest 127.0.0.1 {ports[0]} 1"), strict=True):
        (tmp_path / f"{port}.conf").write_text("\n".join((*lines, f"tls-port {port}", more)) + "\n", encoding="utf-8")
        command = [str(SERVER), str(tmp_path / f"{port}.conf"), *(["--sentinel"] if more else [])]
        started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
    try:
        url = f"rediss+sentinel://127.0.0.1:{ports[1]}/fewest/0"
        store = connect(f"{url}?ssl_ca_certs={tmp_path}/ca.crt")
        until(store.reachable)
        assert store.redis.info("server")["tcp_port"] == ports[0]
        assert connect(url).failure()
    finally:
        for process in started:
            process.kill()
            process.wait(HANG_SECONDS)


TLS_FILES = {"cert": "redis.crt", "key": "redis.key", "ca-cert": "ca.crt"}


def test_no_such_master(start: Start) -> None:
    """An unknown master and unreachable sentinels have a sentence, without the password."""
    sentinel, _ = start(sentinel=True)
    for port in (sentinel, free_port("127.0.0.1")):
        reason = connect(f"redis+sentinel://:secret@127.0.0.1:{port}/other/0").failure()
        assert reason.startswith(f"Redis at 127.0.0.1:{port} cannot be used: no sentinel knows the master: check")
        assert "secret" not in reason


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("redis+sentinel://u:p@one:1,two:2/name/3?protocol=2", "redis://u:p@one:1/3?protocol=2"),
        ("rediss+sentinel://one,two/name", "rediss://one/0"),
    ],
)
def test_addresses(url: str, plain: str) -> None:
    """The plain address has the master's scheme, credentials, database and options."""
    assert plain_url(url) == plain

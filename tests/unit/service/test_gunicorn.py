"""The web server writes JSON lines, too."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys


def test_lines_of_gunicorn_are_json() -> None:
    """A service that cannot listen says why in JSON lines alone."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        command = [sys.executable, "-m", "gunicorn", "-c", "python:service.gunicorn", "--bind", address]
        environment = os.environ | {"FEWEST_PROCESSES": "1", "REDIS_URL": "redis://127.0.0.1:1"}
        ran = subprocess.run(
            [*command, "service.wsgi:create()"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ran.returncode != 0
    lines = [json.loads(line) for line in (ran.stdout + ran.stderr).splitlines()]
    assert {line["logger"] for line in lines} == {"gunicorn.error"}
    assert any(address.split(":")[1] in line["message"] for line in lines)

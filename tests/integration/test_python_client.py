"""The Python client's own tests, against the running service."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.integration.service import Service

FOLDER = Path(__file__).parents[2] / "clients" / "python"


def test_python_client(service: Service) -> None:
    """The tests beside the client pass."""
    environment = os.environ | {"FEWEST_ADDRESS": str(service.client.base_url)}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        "--rootdir",
        FOLDER,
        FOLDER,
    ]
    ran = subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "skipped" not in ran.stdout

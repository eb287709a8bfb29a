"""Upgrade: a data folder with another layout of keys is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.up import socket_path
from store import connect
from tests.conftest import serving
from tests.hang import HANG_SECONDS


@pytest.mark.full
def test_a_data_folder_of_another_layout_is_refused(tmp_path: Path) -> None:
    """`fewest up` ends with one line that says what to do, and leaves the folder to the version that wrote it."""
    with serving(tmp_path, "--workers", "0"):
        connect(f"unix://{socket_path(tmp_path)}").redis.zadd("fewest:3:used", {"fewest:3:share:a": 1})
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG_SECONDS, check=False)
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, done.stdout) == (1, "")
    assert "it holds data of layout 3" in last
    assert "`fewest up --data FOLDER`" in last

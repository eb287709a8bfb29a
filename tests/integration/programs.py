"""Programs that the tests run."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.hang import HANG_SECONDS


def run(command: Sequence[str | Path], folder: Path, seconds: float = HANG_SECONDS) -> str:
    """Run a program that must succeed within some seconds, in a folder; returns its output."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    assert ran.returncode == 0, f"{command}: {ran.stdout}{ran.stderr}"
    return ran.stdout

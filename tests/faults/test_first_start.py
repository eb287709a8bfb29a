"""A first start that does not get to its end: what it has compiled is compiled once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hang import until

pytestmark = pytest.mark.slow

SOME = 6
"""Kernels that are compiled before a start is stopped."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_what_is_compiled_is_kept(number: signal.Signals, tmp_path: Path) -> None:
    """A start that follows one stopped in the midst of compiling begins with the next kernel."""
    folder = tmp_path / "cache"
    command = [sys.executable, "-m", "fewest.cli", "up", "--port", "0", "--data", str(tmp_path / "data")]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    environment.pop("REDIS_URL", None)

    def stored() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")}

    def run_until(kernels: int, end: signal.Signals) -> None:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        until(lambda: len(stored()) >= kernels)
        process.send_signal(end)
        process.wait()

    run_until(SOME, number)
    first = stored()
    run_until(len(first) + SOME, signal.SIGTERM)
    assert first.items() <= stored().items()

"""The process that sends webhooks: it says what it may do, and ends when it is asked to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from store import Store
from tests.hang import HANG_SECONDS


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it(server_url: str, store: Store, number: int) -> None:
    """Ctrl-C and a supervisor's signal end it in the same way, without an error."""
    environment = os.environ | {"REDIS_URL": server_url, "FEWEST_WEBHOOK_HOSTS": "hooks.example"}
    command = [sys.executable, "-m", "service.webhooks.deliver"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True) as process:
        assert process.stderr is not None
        try:
            assert "webhooks may be sent to hooks.example" in process.stderr.readline()
            process.send_signal(number)
            rest = process.stderr.read()
            assert (process.wait(HANG_SECONDS), rest) == (0, "")
        finally:
            process.kill()
    assert store.reachable()

"""Workers of both lanes on one machine."""

from __future__ import annotations

import os

from cli.supervisor import Child, Supervisor
from cli.up import worker_command


def run_both() -> int:
    """Keep one worker of each lane running until a signal comes. Returns the exit code."""
    supervisor = Supervisor()
    children = [Child(f"{lane} worker", worker_command(lane), dict(os.environ), None) for lane in ("quick", "long")]
    try:
        supervisor.start(children)
        supervisor.run_until(lambda: False)
    finally:
        supervisor.end(children)
    return 0

"""The folder with the counters of all web processes, so that each can report all counts."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

METRICS = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable from which the library reads the folder."""

PREFIX = "fewest-metrics-"


def metrics_folder(parent: Path) -> str:
    """Make a folder for the counters of this server's processes, and remove the folders of killed servers."""
    for folder in parent.glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        # A folder with our own id is that of an earlier process: ours is not made yet.
        if owner.isdecimal() and (int(owner) == os.getpid() or not Path("/proc", owner).exists()):
            shutil.rmtree(folder, ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=parent)


def counting_processes(folder: Path) -> list[int]:
    """The processes that count there and are alive."""
    pids = {int(path.stem.partition("_")[2]) for path in folder.glob("counter_*.db")}
    return sorted(pid for pid in pids if Path("/proc", str(pid)).exists())

"""The folder in which the web processes count, so that each can report the counts of all."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

PREFIX = "fewest-metrics-"


def metrics_folder(parent: Path) -> str:
    """Make a folder for the counts of this server's processes, and remove those of servers that were killed."""
    for folder in parent.glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdecimal() and (int(owner) == os.getpid() or not Path("/proc", owner).exists()):
            shutil.rmtree(folder, ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=parent)

"""The version of this build: the release, and the commit that it was made from."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path

COMMIT = "COMMIT"
"""A file in the folder ``fewest`` that names the commit. Only packages have it: ``setup.py`` writes it."""


@cache
def full_version() -> str:
    """The release and the commit, such as ``1.0.0+g4b26907c1``; only the release if the commit is unknown."""
    release, commit = metadata.version("fewest"), commit_of(Path(__file__).resolve().parents[1])
    return f"{release}+g{commit}" if commit else release


def commit_of(folder: Path) -> str:
    """The commit of the package or clone whose folder ``fewest`` this is; empty if it is unknown."""
    try:
        # First: above an installed package there may be the clone of another project.
        if (folder / COMMIT).exists():
            commit = (folder / COMMIT).read_text(encoding="ascii").strip()
        elif (folder.parent / ".git").exists():
            command = ["git", "-C", str(folder.parent), "rev-parse", "--short=9", "HEAD"]
            commit = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
        else:
            return ""
    except (OSError, ValueError, subprocess.SubprocessError):
        return ""
    return commit if re.fullmatch(r"[0-9a-f]{7,40}", commit) else ""

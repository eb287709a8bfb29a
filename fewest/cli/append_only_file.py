"""The embedded server's append-only file, whose place a backup that was restored takes.

It is a folder with a manifest that lists the parts: a base, the state at the last rewrite, and increments, the commands
after it.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from fewest.cli.supervisor import say

FOLDER = "appendonlydir"
"""Valkey's name for the folder of the file's parts and of the manifest that lists them."""

MANIFEST = "appendonly.aof.manifest"

RESTORED = "restored"
"""The folder of a backup that was unpacked and checked. While it exists, the backup has yet to take its place."""

CLOSED = "closed"
"""The file of the data folder that exists while the service is closed to clients without API keys."""

PART = re.compile(r"appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)")

LINE = re.compile(r"file (\S+) seq (\d+) type ([bhi])( .*)?")
"""A line of the manifest: a base, a part of the history that is to be deleted, or an increment."""


class FilePart(NamedTuple):
    """A part: its place in the order of its type, "b" or "i", and its file."""

    type: str
    number: int
    file: Path


def put_restored(data: Path) -> None:
    """Put a restored backup in its place, if there is one: again from the start, if that was interrupted before.

    What was there is kept under another name. A service that is closed to clients without API keys stays closed.
    """
    restored, folder = data / RESTORED, data / FOLDER
    if (restored / FOLDER).exists():
        # Before the data: a start between the two must not be open to everyone.
        if (restored / CLOSED).exists():
            (data / CLOSED).touch()
        if folder.exists():
            stem = f"{FOLDER}.replaced-{time.strftime('%Y%m%dT%H%M%S')}"
            kept = next(path for number in count(1) if not (path := data / f"{stem}-{number}").exists())
            folder.rename(kept)
            say(f"the append-only file that was there is kept in {kept}")
        (restored / FOLDER).rename(folder)
    shutil.rmtree(restored, ignore_errors=True)


def listed(folder: Path) -> list[FilePart] | None:
    """The parts that the manifest lists, in order; None if it cannot be read, or a part is missing."""
    try:
        lines = (folder / MANIFEST).read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    found = [LINE.fullmatch(line) for line in lines]
    parts = [FilePart(match[3], int(match[2]), folder / match[1]) for match in found if match is not None]
    if len(parts) < max(1, len(lines)):
        return None
    needed = [part for part in parts if part.type != "h"]
    return needed if all(part.file.exists() for part in needed) else None


def manifest_of(parts: Iterable[FilePart]) -> str:
    """The text of a manifest that lists parts."""
    return "".join(f"file {part.file.name} seq {part.number} type {part.type}\n" for part in parts)

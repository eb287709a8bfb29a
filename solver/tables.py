"""Named arrays in a folder: built once, checked, mapped read-only and so shared by all processes.

A file is one line of JSON (the array's type and shape, and a checksum), padded to 512 bytes,
and the array's bytes. It is written under another name and renamed when it is whole, so a file that is there is
complete. Who wants to build a table claims it first; the claim is a lock that ends with its holder.
"""

from __future__ import annotations

import fcntl
import json
import os
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HEAD = 512
"""Bytes kept for the line of JSON."""
CHUNK = 1 << 24
LARGE = 1 << 24
"""Bytes of a table that takes some hundredths of a second to check."""
AHEAD = 32
"""Tables checked ahead at most: fewer than a process remembers, or each time would check them all again."""


def load(folder: Path, name: str) -> NDArray[Any] | None:
    """Map a table read-only.

    Returns
    -------
    array or None
        None if there is no such table, or its bytes do not fit its checksum; it is then to be built anew.
    """
    path = _path(folder, name)
    try:
        stamp = path.stat()
    except OSError:
        return None
    return _mapped(path, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino)


def check(folder: Path) -> None:
    """Map and check the newest large tables, so that processes forked from this one have that behind them."""
    found = []
    for path in folder.glob("*.table"):
        with suppress(OSError):
            stamp = path.stat()
            if stamp.st_size >= LARGE:
                found.append((stamp.st_mtime_ns, path.stem))
    for _, name in sorted(found)[-AHEAD:]:
        load(folder, name)


def save(folder: Path, name: str, table: NDArray[Any]) -> NDArray[Any]:
    """Write a table and map it, in one go; see :func:`saving`."""
    steps = saving(folder, name, table)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            kept: NDArray[Any] = end.value
            return kept


def saving(folder: Path, name: str, table: NDArray[Any]) -> Generator[None, None, NDArray[Any]]:
    """Write a table piece by piece, with a pause after each, and map it.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table = np.ascontiguousarray(table)
    flat, value = table.reshape(-1).view(np.uint8), 0
    for begin in range(0, len(flat), CHUNK):
        value = zlib.crc32(flat[begin : begin + CHUNK].data, value)
        yield
    head = {"dtype": table.dtype.str, "shape": table.shape, "crc32": value}
    fresh = _path(folder, f"{name}.{os.getpid()}")
    try:
        with fresh.open("wb") as file:
            file.write(json.dumps(head).encode().ljust(HEAD - 1) + b"\n")
            for begin in range(0, len(flat), CHUNK):
                file.write(flat[begin : begin + CHUNK].data)
                file.flush()
                os.fsync(file.fileno())
                yield
        fresh.replace(_path(folder, name))
    finally:
        fresh.unlink(missing_ok=True)
    kept = load(folder, name)
    return table if kept is None else kept


@contextmanager
def claim(folder: Path, name: str) -> Iterator[bool]:
    """Hold the right to build a table; yields whether it is ours. Another holder is not waited for."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


@lru_cache(maxsize=64)
def _mapped(path: Path, _changed: int, size: int, _inode: int) -> NDArray[Any] | None:
    """Map and check a file; a file that stays as it is is checked once in a process."""
    try:
        with path.open("rb") as file:
            head = json.loads(file.read(HEAD))
        dtype, shape = np.dtype(head["dtype"]), tuple(head["shape"])
        if size != HEAD + dtype.itemsize * int(np.prod(shape)):
            return None
        table = np.memmap(path, dtype, "r", HEAD, shape)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return np.asarray(table) if _checksum(table) == head["crc32"] else None


def _checksum(table: NDArray[Any]) -> int:
    flat, value = table.reshape(-1).view(np.uint8), 0
    for begin in range(0, len(flat), CHUNK):
        value = zlib.crc32(flat[begin : begin + CHUNK].data, value)
    return value


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.table"

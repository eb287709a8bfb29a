"""A store of named arrays in a folder: each is built once, and all processes share it as a read-only map.

File format of ``NAME.table``::

    bytes 0 … 511   one line of JSON, padded with blanks: "dtype" and "shape" as numpy writes them, "crc32"
    bytes 512 …     the elements of the array in C order; "crc32" is their checksum

A file is written under a temporary name and renamed when complete, so every file of the final name is whole. To build
a table, a process holds the lock of its name, ``NAME.lock``; the operating system releases it when the process ends.
A folder may have a quota, see :mod:`fewest.solver.quota`.
"""

from __future__ import annotations

import fcntl
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from fewest.solver import quota

HEADER_BYTES = 512
CHUNK_BYTES = 1 << 24
"""Bytes summed or written between two pauses of :func:`save_in_chunks`: some hundredths of a second."""
LARGE_BYTES = 1 << 24
"""Bytes of a table that takes some hundredths of a second to check."""
REMEMBERED = 1024
"""Files that a process remembers to have checked, and so does not check again."""
CHECKED_AHEAD = 32
"""Most tables that :func:`check` checks."""


def load(folder: Path, name: str) -> NDArray[Any] | None:
    """Map a table read-only.

    Returns
    -------
    array or None
        Shape and dtype as saved. None if there is no such table or its checksum is wrong: build it again.
    """
    path = _path(folder, name)
    try:
        with path.open("rb") as file:
            stamp = quota.use(file)
            if not stamp.st_nlink:  # removed between the look and the lock: its bytes no longer count
                return None
            # After the lock: what is checked is what will be mapped.
            sound = _is_sound(path, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino)
            return _mapped(file, stamp.st_size)[0] if sound else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def check(folder: Path) -> None:
    """Check the newest large tables, so that processes forked from this one need not. It does not count as a use."""
    found = []
    for path in folder.glob("*.table"):
        with suppress(OSError):
            stamp = path.stat()
            # Small ones take little time to check, so each process checks those it needs.
            if stamp.st_size >= LARGE_BYTES and not quota.is_temporary(path):
                found.append((stamp.st_mtime_ns, path, stamp))
    for _, path, stamp in sorted(found)[-CHECKED_AHEAD:]:
        _is_sound(path, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino)
        with suppress(OSError):
            # Reading it was no use of it: the table used least recently is the first to be removed.
            os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def save(folder: Path, name: str, table: NDArray[Any]) -> None:
    """Write a table without pauses; see :func:`save_in_chunks`."""
    for _ in save_in_chunks(folder, name, table):
        pass


def save_in_chunks(folder: Path, name: str, table: NDArray[Any]) -> Iterator[None]:
    """Write a table of any shape and dtype, pausing after every chunk.

    Raises
    ------
    OSError
        If the folder cannot be written, or the table exceeds its quota.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table = np.ascontiguousarray(table)
    checksum = 0
    for chunk in _chunks(table):
        # First of all, because the header in front of the data has it.
        checksum = zlib.crc32(chunk, checksum)
        yield
    header = {"dtype": table.dtype.str, "shape": table.shape, "crc32": checksum}
    file = quota.new_file(folder, name, HEADER_BYTES + table.nbytes)
    temporary = Path(file.name)
    try:
        with file:
            file.write(json.dumps(header).encode().ljust(HEADER_BYTES - 1) + b"\n")
            for chunk in _chunks(table):
                file.write(chunk)
                file.flush()
                # One fsync at the end would stall for as long as all chunks together, without a pause.
                os.fsync(file.fileno())
                yield
            quota.rename(temporary, _path(folder, name))
    finally:
        # Nothing to remove once it has its name; after an error, or if the search is given up, its bytes are free
        # again.
        temporary.unlink(missing_ok=True)


def copy(source: Path, target: Path) -> Iterator[str]:
    """Copy tables that are missing in another folder, or damaged there; damaged tables of the source are skipped.

    Yields
    ------
    str
        The name of each table, when its copy is complete. A table that another process is writing is skipped.
    """
    for path in sorted(source.glob("*.table")):
        table = None if quota.is_temporary(path) else load(source, path.stem)
        if table is not None and load(target, path.stem) is None:
            # Another process may be building the same table; then it need not be copied.
            with lock(target, path.stem) as locked:
                if locked:
                    save(target, path.stem, table)
                    yield path.stem


@contextmanager
def lock(folder: Path, name: str) -> Iterator[bool]:
    """Try to lock the name of a table; yields whether this process holds the lock. Never waits for another holder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}{quota.LOCK_SUFFIX}").open("w") as file:
        try:
            # A search that would wait here could not be stopped: its caller looks again after a slice.
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        try:
            yield True
        finally:
            if not _path(folder, name).exists():  # nothing was saved, so nothing else would remove the lock
                Path(file.name).unlink(missing_ok=True)


@lru_cache(maxsize=REMEMBERED)
def _is_sound(path: Path, _mtime_ns: int, size: int, _inode: int) -> bool:
    """Check a file. The arguments change if the file does, so an unchanged file is checked once per process."""
    try:
        with path.open("rb") as file:
            table, checksum = _mapped(file, size)
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return _checksum(table) == checksum


def _mapped(file: IO[bytes], size: int) -> tuple[NDArray[Any], int]:
    """Map a file of ``size`` bytes, as long as the array lives: the array, and the checksum it should have."""
    header = json.loads(file.read(HEADER_BYTES))
    dtype = np.dtype(header["dtype"])
    shape = tuple(header["shape"])
    # A file that was cut short would end a process that reads beyond its end (SIGBUS).
    if size != HEADER_BYTES + dtype.itemsize * int(np.prod(shape)):
        raise ValueError(f"{size} bytes are not those of {shape} of {dtype}")
    return np.asarray(np.memmap(file, dtype, "r", HEADER_BYTES, shape)), header["crc32"]


def _checksum(table: NDArray[Any]) -> int:
    checksum = 0
    for chunk in _chunks(table):
        checksum = zlib.crc32(chunk, checksum)
    return checksum


def _chunks(table: NDArray[Any]) -> Iterator[memoryview]:
    """The bytes of a C-contiguous array, ``CHUNK_BYTES`` at a time."""
    flat = table.reshape(-1).view(np.uint8)
    for begin in range(0, len(flat), CHUNK_BYTES):
        yield flat[begin : begin + CHUNK_BYTES].data


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}{quota.SUFFIX}"

"""Room in a folder of tables: how many bytes its files may take, and which are removed to stay within that.

The limit is a file of the folder, so that all processes of a host keep to the same one. Whoever writes a table makes
room first. Under one lock it adds up the sizes of all files, removes those that were used least recently, and makes its
own, which has its full size from the beginning; under the same lock it gets its name when it is complete. So the sum
never exceeds the limit, however many processes write.

A file that is in use has a shared lock: a table that is mapped, a file that is being written. The operating system
releases it with the map, or when the process ends, however it ends. What has no lock can be removed, and what a killed
process has left half written is. Maps of a removed file would go on working, but its bytes would stay on the disk
until the last of them has gone, and whoever needs the table next would have to build it again.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

SUFFIX = ".table"
"""How the names of tables end; those that are being written have another dot before it."""
LOCK_SUFFIX = ".lock"
"""How the names of their locks end, see :func:`fewest.solver.tables.lock`."""
LIMIT = "limit"
"""The file with the number of bytes."""
LOCK = "room.lock"


class NoRoom(OSError):
    """A table does not fit the folder, even if all is removed that is not in use."""


def keep_within(folder: Path, max_bytes: int) -> None:
    """Bound the bytes of all tables in a folder, from now on, and remove what exceeds that.

    A folder that cannot be written stays as it is.
    """
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            (folder / f"{LIMIT}.new").write_text(str(max_bytes), encoding="ascii")
            (folder / f"{LIMIT}.new").replace(folder / LIMIT)
            _make_room(folder, max_bytes, partly=True)


def new_file(folder: Path, name: str, size: int) -> IO[bytes]:
    """Make a file of ``size`` bytes for a table, in use until it is closed, under a temporary name of its own.

    Raises
    ------
    NoRoom
        If it does not fit.
    OSError
        If the folder cannot be written.
    """
    limit = _limit(folder)
    if limit is None:
        return _sized(folder, name, size)
    with (folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if size > limit or _make_room(folder, limit - size) > limit - size:
            raise NoRoom(errno.ENOSPC, f"the tables may take {limit} bytes, no room for {size} more", str(folder))
        return _sized(folder, name, size)


def rename(file: Path, path: Path) -> None:
    """Give a complete file its name, while nobody adds up the sizes: there it could be under neither name."""
    if _limit(path.parent) is None:
        file.replace(path)
        return
    with (path.parent / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        file.replace(path)


def use(file: IO[bytes]) -> os.stat_result:
    """Have a table be in use until the file and all its maps are closed, and note that it was. Returns its state."""
    fcntl.flock(file, fcntl.LOCK_SH)
    stamp = os.fstat(file.fileno())
    with suppress(OSError):  # another user may own it
        os.utime(file.fileno(), ns=(time.time_ns(), stamp.st_mtime_ns))
    return stamp


def taken(folder: Path) -> int:
    """Bytes of all tables in a folder, and of those that are being written."""
    return sum(size for _, _, size in _files(folder))


def _limit(folder: Path) -> int | None:
    """The bytes that the tables of a folder may take; None for any number."""
    try:
        return int((folder / LIMIT).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _sized(folder: Path, name: str, size: int) -> IO[bytes]:
    file = (folder / f"{name}.{secrets.token_hex(4)}{SUFFIX}").open("xb")
    fcntl.flock(file, fcntl.LOCK_SH)
    file.truncate(size)
    return file


def _make_room(folder: Path, most: int, *, partly: bool = False) -> int:
    """Remove files until they take at most so many bytes; nothing if that cannot be, unless ``partly`` is enough.

    What a killed process has left half written is removed in any case. Returns what the files take then.
    """
    files = sorted(_files(folder))
    left = sum(size for _, _, size in files)
    with ExitStack() as locks:
        free = 0
        chosen: list[Path] = []
        for _, path, size in files:
            if is_temporary(path):
                left -= size if _remove(path) else 0
        for _, path, size in files:
            if left - free > most and not is_temporary(path) and _lock_unused(path, locks):
                chosen.append(path)
                free += size
        if partly or left - free <= most:
            for path in chosen:
                path.unlink(missing_ok=True)
                path.with_suffix(LOCK_SUFFIX).unlink(missing_ok=True)
            left -= free
    return left


def _files(folder: Path) -> Iterator[tuple[int, Path, int]]:
    """When each file was used last, in nanoseconds, its path, and its size."""
    for path in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):  # another process may have removed it
            stamp = path.stat()
            yield stamp.st_atime_ns, path, stamp.st_size


def is_temporary(path: Path) -> bool:
    """Whether a table is being written, or was when its process died."""
    return "." in path.stem


def _lock_unused(path: Path, locks: ExitStack) -> bool:
    """Lock a file until the stack is closed, unless it is in use. Returns whether it is locked."""
    try:
        file = locks.enter_context(path.open("r+b"))
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove(path: Path) -> bool:
    """Remove a file unless it is in use. Returns whether it is gone."""
    with ExitStack() as locks:
        if not _lock_unused(path, locks):
            return False
        path.unlink(missing_ok=True)
        return True

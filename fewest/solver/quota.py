"""The quota of a folder of tables: the bytes that its files may take, and which files are removed to keep it.

The quota is stored in a file of the folder, so that all processes of a host use the same one. A process that writes a
table frees space first. Under one lock, it adds up the sizes of all files, removes those that were used least recently,
and creates its own file at full size. When the table is complete, the file gets its name under the same lock. So the
sum never exceeds the quota, however many processes write.

A file that is in use (mapped, or being written) has a shared lock. The operating system releases the lock with the map,
or when the process ends, even if it is killed. Files without a lock can be removed; incomplete files of killed
processes are removed first. Files in use are kept, because the bytes of a removed file stay on the disk until its last
map is gone, and the next process that needs the table would have to build it again.
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
"""Suffix of tables. Names of files that are being written have another dot before it."""
LOCK_SUFFIX = ".lock"
"""Suffix of their locks, see :func:`fewest.solver.tables.lock`."""
LIMIT = "limit"
"""The file that holds the quota, in bytes."""
LOCK = "room.lock"


class QuotaExceeded(OSError):
    """A table exceeds the quota, even if all tables that are not in use are removed."""


def set_quota(folder: Path, max_bytes: int) -> None:
    """Set the quota of a folder in bytes, and remove tables until it is kept.

    A folder that cannot be written stays as it is.
    """
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # Written beside and renamed: a reader without the lock never sees half a number.
            (folder / f"{LIMIT}.new").write_text(str(max_bytes), encoding="ascii")
            (folder / f"{LIMIT}.new").replace(folder / LIMIT)
            _free_space(folder, max_bytes, partly=True)


def new_file(folder: Path, name: str, size: int) -> IO[bytes]:
    """Create a file of ``size`` bytes for a table, under a temporary name. It is in use until it is closed.

    Raises
    ------
    QuotaExceeded
        If it does not fit.
    OSError
        If the folder cannot be written.
    """
    limit = _limit(folder)
    if limit is None:
        # Without a quota there is nothing to sum up, so no lock.
        return _sized(folder, name, size)
    with (folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if size > limit or _free_space(folder, limit - size) > limit - size:
            raise QuotaExceeded(
                errno.ENOSPC, f"the tables may take {limit} bytes, no room for {size} more", str(folder)
            )
        return _sized(folder, name, size)


def rename(file: Path, path: Path) -> None:
    """Give a complete file its name, under the lock: otherwise the sum of sizes could miss it."""
    if _limit(path.parent) is None:
        file.replace(path)
        return
    with (path.parent / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        file.replace(path)


def use(file: IO[bytes]) -> os.stat_result:
    """Lock a table until the file and all its maps are closed, and record its last use. Returns its state."""
    fcntl.flock(file, fcntl.LOCK_SH)
    stamp = os.fstat(file.fileno())
    with suppress(OSError):  # another user may own it
        # The time of access is set by hand, since most file systems are mounted with relatime; that of the last change,
        # by which checks are remembered, stays.
        os.utime(file.fileno(), ns=(time.time_ns(), stamp.st_mtime_ns))
    return stamp


def taken(folder: Path) -> int:
    """Bytes of all tables in a folder, and of those that are being written."""
    return sum(size for _, _, size in _files(folder))


def _limit(folder: Path) -> int | None:
    """The quota of a folder in bytes; None if it has none."""
    try:
        return int((folder / LIMIT).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _sized(folder: Path, name: str, size: int) -> IO[bytes]:
    file = (folder / f"{name}.{secrets.token_hex(4)}{SUFFIX}").open("xb")
    # Shared, as a process that maps the table has it: whoever wants to remove the file asks for an exclusive one.
    fcntl.flock(file, fcntl.LOCK_SH)
    # At full size at once, so that what will be written is counted already.
    file.truncate(size)
    return file


def _free_space(folder: Path, most: int, *, partly: bool = False) -> int:
    """Remove files until they take at most ``most`` bytes. If that is impossible, remove none, unless ``partly``.

    Incomplete files of killed processes are removed in any case. Returns the bytes that the files take afterwards.
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
            # Locked until they are removed, so that nobody begins to use one meanwhile.
            if left - free > most and not is_temporary(path) and _lock_unused(path, locks):
                chosen.append(path)
                free += size
        if partly or left - free <= most:
            for path in chosen:
                path.unlink(missing_ok=True)
                # The lock of its name goes with the table; otherwise every board ever solved would leave one.
                path.with_suffix(LOCK_SUFFIX).unlink(missing_ok=True)
            left -= free
    return left


def _files(folder: Path) -> Iterator[tuple[int, Path, int]]:
    """The last use of each file in nanoseconds, its path, and its size."""
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
        # Not blocking: a file in use stays.
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

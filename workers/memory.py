"""Memory of the machine: what its running searches may take together, and which of them may start.

Every running search holds a lock on a file of its own, whose name says how many bytes it was granted. The operating
system releases the lock when the process ends, however it ends, so nothing has to be cleaned up and no clock is read.
A second lock is held by the one worker of a lane that waits for room, the first waiter. Others wait behind it, so a
large search is not overtaken for ever by small ones.
"""

from __future__ import annotations

import fcntl
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from schemas.machine import cgroup_bytes

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

log = logging.getLogger("fewest.worker")


class MachineMemory:
    """The memory of one machine, shared by the workers whose data folder is the same.

    Parameters
    ----------
    folder
        Folder for the locks; made if needed. Workers on different machines, or in containers with limits of their
        own, may share it.
    total
        Bytes that running searches may take together.
    lane
        Workers wait for room behind those of the same name.
    """

    def __init__(self, folder: Path, total: int, lane: str = "") -> None:
        self.total = total
        self._first_waiter = f"turn-{lane}"
        self._folder = folder / _scope()

    @contextmanager
    def granted(self, size: int, wait: Callable[[], bool]) -> Iterator[bool]:
        """Hold ``size`` bytes, at most the total, within the context.

        Parameters
        ----------
        wait
            Called while there is no room; sleeps a little, and returns False to give up.

        Yields
        ------
        bool
            Whether the bytes are held; False if ``wait`` has given up.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            first_waiter = os.open(self._folder / self._first_waiter, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:  # without a folder there is no admission; the kernel's own limits remain
            log.warning("memory of searches is not shared out: %s", error)
            yield True
            return
        own: int | None = None
        try:
            while own is None:
                if _locked(first_waiter):
                    own = self._take(min(size, self.total))
                if own is None and not wait():
                    break
            fcntl.flock(first_waiter, fcntl.LOCK_UN)
            yield own is not None
        finally:
            os.close(first_waiter)
            if own is not None:
                os.close(own)

    def held_bytes(self) -> int:
        """What running searches hold together. Only the first waiter calls it: it removes files without a lock."""
        held = 0
        for path in self._folder.glob("*.grant"):
            with suppress(FileNotFoundError):
                grant = os.open(path, os.O_RDWR | os.O_CLOEXEC)
                if _locked(grant):
                    path.unlink()
                else:
                    held += int(path.name.split(".")[0])
                os.close(grant)
        return held

    def _take(self, size: int) -> int | None:
        if self.held_bytes() + size > self.total:
            return None
        path = self._folder / f"{size}.{socket.gethostname()}.{os.getpid()}.grant"
        own = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        _locked(own)
        return own


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _scope() -> str:
    """A name for what has the memory: the running kernel, or the container with a limit of its own."""
    boot = BOOT_ID.read_text(encoding="ascii").strip() if BOOT_ID.exists() else socket.gethostname()
    return f"{boot}-{socket.gethostname()}" if cgroup_bytes() else boot

"""Memory of the machine: what its running searches may take together, and which of them may start.

Every running search holds a lock on a file of its own, whose name says how many bytes it was granted, and to whom. The
operating system releases the lock when the process ends, however it ends, so nothing has to be cleaned up and no clock
is read. A lock on one more file is held for the moment in which a worker looks whether there is room, and takes it.
"""

from __future__ import annotations

import fcntl
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import count
from pathlib import Path

from fewest.schemas.machine import cgroup_bytes

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

CLIENT_SHARE = 0.75
"""Part of the memory that one client's searches may take, but for the first: some is left for everybody else's."""

log = logging.getLogger("fewest.worker")


class Short(Enum):
    """What there is no room in: in the memory of the machine, or in what one client may hold of it."""

    MACHINE = "machine"
    CLIENT = "client"


class MachineMemory:
    """The memory of one machine, shared by the workers whose data folder is the same.

    Parameters
    ----------
    folder
        Folder for the locks; made if needed. Workers on different machines, or in containers with limits of their
        own, may share it.
    total
        Bytes that running searches may take together.
    """

    def __init__(self, folder: Path, total: int) -> None:
        self.total = total
        self._numbers = count(1)
        self._folder = folder / _scope()

    @contextmanager
    def granted(self, size: int, wait: Callable[[Short], bool], client: str = "") -> Iterator[bool]:
        """Hold ``size`` bytes, at most the total, within the context.

        Parameters
        ----------
        wait
            Called while there is no room; sleeps a little, and returns False to give up.
        client
            Whom they are for. Whoever holds some is granted no more than ``CLIENT_SHARE`` of the total.

        Yields
        ------
        bool
            Whether the bytes are held; False if ``wait`` has given up.
        """
        while True:
            try:
                own = self._take(min(size, self.total), client)
            except OSError as error:  # without a folder there is no admission; the kernel's own limits remain
                log.warning("memory of searches is not shared out: %s", error)
                yield True
                return
            if not isinstance(own, Short):
                break
            if not wait(own):
                yield False
                return
        try:
            yield True
        finally:
            os.close(own)

    def held_bytes(self) -> int:
        """What running searches hold together."""
        with self._locked():
            return self._held().total()

    def _take(self, size: int, client: str) -> int | Short:
        """Take some bytes: the open file of the grant, or what there is no room in."""
        with self._locked():
            held = self._held()
            own = client.replace(".", "-") or "-"
            if held[own] and held[own] + size > CLIENT_SHARE * self.total:
                return Short.CLIENT
            if held.total() + size > self.total:
                return Short.MACHINE
            holder = f"{socket.gethostname()}.{os.getpid()}.{next(self._numbers)}"
            path = self._folder / f"{size}.{own}.{holder}.grant"
            grant = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(grant, fcntl.LOCK_EX)
            return grant

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock on all grants."""
        self._folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _held(self) -> Counter[str]:
        """What the running searches of each client hold. Files of those that have ended are removed."""
        held: Counter[str] = Counter()
        for path in self._folder.glob("*.grant"):
            grant = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            if _locked(grant):
                path.unlink()
            else:
                size, client, _ = path.name.split(".", 2)
                held[client] += int(size)
            os.close(grant)
        return held


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

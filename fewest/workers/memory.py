"""Memory of the machine: how much its running searches may take together, and which searches may start.

Every running search holds a lock on its own file, whose name says how many bytes it was granted and for which client.
The operating system releases the lock when the process ends, however it ends, so nothing has to be cleaned up and no
clock is read. A worker holds a lock on one more file while it checks for room and takes it.
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

from fewest.config.machine import cgroup_bytes

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

CLIENT_SHARE = 0.75
"""Share of the memory that one client's searches may take, except for the first, so that some is left for other
clients."""

log = logging.getLogger("fewest.worker")


class Short(Enum):
    """What is full: the memory of the machine, or one client's share of it."""

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
            The client they are for. A client that already holds some is granted at most ``CLIENT_SHARE`` of the total.

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
            # This releases the lock, and with it the memory.
            os.close(own)

    def _take(self, size: int, client: str) -> int | Short:
        """Take some bytes. Returns the open file of the grant, or what is full."""
        with self._locked():
            held = self._held()
            # The parts of the name are separated by dots.
            own = client.replace(".", "-") or "-"
            # A first search may take all: otherwise one that needs most of the memory could never begin.
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
        """Bytes that each client's running searches hold. Files of ended searches are removed."""
        held: Counter[str] = Counter()
        for path in self._folder.glob("*.grant"):
            grant = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            if _locked(grant):
                # Its process has ended: the system has released the lock.
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
    """A name for the owner of the memory: the running kernel, or a container with its own limit."""
    # The folder may outlive a restart, and containers on one kernel may share it.
    boot = BOOT_ID.read_text(encoding="ascii").strip() if BOOT_ID.exists() else socket.gethostname()
    return f"{boot}-{socket.gethostname()}" if cgroup_bytes() else boot

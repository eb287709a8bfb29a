"""The data folder of a running service: locked against other services, and restored if it is deleted."""

from __future__ import annotations

import fcntl
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from fewest.cli.supervisor import Child, say
from fewest.store import Store, StoreError

LOOK_SECONDS = 1.0

SAVE_SECONDS = 60.0
"""How long the server may take to write its contents."""


class Lock:
    """Locks a data folder for this process, since two embedded servers would write the same files.

    Raises
    ------
    OSError
        If another process holds the lock, or the folder is not writable.
    """

    def __init__(self, data: Path) -> None:
        self._path = data / "lock"
        self._file = self._take()

    def _take(self) -> BinaryIO:
        file = self._path.open("wb")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            used = f"another `fewest up` uses {self._path.parent}; choose another folder with --data"
            raise OSError(error.errno, used) from None
        return file

    def exists(self) -> bool:
        """Whether its file is still there."""
        return self._path.exists()

    def take_again(self) -> None:
        """Lock the folder again after it was deleted and made anew."""
        if not self.exists():
            self.close()
            self._file = self._take()

    def close(self) -> None:
        """Release the lock."""
        self._file.close()


class DataFolder:
    """Restores the folder and the socket of the embedded server (in it or elsewhere) if they are deleted.

    A server without its folder still has its data in memory, but clients cannot connect to it, and its file is lost.
    So this class keeps one connection open. Through it, it makes the server save its data into a new folder, and then
    restarts the server there.

    Parameters
    ----------
    server
        The embedded server.
    store
        A store at this server, for this purpose only.
    socket
        The path of its socket.
    lock
        The lock of the folder.
    make
        Makes the folder.
    """

    def __init__(
        self, data: Path, server: Child, store: Store, socket: Path, lock: Lock, make: Callable[[], object]
    ) -> None:
        self._data = data
        self._server = server
        self._store = store
        self._socket = socket
        self._lock = lock
        self._make = make
        self._look_at = 0.0

    def look(self) -> bool:
        """Restore the folder if it was deleted; False, for :meth:`fewest.cli.supervisor.Supervisor.run_until`."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            if self._socket.exists() and self._lock.exists():
                self._store.reachable()  # keeps the connection open
            elif self._server.process is not None and self._server.process.poll() is None:
                self._bring_back()
        return False

    def _bring_back(self) -> None:
        gone = self._data if self._socket.exists() else self._socket
        say(f"{gone} was deleted; it is restored, and the server restarted with all its data")
        try:
            self._make()
            # Before the server writes: another `fewest up` may have found the new, empty folder.
            self._lock.take_again()
            saved = self._store.save_to(str(self._data), SAVE_SECONDS)
        except (OSError, StoreError) as error:
            saved = False
            reason = f": {error}"
        else:
            reason = ""
        if not saved:
            say(f"the data of the server could not be written to {self._data}{reason}")
        # Also if the data could not be saved: nobody can reach a server whose socket has gone.
        self._server.signal(signal.SIGTERM)
        self._look_at = time.monotonic() + 10 * LOOK_SECONDS  # it takes a moment to end and to start

"""A work horse forked in advance: warm and connected, it waits at a pipe for the one job it will run."""

from __future__ import annotations

import logging
import os
import select
import signal
from collections.abc import Callable, Sequence
from typing import NoReturn

log = logging.getLogger("fewest.worker")

QUIET_SECONDS = 0.1
"""Before the second rehearsal: where work follows upon work, the processor is wanted for that."""

MOST_BYTES = 4096
"""Of an errand; a pipe takes so many at once, so none is read in part."""


class Standby:
    """A child process that waits for an errand, does it and ends; it also ends when its parent is gone.

    Parameters
    ----------
    rehearsals
        What the child does while it waits: the first at once, the others where it is quiet, until the errand is there.
    run
        Does the errand.
    """

    def __init__(self, rehearsals: Sequence[Callable[[], object]], run: Callable[[bytes], object]) -> None:
        reader, self._writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._writer)
            _wait(reader, rehearsals, run)
        os.close(reader)

    def send(self, errand: bytes) -> bool:
        """Give the errand; whether the child was there to take it."""
        try:
            os.write(self._writer, errand)
        except BrokenPipeError:
            os.waitpid(self.pid, 0)
            return False
        finally:
            os.close(self._writer)
        return True

    def dismiss(self) -> None:
        """Let the child end without an errand."""
        os.close(self._writer)
        os.waitpid(self.pid, 0)


def _wait(reader: int, rehearsals: Sequence[Callable[[], object]], run: Callable[[bytes], object]) -> NoReturn:
    """Wait in the child for the errand, and do it."""
    try:
        os.setpgrp()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for index, rehearse in enumerate(rehearsals):
            if index and select.select([reader], [], [], QUIET_SECONDS if index == 1 else 0)[0]:
                break
            rehearse()
        errand = os.read(reader, MOST_BYTES)
        if errand:
            run(errand)
        os._exit(0)
    except Exception:
        log.exception("the process for a search failed")
    finally:
        os._exit(1)

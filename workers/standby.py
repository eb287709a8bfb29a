"""A work horse (RQ's word for the process of one job) that is forked in advance, warmed up, and waits for its job."""

from __future__ import annotations

import logging
import os
import select
import signal
from collections.abc import Callable, Sequence
from typing import NoReturn

log = logging.getLogger("fewest.worker")

IDLE_SECONDS = 0.1
"""Wait before the second warm-up: while jobs follow each other closely, the processor is needed for them."""

MESSAGE_BYTES = 4096
"""Longest message. A pipe transfers this much at once (PIPE_BUF), so no message is read in part."""


class Standby:
    """A child process that waits for one message, runs it and exits. It also exits if its parent does.

    Parameters
    ----------
    warm_ups
        What the child does while it waits: the first at once, the others only as long as no message is there.
    run
        Runs the message.
    """

    def __init__(self, warm_ups: Sequence[Callable[[], object]], run: Callable[[bytes], object]) -> None:
        reader, self._writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._writer)
            _wait(reader, warm_ups, run)
        os.close(reader)

    def send(self, message: bytes) -> bool:
        """Send the message. Returns False if the child has died."""
        try:
            os.write(self._writer, message)
        except BrokenPipeError:
            os.waitpid(self.pid, 0)
            return False
        finally:
            os.close(self._writer)
        return True

    def close(self) -> None:
        """Let the child exit without a message."""
        os.close(self._writer)
        os.waitpid(self.pid, 0)


def _wait(reader: int, warm_ups: Sequence[Callable[[], object]], run: Callable[[bytes], object]) -> NoReturn:
    """In the child: wait for the message and run it."""
    try:
        os.setpgrp()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for index, warm_up in enumerate(warm_ups):
            if index and select.select([reader], [], [], IDLE_SECONDS if index == 1 else 0)[0]:
                break
            warm_up()
        message = os.read(reader, MESSAGE_BYTES)
        if message:
            run(message)
        os._exit(0)
    except Exception:
        log.exception("the process of a search failed")
    finally:
        os._exit(1)

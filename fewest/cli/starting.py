"""The start of `fewest up`: wait for each part, and print how long it takes."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from contextlib import suppress

from fewest.cli.supervisor import say
from fewest.store import Store, StoreError

READY_SECONDS, KERNEL_SECONDS = 180.0, 60.0
"""A start fails after the first; each kernel that is compiled gives it at least the second from then on."""

ANSWER_SECONDS = 2.0
"""How long the service may take to report what is missing before it is asked again."""


class Waiting:
    """Waits for Redis, and prints each reason once.

    Attributes
    ----------
    reason
        Why Redis cannot be used; empty once it can.
    """

    def __init__(self, store: Store, *, quiet: bool) -> None:
        self._store = store
        self._quiet = quiet
        self.reason = ""

    def over(self) -> bool:
        """Whether Redis answers."""
        reason = self._store.failure()
        if reason and reason != self.reason and not self._quiet:
            say(f"waiting: {reason}")
        self.reason = reason
        return not reason


class Phases:
    """Prints when a part of the start is over, in seconds since the start."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def say(self, what: str) -> None:
        """Print a line."""
        say(f"{what} after {time.monotonic() - self._began:.1f} s")


class Starting:
    """Watches a service start, and prints what it waits for.

    Parameters
    ----------
    may_miss
        Parts that it can be ready without.

    Attributes
    ----------
    ready
        Whether it is ready.
    """

    def __init__(self, address: str, store: Store, phases: Phases, may_miss: frozenset[str]) -> None:
        self._address, self._store, self._phases, self._may_miss = address, store, phases, may_miss
        self._served = self._compiled_one = self.ready = False
        self._compiling = b""
        self._late_at: float | None = None

    def over(self) -> bool:
        """Whether it is ready, or has failed."""
        return self._look() or self._is_late()

    def _look(self) -> bool:
        """Look whether it is ready."""
        missing = missing_of(self._address)
        if missing is not None and not self._served:
            self._served = True
            self._phases.say(f"the page is served at {self._address}")
        compiling = b""
        # What is being compiled is only shown; whether the service is ready is asked over HTTP.
        with suppress(StoreError):
            compiling = self._store.presence.compiling()
            if compiling and not self._compiling:
                say("the solver is being compiled for this processor, on the first start only")
            self._compiled_one = compiling not in (b"", self._compiling)
            self._compiling = compiling or self._compiling
        if missing is None or not missing <= self._may_miss:
            return False
        self._phases.say("ready")
        if compiling:
            say("the solver is still being compiled for some kinds of puzzle, whose searches wait")
        self.ready = True
        return True

    def _is_late(self) -> bool:
        """Whether it has taken too long, and no kernel was compiled recently."""
        now = time.monotonic()
        if self._late_at is None:
            self._late_at = now + READY_SECONDS
        elif self._compiled_one:
            self._late_at = max(self._late_at, now + KERNEL_SECONDS)
        return now >= self._late_at


def missing_of(address: str) -> frozenset[str] | None:
    """The parts that the service reports as missing; None if it does not answer."""
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=ANSWER_SECONDS):
            return frozenset()
    except urllib.error.HTTPError as error:
        with suppress(ValueError, KeyError, OSError):
            return frozenset(json.load(error)["missing"])
    except OSError:
        pass
    return None

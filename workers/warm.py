"""Loads the kernels before any process is forked; compiles them, in several processes, where there are none.

``python -m workers.warm`` does no more than that.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence

from schemas.logs import log_lines
from solver import spaces
from solver.jump.kind import JumpKind
from solver.kernels import KernelMissing, discard_stale_caches, loading_only
from solver.kinds import KINDS
from workers import tasks
from workers.fork import Fork

__all__ = ["Compilation", "load", "load_cached", "missing", "tasks"]
"""``tasks`` is imported here so that no forked process has to import it."""

POLL_SECONDS = 0.1
"""Time between two looks at the parts that are being compiled."""

log = logging.getLogger("fewest.worker")

_loaded: set[str] = set()
"""The kinds whose kernels this process has, from its parent or by itself."""


def missing() -> list[str]:
    """The kinds whose kernels are not loaded, in the order in which they are compiled."""
    return [name for name in KINDS if name not in _loaded]


def load(name: str) -> bool:
    """Load the kernels of a kind, unless they are. Returns False if some would have to be compiled."""
    if name not in _loaded:
        try:
            with loading_only():
                KINDS[name].warm()
        except KernelMissing:
            return False
        _loaded.add(name)
    return True


def load_cached() -> list[str]:
    """Load all kernels that are in the cache, and not stale. Returns the kinds that have to be compiled, in order."""
    discard_stale_caches()
    return [name for name in missing() if not load(name)]


class Compilation:
    """Compiles the kernels of some kinds, each in parts that are processes of their own: one kind after the other, as
    many parts at once as there are processors.

    Parameters
    ----------
    names
        The kinds, those needed first in front.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._began = time.monotonic()
        log.warning("the solver is being compiled for this processor, once")
        self._waiting = [(name, part) for name in names for part in KINDS[name].warm_parts()]
        self._running: list[tuple[str, Fork]] = []
        self._left = list(names)

    def step(self) -> list[str]:
        """Start what there is a processor for. Returns the kinds that are compiled and loaded since the last call."""
        self._running = [(name, fork) for name, fork in self._running if fork.poll() is None]
        while self._waiting and len(self._running) < len(os.sched_getaffinity(0)):
            name, part = self._waiting.pop(0)
            fork = Fork(f"compile-{name}", part)
            fork.start()
            self._running.append((name, fork))
        busy = {name for name, _ in (*self._waiting, *self._running)}
        done = [name for name in self._left if name not in busy]
        for name in done:
            self._left.remove(name)
            KINDS[name].warm()  # compiles by itself what a part has left, if that has failed
            _loaded.add(name)
            log.warning("the solver of %s puzzles is compiled, after %.1f s", name, time.monotonic() - self._began)
        return done

    def end(self) -> None:
        """End the parts that run."""
        for _, fork in self._running:
            fork.kill()


def main() -> None:
    """Compile what is not in the cache, as when an image is built."""
    log_lines()
    lacking = load_cached()
    compilation = Compilation(lacking) if lacking else None
    while compilation is not None and missing():
        compilation.step()
        time.sleep(POLL_SECONDS)
    # A worker leaves these to the first space, and to the first board of more than 64 holes: nobody else should wait.
    spaces.warm()
    JumpKind().warm_wide()


if __name__ == "__main__":
    main()

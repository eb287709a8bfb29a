"""Loads the kernels before any process is forked; compiles them, in several processes, where there are none.

They come in sets: those of each kind of puzzle, needed first, then those of whole spaces and of wide boards. A search
begins when the sets are there that it needs; until then it waits, and its seconds do not run.

``python -m fewest.workers.warm`` does no more than that.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence

from fewest.schemas import JsonObject
from fewest.schemas.logs import log_lines
from fewest.solver.design import spaces
from fewest.solver.jump.board import WORD_HOLES
from fewest.solver.jump.kind import JumpKind
from fewest.solver.kernels import KernelMissing, discard_stale_caches, loading_only
from fewest.solver.kinds import KINDS
from fewest.workers import runs
from fewest.workers.fork import Fork

__all__ = ["Compilation", "load", "load_cached", "missing", "needed", "runs"]
"""``runs`` is imported here so that no forked process has to import it."""

POLL_SECONDS = 0.1
"""Time between two looks at the parts that are being compiled."""

log = logging.getLogger("fewest.worker")

SPACES, WIDE = "space", "wide"
"""The sets of kernels that are of no kind; those of a kind have its name."""

_loaded: set[str] = set()
"""The sets that this process has, from its parent or by itself."""


def kernel_parts(name: str) -> Sequence[Callable[[], object]]:
    """What compiles a set of kernels, or loads it from numba's cache, in parts that may run at the same time."""
    match name:
        case "space":
            return spaces.warm_parts()
        case "wide":
            return [JumpKind().warm_wide]
        case _:
            return KINDS[name].warm_parts()


def needed(task: str, work: JsonObject) -> list[str]:
    """The sets that a task needs, as it is stored."""
    board = work.get("puzzle", work).get("board", {})
    is_wide = work["kind"] == JumpKind.name and board.get("holes", 0) > WORD_HOLES
    return [work["kind"], *([SPACES] if task == SPACES else []), *([WIDE] if is_wide else [])]


def missing() -> list[str]:
    """The sets that are not loaded, in the order in which they are compiled."""
    return [name for name in (*KINDS, SPACES, WIDE) if name not in _loaded]


def load(name: str) -> bool:
    """Load a set of kernels, unless it is. Returns False if some would have to be compiled."""
    if name not in _loaded:
        try:
            with loading_only():
                _warm(name)
        except KernelMissing:
            return False
        _loaded.add(name)
    return True


def load_cached() -> list[str]:
    """Load all kernels that are in the cache, and not stale. Returns the sets that have to be compiled, in order."""
    discard_stale_caches()
    return [name for name in missing() if not load(name)]


def _warm(name: str) -> None:
    """Compile a set of kernels, or load it."""
    if name in KINDS:
        KINDS[name].warm()
    else:
        for part in kernel_parts(name):
            part()


class Compilation:
    """Compiles sets of kernels, one after the other, each in parts that are processes of their own: as many at once as
    there are processors.

    Parameters
    ----------
    names
        The sets, those needed first in front.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._began = time.monotonic()
        log.warning("the solver is being compiled for this processor, once")
        self._waiting = [(name, part) for name in names for part in kernel_parts(name)]
        self._running: list[tuple[str, Fork]] = []
        self._left = list(names)

    def step(self) -> list[str]:
        """Start what there is a processor for. Returns the sets that are compiled and loaded since the last call."""
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
            _warm(name)  # compiles by itself what a part has left, if that has failed
            _loaded.add(name)
            log.warning("the kernels %r are compiled, after %.1f s", name, time.monotonic() - self._began)
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


if __name__ == "__main__":
    main()

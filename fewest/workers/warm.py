"""Loads the kernels before any process is forked. Missing kernels are compiled, in several processes.

Kernels come in sets: for each kind of puzzle those of small boards, which are compiled first, and those of larger ones;
then those of some tasks. A search waits until the sets it needs are loaded, and its seconds do not run until then.

``python -m fewest.workers.warm`` does only this.
"""

from __future__ import annotations

import logging
import mmap
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest

from fewest.config.logs import log_lines
from fewest.config.settings import Settings, load_settings
from fewest.design import kinds as design
from fewest.notation import JsonObject
from fewest.notation.puzzle import load_puzzle
from fewest.solver.errors import CacheError
from fewest.solver.kernels import KernelMissing, cache, compiling_unless, loading_only
from fewest.solver.kinds import KINDS
from fewest.workers.fork import Fork

KERNELS_SECONDS = 0.5
"""Time between two checks of a search whether its kernels have been compiled."""

POLL_SECONDS = 0.1
"""Time between two checks of the parts being compiled."""

log = logging.getLogger("fewest.worker")

TASKS = tuple(dict.fromkeys(task for kind in design.KINDS.values() for task in kind.kernels))
"""The sets of kernels that only one task needs have its name."""

_loaded: set[str] = set()
"""The sets that this process has loaded or inherited."""

_awaited = mmap.mmap(-1, 64)
"""By number of a set: 1 if a search has waited for it. Processes forked from this one share these bytes."""


def use_folder(settings: Settings) -> None:
    """Store what is compiled in the data folder if nowhere else; exit with a sentence if it cannot be there, either."""
    try:
        cache.may_use(settings.kernels)
    except CacheError as error:
        sys.exit(str(error))


def kernel_parts(name: str) -> Sequence[Callable[[], object]]:
    """Functions that compile a set of kernels, or load it from numba's cache. They may run at the same time."""
    kind, _, number = name.partition(" ")
    if kind in KINDS:
        parts: Sequence[Callable[[], object]] = KINDS[kind].kernel_sets()[int(number or 1) - 1].parts
        return parts
    return [kind.kernels[name] for kind in design.KINDS.values() if name in kind.kernels]


def needed(task: str, work: JsonObject) -> list[str]:
    """The sets that a stored task needs; a search that seems small may turn out to need others (``KernelMissing``)."""
    name, board = work["kind"], work.get("puzzle", work).get("board", {})
    kind, own = KINDS[name], design.KINDS.get(name)
    written = board.get("holes", len(board.get("adjacency", ())))
    places, least = (kind.size(load_puzzle(work).puzzle), 1) if task == "solve" else (written, 2)
    smaller = sum(each.places < places for each in kind.kernel_sets())
    return [*_names(name)[: max(smaller + 1, least)], *([task] if own and task in own.kernels else [])]


def sets() -> list[str]:
    """All sets, in the order in which they are compiled while no search waits for one."""
    by_number = (name for names in zip_longest(*map(_names, KINDS)) for name in names if name)
    return [*by_number, *TASKS]


def _names(kind: str) -> list[str]:
    """The names of the sets of a kind: its own, and the same with a number for each later one."""
    return [f"{kind} {number}" if number > 1 else kind for number, _ in enumerate(KINDS[kind].kernel_sets(), 1)]


def missing() -> list[str]:
    """The sets that are not loaded, in this order."""
    return [name for name in sets() if name not in _loaded]


def load(name: str) -> bool:
    """Load a set of kernels, unless it is loaded. Returns False if some of them must be compiled first."""
    if name not in _loaded:
        try:
            with loading_only():
                _warm(name)
        except KernelMissing:
            _awaited[sets().index(name)] = 1
            return False
        _loaded.add(name)
    return True


def load_cached() -> list[str]:
    """Load all kernels that are in the cache. Returns the sets that must be compiled, in order."""
    lacking = [name for name in missing() if not load(name)]
    _awaited[:] = bytes(len(_awaited))
    return lacking


def _warm(name: str) -> None:
    """Compile a set of kernels, or load it."""
    for part in kernel_parts(name):
        part()


def compile_part(part: Callable[[], object]) -> None:
    """In a child: compile a part of a set. If a signal comes or the parent ends, the child ends as soon as the function
    being compiled is stored.
    """
    parent = os.getppid()
    signals: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: signals.append(number))
    # numba stores a function when it is compiled: an end in between would have it compiled again.
    with suppress(KernelMissing), compiling_unless(lambda: bool(signals) or os.getppid() != parent):
        part()


class Compilation:
    """Compiles sets of kernels one after the other, those first that searches wait for.

    Each part of a set is a process, and as many run at once as there are processors.

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
        """Start a part for each free processor. Returns the sets compiled and loaded since the last call."""
        self._running = [(name, fork) for name, fork in self._running if fork.poll() is None]
        # More processes than processors would only slow each other.
        while self._waiting and len(self._running) < len(os.sched_getaffinity(0)):
            self._waiting.sort(key=lambda each: not _awaited[sets().index(each[0])])
            name, part = self._waiting.pop(0)
            fork = Fork(f"compile-{name}", partial(compile_part, part))
            fork.start()
            self._running.append((name, fork))
        busy = {name for name, _ in (*self._waiting, *self._running)}
        done = [name for name in self._left if name not in busy]
        for name in done:
            self._left.remove(name)
            _warm(name)  # compiles what is missing if a part has failed
            _loaded.add(name)
            log.warning("the kernels %r are compiled, after %.1f s", name, time.monotonic() - self._began)
        return done

    def forks(self) -> list[Fork]:
        """The processes of the parts that run."""
        return [fork for _, fork in self._running]


def main() -> None:
    """Compile everything that is not in the cache, for example when an image is built."""
    log_lines()
    use_folder(load_settings(os.environ))
    lacking = load_cached()
    compilation = Compilation(lacking) if lacking else None
    while compilation is not None and missing():
        compilation.step()
        time.sleep(POLL_SECONDS)


if __name__ == "__main__":
    main()

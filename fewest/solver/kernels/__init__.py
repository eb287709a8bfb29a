"""Compiled loops: the only files that import numba.

Every kernel keeps these rules. It has a decorator of ``jit``, and calls functions of its own file and of ``bits`` only.
Its arguments are scalars, C-contiguous arrays and NamedTuples of them, defined in the same file; tables are arguments,
never globals. It takes a limit of work for one call, keeps its state in its arguments and can be called again. It
raises nothing and returns a code documented in its file. It has no eager signature and no ``parallel=True``.

A helper that takes arrays is inlined and uses each of them on every path: otherwise every call counts the references
to each array, atomically, which once took a third of a kernel's time. For the same reason a kernel unpacks its tuples
once. Arrays of indices are unsigned and small where it matters: a signed index is tested for wrapping around.

The first start waits for the compilation, so kernels are written for it, too (numba 0.68). A function is compiled once
more for each plain number in its calls, whose type is the number itself: pass ``np.int64(0)`` in place of 0. What
assigns one slice to another takes two seconds, for the sentence of an error: a loop takes none.

numba's cache does not notice an edit in another file, and would run stale code. So a kernel stays in one file with all
it calls, however long, except what several need: that is in ``bits``, on which the names of the folders in
:mod:`fewest.solver.kernels.cache` depend, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from numba.core import event

from fewest.solver.kernels import cache


def cached_kernels() -> int:
    """How many kernels are in the cache, each for its types: more after each that any process compiles."""
    # numba writes one ``.nbc`` file for each type of arguments; ``.nbi`` files are only the index.
    return sum(1 for file in cache.kernel_files() for _ in cache.folder_of(file).glob("*.nbc"))


class KernelMissing(Exception):
    """A kernel is not in the cache, or was compiled for another processor."""


@contextmanager
def compiling_unless(ended: Callable[[], bool]) -> Iterator[None]:
    """Compile no further function within the context once ``ended()``; the one being compiled is stored before.

    Raises
    ------
    KernelMissing
        Where one would have to be compiled; nothing is left half done.
    """
    with event.install_listener("numba:compile", _Refusal(ended)):
        yield


def loading_only() -> AbstractContextManager[None]:
    """Load kernels within the context, and compile none; :class:`KernelMissing` is raised where one is not there."""
    return compiling_unless(lambda: True)


class _Refusal(event.Listener):
    """Lets no compilation begin once ``ended()``."""

    def __init__(self, ended: Callable[[], bool]) -> None:
        self._ended = ended
        self._begun = 0

    def on_start(self, event: Any) -> None:
        # What has begun is stored with all that it calls.
        if not self._begun and self._ended():
            raise KernelMissing(event.data["dispatcher"].__name__)
        self._begun += 1

    def on_end(self, _: Any) -> None:
        self._begun -= 1

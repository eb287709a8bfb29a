"""Compiled loops: the only files that import numba, each independent of the others.

Every kernel keeps these rules. It calls functions of its own file only. Its arguments are scalars, C-contiguous arrays
and NamedTuples of them, defined in the same file; tables are arguments, never globals. It takes a limit of work for one
call, keeps its state in its arguments and can be called again. It raises nothing and returns a code documented in its
file. It has no eager signature and no ``parallel=True``.

A helper that takes arrays is inlined and uses each of them on every path: otherwise every call counts the references
to each array, atomically, which once took a third of a kernel's time. For the same reason a kernel unpacks its tuples
once. Arrays of indices are unsigned and small where it matters: a signed index is tested for wrapping around.

Numba's cache does not notice an edit in another file, and would run stale code. So a kernel stays in one file with all
it calls, however long, and helpers that several kernels need are copied into each of their files;
``tests/unit/solver/test_kernel_copies.py`` keeps the copies equal.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from pathlib import Path


def discard_stale_caches() -> None:
    """Remove cached code that is older than its kernel file; to be called before the first search of a new version.

    numba unpickles a cache before it compares time stamps, and fails if a NamedTuple in it has been renamed since.
    """
    for module in pkgutil.iter_modules(__path__):
        kernel = import_module(f"{__name__}.{module.name}")
        changed = Path(kernel.__file__).stat().st_mtime
        for folder in {member.stats.cache_path for member in vars(kernel).values() if hasattr(member, "stats")}:
            for index in Path(folder).glob(f"{module.name}.*.nbi"):
                if index.stat().st_mtime < changed:
                    index.unlink(missing_ok=True)

"""Where compiled kernels are kept: a folder for each version of each kernel file.

The name of the folder has a digest of all that its code depends on: the kernel's file, those that all import, and the
compiler's versions. numba itself compares the kernel's file alone. So code of another version is never run, in whatever
order versions are installed, and an installation that changes no kernel compiles none.

The folders are in the first of these places in which files can be created: the folder ``fewest`` in
``NUMBA_CACHE_DIR``, ``__pycache__`` beside the kernel files, the user's folder for caches, and the one that a program
has named.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from functools import cache
from pathlib import Path

import llvmlite
import numba
from numba.core import config
from numba.core.caching import CacheImpl, _CacheLocator
from numba.misc.appdirs import AppDirs

from fewest.solver.errors import CacheError

KERNELS = Path(__file__).resolve().parent

PACKAGE = KERNELS.parents[1]

BESIDE = KERNELS / "__pycache__"

SHARED = ("bits.py", "jit.py")
"""The kernel files that others import."""

COMPILER = f"{numba.__version__} {llvmlite.__version__}"

KEPT = 3
"""Folders of other versions of a kernel file that are kept, for those who go back to one."""

_last: list[Path] = []


def may_use(folder: Path) -> None:
    """Name a place to use if no other can be; before the first kernel is loaded.

    Raises
    ------
    CacheError
        If files can be created nowhere.
    """
    _last[:] = [folder.absolute()]
    place()


def places() -> list[Path]:
    """Where compiled kernels may be kept, the first choice in front."""
    named = [Path(config.CACHE_DIR, "fewest")] if config.CACHE_DIR else []
    user = Path(AppDirs("fewest", appauthor=False).user_cache_dir)
    return [*named, BESIDE, *([user] if user.is_absolute() else []), *_last]


def place() -> Path:
    """The first place in which files can be created."""
    return _first_usable(tuple(places()))


@cache
def _first_usable(candidates: tuple[Path, ...]) -> Path:
    for folder in candidates:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Only creating a file shows that one can be created: permissions do not tell of a read-only file system.
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            continue
        return folder
    raise CacheError(
        f"The compiled solver cannot be stored in {' or '.join(map(str, candidates))}:"
        " set NUMBA_CACHE_DIR to a folder that can be written."
    )


def kernel_files() -> list[Path]:
    """The kernel files of all rooms; each room has them in its folder ``kernels``."""
    return sorted(file for file in PACKAGE.glob("*/kernels/*.py") if file.stem != "__init__")


def _is_kernel(file: Path) -> bool:
    """Whether a function of this file is a kernel."""
    return file.parent.name == KERNELS.name and file.parent.parent.parent == PACKAGE


def folder_of(file: Path) -> Path:
    """The folder of a kernel file."""
    # The path within the package, so that a copy of it elsewhere finds the same folder.
    digest = hashlib.sha256(f"{COMPILER} {file.relative_to(PACKAGE).as_posix()}".encode())
    for part in (file, *(KERNELS / name for name in SHARED)):
        digest.update(hashlib.sha256(part.read_bytes()).digest())
    return place() / f"{file.stem}-{digest.hexdigest()[:16]}"


def _make(folder: Path) -> None:
    """Make a folder for compiled code, and remove those of the oldest versions; other processes may do the same."""
    if folder.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    name, _, _ = folder.name.rpartition("-")
    others = [other for other in folder.parent.glob(f"{name}-{'[0-9a-f]' * 16}") if other != folder]
    for old in sorted(others, key=_changed)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def _changed(folder: Path) -> float:
    """When code was last stored in a folder; long ago if the folder is gone."""
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


class KernelLocator(_CacheLocator):
    """Tells numba where the compiled code of a kernel is."""

    def __init__(self, file: Path, line: int) -> None:
        self._folder, self._line = folder_of(file), line

    @classmethod
    def from_function(cls, py_func, py_file):
        """A locator for a kernel; None for all other functions, whose cache is numba's affair."""
        file = Path(py_file).resolve()
        return cls(file, py_func.__code__.co_firstlineno) if _is_kernel(file) else None

    def ensure_cache_path(self) -> None:
        """Make the folder; called before code is stored."""
        _make(self._folder)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """What code in the folder must have been compiled from, which its name says."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """The line of the kernel, which tells functions of one name apart."""
        return str(self._line)


# numba takes the first locator that accepts a file, so this one has to come before its own.
CacheImpl._locator_classes.insert(0, KernelLocator)

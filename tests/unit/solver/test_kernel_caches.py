"""What numba compiles: all of it before the first search, and none of it from stale caches."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from pkgutil import iter_modules

import pytest

from fewest.design import kernels as designing
from fewest.solver import kernels
from fewest.solver.budget import Budget
from fewest.solver.errors import CacheError
from fewest.solver.kernels import cache
from fewest.solver.model import Want
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.prebuild import prebuild
from fewest.solver.solve import solve
from fewest.workers.warm import kernel_parts, sets
from tests.effort import quick
from tests.jump_puzzles import SOURCES
from tests.slide_puzzles import load, puzzle_of
from tests.unit.design.test_spaces import ALIKE, HALF, identical, rectangle

ROOT = Path(__file__).parents[3]
RUN = """
import numpy as np
from fewest.solver.kernels import jump_expand
slots = np.zeros(2, np.uint64)
jump_expand.rehash(slots, slots, 0, 2)
stats = jump_expand.rehash.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
"""Runs a kernel that calls ``bits``; prints how often it was loaded and compiled."""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The package, installed elsewhere."""
    shutil.copytree(ROOT / "fewest", tmp_path / "lib" / "fewest", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "lib" / "fewest" / "solver" / "kernels"


def test_no_code_of_another_version_is_run(installed: Path, tmp_path: Path) -> None:
    """A kernel is compiled again when the shared file is another one, whatever its date. Each version finds its code
    again, and files that are only newer change nothing.
    """
    environment = os.environ | {"PYTHONPATH": str(installed.parents[2]), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def run() -> str:
        command = [sys.executable, "-P", "-c", RUN]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    shared = installed / "bits.py"
    first, dates = shared.read_bytes(), (shared.stat().st_atime, shared.stat().st_mtime)
    assert run() == "0 1\n"
    shared.write_bytes(first + b"# another version\n")
    os.utime(shared, dates)
    assert run() == "0 1\n"
    shared.write_bytes(first)
    os.utime(shared, dates)
    assert run() == "1 0\n"
    for file in installed.glob("*.py"):
        file.touch()
    assert run() == "1 0\n"


@pytest.mark.parametrize("changed", ["jump_dense.py", "bits.py", "compiler"])
def test_all_that_code_depends_on_is_in_its_folder(
    changed: str, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of a kernel is another one after a change of its file, of the shared one, or of the compiler; of other
    kernels only after the last two.
    """
    monkeypatch.setattr(cache, "KERNELS", installed)
    monkeypatch.setattr(cache, "PACKAGE", installed.parents[1])
    before = {name: cache.folder_of(installed / f"{name}.py") for name in ("jump_dense", "jump_expand")}
    if changed == "compiler":
        monkeypatch.setattr(cache, "COMPILER", "another")
    else:
        (installed / changed).write_text("# another version\n", encoding="utf-8")
    kept = {name for name, folder in before.items() if cache.folder_of(installed / f"{name}.py") == folder}
    assert kept == ({"jump_expand"} if changed == "jump_dense.py" else set())


def test_folders_of_old_versions_go(tmp_path: Path) -> None:
    """The newest folders of a kernel file are kept, older ones removed, and those of other files left alone."""
    other = tmp_path / f"jump_space_wide-{0:016x}"
    other.mkdir()
    folders = [tmp_path / f"jump_space-{number:016x}" for number in range(6)]
    for age, folder in enumerate(folders):
        cache._make(folder)
        os.utime(folder, (age, age))
    assert {*tmp_path.iterdir()} == {other, *folders[-1 - cache.KEPT :]}


def test_several_processes_make_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that another process makes or removes meanwhile causes no error."""
    folder, gone = tmp_path / f"jump_space-{0:016x}", tmp_path / f"jump_space-{1:016x}"
    folder.mkdir()
    gone.symlink_to(tmp_path / "nothing")
    monkeypatch.setattr(Path, "exists", lambda _: False)
    cache._make(folder)


def test_the_first_usable_place_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first place that can be written is used: the named one, beside the kernels, the user's, the program's."""
    named, beside, user, data = (tmp_path / name for name in ("named", "beside", "user", "data"))
    monkeypatch.setattr(cache.config, "CACHE_DIR", str(named))
    monkeypatch.setattr(cache, "BESIDE", beside)
    monkeypatch.setenv("XDG_CACHE_HOME", str(user))
    monkeypatch.setattr(cache, "_last", [data])
    expected = [named / "fewest", beside, user / "fewest", data]
    assert cache.places() == expected
    for folder in expected:
        assert cache.place() == folder
        folder.rmdir()
        if folder.name == "fewest":
            folder.parent.rmdir()
            folder = folder.parent
        folder.touch()
        cache._first_usable.cache_clear()
    with pytest.raises(CacheError, match="set NUMBA_CACHE_DIR to a folder that can be written"):
        cache.place()


NOWHERE = """
import runpy, sys
from pathlib import Path
from fewest.solver.kernels import cache

cache.BESIDE = Path("/dev/null/beside")
"""
"""The start of a program for which no file can be created beside the kernels."""

UNUSABLE = {"NUMBA_CACHE_DIR": "/dev/null", "XDG_CACHE_HOME": "/dev/null"}
"""Nor in the other places."""

MODULE = (
    NOWHERE
    + """
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
)


@pytest.mark.parametrize("command", ["fewest.cli solve hoppers", "fewest.workers", "fewest.workers.warm"])
def test_without_a_place_a_sentence_says_what_to_set(command: str) -> None:
    """If compiled code can be stored nowhere, each program ends with one line that says what to set."""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", MODULE, *command.split()],
        env=os.environ | UNUSABLE | {"FEWEST_DATA": "/dev/null/data"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].endswith("set NUMBA_CACHE_DIR to a folder that can be written.")
    assert "Traceback" not in ran.stderr


def test_the_data_folder_is_used_at_last(tmp_path: Path) -> None:
    """If nothing else can be written, compiled code is stored in the data folder."""
    program = f"{NOWHERE}cache.may_use(Path({str(tmp_path)!r}, 'kernels'))\n{RUN}"
    ran = subprocess.run(
        [sys.executable, "-P", "-c", program], env=os.environ | UNUSABLE, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "0 1\n"
    assert list(tmp_path.glob("kernels/jump_expand-*/*.nbc"))


def test_other_functions_keep_their_place() -> None:
    """numba keeps the code of other files where it would without this module."""
    assert cache.KernelLocator.from_function(test_folders_of_old_versions_go, __file__) is None


def compiled() -> dict[str, int]:
    """Number of compiled signatures of every kernel that is called from outside its file."""
    rooms = (kernels, designing)
    modules = [import_module(f"{room.__name__}.{each.name}") for room in rooms for each in iter_modules(room.__path__)]
    things = [thing for module in modules for thing in vars(module).values() if hasattr(thing, "signatures")]
    return {
        f"{thing.__module__}.{thing.__name__}": len(thing.signatures)
        for thing in things
        if thing.__module__ != "fewest.solver.kernels.bits" and not thing.__name__.startswith("_")
    }


@pytest.mark.parametrize("want", quick(Want, {"count"}, attrgetter("value")))
def test_nothing_is_compiled_after_warming(want: Want, tmp_path: Path) -> None:
    """After warming, no search, build of tables or space compiles a kernel."""
    for part in chain.from_iterable(map(kernel_parts, sets())):
        part()
    before = compiled()
    slide = puzzle_of(load("slide_sources.json")[1])
    for puzzle in (SOURCES["triangle21"], slide):
        solve(puzzle, want, tables=tmp_path, threads=2)
    several = Plan(placements=(20,), breadth_first_positions=0, quick_nodes=0, excess=Size(1_000, 9))
    for _ in prebuild(slide, several.excess, tmp_path):
        pass
    for _ in islice(SlideSearch(labelled(slide), want, Budget(10**9), several, tmp_path).run(), 300):
        pass
    for order in (rectangle(2, 4), HALF, ALIKE):
        identical(order, 2)
    assert compiled() == before

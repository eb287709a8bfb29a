"""What numba compiles: all of it before the first search, and none of it from stale caches."""

from __future__ import annotations

import os
from importlib import import_module
from itertools import islice
from operator import attrgetter
from pathlib import Path
from pkgutil import iter_modules

import pytest

from fewest.solver import kernels
from fewest.solver.budget import Budget
from fewest.solver.design import spaces
from fewest.solver.kernels import discard_stale_caches, jump_partition
from fewest.solver.kinds import KINDS
from fewest.solver.model import Want
from fewest.solver.slide.bounds.complementary import Size
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.search.driver import SlideSearch
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.prebuild import prebuild
from fewest.solver.solve import solve
from tests.effort import quick
from tests.jump_puzzles import SOURCES
from tests.unit.solver.slide.test_search import load, puzzle_of
from tests.unit.solver.test_spaces import ALIKE, HALF, identical, rectangle


@pytest.mark.parametrize("seconds", [-9, 9], ids=["kernel", "bits"])
def test_only_stale_caches_go(seconds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An index of cached code goes if it is older than its kernel file or the shared one, and stays if it is newer."""
    folder = Path(jump_partition.anneal.stats.cache_path)
    folder.mkdir(exist_ok=True)
    own = Path(jump_partition.__file__).stat().st_mtime
    shared = tmp_path / "bits.py"
    shared.write_text("")
    os.utime(shared, (own + seconds, own + seconds))
    monkeypatch.setattr(kernels, "BITS", shared)
    changed = max(own, own + seconds)
    old, new = folder / "jump_partition.old-1.nbi", folder / "jump_partition.new-1.nbi"
    for index, later in ((old, -1), (new, 1)):
        index.write_bytes(b"")
        os.utime(index, (changed + later, changed + later))
    discard_stale_caches()
    assert not old.exists()
    assert new.exists()
    new.unlink()


def compiled() -> dict[str, int]:
    """Number of compiled signatures of every kernel that is called from outside its file."""
    modules = [import_module(f"fewest.solver.kernels.{module.name}") for module in iter_modules(kernels.__path__)]
    things = [thing for module in modules for thing in vars(module).values() if hasattr(thing, "signatures")]
    return {
        f"{thing.__module__}.{thing.__name__}": len(thing.signatures)
        for thing in things
        if thing.__module__ != "fewest.solver.kernels.bits" and not thing.__name__.startswith("_")
    }


@pytest.mark.parametrize("want", quick(Want, {"count"}, attrgetter("value")))
def test_nothing_is_compiled_after_warming(want: Want, tmp_path: Path) -> None:
    """Warming compiles every kernel, and no search, build of tables or space compiles one again for other types."""
    for part in (*(kind.warm for kind in KINDS.values()), *spaces.warm_parts()):
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

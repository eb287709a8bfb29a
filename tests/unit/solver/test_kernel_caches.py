"""numba's cached code across versions of the kernels."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solver import kernels
from solver.kernels import discard_stale_caches, jump_partition


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

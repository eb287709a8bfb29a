"""numba's cached code across versions of the kernels."""

from __future__ import annotations

import os
from pathlib import Path

from solver.kernels import discard_stale_caches, jump_partition


def test_only_stale_caches_go() -> None:
    """An index of cached code goes if it is older than its kernel file, and stays if it is newer."""
    folder = Path(jump_partition.anneal.stats.cache_path)
    folder.mkdir(exist_ok=True)
    changed = Path(jump_partition.__file__).stat().st_mtime
    old, new = folder / "jump_partition.old-1.nbi", folder / "jump_partition.new-1.nbi"
    for index, seconds in ((old, -1), (new, 1)):
        index.write_bytes(b"")
        os.utime(index, (changed + seconds, changed + seconds))
    discard_stale_caches()
    assert not old.exists()
    assert new.exists()
    new.unlink()

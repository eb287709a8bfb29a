"""The store of tables."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import numpy as np
import pytest

from solver import tables


def test_what_is_saved_is_loaded_read_only(tmp_path: Path) -> None:
    """A saved table comes back with its type, shape and content, and cannot be written."""
    table = np.arange(60, dtype=np.int32).reshape(4, 15)
    tables.save(tmp_path / "new", "squares", table)
    kept = tables.load(tmp_path / "new", "squares")
    assert kept is not None
    assert (kept.dtype, kept.shape) == (table.dtype, table.shape)
    assert (kept == table).all()
    with pytest.raises(ValueError, match="read-only"):
        kept[0, 0] = 1


def rewrite(path: Path, content: bytes) -> None:
    """Write a file and give it another time of change, however coarse the file system's clock."""
    path.write_bytes(content)
    os.utime(path, ns=(0, 0))


def test_a_missing_table_is_none(tmp_path: Path) -> None:
    """Loading a table that was never saved gives None."""
    assert tables.load(tmp_path, "nothing") is None


@pytest.mark.parametrize("damage", [slice(0, 1), slice(600, 601), slice(-1, None)])
def test_a_damaged_table_is_none(tmp_path: Path, damage: slice) -> None:
    """A table with a changed byte, wherever it is, is not loaded."""
    tables.save(tmp_path, "damaged", np.zeros(1000, np.uint8))
    path = tmp_path / "damaged.table"
    content = bytearray(path.read_bytes())
    content[damage] = b"\xff"
    rewrite(path, bytes(content))
    assert tables.load(tmp_path, "damaged") is None


def test_a_cut_table_is_none(tmp_path: Path) -> None:
    """A table whose end is missing is not loaded."""
    tables.save(tmp_path, "cut", np.zeros(1000, np.uint8))
    path = tmp_path / "cut.table"
    rewrite(path, path.read_bytes()[:-1])
    assert tables.load(tmp_path, "cut") is None


def hold(folder: Path, held: multiprocessing.Queue[bool], end: multiprocessing.Event) -> None:  # type: ignore[name-defined]
    """Lock a table in another process until `end` is set."""
    with tables.lock(folder, "locked") as ours:
        held.put(ours)
        end.wait()


def test_only_one_process_holds_a_lock(tmp_path: Path) -> None:
    """While one process holds a lock no other gets it; once its holder has died another does."""
    context = multiprocessing.get_context("spawn")
    held, end = context.Queue(), context.Event()
    holder = context.Process(target=hold, args=(tmp_path, held, end))
    holder.start()
    assert held.get(timeout=60)
    with tables.lock(tmp_path, "locked") as ours:
        assert not ours
    holder.kill()
    holder.join()
    with tables.lock(tmp_path, "locked") as ours:
        assert ours


def test_large_tables_are_checked_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking a folder reads its large tables once, and no table that is small, damaged or half written stops it."""
    monkeypatch.setattr(tables, "LARGE_BYTES", 5_000)
    for name, size in (("small", 10), ("large", 10_000), ("damaged", 10_001)):
        tables.save(tmp_path, name, np.zeros(size, np.uint8))
    damaged = tmp_path / "damaged.table"
    rewrite(damaged, damaged.read_bytes()[:-1] + b"\1")
    (tmp_path / "half.9.table").write_bytes(b"{")
    tables._mapped.cache_clear()
    read: list[int] = []
    checksum = tables._checksum
    monkeypatch.setattr(tables, "_checksum", lambda table: (read.append(len(table)), checksum(table))[1])
    tables.check(tmp_path)
    assert sorted(read) == [10_000, 10_001]
    assert tables.load(tmp_path, "large") is not None
    assert sorted(read) == [10_000, 10_001]
    tables.check(tmp_path / "nowhere")

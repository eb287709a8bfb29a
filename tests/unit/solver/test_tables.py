"""The store of tables."""

from __future__ import annotations

import json
import multiprocessing
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from fewest.solver import tables
from tests.hang import HANG_SECONDS


def test_what_is_saved_is_loaded_read_only(tmp_path: Path) -> None:
    """A table is loaded with its type, shape and content, read-only."""
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


@pytest.mark.parametrize(
    ("damage", "new"),
    [(slice(0, 1), b"\xff"), (slice(600, 601), b"\xff"), (slice(-1, None), b"\xff"), (slice(-1, None), b"")],
)
def test_a_damaged_table_is_none(tmp_path: Path, damage: slice, new: bytes) -> None:
    """A table with a changed or missing byte is not loaded."""
    assert tables.load(tmp_path, "damaged") is None
    tables.save(tmp_path, "damaged", np.zeros(1000, np.uint8))
    path = tmp_path / "damaged.table"
    content = bytearray(path.read_bytes())
    content[damage] = new
    rewrite(path, bytes(content))
    assert tables.load(tmp_path, "damaged") is None


def test_tables_are_copied(tmp_path: Path) -> None:
    """Missing and damaged tables are copied, except those that are damaged, half written or being built."""
    source, target = tmp_path / "source", tmp_path / "target"
    for number, name in enumerate(("new", "broken-here", "broken-there", "being-built", "half.1")):
        tables.save(source, name, np.full(1000, number))
    rewrite(source / "broken-here.table", b"{")
    target.mkdir()
    rewrite(target / "broken-there.table", b"{")
    with tables.lock(target, "being-built"):
        assert list(tables.copy(source, target)) == ["broken-there", "new"]
    for number, name in ((0, "new"), (2, "broken-there")):
        copied = tables.load(target, name)
        assert copied is not None
        assert (copied == number).all()
    assert list(tables.copy(source, target)) == ["being-built"]
    assert list(tables.copy(source, target)) == []


def hold(folder: Path, held: multiprocessing.Queue[bool], end: multiprocessing.Event) -> None:  # type: ignore[name-defined]
    """Lock a table in another process until `end` is set."""
    with tables.lock(folder, "locked") as ours:
        held.put(ours)
        end.wait()


def test_only_one_process_holds_a_lock(tmp_path: Path) -> None:
    """Only one process holds a lock; after its death another can."""
    context = multiprocessing.get_context("spawn")
    held, end = context.Queue(), context.Event()
    holder = context.Process(target=hold, args=(tmp_path, held, end))
    holder.start()
    assert held.get(timeout=HANG_SECONDS)
    with tables.lock(tmp_path, "locked") as ours:
        assert not ours
    holder.kill()
    holder.join()
    with tables.lock(tmp_path, "locked") as ours:
        assert ours


def test_large_tables_are_checked_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking a folder reads each large table once, whatever else is in the folder."""
    monkeypatch.setattr(tables, "LARGE_BYTES", 5_000)
    for name, size in (("small", 10), ("large", 10_000), ("damaged", 10_001)):
        tables.save(tmp_path, name, np.zeros(size, np.uint8))
    damaged = tmp_path / "damaged.table"
    rewrite(damaged, damaged.read_bytes()[:-1] + b"\1")
    (tmp_path / "half.9.table").write_bytes(b"{")
    tables._is_sound.cache_clear()
    read: list[int] = []
    checksum = tables._checksum
    monkeypatch.setattr(tables, "_checksum", lambda table: (read.append(len(table)), checksum(table))[1])
    tables.check(tmp_path)
    assert sorted(read) == [10_000, 10_001]
    assert tables.load(tmp_path, "large") is not None
    assert sorted(read) == [10_000, 10_001]
    tables.check(tmp_path / "nowhere")


def test_the_format_is_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file has 512 bytes of JSON, then the elements in C order, with their CRC-32."""
    monkeypatch.setattr(tables, "CHUNK_BYTES", 100)
    table = np.arange(210, dtype=">u2").reshape(3, 70).T
    tables.save(tmp_path, "format", table)
    content = (tmp_path / "format.table").read_bytes()
    header, elements = content[:512], content[512:]
    assert header[:1] == b"{"
    assert header[-2:] == b" \n"
    assert elements == table.tobytes("C")
    assert json.loads(header) == {"dtype": ">u2", "shape": [70, 3], "crc32": zlib.crc32(elements)}
    kept = tables.load(tmp_path, "format")
    assert kept is not None
    assert (kept == table).all()


def test_a_large_table_is_written_in_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving pauses after each chunk, and leaves nothing if it is given up."""
    monkeypatch.setattr(tables, "CHUNK_BYTES", 100)
    assert len(list(tables.save_in_chunks(tmp_path, "whole", np.zeros(250, np.uint8)))) == 3 + 3
    half = tables.save_in_chunks(tmp_path, "half", np.zeros(250, np.uint8))
    for _ in range(5):
        next(half)
    assert tables.load(tmp_path, "half") is None
    assert len(list(tmp_path.iterdir())) == 2
    half.close()
    assert [path.name for path in tmp_path.iterdir()] == ["whole.table"]


def in_place(path: Path, content: bytes) -> None:
    """Change a file that stays the same to the file system, with its size but another time."""
    rewrite(path, content)


def under_its_name(path: Path, content: bytes) -> None:
    """Put another file in the place of a file, with its size and time."""
    time = path.stat().st_mtime_ns
    other = path.with_suffix(".other")
    other.write_bytes(content)
    os.utime(other, ns=(time, time))
    other.replace(path)


def by_its_end(path: Path, content: bytes) -> None:
    """Cut a file that keeps its time."""
    time = path.stat().st_mtime_ns
    path.write_bytes(content[:-1])
    os.utime(path, ns=(time, time))


@pytest.mark.parametrize(("change", "expected"), [(in_place, [7, 7]), (under_its_name, [7, 7]), (by_its_end, None)])
def test_a_changed_table_is_read_again(
    tmp_path: Path, change: Callable[[Path, bytes], None], expected: list[int] | None
) -> None:
    """A file with another time, inode or size is checked again."""
    tables.save(tmp_path, "seven", np.full(2, 7, np.uint8))
    tables.save(tmp_path, "table", np.zeros(2, np.uint8))
    path = tmp_path / "table.table"
    os.utime(path, ns=(10**9, 10**9))
    first = tables.load(tmp_path, "table")
    assert first is not None
    assert first.tolist() == [0, 0]
    change(path, (tmp_path / "seven.table").read_bytes())
    again = tables.load(tmp_path, "table")
    assert (None if again is None else again.tolist()) == expected


def test_the_newest_large_tables_are_checked_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are many large tables, the newest are checked."""
    monkeypatch.setattr(tables, "LARGE_BYTES", 512 + 1000)
    monkeypatch.setattr(tables, "CHECKED_AHEAD", 2)
    for time, (name, size) in enumerate((("c", 1000), ("a", 1001), ("b", 1000), ("d", 999))):
        tables.save(tmp_path, name, np.zeros(size, np.uint8))
        os.utime(tmp_path / f"{name}.table", (time, time))
    read: list[str] = []
    monkeypatch.setattr(tables, "_is_sound", lambda path, *_: read.append(path.stem))
    tables.check(tmp_path)
    assert read == ["a", "b"]

"""The quota of a folder of tables."""

from __future__ import annotations

import fcntl
import gc
import multiprocessing
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep
from typing import IO, Any

import numpy as np
import pytest

from fewest.solver import quota, tables
from fewest.solver.quota import QuotaExceeded, set_quota, taken
from tests.hang import HANG_SECONDS

SIZE = 1000
"""Bytes of a file in most of these tests."""
SPAWN = multiprocessing.get_context("spawn")


def save(folder: Path, name: str, size: int = SIZE) -> None:
    """Save a table whose file has a size."""
    tables.save(folder, name, np.zeros(size - tables.HEADER_BYTES, np.uint8))


def used(folder: Path, name: str, time: int) -> None:
    """Note when a table was used last, in nanoseconds."""
    path = folder / f"{name}.table"
    os.utime(path, ns=(time, path.stat().st_mtime_ns))


def names(folder: Path) -> list[str]:
    """The tables in a folder."""
    return sorted(path.stem for path in folder.glob("*.table"))


def test_the_least_recently_used_table_goes(tmp_path: Path) -> None:
    """A new table displaces the one used least recently, with its lock; loading counts as use."""
    set_quota(tmp_path, 3 * SIZE)
    for name in ("a", "b", "c"):
        with tables.lock(tmp_path, name):
            save(tmp_path, name)
    for time, name in enumerate(("a", "b", "c")):
        used(tmp_path, name, time)
    assert tables.load(tmp_path, "a") is not None
    save(tmp_path, "d")
    assert names(tmp_path) == ["a", "c", "d"]
    assert sorted(path.stem for path in tmp_path.glob("?.lock")) == ["a", "c"]
    save(tmp_path, "e", 3 * SIZE)
    assert (names(tmp_path), taken(tmp_path)) == (["e"], 3 * SIZE)


def test_a_use_leaves_a_table_as_it_is(tmp_path: Path) -> None:
    """Using a table does not change its time of change, by which checks are remembered."""
    save(tmp_path, "a")
    before = (tmp_path / "a.table").stat()
    used(tmp_path, "a", 5)
    tables.load(tmp_path, "a")
    after = (tmp_path / "a.table").stat()
    assert after.st_mtime_ns == before.st_mtime_ns
    assert after.st_atime_ns > 5


def test_a_table_in_use_stays(tmp_path: Path) -> None:
    """A table is not removed while any part of it is mapped."""
    set_quota(tmp_path, 2 * SIZE)
    save(tmp_path, "a")
    loaded = tables.load(tmp_path, "a")
    assert loaded is not None
    part = loaded[3:].view()
    del loaded
    used(tmp_path, "a", 0)
    for name in ("b", "c"):
        save(tmp_path, name)
        assert names(tmp_path) == ["a", name]
    with pytest.raises(QuotaExceeded):
        save(tmp_path, "d", SIZE + 1)
    del part
    gc.collect()
    save(tmp_path, "d", SIZE + 1)
    assert names(tmp_path) == ["d"]


def test_a_table_that_does_not_fit_beside_those_in_use_displaces_none(tmp_path: Path) -> None:
    """If not enough space can be freed, no table is removed."""
    set_quota(tmp_path, 3 * SIZE)
    for name in ("a", "b", "c"):
        save(tmp_path, name)
    held = tables.load(tmp_path, "b")
    with pytest.raises(QuotaExceeded):
        save(tmp_path, "d", 2 * SIZE + 1)
    assert names(tmp_path) == ["a", "b", "c"]
    assert held is not None


def test_a_table_that_was_just_removed_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table removed between opening and locking is not mapped."""
    save(tmp_path, "a")
    assert tables.load(tmp_path, "a") is not None
    use = quota.use

    def late(file: IO[bytes]) -> os.stat_result:
        (tmp_path / "a.table").unlink()
        return use(file)

    monkeypatch.setattr(quota, "use", late)
    assert tables.load(tmp_path, "a") is None


def test_a_check_is_no_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checking a table does not count as use."""
    monkeypatch.setattr(tables, "LARGE_BYTES", 1)
    save(tmp_path, "a")
    used(tmp_path, "a", 7)
    tables.check(tmp_path)
    assert (tmp_path / "a.table").stat().st_atime_ns == 7


def test_a_lock_goes_with_a_table_that_was_not_saved(tmp_path: Path) -> None:
    """If no table was saved, its lock is removed."""
    with tables.lock(tmp_path, "a") as locked:
        assert locked
    assert list(tmp_path.iterdir()) == []


def test_a_smaller_quota(tmp_path: Path) -> None:
    """A lower quota holds at once, a higher one later; a folder that cannot be written is left as it is."""
    for name in ("a", "b", "c"):
        save(tmp_path, name)
    assert taken(tmp_path) == 3 * SIZE
    used(tmp_path, "b", 0)
    set_quota(tmp_path, 2 * SIZE)
    assert names(tmp_path) == ["a", "c"]
    set_quota(tmp_path, 4 * SIZE)
    for name in ("d", "e", "f"):
        save(tmp_path, name)
    assert taken(tmp_path) == 4 * SIZE
    set_quota(tmp_path / "a.table" / "below", 1)
    assert taken(tmp_path / "nowhere") == 0


def hold(folder: Path, held: multiprocessing.Queue[bool], end: multiprocessing.Event) -> None:  # type: ignore[name-defined]
    """Use a table, and write half of another, until `end` is set."""
    table = tables.load(folder, "used")
    half = tables.save_in_chunks(folder, "half", np.zeros(SIZE - tables.HEADER_BYTES, np.uint8))
    next(half)
    next(half)
    held.put(table is not None)
    end.wait()


def test_what_another_process_uses_stays(tmp_path: Path) -> None:
    """Tables that another process maps or writes count and stay; after it was killed, they can be removed."""
    set_quota(tmp_path, 3 * SIZE)
    save(tmp_path, "used")
    held, end = SPAWN.Queue(), SPAWN.Event()
    other = SPAWN.Process(target=hold, args=(tmp_path, held, end))
    other.start()
    try:
        assert held.get(timeout=HANG_SECONDS)
        used(tmp_path, "used", 0)
        for name in ("a", "b"):
            save(tmp_path, name)
            assert taken(tmp_path) == 3 * SIZE
            assert {"used", name} < set(names(tmp_path))
    finally:
        other.kill()
        other.join()
    save(tmp_path, "c")
    assert names(tmp_path) == ["b", "c", "used"]
    save(tmp_path, "d", 2 * SIZE)
    assert names(tmp_path) == ["c", "d"]


def taken_at_once(folder: Path) -> int:
    """Bytes of all tables, while no other process frees space; a file that is being renamed counts once."""
    with (folder / quota.LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = dict[int, int]()
        for path in folder.glob(f"*{quota.SUFFIX}"):
            with suppress(OSError):
                stamp = path.stat()
                found[stamp.st_ino] = stamp.st_size
    return sum(found.values())


def look_slowly() -> None:
    """Have this process find the files of a folder some milliseconds before it looks at them."""
    found = Path.glob

    def glob(folder: Path, pattern: str) -> Iterator[Path]:
        paths = list(found(folder, pattern))
        sleep(0.01)
        return iter(paths)

    Path.glob = glob  # type: ignore[method-assign, assignment]


def write_many(folder: Path, seed: int, worst: multiprocessing.Queue[int]) -> None:
    """Save and load many tables of many sizes, and note the most that all together took."""
    look_slowly()
    random = Random(seed)
    most = 0
    for number in range(60):
        for _ in tables.save_in_chunks(folder, f"{seed}-{number}", np.zeros(random.randrange(1, 3 * SIZE), np.uint8)):
            most = max(most, taken_at_once(folder))
        tables.load(folder, f"{random.randrange(2)}-{random.randrange(number + 1)}")
    worst.put(most)


def test_two_processes_stay_within_the_quota(tmp_path: Path) -> None:
    """Two processes that write and rename at once never exceed the quota."""
    set_quota(tmp_path, 10 * SIZE)
    worst: Any = SPAWN.Queue()
    writers = [SPAWN.Process(target=write_many, args=(tmp_path, seed, worst)) for seed in range(2)]
    for writer in writers:
        writer.start()
    found = [worst.get(timeout=HANG_SECONDS) for _ in writers]
    for writer in writers:
        writer.join()
    assert 6 * SIZE < max(found) <= 10 * SIZE

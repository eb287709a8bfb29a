"""A damaged append-only file is repaired: what was written before the damage is there, and a copy of the rest."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

from fewest.cli.append_only_file import repair
from fewest.cli.supervisor import Child, Supervisor
from fewest.cli.up import server_command, socket_path
from fewest.config.settings import Settings
from fewest.store import Store, connect
from tests.conftest import serving
from tests.hang import HANG_SECONDS, until
from tests.integration.test_jobs import eight


def damage(data: Path, where: float) -> bytes:
    """Overwrite some bytes of the newest part; what it was before."""
    part = sorted((data / "appendonlydir").glob("*.incr.aof"))[-1]
    before = part.read_bytes()
    place = int(len(before) * where)
    part.write_bytes(before[:place] + b"\0" * 40 + before[place + 40 :])
    return before


@contextmanager
def running(data: Path) -> Iterator[tuple[Store, Child]]:
    """A server, as `fewest up` starts it, once it answers."""
    supervisor = Supervisor()
    child = Child("server", server_command(Settings(), data), dict(os.environ), data / "server.log")
    child.before_restart = partial(repair, data)
    repair(data)
    supervisor.start([child])
    try:
        store = connect(f"unix://{socket_path(data)}")
        assert supervisor.run_until(store.reachable, HANG_SECONDS)
        yield store, child
    finally:
        supervisor.end([child])


def test_a_damaged_file_is_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The server comes up with what was written before the damage; one line says so and names the copy."""
    with running(tmp_path) as (store, _):
        for number in range(100):
            store.redis.set(f"key {number:03}", "x" * 50)
    before = damage(tmp_path, 0.3)
    with running(tmp_path) as (store, _):
        assert abs(store.redis.dbsize() - 30) < 3
        assert store.redis.get("key 000") == b"x" * 50
    (copy,) = tmp_path.glob("appendonlydir.damaged-*")
    assert len((copy / "appendonly.aof.1.incr.aof").read_bytes()) == len(before)
    assert str(copy) in capsys.readouterr().err


def test_a_sound_file_is_left_alone(tmp_path: Path) -> None:
    """Nothing is copied or cut if the server ended for another reason, or has no file yet."""
    repair(tmp_path, 1)
    with running(tmp_path) as (store, child):
        store.redis.set("key", 1)
        assert child.process is not None
        child.process.kill()
        child.process.wait()
        repair(tmp_path, 1)
        damage(tmp_path, 0.5)
        repair(tmp_path, -9)
        assert not list(tmp_path.glob("appendonlydir.damaged-*"))


def overwrite(part: Path) -> None:
    """Put random bytes in the place of a file."""
    part.write_bytes(Random(1).randbytes(part.stat().st_size))


PARTS: dict[str, tuple[str, Callable[[Path], object], set[str], str]] = {
    "manifest overwritten": ("*.manifest", overwrite, {"before", "after"}, "its manifest"),
    "manifest cut": ("*.manifest", lambda part: os.truncate(part, 30), {"before", "after"}, "its manifest"),
    "base overwritten": ("*.base.rdb", overwrite, {"after"}, "its base"),
    "base deleted": ("*.base.rdb", Path.unlink, {"after"}, "its manifest"),
    "both": ("*.[mb]a*", overwrite, {"after"}, "its base"),
}
"""Of each: the parts, what becomes of them, the values that can be read, and what is said."""


@pytest.mark.parametrize("what", PARTS)
def test_other_parts_are_mended(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    """Whatever part is damaged or gone, the server starts with what the others hold; a line names the loss, and a copy
    has what was there.
    """
    folder = tmp_path / "appendonlydir"
    with running(tmp_path) as (store, _):
        store.redis.set("before", "1")
        store.redis.bgrewriteaof()
        until(lambda: not store.redis.info("persistence")["aof_rewrite_in_progress"])
        until(lambda: not list(folder.glob("*.1.*")))
        store.redis.set("after", "2")
    form, harm, readable, said = PARTS[what]
    for part in sorted(folder.glob(form)):
        harm(part)
    left = {path.name: path.read_bytes() for path in folder.iterdir()}
    for lines in (2 if what == "both" else 1, 0):  # repaired once, it stays so
        with running(tmp_path) as (store, _):
            assert {name.decode() for name in store.redis.keys("*")} == readable
        printed = [line for line in capsys.readouterr().err.splitlines() if "append-only file" in line]
        assert len(printed) == lines
        assert said in (printed or [said])[-1]
    copies = sorted(tmp_path.glob("appendonlydir.damaged-*"))
    assert {path.name: path.read_bytes() for path in copies[0].iterdir()} == left


@pytest.mark.slow
def test_everything_starts_on_a_damaged_file(tmp_path: Path) -> None:
    """`fewest up` starts with a damaged file; jobs from before the damage are there."""
    with serving(tmp_path) as service:
        first, *_ = [service.solve(eight(seed)) for seed in range(81, 90)]
    damage(tmp_path, 0.9)
    with serving(tmp_path) as service:
        assert service.client.get(first["links"]["self"]).json() == first
        assert service.solve(eight(90))["status"] == "solved"

"""A damaged append-only file is mended: what was written before the damage is there, and a copy of the rest."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cli.append_only_file import mend
from cli.supervisor import Child, Supervisor
from cli.up import server_command, socket_path
from schemas.settings import Settings
from store import connect
from tests.conftest import start, stop
from tests.faults.report import Report
from tests.hang import HANG_SECONDS, until
from tests.integration.test_jobs import eight


def damage(data: Path, where: float) -> bytes:
    """Overwrite some bytes of the newest part; what it was before."""
    part = sorted((data / "appendonlydir").glob("*.incr.aof"))[-1]
    before = part.read_bytes()
    place = int(len(before) * where)
    part.write_bytes(before[:place] + b"\0" * 40 + before[place + 40 :])
    return before


def server(data: Path) -> Child:
    """A server, as `fewest up` starts it."""
    child = Child("server", server_command(Settings(), data), dict(os.environ), data / "server.log")
    child.before_restart = partial(mend, data)
    return child


@pytest.mark.parametrize("where", [0.3, 0.95], ids=["in the middle", "near the end"])
def test_a_damaged_file_is_mended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], report: Report, where: float
) -> None:
    """The server comes up with what was written before the damage; one line says so and names the copy."""
    watching, child = Supervisor(), server(tmp_path)
    store = connect(f"unix://{socket_path(tmp_path)}")
    watching.start([child])
    assert watching.run_until(store.reachable, HANG_SECONDS)
    for number in range(100):
        store.redis.set(f"key {number:03}", "x" * 50)
    watching.end([child])
    before = damage(tmp_path, where)
    again, child = Supervisor(), server(tmp_path)
    report.broken()
    again.start([child])
    assert again.run_until(store.reachable, HANG_SECONDS)
    report.healed()
    report.accepted, kept = 100, store.redis.dbsize()
    report.lost = report.accepted - kept
    assert abs(kept - 100 * where) < 3
    assert store.redis.get("key 000") == b"x" * 50
    (copy,) = tmp_path.glob("appendonlydir.damaged-*")
    assert len((copy / "appendonly.aof.1.incr.aof").read_bytes()) == len(before)
    assert str(copy) in capsys.readouterr().err
    again.end([child])


def test_a_sound_file_is_left_alone(tmp_path: Path) -> None:
    """Nothing is copied or cut if the server ended for another reason, or has no file yet."""
    mend(tmp_path, 1)
    watching, child = Supervisor(), server(tmp_path)
    store = connect(f"unix://{socket_path(tmp_path)}")
    watching.start([child])
    assert watching.run_until(store.reachable, HANG_SECONDS)
    store.redis.set("key", 1)
    assert child.process is not None
    os.kill(child.process.pid, signal.SIGKILL)
    child.process.wait()
    mend(tmp_path, 1)
    damage(tmp_path, 0.5)
    mend(tmp_path, -9)
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
    watching, child = Supervisor(), server(tmp_path)
    store = connect(f"unix://{socket_path(tmp_path)}")
    watching.start([child])
    assert watching.run_until(store.reachable, HANG_SECONDS)
    store.redis.set("before", "1")
    store.redis.bgrewriteaof()
    assert watching.run_until(lambda: not store.redis.info("persistence")["aof_rewrite_in_progress"], HANG_SECONDS)
    assert watching.run_until(lambda: not list((tmp_path / "appendonlydir").glob("*.1.*")), HANG_SECONDS)
    store.redis.set("after", "2")
    watching.end([child])
    form, harm, readable, said = PARTS[what]
    for part in sorted((tmp_path / "appendonlydir").glob(form)):
        harm(part)
    left = {path.name: path.read_bytes() for path in (tmp_path / "appendonlydir").iterdir()}
    again, child = Supervisor(), server(tmp_path)
    mend(tmp_path)
    again.start([child])
    assert again.run_until(store.reachable, HANG_SECONDS)
    assert {name.decode() for name in store.redis.keys("*")} == readable
    again.end([child])
    lines = [line for line in capsys.readouterr().err.splitlines() if "append-only file" in line]
    assert said in lines[-1]
    assert len(lines) == (2 if what == "both" else 1)
    copies = sorted(tmp_path.glob("appendonlydir.damaged-*"))
    assert {path.name: path.read_bytes() for path in copies[0].iterdir()} == left
    assert str(copies[-1]) in lines[-1]
    once_more, child = Supervisor(), server(tmp_path)
    mend(tmp_path)
    once_more.start([child])
    assert once_more.run_until(store.reachable, HANG_SECONDS)
    assert {name.decode() for name in store.redis.keys("*")} == readable
    once_more.end([child])
    assert "append-only" not in capsys.readouterr().err


@pytest.mark.slow
def test_everything_starts_on_a_damaged_file(tmp_path: Path, report: Report) -> None:
    """`fewest up` starts with a damaged file; jobs from before the damage are there."""
    service = start(tmp_path)
    first = service.solve(eight(81))
    for seed in range(82, 90):
        service.solve(eight(seed))
    stop(service)
    damage(tmp_path, 0.9)
    report.broken()
    service = start(tmp_path)
    report.healed()
    try:
        report.accepted = 1
        assert service.client.get(first["links"]["self"]).json() == first
        until(lambda: service.solve(eight(90))["status"] == "solved")
    finally:
        stop(service)

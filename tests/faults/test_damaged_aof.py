"""A damaged append-only file: `fewest up` starts with a cut end, refuses all else, and goes on as the guide says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from fewest.cli.append_only_file import FOLDER, MANIFEST
from fewest.cli.supervisor import Child, Supervisor
from fewest.cli.up import run, server_command, socket_path
from fewest.config.settings import Settings
from tests.conftest import embedded
from tests.hang import HANG_SECONDS, until

GUIDE = (Path(__file__).parents[2] / "docs" / "08-operating.md").read_text(encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a hundred values in the base of its append-only file, and a hundred after it."""
    with embedded(tmp_path) as store:
        for number in range(100):
            store.redis.set(f"before {number:03}", "x" * 50)
        store.redis.bgrewriteaof()
        until(lambda: not store.redis.info("persistence")["aof_rewrite_in_progress"])
        for number in range(100):
            store.redis.set(f"after {number:03}", "x" * 50)
        store.write_out(HANG_SECONDS)
    return tmp_path


def stored(data: Path) -> tuple[int, int]:
    """How many of the values before and after the rewrite a server finds."""
    with embedded(data) as store:
        before, after = (len(store.redis.keys(f"{name} *")) for name in ("before", "after"))
    return before, after


def part(data: Path, kind: str) -> Path:
    """The only part of a kind."""
    (found,) = (data / FOLDER).glob(f"*.{kind}.*")
    return found


def overwrite(file: Path) -> None:
    """Put random bytes in the middle of a file."""
    content = file.read_bytes()
    place = len(content) // 2
    file.write_bytes(content[:place] + Random(1).randbytes(40) + content[place + 40 :])


def manifest(data: Path, *kinds: str) -> None:
    """Write the manifest again, with the parts of these kinds."""
    lines = (f"file {part(data, kind).name} seq 2 type {kind[0]}\n" for kind in kinds)
    (data / FOLDER / MANIFEST).write_text("".join(lines), encoding="utf-8")


def programs(data: Path) -> None:
    """Make the programs that check parts, and run both, as the guide does."""
    (block,) = re.findall(r"```sh\n(ln -s .*?)```", GUIDE, re.DOTALL)
    subprocess.run(block.replace("/opt/fewest/bin/python", sys.executable), shell=True, cwd=data, check=False)


def truncate(data: Path) -> None:
    """Truncate the increment where the damage begins."""
    programs(data)
    command = ["./valkey-check-aof", "--fix", str(part(data, "incr"))]
    subprocess.run(command, cwd=data, input=b"y\n", check=True)


def test_a_cut_end_costs_what_it_held(data: Path) -> None:
    """A server that was killed while writing starts with all complete entries."""
    increment = part(data, "incr")
    os.truncate(increment, increment.stat().st_size // 2)
    before, after = stored(data)
    assert before == 100
    assert 48 <= after <= 50


DAMAGE: dict[str, tuple[Callable[[Path], object], str, Callable[[Path], object], tuple[int, int]]] = {
    "increment": (lambda data: overwrite(part(data, "incr")), "Bad file format", truncate, (100, 49)),
    "base": (lambda data: overwrite(part(data, "base")), "RDB", lambda data: manifest(data, "incr"), (0, 100)),
    "no base": (lambda data: part(data, "base").unlink(), "base.rdb", lambda data: manifest(data, "incr"), (0, 100)),
    "manifest": (
        lambda data: overwrite(data / FOLDER / MANIFEST),
        "manifest",
        lambda data: manifest(data, "base", "incr"),
        (100, 100),
    ),
}
"""By what is damaged: how, what the server says, what the guide does, and the values that are read then."""


@pytest.mark.parametrize("what", DAMAGE)
def test_any_other_damage_is_refused(data: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    """At any other damage the start ends with the reason and the place in the guide, and changes nothing; the guide's
    commands bring back what can be read.
    """
    damage, reason, rescue, values = DAMAGE[what]
    damage(data)
    before = {path: path.read_bytes() for path in (data / FOLDER).iterdir()}
    log = data / "server.log"
    server = Child("server", server_command(Settings(), data), dict(os.environ), log)
    url = f"unix://{socket_path(data)}"
    assert run(Supervisor(), url, "http://127.0.0.1:1", [server], [], example=False) == 1
    *_, said = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        rf"fewest: the server does not start: .*{reason}.*; see (.*) in docs/08-operating.md; its log is {log}", said
    )
    assert "\n## A damaged append-only file\n" in GUIDE
    assert "A damaged append-only file in docs" in said
    assert {path: path.read_bytes() for path in (data / FOLDER).iterdir()} == before
    rescue(data)
    assert stored(data) == values


def test_the_guide_checks_part_by_part(data: Path) -> None:
    """The programs that the guide makes find the parts of a sound folder sound, but not its manifest."""
    programs(data)
    checks = [("rdb", part(data, "base"), 0), ("aof", part(data, "incr"), 0), ("aof", data / FOLDER / MANIFEST, 1)]
    for kind, file, code in checks:
        assert subprocess.run([f"./valkey-check-{kind}", file], cwd=data, check=False).returncode == code

"""`fewest backup` and `fewest restore`: what they keep, what they refuse, and what is left when they are killed."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import stat
import tarfile
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from fewest.cli import backup
from fewest.cli.append_only_file import FOLDER, MANIFEST, listed, put_restored
from fewest.cli.data_folder import Lock
from tests.conftest import embedded
from tests.hang import until
from tests.unit.cli.test_commands import fewest

BASE, INCREMENT = (f"{FOLDER}/appendonly.aof.1.{name}" for name in ("base.rdb", "incr.aof"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one API key, and a mark that the service is closed without it."""
    folder = tmp_path / "data"
    folder.mkdir()
    with embedded(folder) as store:
        store.clients.add("first")
    (folder / "closed").touch()
    return folder


@pytest.fixture
def file(data: Path) -> Path:
    """A backup of this folder."""
    path = data.with_name("backup.tar.gz")
    assert run("backup", path, data).exit_code == 0
    return path


def run(command: str, file: Path, data: Path, **environment: str) -> Result:
    return fewest(command, str(file), "--data", str(data), **environment)


def names(data: Path) -> set[str]:
    """The names of the holders of API keys in a data folder, as a server finds them that is started there."""
    put_restored(data)
    with embedded(data) as store:
        return {client.name for client in store.clients.all().values()}


def content(data: Path) -> dict[str, bytes]:
    """The files in a folder, but for logs and the lock."""
    files = [path for path in data.rglob("*") if path.is_file() and path.name != "lock" and path.suffix != ".log"]
    return {str(path.relative_to(data)): path.read_bytes() for path in files}


def test_what_was_stored_is_restored(data: Path) -> None:
    """A restore brings back what was stored when the backup began; the replaced data are kept, and their folder is
    printed.
    """
    file = data.with_name("backup.tar.gz")
    with embedded(data) as store:
        store.clients.add("second")
        backed_up = run("backup", file, data)
        store.clients.add("third")
    assert backed_up.stdout == f"backed up {data} to {file}, {file.stat().st_size:,} bytes\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    restored = run("restore", file, data)
    assert restored.stdout == f"restored {file}: API keys: 2, jobs: 0, solutions: 0\n"
    assert names(data) == {"first", "second"}
    (kept,) = data.glob(f"{FOLDER}.replaced-*")
    assert str(kept) in restored.stderr
    shutil.rmtree(data / FOLDER)
    kept.rename(data / FOLDER)
    assert names(data) == {"first", "second", "third"}


def test_into_an_empty_folder(file: Path, tmp_path: Path) -> None:
    """A restore makes a missing data folder, with nothing in it but the backup and whether the service is closed."""
    new = tmp_path / "new"
    assert run("restore", file, new).exit_code == 0
    assert set(content(new)) == {"closed", BASE, INCREMENT, f"{FOLDER}/{MANIFEST}"}
    assert names(new) == {"first"}


def test_a_closed_service_stays_closed(data: Path) -> None:
    """Restoring a backup of an open service does not open one that is closed."""
    file = data.with_name("open.tar")
    (data / "closed").unlink()
    assert run("backup", file, data).exit_code == 0
    (data / "closed").touch()
    assert run("restore", file, data).exit_code == 0
    assert (data / "closed").exists()


def test_a_rewrite_while_the_parts_are_copied(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup is complete even if the server rewrites its file while the backup is written."""
    file = data.with_name("backup.tar.gz")
    write = backup._write_archive
    with embedded(data) as store:

        def rewrite_first(*arguments: Any, **named: Any) -> None:
            store.clients.add("second")
            store.redis.bgrewriteaof()
            until(lambda: not list((data / FOLDER).glob("*.1.*")))
            store.clients.add("third")
            write(*arguments, **named)

        monkeypatch.setattr(backup, "_write_archive", rewrite_first)
        assert run("backup", file, data).exit_code == 0
    assert run("restore", file, data).exit_code == 0
    assert names(data) == {"first", "second"}


def test_a_rewrite_before_the_parts_are_opened(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If parts are deleted before they are opened, the manifest is read again."""
    gone = [part._replace(file=data / "gone") for part in listed(data / FOLDER) or []]
    found = [gone, None]
    monkeypatch.setattr(backup, "listed", lambda folder: found.pop(0) if found else listed(folder))
    assert run("backup", data.with_name("backup.tar.gz"), data).exit_code == 0


def test_backups_that_are_refused(data: Path, tmp_path: Path) -> None:
    """A backup that fails overwrites no file and leaves none."""
    file = tmp_path / "file"
    file.write_text("x")
    before = sorted(tmp_path.iterdir())
    assert f"{file} exists already" in run("backup", file, data).stderr
    new = tmp_path / "new.tar"
    assert "REDIS_URL is set" in run("backup", new, data, REDIS_URL="redis://x").stderr
    assert f"{tmp_path / 'other'} holds no data" in run("backup", new, tmp_path / "other").stderr
    lost = tmp_path / "none" / "new.tar.gz"
    assert f"no backup was written to {lost}: No such file or directory\n" in run("backup", lost, data).stderr
    (data / BASE).unlink()
    assert "is not complete; see docs/08-operating.md" in run("backup", new, data).stderr
    assert (sorted(tmp_path.iterdir()), file.read_text()) == (before, "x")


def test_a_backup_that_fails_midway(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full, the reason is printed, and no file is left."""

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "fsync", full)
    ran = run("backup", tmp_path / "new.tar", data)
    assert (ran.exit_code, "No space left" in ran.stderr) == (1, True)
    assert sorted(tmp_path.iterdir()) == before


def members(file: Path) -> dict[str, bytes]:
    """The files of a backup."""
    with tarfile.open(file) as tar:
        return {member.name: (tar.extractfile(member) or io.BytesIO()).read() for member in tar}


def written(file: Path, contents: dict[str, bytes], *links: tarfile.TarInfo) -> None:
    """Write an archive of files and links."""
    with tarfile.open(file, "w:gz") as tar:
        for name, text in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
        for link in links:
            tar.addfile(link)


def add(name: str) -> Callable[[Path], None]:
    """Adds a file to a backup."""
    return lambda file: written(file, members(file) | {name: b"x"})


def link(name: str, kind: bytes, target: str, *, keep: bool = False) -> Callable[[Path], None]:
    """Adds a link, or something else without content, to a backup, in the place of what has its name or beside it."""

    def change(file: Path) -> None:
        member = tarfile.TarInfo(name)
        member.type, member.linkname = kind, target
        written(file, {other: text for other, text in members(file).items() if keep or other != name}, member)

    return change


def without(name: str) -> Callable[[Path], None]:
    """Removes a file from a backup."""
    return lambda file: written(file, {other: text for other, text in members(file).items() if other != name})


def changed(file: Path) -> None:
    """Change one byte of what the server has appended; only a checksum can tell."""
    increment = members(file)[INCREMENT]
    with gzip.open(file) as packed:
        archive = packed.read()
    checksum = file.read_bytes()[-8:]
    assert increment
    place = archive.index(increment) + len(increment) // 2
    written = gzip.compress(archive[:place] + bytes([archive[place] ^ 1]) + archive[place + 1 :])
    file.write_bytes(written[:-8] + checksum)


CHANGES: dict[str, Callable[[Path], object]] = {
    "no archive": lambda file: file.write_text("x"),
    "a path outside": add(f"{FOLDER}/../../outside"),
    "an absolute path": add("/outside"),
    "an unknown name": add("lock"),
    "a link": link(BASE, tarfile.SYMTYPE, "/etc/hostname"),
    "a hard link": link(BASE, tarfile.LNKTYPE, INCREMENT),
    "a folder": link(BASE, tarfile.DIRTYPE, ""),
    "a file twice": link("closed", tarfile.REGTYPE, "", keep=True),
    "a changed byte": changed,
    "no base": without(BASE),
    "no manifest": without(f"{FOLDER}/{MANIFEST}"),
    "cut off": lambda file: os.truncate(file, file.stat().st_size // 4),
}


@pytest.mark.parametrize("what", CHANGES)
def test_archives_that_are_refused(file: Path, data: Path, what: str) -> None:
    """A file that is not a complete backup replaces nothing, and writes nothing elsewhere."""
    CHANGES[what](file)
    before = content(data.parent)
    ran = run("restore", file, data)
    assert (ran.exit_code, ran.stderr) == (1, f"Error: {file} is not a complete backup of `fewest backup`\n")
    assert content(data.parent) == before


def test_a_backup_that_the_server_cannot_load(file: Path, data: Path) -> None:
    """A damaged backup replaces nothing, and the error names the log of the server."""
    parts = members(file)
    written(file, parts | {BASE: b"\0" * len(parts[BASE])})
    before = content(data)
    ran = run("restore", file, data)
    log = data / "log" / "restore.log"
    assert (ran.exit_code, f"cannot load it; its log is {log}" in ran.stderr) == (1, True)
    assert log.stat().st_size > 0
    assert content(data) == before


def test_a_backup_of_another_layout(data: Path) -> None:
    """A backup whose data this version cannot read replaces nothing, and the error names its layout."""
    file = data.with_name("backup.tar.gz")
    with embedded(data) as store:
        store.redis.hset("fewest:1:kept", "a", "b")
        assert run("backup", file, data).exit_code == 0
    before = content(data)
    ran = run("restore", file, data)
    assert (ran.exit_code, "it holds data of layout 1" in ran.stderr) == (1, True)
    assert content(data) == before


def test_restores_that_are_refused(file: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is restored while the service runs, as another user, or if REDIS_URL is set."""
    before = content(data)
    with closing(Lock(data)):
        assert "stop `fewest up` first" in run("restore", file, data).stderr
    assert "REDIS_URL is set" in run("restore", file, data, REDIS_URL="redis://x").stderr
    assert run("restore", file.with_name("none"), data).exit_code == 2
    owner = data.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert "run this as the user of the service" in run("restore", file, data).stderr
    assert content(data) == before


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("after", range(5))
def test_killed_at_any_moment(file: Path, data: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Wherever a restore is killed, the next start finds all of the old data or all of the backup."""
    with embedded(data) as store:
        store.clients.add("second")
    (data / "closed").unlink()
    left = after
    rename, touch = Path.rename, Path.touch

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any) -> Any:
            nonlocal left
            if left == 0:
                raise Killed
            left -= 1
            return change(*arguments)

        return changed

    with monkeypatch.context() as patch, suppress(Killed):
        patch.setattr(Path, "rename", counted(rename))
        patch.setattr(Path, "touch", counted(touch))
        run("restore", file, data)
    assert names(data) == ({"first", "second"} if after == 0 else {"first"})
    assert (data / "closed").exists() is (after > 0)
    assert len(list(data.glob(f"{FOLDER}.replaced-*"))) == (after > 0)
    assert run("restore", file, data).exit_code == 0
    assert names(data) == {"first"}


def test_two_backups_in_one_file(data: Path, file: Path) -> None:
    """A file with anything after a backup, such as a second one, is refused."""
    before = content(data)
    one = file.read_bytes()
    for more in (one, gzip.compress(b"more")):
        file.write_bytes(one + more)
        refused = run("restore", file, data)
        assert (refused.exit_code, refused.stderr) == (
            1,
            f"Error: {file} holds more than one backup of `fewest backup`\n",
        )
        assert content(data) == before
    file.write_bytes(one + gzip.compress(bytes(20_480)))  # tar pads archives with zeros
    assert run("restore", file, data).exit_code == 0

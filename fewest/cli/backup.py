"""Backups of what the embedded server has stored: its append-only file, and whether the service is closed.

A backup is a tar archive with a copy of the folder of the append-only file, and the file ``closed`` if there is one.
Gzip compresses it, and adds a checksum, which tells if a byte has changed.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import shutil
import tarfile
import tempfile
import time
import zlib
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import IO, BinaryIO

import click

from fewest.cli.append_only_file import (
    CLOSED,
    FOLDER,
    MANIFEST,
    PART,
    RESTORED,
    FilePart,
    listed,
    manifest_of,
    put_restored,
)
from fewest.cli.data_folder import Lock
from fewest.cli.supervisor import POLL_SECONDS, Child, Supervisor
from fewest.cli.up import log_folder, server_command, socket_path
from fewest.config.settings import Settings
from fewest.store import StoreError, connect

UNPACKED = "restoring"
"""The folder that a backup is unpacked in and checked; it becomes ``RESTORED``."""

MEMBER = re.compile(rf"{CLOSED}|{FOLDER}/(?:{re.escape(MANIFEST)}|{PART.pattern})")
"""The names of the files in a backup."""

CHUNK_BYTES = 1_000_000

ATTEMPTS = 10
"""A rewrite may delete parts before they are opened. It takes much longer than to open them."""

WRITE_SECONDS = 10.0
"""How long the server may take to write what it has stored; it delays that for two seconds at most."""

ANSWER_SECONDS = 60.0
"""How long the server may take to count what it has loaded."""


def write_backup(data: Path, file: Path) -> None:
    """Write a backup of a data folder to a new file, and print its size. The server may run.

    Raises
    ------
    click.ClickException
        If the file exists or cannot be written, or the data folder has no append-only file.
    """
    if file.exists():
        raise click.ClickException(f"{file} exists already; choose another name")
    if not (data / FOLDER).exists():
        raise click.ClickException(f"{data} holds no data of `fewest up`; name its folder with --data")
    with suppress(StoreError):  # it does not run
        connect(f"unix://{socket_path(data)}").write_out(WRITE_SECONDS)
    try:
        with ExitStack() as stack:
            # Opened before the archive: a rewrite that begins now deletes their names, not their content.
            parts = _open_parts(data / FOLDER, stack)
            handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # only its owner may read it
            stack.callback(Path(name).unlink, missing_ok=True)
            with os.fdopen(handle, "wb") as archive:
                _write_archive(archive, parts, closed=(data / CLOSED).exists())
                size = archive.tell()
            # Complete and on the disk by now, so that a file of this name is never a part of a backup.
            Path(name).rename(file)
            _sync(file.parent)
    except OSError as error:
        raise click.ClickException(f"no backup was written to {file}: {error.strerror or error}") from None
    click.echo(f"backed up {data} to {file}, {size:,} bytes")


def _open_parts(folder: Path, stack: ExitStack) -> list[tuple[FilePart, BinaryIO]]:
    """Open the parts that a manifest lists. What the open files hold is what the server had stored at some moment.

    A rewrite changes no part but makes new ones, and deletes these, whose content can still be read. So the last
    increment may grow, and all else stays as it is.
    """
    for _ in range(ATTEMPTS):
        with suppress(FileNotFoundError):
            if parts := listed(folder):
                return [(part, stack.enter_context(part.file.open("rb"))) for part in parts]
    raise click.ClickException(f"the append-only file in {folder} is not complete; see docs/08-operating.md")


def _write_archive(archive: BinaryIO, parts: list[tuple[FilePart, BinaryIO]], *, closed: bool) -> None:
    manifest = manifest_of(part for part, _ in parts).encode()
    with gzip.open(archive, "wb", compresslevel=6) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        if closed:  # first, so that no archive that was cut off lacks it
            _add(tar, CLOSED, 0, io.BytesIO())
        _add(tar, f"{FOLDER}/{MANIFEST}", len(manifest), io.BytesIO(manifest))
        for part, content in parts:
            _add(tar, f"{FOLDER}/{part.file.name}", os.fstat(content.fileno()).st_size, content)
    archive.flush()
    os.fsync(archive.fileno())


def _add(tar: tarfile.TarFile, name: str, size: int, content: IO[bytes]) -> None:
    """Add the first bytes of a file to an archive."""
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, int(time.time())
    tar.addfile(member, content)


def restore_backup(settings: Settings, data: Path, file: Path) -> None:
    """Replace what is stored in a data folder by a backup, and print what that holds.

    First the backup is unpacked, and a server loads it. Until then nothing is replaced. If this process is killed
    later, the next start of the service, or the next use of this function, completes the work.

    Raises
    ------
    click.ClickException
        If the data folder is in use or cannot be written, or the file is no backup that this version can load.
    """
    unpacked = data / UNPACKED
    try:
        log = log_folder(data) / "restore.log"
        if data.stat().st_uid != os.geteuid():  # root may write there, but the service could not read it
            raise click.ClickException(f"{data} belongs to another user: run this as the user of the service")
        with closing(Lock(data)):
            # One that was interrupted comes first: it was checked, and this one is not yet.
            put_restored(data)
            shutil.rmtree(unpacked, ignore_errors=True)
            try:
                _unpack(file, unpacked)
                contents = _load(settings, unpacked, file, log)
                # Its names are on the disk before it counts as checked.
                for folder in (unpacked / FOLDER, unpacked):
                    _sync(folder)
                unpacked.rename(data / RESTORED)
            finally:
                shutil.rmtree(unpacked, ignore_errors=True)
            _sync(data)
            put_restored(data)
            _sync(data)
    except BlockingIOError:
        raise click.ClickException(f"{data} is in use: stop `fewest up` first") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be restored: {error.strerror or error}") from None
    except StoreError as error:
        raise click.ClickException(f"{file} cannot be restored: {error}") from None
    click.echo(f"restored {file}: {', '.join(f'{noun}: {number}' for noun, number in contents.items())}")


def _unpack(file: Path, target: Path) -> None:
    """Unpack a backup. Only files of known names are written, so that no archive writes anything elsewhere."""
    refused = click.ClickException(f"{file} is not a complete backup of `fewest backup`")
    (target / FOLDER).mkdir(mode=0o700, parents=True)
    try:
        with gzip.open(file) as packed, tarfile.open(fileobj=packed, mode="r:") as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isreg() and MEMBER.fullmatch(member.name) else None
                if content is None:
                    raise refused
                # "x": a name that comes twice is an error, as only the last would count.
                with (target / member.name).open("xb") as copy:
                    shutil.copyfileobj(content, copy)
                    copy.flush()
                    os.fsync(copy.fileno())
            while rest := packed.read(CHUNK_BYTES):  # up to the checksum
                if rest.strip(b"\0"):
                    raise click.ClickException(f"{file} holds more than one backup of `fewest backup`")
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, FileExistsError):
        raise refused from None
    if listed(target / FOLDER) is None:
        raise refused


def _load(settings: Settings, folder: Path, file: Path, log: Path) -> dict[str, int]:
    """Let a server load what was unpacked in a folder. Returns what :meth:`fewest.store.Store.contents` returns."""
    server = Child("server", server_command(settings, folder), dict(os.environ), log)
    store = connect(f"unix://{socket_path(folder)}", timeout_seconds=ANSWER_SECONDS)
    server.start()
    try:
        while not store.reachable():
            if server.process is None or server.process.poll() is not None:
                raise click.ClickException(f"{file} is damaged: the server cannot load it; its log is {log}")
            time.sleep(POLL_SECONDS)
        if text := store.other_layout():
            raise click.ClickException(f"{file} cannot be restored. {text}")
        return store.contents()
    finally:
        Supervisor.end([server])


def _sync(folder: Path) -> None:
    """Have the disk store the names of the files in a folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Packages of PyPI, Debian and npm: downloaded by name with pip, apt-get and npm, and unpacked."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

PIP = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest"]
NPM = ["npm", "pack", "--silent", "--pack-destination"]
MISSING = ["apt-get", "install", "--simulate", "--no-install-recommends"]
"""Says what this machine lacks of a Debian package, and installs nothing."""


class Package(NamedTuple):
    """A package: ``pypi``, ``debian`` or ``npm``, and its name.

    Attributes
    ----------
    version
        The only one that is used; of Debian, empty: that of the machine's own suite, which no other replaces.
    runs
        Whether a program of it is started, so that it needs the libraries that the machine lacks.
    """

    registry: str
    name: str
    version: str = ""
    runs: bool = False


class CannotDownload(Exception):
    """A package is not there, or the program that downloads it is missing."""


def unpacked(package: Package, folder: Path) -> tuple[Path, str]:
    """The folder with the files of a package, and its version; downloaded only if it is not in ``folder`` yet.

    Raises
    ------
    CannotDownload
        If it cannot be downloaded.
    """
    place = folder / "-".join(filter(None, package[:3]))
    if not (place / "version").exists():
        shutil.rmtree(place, ignore_errors=True)
        downloads = place / "downloads"
        downloads.mkdir(parents=True)
        for command in _commands(package, downloads):
            _run(command, downloads)
        archives = sorted(downloads.iterdir())
        for archive in archives:
            _unpack(archive, place / "files")
        own = next((path.name for path in archives if path.name.startswith(f"{package.name}_")), "")
        version = package.version or unquote(own).split("_")[1]
        shutil.rmtree(downloads)
        (place / "version").write_text(version, encoding="utf-8")
    return place / "files", (place / "version").read_text(encoding="utf-8")


def _commands(package: Package, downloads: Path) -> list[list[str]]:
    if package.registry == "pypi":
        return [[*PIP, str(downloads), f"{package.name}=={package.version}"]]
    if package.registry == "npm":
        return [[*NPM, str(downloads), f"{package.name}@{package.version}"]]
    names = {package.name}
    if package.runs:
        lines = _run([*MISSING, package.name], downloads).splitlines()
        names |= {line.split()[1] for line in lines if line.startswith("Inst ")}
    return [["apt-get", "download", "--quiet", *sorted(names)]]


def _run(command: list[str], folder: Path) -> str:
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    except FileNotFoundError:
        raise CannotDownload(f"{command[0]} is not installed") from None
    except subprocess.CalledProcessError as error:
        raise CannotDownload(f"{' '.join(command[-3:])}: {str(error.stderr).strip()[-300:]}") from None


def _unpack(archive: Path, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    if archive.suffix == ".deb":
        _run(["dpkg-deb", "--extract", str(archive), str(folder)], folder)
    elif archive.suffix == ".whl":
        zipfile.ZipFile(archive).extractall(folder)
    else:
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")

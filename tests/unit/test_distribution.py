"""What an installation gets: one package with every file of the rooms, which are links in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
NOT_INSTALLED = {"benchmarks", "tests"}
"""Packages that are for those who change the program."""

FOR_CHECKS = {f"fewest/service/web/{name}" for name in ("japanese.d.ts", "package.json", "style.d.ts", "types.d.ts")}
"""Files beside the modules of the page that only the checks of their types read."""

BUILD = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])('built')"


def test_everything_is_in_one_package(tmp_path: Path) -> None:
    """The wheel has every file of the rooms, in `fewest`; so has the archive of the sources, which needs no links."""
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")} - NOT_INSTALLED
    for name in (*rooms, "clients", "docs"):  # some of the files are links to the clients and to the guide
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    expected = {
        Path(folder, name).relative_to(tmp_path).as_posix()
        for folder, _, names in os.walk(tmp_path / "fewest", followlinks=True)
        for name in names
    } - FOR_CHECKS
    assert {path.split("/")[1] for path in expected if path.count("/") > 1} == rooms - {"fewest"}
    for build in ("build_wheel", "build_sdist"):
        subprocess.run([sys.executable, "-c", BUILD, build], cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("built/*.whl")
    assert {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name} == expected
    (sources,) = tmp_path.glob("built/*.tar.gz")
    with tarfile.open(sources) as archive:
        assert expected <= {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}

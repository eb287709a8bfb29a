"""What an installation gets: the wheel has every file of the packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2]
NOT_INSTALLED = {"benchmarks", "tests"}
"""Packages that are for those who change the program."""

FOR_CHECKS = {f"service/web/{name}" for name in ("japanese.d.ts", "package.json", "style.d.ts", "types.d.ts")}
"""Files beside the modules of the page that only the checks of their types read."""

BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def test_wheel_has_every_file(tmp_path: Path) -> None:
    """Every module, script, template and data file in the folders of the packages is in the wheel, under its path."""
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - NOT_INSTALLED
    for name in (*packages, "clients"):  # some of the files are links to the clients
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    expected = {
        Path(folder, name).relative_to(tmp_path).as_posix()
        for package in packages
        for folder, _, names in os.walk(tmp_path / package, followlinks=True)
        for name in names
    }
    subprocess.run([sys.executable, "-c", BUILD, "wheels"], cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("wheels/*.whl")
    installed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert installed == expected - FOR_CHECKS

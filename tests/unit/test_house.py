"""The rooms of the package: their folders, their sizes, their picture."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
ROOMS = {path.name for path in (ROOT / "fewest").iterdir() if (path / "__init__.py").exists()}
PROGRAMS = {".css", ".html", ".js", ".lua", ".py", ".ts"}
"""The ends of the names of files whose lines count."""

TRACKED = [Path(name) for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()]
LINKS = {Path("schemas"), Path("service"), Path("workers")}
"""For people who look for these rooms at the top."""


def test_only_three_links() -> None:
    """Three links at the top lead to rooms; nothing is imported, packed or checked through a link."""
    assert {path for path in TRACKED if (ROOT / path).is_symlink()} == LINKS
    assert {(ROOT / link).readlink() for link in LINKS} == {Path("fewest") / link for link in LINKS}


def lines_of(part: str) -> int:
    """Lines of programs in a room of the package, or in a folder beside it."""
    folder = ROOT / "fewest" / part if part in ROOMS else ROOT / part
    files = [ROOT / path for path in TRACKED if path.suffix in PROGRAMS and path not in LINKS]
    return sum(file.read_bytes().count(b"\n") for file in files if file.is_relative_to(folder))


@pytest.mark.parametrize(("part", "most"), PROJECT["fewest"]["lines"].items())
def test_budget(part: str, most: int) -> None:
    """No room has more lines than its budget. Who raises a number says in the commit what the lines buy."""
    assert lines_of(part) <= most


def test_every_part_has_a_budget() -> None:
    """Every room, and every folder beside the package that has programs, is in the table, and nothing else."""
    folders = {path.parts[0] for path in TRACKED if path.suffix in PROGRAMS and len(path.parts) > 1}
    assert set(PROJECT["fewest"]["lines"]) == ROOMS | (folders - {"fewest"})


def test_the_picture_shows_every_room() -> None:
    """The picture of the house has a box for each room of the package."""
    picture = (ROOT / "docs" / "pictures" / "house.svg").read_text(encoding="utf-8")
    assert set(re.findall(r">(\w+)/</text>", picture)) == ROOMS


def test_contracts_about_kinds_are_for_every_room() -> None:
    """In each folder that has one folder for each kind of puzzle, the kinds know nothing of each other."""
    contracts = PROJECT["importlinter"]["contracts"]
    independent = {name for contract in contracts if contract["type"] == "independence" for name in contract["modules"]}
    for init in (ROOT / "fewest").rglob("jump/__init__.py"):
        place = ".".join(init.parents[1].relative_to(ROOT).parts)
        assert {f"{place}.{kind}" for kind in ("block", "jump", "slide")} <= independent

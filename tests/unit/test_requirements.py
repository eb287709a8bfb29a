"""The pinned packages: on every Python the project names there are wheels for all of them."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.tags import compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
PYTHONS = [f"3.{minor}" for minor in range(100) if SpecifierSet(PROJECT["requires-python"]).contains(f"3.{minor}.9")]
FILES = {
    "user": PROJECT["dependencies"],
    "dev": [*PROJECT["dependencies"], *(each for all_ in EXTRAS.values() for each in all_)],
}
"""What each file of pinned packages has to satisfy."""

FAKE_PYTHON = """
import sys
sys.version_info = ({version}, 0)
_, option, code, *arguments = sys.argv
assert option == "-c", "installed all the same"
sys.argv = [option, *arguments]
exec(code)
"""


@cache
def pinned(name: str) -> list[Requirement]:
    """The packages of a file."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return [Requirement(line) for line in re.findall(r"^([a-z][^\\\n]*[^\\\n ]) *\\$", text, re.MULTILINE)]


def applies(requirement: Requirement, python: str) -> bool:
    """Whether a requirement is one on this Python, on Linux."""
    environment = {"python_version": python, "python_full_version": f"{python}.9", "sys_platform": "linux"}
    return requirement.marker is None or requirement.marker.evaluate(environment)


def test_every_dependency_has_an_upper_bound() -> None:
    """Every dependency has an upper bound, so that its next major version is tried first (`make check-latest`)."""
    for dependency in map(Requirement, FILES["dev"]):
        assert {"<", "=="} & {each.operator for each in dependency.specifier}, dependency


def test_the_newest_of_all_are_asked_for_without_bounds() -> None:
    """`make check-latest` asks for any version of every package, on the Pythons that its marker names."""
    command = ["make", "--silent", "--eval", "unbound:; @$(PYTHON) -c '$(UNBOUND)'", "unbound"]
    ran = subprocess.run([*command, f"PYTHON={sys.executable}"], cwd=ROOT, capture_output=True, text=True, check=True)
    asked = [Requirement(line) for line in ran.stdout.splitlines()]
    assert [each for each in asked if each.specifier] == []
    named = map(Requirement, FILES["dev"])
    assert {(each.name, each.marker) for each in asked} == {(each.name, each.marker) for each in named}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", FILES)
def test_every_dependency_is_pinned(name: str, python: str) -> None:
    """On every Python, each dependency has exactly one pinned version, which pyproject.toml allows."""
    for dependency in map(Requirement, FILES[name]):
        if applies(dependency, python):
            pins = [
                pin
                for pin in pinned(name)
                if canonicalize_name(pin.name) == canonicalize_name(dependency.name) and applies(pin, python)
            ]
            assert len(pins) == 1, dependency
            (version,) = (specifier.version for specifier in pins[0].specifier)
            assert dependency.specifier.contains(version), dependency


def test_the_files_agree() -> None:
    """Every pinned version of ``user.txt`` is in ``dev.txt``, too."""
    assert set(map(str, pinned("user"))) <= set(map(str, pinned("dev")))


def test_the_image_has_a_tested_python() -> None:
    """The Python of the image is the oldest that is allowed."""
    image = re.search(
        r"^ARG PYTHON_IMAGE=python:(\d\.\d+)-", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert image is not None
    assert image[1] == PYTHONS[0]


@pytest.mark.parametrize("version", ["3, 10", "3, 16"])
def test_other_pythons_are_refused_in_a_line(tmp_path: Path, version: str) -> None:
    """With another Python, ``make`` prints one line that names the allowed ones."""
    fake = tmp_path / "python.py"
    fake.write_text(FAKE_PYTHON.format(version=version), encoding="utf-8")
    (tmp_path / "requirements").mkdir()
    for path in ("Makefile", "pyproject.toml", "requirements/user.txt"):
        (tmp_path / path).write_bytes((ROOT / path).read_bytes())
    command = ["make", "--no-print-directory", ".venv/user", f"PYTHON={sys.executable} {fake}"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    first, *rest = (ran.stdout + ran.stderr).splitlines()
    assert first == (
        f"Python {PYTHONS[0]} to {PYTHONS[-1]} is needed, not {version.replace(', ', '.')};"
        " name one that is installed: make run PYTHON=python3.12"
    )
    assert [re.match(r"make(\[\d+\])?: \*\*\*", line) is not None for line in rest] == [True]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[dict[str, str]]]:
    """The wheels that the package index has of each pinned version."""
    folder = tmp_path_factory.mktemp("lock")
    lines = ["[project]", 'name = "all-of-them"', 'version = "0"', f'requires-python = "{PROJECT["requires-python"]}"']
    lines.append(f"dependencies = {list(map(str, pinned('dev')))}")
    (folder / "pyproject.toml").write_text("\n".join(lines), encoding="utf-8")
    command = [Path(sys.executable).parent / "uv", "lock", "--quiet", "--no-build", "--project", folder]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Failed to fetch" in ran.stderr:
        pytest.skip("the package index cannot be reached: not checked whether there are wheels for every Python")
    assert ran.returncode == 0, ran.stderr
    packages = tomllib.loads((folder / "uv.lock").read_text(encoding="utf-8"))["package"]
    return {(package["name"], package["version"]): package.get("wheels", []) for package in packages}


def platforms(machine: str) -> list[str]:
    """The names of a platform in those of wheels."""
    if machine == "macos-arm64":
        return list(mac_platforms((14, 0), "arm64"))
    names = ("manylinux1", "manylinux2010", "manylinux2014", *(f"manylinux_2_{minor}" for minor in range(5, 29)))
    return [f"{name}_{machine}" for name in names]


@pytest.mark.parametrize("machine", ["x86_64", "aarch64", "macos-arm64"])
@pytest.mark.parametrize("python", PYTHONS)
def test_every_package_has_a_wheel(
    wheels: dict[tuple[str, str], list[dict[str, str]]], python: str, machine: str
) -> None:
    """On every Python, on Linux and macOS, every package has a wheel whose hash is pinned."""
    version = (3, int(python.partition(".")[2]))
    tags = {
        *cpython_tags(version, platforms=platforms(machine)),
        *compatible_tags(version, f"cp3{version[1]}", platforms(machine)),
    }
    hashes = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    for pin in (pin for pin in pinned("dev") if applies(pin, python)):
        (number,) = (specifier.version for specifier in pin.specifier)
        names = [
            unquote(wheel["url"].rpartition("/")[2]) for wheel in wheels[pin.name, number] if wheel["hash"] in hashes
        ]
        assert any(tags & parse_wheel_filename(name)[3] for name in names), f"{pin} on {machine}"

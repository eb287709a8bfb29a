"""The version of a build."""

from __future__ import annotations

import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from fewest.config.version import COMMIT, commit_of, full_version


def test_a_clone_asks_git(tmp_path: Path) -> None:
    """In a clone, the commit is that of its HEAD; in a clone without commits, and elsewhere, it is unknown."""
    package = tmp_path / "fewest"
    package.mkdir()
    assert commit_of(package) == ""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    assert commit_of(package) == ""
    subprocess.run([*git, "commit", "--quiet", "--allow-empty", "--message", "first"], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    assert len(commit_of(package)) >= 9
    assert head.startswith(commit_of(package))


@pytest.mark.parametrize(("written", "commit"), [("4b26907c1\n", "4b26907c1"), ("", ""), ("none", ""), ("\xff", "")])
def test_a_package_has_a_file(tmp_path: Path, written: str, commit: str) -> None:
    """In a package, the commit is what its file says, if that is a commit; git is not asked."""
    (tmp_path / COMMIT).write_text(written, encoding="latin-1")
    (tmp_path.parent / ".git").touch()
    assert commit_of(tmp_path) == commit


def test_the_version_begins_with_the_release() -> None:
    """The version is the release, and the commit of this tree as a local version (PEP 440)."""
    release, _, commit = full_version().partition("+g")
    assert release == version("fewest")
    assert commit == commit_of(Path(__file__).parents[3] / "fewest")

"""What pyproject.toml cannot say of the packages: their commit, the links between folders, and a README for readers who
have only the package.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
VERSION = runpy.run_path(str(ROOT / "schemas" / "version.py"))


def write_commit(schemas: Path) -> None:
    """Write the commit of this tree into a folder ``schemas`` of a package."""
    (schemas / VERSION["COMMIT"]).write_text(VERSION["commit_of"](ROOT / "schemas"), encoding="ascii")


class BuildWithCommit(build_py):
    """Builds a wheel that knows its commit. An editable install does not: it asks git."""

    def run(self) -> None:
        """Build."""
        super().run()
        if not self.editable_mode:
            write_commit(Path(self.build_lib, "fewest", "schemas"))


class WholeTree(sdist):
    """Packs all files that git tracks, links as links: tests, guide and requirements too. Needs a clone."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Fill the folder that is packed."""
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        tracked = [name for name in listed.stdout.split("\0") if name]
        links = [name for name in tracked if Path(name).is_symlink()]
        metadata = [name for name in files if ".egg-info/" in name]
        super().make_release_tree(base_dir, [*sorted({*tracked} - {*links}), *metadata])
        for name in links:
            link = Path(base_dir, name)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(os.readlink(name))
        write_commit(Path(base_dir, "schemas"))


def description() -> str:
    """The README without its pictures, the section that they make up, and links that need the tree around them."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"^## The page\n.*?(?=^## )", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<img [^>]*>\n*", "", text)
    return re.sub(r"\[([^\]]+)\]\((?!https?://)[^)]+\)", r"\1", text)


setup(
    cmdclass={"build_py": BuildWithCommit, "sdist": WholeTree},
    long_description=description(),
    long_description_content_type="text/markdown",
)

"""What pyproject.toml cannot say of the packages: parts from beside `fewest`, the commit, a shorter README."""

import re
import runpy
import subprocess
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

BESIDE = {"cli.fewest_client": "clients/python/fewest_client", "studio.client": "clients/js", "studio.guide": "docs"}
COMMIT = runpy.run_path("fewest/config/version.py")["commit_of"](Path("fewest"))
README = re.sub(r"(?ms)^## The page\n.*?(?=^## )|<img [^>]*>\n*", "", Path("README.md").read_text("utf-8"))


class Build(build_py):
    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            Path(self.build_lib, "fewest", "COMMIT").write_text(COMMIT, encoding="ascii")


class Pack(sdist):
    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        tracked = subprocess.check_output(["git", "ls-files", "-z"], text=True).split("\0")
        super().make_release_tree(base_dir, sorted({name for name in [*tracked, *files] if Path(name).is_file()}))
        Path(base_dir, "fewest", "COMMIT").write_text(COMMIT, encoding="ascii")


setup(
    cmdclass={"build_py": Build, "sdist": Pack},
    packages=[*find_packages(include=["fewest*"]), *(f"fewest.{name}" for name in BESIDE)],
    package_dir={f"fewest.{name}": folder for name, folder in BESIDE.items()},
    long_description=re.sub(r"\[([^\]]+)\]\((?!https?://)[^)]+\)", r"\1", README),
    long_description_content_type="text/markdown",
)

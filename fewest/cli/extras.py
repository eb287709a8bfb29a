"""How to add the packages of an extra to the environment of this program."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

REQUIREMENT = re.compile(r"(?P<package>[^;]+?) *; *extra == ['\"](?P<extra>\w+)['\"]")


def install_command(extra: str) -> str:
    """The command that installs the packages of one of the project's extras.

    It names the packages, since the project itself is on no package index.
    """
    found = filter(None, map(REQUIREMENT.fullmatch, requires("fewest") or ()))
    wanted = [requirement["package"] for requirement in found if requirement["extra"] == extra]
    environment, python = Path(sys.prefix), shlex.quote(sys.executable)
    if (environment / "pipx_metadata.json").exists():
        return f"pipx inject {environment.name} {shlex.join(wanted)}"
    if (environment / "uv-receipt.toml").exists():
        return f"uv tool install {shlex.join(f'--with={each}' for each in wanted)} PATH_OF_THE_CLONE"
    if find_spec("pip") is None:
        return f"uv pip install --python {python} {shlex.join(wanted)}"
    return f"{python} -m pip install {shlex.join(wanted)}"

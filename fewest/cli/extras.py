"""How to add the packages of an extra to the environment of this program."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.metadata import requires
from importlib.util import find_spec

REQUIREMENT = re.compile(r"(?P<package>[^;]+?) *; *extra == ['\"](?P<extra>\w+)['\"]")


def install_command(extra: str) -> str:
    """The command that installs the packages of one of the project's extras.

    It names the packages, since the project itself is on no package index.
    """
    found = filter(None, map(REQUIREMENT.fullmatch, requires("fewest") or ()))
    wanted = [requirement["package"] for requirement in found if requirement["extra"] == extra]
    python = shlex.quote(sys.executable)
    # uv makes environments without pip.
    install = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"{install} {shlex.join(wanted)}"

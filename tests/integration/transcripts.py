"""Commands and their outputs as the documentation prints them, and whether they are true."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

MARK = "=== transcript {} ==="

Step = tuple[str, str]
"""A command and the output that the page claims; … stands for any text."""


def steps_of(page: str) -> list[Step]:
    """Every command in the console blocks of a page, with its output."""
    steps: list[Step] = []
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            steps.append((command, output.strip()))
    return steps


def check(steps: list[Step], folder: Path, environment: Mapping[str, str]) -> None:
    """Run the commands in one shell; each must print its output."""
    script = "\n".join(f"{command}\necho; echo '{MARK.format(index)}'" for index, (command, _) in enumerate(steps))
    ran = subprocess.run(
        ["bash"], input=script, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    rest = ran.stdout
    for index, (command, output) in enumerate(steps):
        printed, _, rest = rest.partition(MARK.format(index))
        pattern = ".*".join(re.escape(part) for part in output.split("…"))
        assert re.fullmatch(pattern, printed.strip(), re.DOTALL), f"$ {command}\n{printed}{ran.stderr}"

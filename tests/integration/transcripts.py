"""Transcripts on the pages of the guide: the commands of ```console blocks, and what they print."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

MARK = "=== transcript {} ==="


def steps_of(page: str) -> list[tuple[str, str]]:
    """Every command of a page with the output it claims."""
    steps: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            steps.append((command, output.strip()))
    return steps


def files_of(page: str) -> dict[str, str]:
    """The files that a page tells its reader to save, by their names."""
    return dict(re.findall(r"`([\w.]+)`(?:\.[^`]*)?:\n\n```\w+\n(.*?)```", page, re.DOTALL))


def check(steps: Sequence[tuple[str, str]], folder: Path, environment: Mapping[str, str]) -> None:
    """Run commands in one shell, in a folder: each prints the output it claims, in which … is any text."""
    script = "\n".join(f"{command}\necho; echo '{MARK.format(index)}'" for index, (command, _) in enumerate(steps))
    ran = subprocess.run(
        ["bash"], input=script, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    rest = ran.stdout
    for index, (command, output) in enumerate(steps):
        printed, _, rest = rest.partition(MARK.format(index))
        assert fits(output, printed), f"$ {command}\n{printed}{ran.stderr}"


def fits(output: str, printed: str) -> bool:
    """Whether what was printed is the output of a page, in which … is any text."""
    pattern = ".*".join(re.escape(part) for part in output.split("…"))
    return re.fullmatch(pattern, printed.strip(), re.DOTALL) is not None

"""The file of results: JSON Lines; first the head with date, machine and limits, then a row for each measurement."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.programs import ROOT, ProgramLimits

FOLDER = ROOT / "docs" / "benchmarks"
Row = dict[str, Any]


class OtherConditions(Exception):
    """A file of results is from another machine or with other limits."""


@dataclass
class BenchmarkResults:
    """Everything measured on one machine with the same limits.

    Attributes
    ----------
    path
        The file; it is written after every row.
    head
        ``date``, ``machine``, ``limits``, and ``missing``: the programs that could not be started, with the reason.
    rows
        Measurements by (ladder, puzzle, program).
    """

    path: Path
    head: dict[str, Any]
    rows: dict[tuple[str, str, str], Row] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Add a measurement, or replace that of the same puzzle and program."""
        self.rows[row["ladder"], row["puzzle"], row["program"]] = row
        self.save()

    def save(self) -> None:
        """Write the file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = [self.head, *self.rows.values()]
        partial = self.path.with_suffix(".partial")
        partial.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        # In one step: a run can be ended at any time.
        partial.replace(self.path)


def read(path: Path) -> BenchmarkResults:
    """Read a file of results."""
    head, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return BenchmarkResults(path, head, {(row["ladder"], row["puzzle"], row["program"]): row for row in rows})


def resume(path: Path, limits: ProgramLimits) -> BenchmarkResults:
    """The results in a file, to be added to; a new file if there is none.

    Raises
    ------
    OtherConditions
        If the file is from another machine, or was measured with other limits.
    """
    conditions = {"machine": machine(), "limits": {"seconds": limits.seconds, "bytes": limits.bytes}}
    if not path.exists():
        return BenchmarkResults(path, {"record": "benchmarks", "date": today(), **conditions, "missing": {}})
    results = read(path)
    for name, value in conditions.items():
        if results.head[name] != value:
            raise OtherConditions(f"{path.name}: its {name} is {results.head[name]}, not {value}")
    return results


def newest() -> Path:
    """The newest file of results."""
    return max(FOLDER.glob("*.jsonl"))


def today() -> str:
    """The date."""
    return datetime.now(UTC).date().isoformat()


def commit() -> str:
    """The commit of the working tree, with ``+`` if code that is measured has changed since."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    changed = git("status", "--porcelain", "--", "benchmarks", "fewest")
    return f"{git('rev-parse', '--short', 'HEAD') or 'unknown'}{'+' if changed else ''}"


def machine() -> dict[str, Any]:
    """What the machine is."""
    model = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.machine(),
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "memory_gigabytes": round(memory / 1e9),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
    }

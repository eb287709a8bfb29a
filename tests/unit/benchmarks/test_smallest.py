"""Every module of the benchmarks runs, at its smallest size: what is measured rarely would fail unseen."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.hang import HANG_SECONDS

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[3]
SMALLEST = {"atlas": ["--list"], "blocks": ["1", "9", "dads"], "daily": ["--weeks", "1"], "http": ["--smallest"]}
SMALLEST |= {"collections.__main__": ["--smallest"], "round_trips": ["0"]}
"""Arguments of the modules that are commands."""

TESTED = ("__main__", "collections.levels", "compare", "compare_worker", "estimates", "library")
"""Commands that another test runs."""


def test_no_command_is_forgotten() -> None:
    """Every command is run at its smallest size here, or by another test."""
    package = ROOT / "benchmarks"
    modules = [*package.glob("*.py"), *package.glob("collections/*.py")]
    commands = [path for path in modules if "\nif __name__ ==" in path.read_text(encoding="utf-8")]
    named = {".".join(path.relative_to(package).with_suffix("").parts) for path in commands}
    assert named == {*SMALLEST, *TESTED}


def test_they_say_how_they_are_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``--help`` prints what each command does, and nothing is measured."""
    for name in (*SMALLEST, *TESTED):
        module = import_module(f"benchmarks.{name}")
        monkeypatch.setattr(sys, "argv", [str(module.__file__), "--help"])
        with pytest.raises(SystemExit) as ended:
            module.main()
        assert not ended.value.code
        first, *_ = str(module.__doc__).splitlines()
        assert first in capsys.readouterr().out


@pytest.mark.parametrize("name", SMALLEST)
def test_it_runs_at_its_smallest_size(name: str) -> None:
    """The command prints something, and exits with 0."""
    command = [sys.executable, "-m", f"benchmarks.{name}", *SMALLEST[name]]
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=2 * HANG_SECONDS, check=False
    )
    assert ran.returncode == 0, ran.stderr[-5000:]
    assert ran.stdout

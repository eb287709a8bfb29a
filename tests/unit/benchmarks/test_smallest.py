"""Every module of the benchmarks runs, at its smallest size: what is measured rarely would fail unseen."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.hang import HANG_SECONDS

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[3]
SMALLEST = {"atlas": ["--list"], "blocks": ["1", "9", "dads"], "http": ["--smallest"]}
"""Arguments of the modules that are commands."""

TESTED = {
    "__main__": "test_measure",
    "compare": "test_compare",
    "compare_worker": "test_compare",
    "library": "test_programs",
    "slide_distance_table": "test_programs",
}
"""Commands that another test runs."""


def modules() -> dict[str, ast.Module]:
    """The modules of the package."""
    return {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "benchmarks").glob("*.py")}


def is_command(module: ast.Module) -> bool:
    """Whether a module is run by its name."""
    return any(isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in module.body)


def imported(module: ast.Module) -> set[str]:
    """The modules of the package that a module imports."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {f"{node.module}.{name.name}" for name in node.names} | {node.module}
    return {name.removeprefix("benchmarks.") for name in found if name.startswith("benchmarks.")}


def test_no_module_is_forgotten() -> None:
    """Every command has arguments here or a test that runs it; every other module is part of a command."""
    package = modules()
    commands = {name for name, module in package.items() if is_command(module)}
    assert commands == {*SMALLEST, *TESTED}
    for test in TESTED.values():
        assert Path(__file__).with_name(f"{test}.py").exists()
    reached, new = set[str](), commands
    new |= {"bare"}  # http starts it by name
    while new:
        reached |= new
        new = set().union(*(imported(package[name]) for name in new)) & package.keys() - reached
    assert package.keys() <= reached


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
    """The command ends well, and prints something."""
    command = [sys.executable, "-m", f"benchmarks.{name}", *SMALLEST[name]]
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=2 * HANG_SECONDS, check=False
    )
    assert ran.returncode == 0, ran.stderr[-5000:]
    assert ran.stdout

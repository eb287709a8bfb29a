"""Every module of the benchmarks runs, at its smallest size: what is measured rarely would fail unseen."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.hang import HANG_SECONDS

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[3]
SMALLEST = {
    "atlas": ["--list"],
    "blocks": ["1", "9", "dads"],
    "generation": ["3", "1"],
    "http_costs": ["1", "1"],
    "http_footprint": ["1"],
    "http_jobs": ["3", "2", "1"],
    "http_lanes": ["1", "3"],
    "http_pages": ["1"],
    "http_ratios": ["1", "1", "1", "3"],
    "http_routes": ["1", "1"],
    "http_slow_clients": ["1", "no client"],
    "http_units": ["FOLDER", "1", "8-puzzle"],
    "spaces": ["4", "10", "5"],
    "soak": ["0.1", "FOLDER/soak.png"],
    "surveys": ["hoppers", "one"],
    "units_virtual": ["FOLDER", "2", "8"],
}
"""Arguments of the modules that are commands."""

TESTED = {
    "__main__": "test_measure",
    "compare": "test_compare",
    "compare_worker": "test_compare",
    "library": "test_programs",
    "slide_distance_table": "test_programs",
}
"""Commands that another test runs."""

WRK = ("http_ratios", "http_routes", "http_slow_clients")
"""Those that measure with wrk."""


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
    while new:
        reached |= new
        new = set().union(*(imported(package[name]) for name in new)) & package.keys() - reached
    assert package.keys() <= reached


@pytest.mark.parametrize("name", [*SMALLEST, *TESTED])
def test_it_says_how_it_is_run(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """``--help`` prints what the command does, and nothing is measured."""
    module = import_module(f"benchmarks.{name}")
    monkeypatch.setattr(sys, "argv", [str(module.__file__), "--help"])
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert not ended.value.code
    first, *_ = str(module.__doc__).splitlines()
    assert first in capsys.readouterr().out


@pytest.mark.parametrize("name", SMALLEST)
def test_it_runs_at_its_smallest_size(name: str, tmp_path: Path) -> None:
    """The command ends well, and prints something."""
    if name in WRK and shutil.which("wrk") is None:
        pytest.skip("wrk is not installed: .ci/run installs it, or apt-get install wrk")
    (tmp_path / "tables").mkdir()
    command = [
        sys.executable,
        "-m",
        f"benchmarks.{name}",
        *(each.replace("FOLDER", str(tmp_path)) for each in SMALLEST[name]),
    ]
    environment = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    environment["BENCHMARK_SETTLE_SECONDS"] = "0.2"
    ran = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=2 * HANG_SECONDS, check=False
    )
    assert ran.returncode == 0, ran.stderr[-5000:]
    assert ran.stdout

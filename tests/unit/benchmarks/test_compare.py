"""Two trees are compared on the same puzzles; differences beyond noise are marked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks.compare import Comparison
from benchmarks.programs import ROOT


@pytest.mark.parametrize(
    ("base", "new", "verdict"),
    [
        ((1.0, 1.01, 9.0), (1.2, 1.21, 1.3), "**slower**"),
        ((1.2, 1.21, 1.3), (9.0, 1.01, 1.0), "faster"),
        ((1.0, 1.01, 1.0), (1.02, 1.02, 1.0), ""),
        ((1.0, 1.3, 1.4), (1.2, 1.2, 1.2), ""),
        ((0.0010, 0.0010), (0.0012, 0.0012), ""),
        ((0.0010, 0.0010), (0.0014, 0.0014), "**slower**"),
    ],
)
def test_only_differences_beyond_noise_are_marked(
    base: tuple[float, ...], new: tuple[float, ...], verdict: str
) -> None:
    """The least times are compared. The noise is how far the second least time of a tree is above the least, at least 3
    % and 0.3 ms.
    """
    assert Comparison("row", base, new).verdict == verdict


@pytest.mark.full
def test_a_tree_is_compared_with_itself() -> None:
    """`--smallest` measures a puzzle and the validation with both trees, and exits with 0."""
    command = [sys.executable, "-m", "benchmarks.compare", str(ROOT), "--smallest"]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    names = [line.split("|")[1].strip() for line in run.stdout.splitlines() if line.startswith("| ")]
    assert names[1:] == ["small/validation", "jump/hoppers"]
    assert "geometric mean of the ratios: " in run.stdout

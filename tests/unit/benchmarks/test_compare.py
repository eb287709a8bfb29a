"""Two trees are compared on the same puzzles; differences beyond noise are marked, wrong answers named."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from benchmarks.compare import MAX_ROUNDS, MIN_ROUNDS, ComparedRow, Comparison, WrongAnswers, compare, rows
from benchmarks.compare_trees import Tree, checked_out
from benchmarks.ladder import ladders
from benchmarks.processes import CannotStart
from benchmarks.programs import ROOT
from tests.hang import HANG_SECONDS


@dataclass
class Answering(Tree):
    """A tree that answers from a list."""

    answers: list[dict[str, Any]] = field(default_factory=list)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The next answer."""
        del request
        return self.answers.pop(0)


def tree(*seconds: float, answer: list[Any] | None = None) -> Answering:
    """A tree whose measurements take some seconds."""
    answers = [{"seconds": each, "answers": [answer]} for each in seconds]
    return Answering("base", Path(), ExitStack(), answers=answers)


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
    """Minima are compared; noise is what the second least time of a tree differs by, and at least 3 % and 0.3 ms."""
    assert Comparison("row", base, new).verdict == verdict


def test_trees_are_measured_in_turn() -> None:
    """Either tree goes first equally often; long rows are measured less often than short ones."""
    order: list[str] = []
    trees = tree(), Tree("new", Path(), ExitStack())

    def measure(tree: Tree, seconds: float) -> float:
        order.append(tree.name)
        return seconds

    found = compare(ComparedRow("long", lambda tree: measure(tree, 100.0)), trees, MAX_ROUNDS)
    assert order[:4] == ["new", "base", "base", "new"]
    assert len(found.base) == len(found.new) == MIN_ROUNDS
    assert len(compare(ComparedRow("short", lambda tree: measure(tree, 0.0)), trees, MAX_ROUNDS).new) == MAX_ROUNDS


def test_a_wrong_answer_is_named() -> None:
    """A length or a number of solutions that is known to be another one is reported, with tree and rung."""
    hoppers, wrong = next(rung for rung in ladders() if rung.name == "hoppers"), WrongAnswers()
    assert wrong.solve(tree(0.5, answer=[7, 72]), hoppers) == 0.5
    assert wrong.texts == []
    wrong.solve(tree(0.5, answer=[8, 72]), hoppers)
    wrong.solve(tree(0.5, answer=[7, 71]), hoppers)
    assert wrong.texts == ["base, hoppers: length 8, known: 7", "base, hoppers: 71 solutions, known: 72"]


def test_every_rung_is_a_row() -> None:
    """The whole ladder is compared, beside the small things, under different names."""
    names = [row.name for row in rows(WrongAnswers())]
    assert len(names) == len(set(names))
    assert {f"{rung.ladder}/{rung.name}" for rung in ladders()} < set(names)
    assert all(len(rung.puzzles) == len(rung.answers) for rung in ladders())


def test_a_commit_is_checked_out_and_removed(tmp_path: Path) -> None:
    """The folder holds the commit, not what came later; afterwards folder and worktree are gone."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git[:3], "init", "--quiet"], check=True)
    for text in ("first", "second"):
        (tmp_path / "file").write_text(text)
        subprocess.run([*git, "add", "file"], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", text], check=True)
    with checked_out(tmp_path, "HEAD~1") as folder:
        assert (folder / "file").read_text() == "first"
    assert not folder.exists()
    listed = subprocess.run([*git, "worktree", "list"], check=True, capture_output=True, text=True).stdout
    assert len(listed.splitlines()) == 1


@pytest.mark.parametrize(
    ("code", "text"), [("", "ended before it was ready"), ("import time; time.sleep(3600)", "not ready after 1 s")]
)
def test_a_service_that_does_not_start_is_tried_once(tmp_path: Path, code: str, text: str) -> None:
    """One that ends is not waited for, one that never is ready only for a moment; the reason is kept."""
    (tmp_path / "cli.py").write_text(code)
    with ExitStack() as stack:
        base = Tree("base", tmp_path, stack, ready_seconds=HANG_SECONDS if not code else 1.0)
        with pytest.raises(CannotStart, match=f"the service of base does not start here: {text}") as first:
            base.known_seconds([])
        (tmp_path / "cli.py").unlink()
        with pytest.raises(CannotStart) as again:
            base.known_seconds([])
    assert again.value is first.value


@pytest.mark.full
def test_a_tree_is_compared_with_itself() -> None:
    """The smallest size measures a rung and a small thing, with both trees, and ends well."""
    command = [sys.executable, "-m", "benchmarks.compare", str(ROOT), "--smallest"]
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    names = [line.split("|")[1].strip() for line in run.stdout.splitlines() if line.startswith("| ")]
    assert names[1:] == ["small/validation", "jump/hoppers"]
    assert "geometric mean of the ratios: " in run.stdout

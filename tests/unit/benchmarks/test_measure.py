"""Programs are measured in processes of their own; their answers are checked."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks import __main__ as command
from benchmarks.ladder import LadderAnswer, Rung
from benchmarks.measure import disagreement, is_bad, measure, summary
from benchmarks.programs import ProgramLimits, ProgramRun
from benchmarks.results import read, resume
from fewest.solver.model import Want
from tests.hang import HANG_SECONDS

EIGHT = {
    "kind": "slide",
    "board": {"rows": 3, "columns": 3},
    "start": [8, 6, 7, 2, 5, 4, 3, 0, 1],
    "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0],
}
RUNG = Rung("slide", "eight", "8-puzzle", 9, Want.COUNT, (EIGHT,), (LadderAnswer(31, 40),), "OEIS A087725", 3)
LIMITS = ProgramLimits(60, 10**9)
ANSWER = '{"answers": [%s], "nodes": 7, "seconds": 0.5, "processor_seconds": 0.25}'


@dataclass(frozen=True, slots=True)
class Script:
    """A program in Python that has nothing to do with puzzles."""

    code: str
    seconds: float = 60.0
    name: str = "script"
    ladders: tuple[str, ...] = ("slide",)
    nodes: str = "none"
    reason: str | None = None
    bytes: int = 0

    def prepare(self, limits: ProgramLimits) -> str | None:
        """Whether it can be started, as the test wants it."""
        del limits
        return self.reason

    def run(self, rung: Rung, limits: ProgramLimits) -> ProgramRun | None:
        """Run the code."""
        del rung, limits
        return ProgramRun([sys.executable, "-I", "-S", "-c", self.code], "", self.seconds, self.bytes)


def printing(answer: str) -> Script:
    """A program that prints an answer."""
    return Script(f"print({ANSWER % answer!r})")


def test_an_answer_is_measured() -> None:
    """A row has the figures that the program prints, and the memory of its process alone."""
    row = measure(printing('{"status": "solved", "length": 31, "count": 40}'), RUNG, LIMITS, HANG_SECONDS)
    assert row is not None
    assert (row["status"], row["length"], row["count"], row["nodes"], row["seconds"]) == ("solved", 31, 40, 7, 0.5)
    assert 10**6 < row["peak_bytes"] < 5 * 10**7, "that of Python without any package"
    assert not is_bad(row)


def test_a_wrong_answer_of_a_set_names_the_puzzle() -> None:
    """Each answer of a set is compared with the known one, stopped ones are counted, and a wrong one fails the run."""
    answers = (LadderAnswer(31), LadderAnswer(8), LadderAnswer(9))
    rung = Rung("sets", "two", "two", 2, Want.ONE, (EIGHT,) * 3, answers, "")
    solved = '{"status": "solved", "length": 31}, {"status": "solved", "length": 7}'
    row = measure(printing(f'{solved}, {{"status": "stopped", "limit": "seconds"}}'), rung, LIMITS, HANG_SECONDS)
    assert row is not None
    assert row["wrong"] == ["puzzle 2: length 7, known: 8"]
    assert (row["status"], row["ended"], row["puzzles"]) == ("stopped", 2, 3)
    assert row["wrong"][0] in summary(row)
    assert is_bad(row)


@pytest.mark.parametrize(
    ("known", "given", "text"),
    [
        (LadderAnswer(31), {"status": "solved", "length": 33}, "length 33, known: 31"),
        (LadderAnswer(31, 40), {"status": "solved", "length": 31, "count": 41}, "41 solutions, known: 40"),
        (LadderAnswer(31), {"status": "unsolvable"}, "length None, known: 31"),
        (LadderAnswer(None), {"status": "solved", "length": 3}, "length 3, known: None"),
        (LadderAnswer(31, 40), {"status": "solved", "length": 31}, None),
        (LadderAnswer(31), {"status": "solved", "length": 31, "count": 5}, None),
        (LadderAnswer(31), {"status": "stopped", "limit": "bytes"}, None),
        (LadderAnswer(None), {"status": "unsolvable"}, None),
    ],
)
def test_what_is_a_wrong_answer(known: LadderAnswer, given: dict[str, Any], text: str | None) -> None:
    """An answer is wrong if its length or its count differs; one without a count, or that was stopped, is not."""
    assert disagreement(known, given) == text


def test_a_program_that_does_not_end_is_stopped() -> None:
    """A program is killed at its limit of processor time, and what it used is measured."""
    row = measure(Script("x = bytearray(60_000_000)\nwhile True: pass", seconds=1.0), RUNG, LIMITS, HANG_SECONDS)
    assert row is not None
    assert (row["status"], row["limit"]) == ("stopped", "seconds")
    assert row["processor_seconds"] > 0.5
    assert row["peak_bytes"] > 6 * 10**7
    assert not is_bad(row)


def test_memory_is_limited() -> None:
    """A program that needs more memory than its limit fails, and its error is in the row."""
    row = measure(Script("bytearray(2_000_000_000)", bytes=10**9), RUNG, LIMITS, HANG_SECONDS)
    assert row is not None
    assert (row["status"], row["error"]) == ("failed", "MemoryError")
    assert is_bad(row)


def test_a_run_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run does not repeat rows of the file. It records why a program cannot be started; a wrong answer fails it, and
    is kept.
    """
    path = tmp_path / "results.jsonl"

    def measured(*scripts: Script) -> bool:
        monkeypatch.setattr(command, "PROGRAMS", scripts)
        return command.run(resume(path, LIMITS), LIMITS, command.parser().parse_args([]))

    monkeypatch.setattr(command, "ladders", lambda: (RUNG,))
    assert measured(printing('{"status": "solved", "length": 31}'), Script("", name="other", reason="there is none"))
    assert "other: not measured: there is none\n" in capsys.readouterr().out
    assert read(path).head["missing"] == {"other": "there is none"}
    assert measured(printing('{"status": "solved", "length": 30}'))
    assert list(read(path).rows) == [("slide", "eight", "script")]
    path.unlink()
    assert not measured(printing('{"status": "solved", "length": 30}'))
    assert read(path).rows["slide", "eight", "script"]["wrong"] == ["length 30, known: 31"]

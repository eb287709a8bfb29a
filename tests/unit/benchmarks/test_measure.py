"""Programs are measured in processes of their own; their answers are checked."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks import __main__ as command
from benchmarks import programs, results
from benchmarks.ladder import LadderAnswer, Rung
from benchmarks.measure import disagreement, is_bad, measure, measure_http, summary
from benchmarks.programs import ProgramLimits, ProgramRun
from benchmarks.results import BenchmarkResults, OtherConditions, read, resume
from solver.model import Want
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
    """A row has what the program says of itself, and the memory of its process alone."""
    row = measure(printing('{"status": "solved", "length": 31, "count": 40}'), RUNG, LIMITS, HANG_SECONDS)
    assert row is not None
    assert (row["status"], row["length"], row["count"], row["nodes"], row["seconds"]) == ("solved", 31, 40, 7, 0.5)
    assert 10**6 < row["peak_bytes"] < 5 * 10**7, "that of Python without any package"
    assert not is_bad(row)


def test_a_wrong_answer_of_a_set_names_the_puzzle() -> None:
    """Every puzzle of a set is compared; those that were stopped are counted; a wrong answer fails the run."""
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
    """A program that does not count is not wrong; one that has stopped has said nothing."""
    assert disagreement(known, given) == text


def test_a_program_that_does_not_end_is_stopped() -> None:
    """It is killed after its processor time, and what it used is measured."""
    row = measure(Script("x = bytearray(60_000_000)\nwhile True: pass", seconds=1.0), RUNG, LIMITS, HANG_SECONDS)
    assert row is not None
    assert (row["status"], row["limit"]) == ("stopped", "seconds")
    assert row["processor_seconds"] > 0.5
    assert row["peak_bytes"] > 6 * 10**7
    assert not is_bad(row)


def test_the_end_of_the_run_is_no_measurement() -> None:
    """A program that is killed because the time of the whole run is over has no row."""
    assert measure(Script("while True: pass"), RUNG, LIMITS, 0.5) is None


def test_memory_is_limited() -> None:
    """A program of which the addresses are limited gets no more; one that fails is bad, and its error is in the row."""
    row = measure(Script("bytearray(2_000_000_000)", bytes=10**9), RUNG, LIMITS, HANG_SECONDS)
    assert row is not None
    assert (row["status"], row["error"]) == ("failed", "MemoryError")
    assert is_bad(row)


@pytest.fixture
def one_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder of one rung."""
    monkeypatch.setattr(command, "ladders", lambda: (RUNG,))


def measured(results: BenchmarkResults, *options: str) -> bool:
    """Run the command on the results."""
    return command.run(results, LIMITS, command.parser().parse_args(options))


@pytest.mark.usefixtures("one_rung")
def test_a_run_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the file is not measured again, unless that is asked for."""
    path = tmp_path / "results.jsonl"
    marks = tmp_path / "marks"
    good = f"open({str(marks)!r}, 'a').write('x')\n" + printing('{"status": "solved", "length": 31}').code
    monkeypatch.setattr(command, "PROGRAMS", (Script(good),))
    assert measured(resume(path, LIMITS))
    assert measured(resume(path, LIMITS))
    assert marks.read_text() == "x"
    assert measured(resume(path, LIMITS), "--again")
    assert marks.read_text() == "xx"
    assert list(read(path).rows) == [("slide", "eight", "script")]


@pytest.mark.usefixtures("one_rung")
def test_a_day_may_have_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run begins the next file where today's is complete or of other limits, and goes on where something is left."""
    monkeypatch.setattr(command, "PROGRAMS", (printing('{"status": "solved", "length": 31}'),))

    def of_today(*options: str, limits: ProgramLimits = LIMITS) -> BenchmarkResults:
        return command.results_of_today(limits, command.parser().parse_args(options), tmp_path)

    first = of_today()
    first.save()
    assert of_today().path == first.path
    measured(first)
    second = of_today()
    assert second.path.name == first.path.name.replace(".jsonl", "-2.jsonl")
    assert of_today("--again").path == of_today("--only", "eight").path == first.path
    measured(second)
    assert of_today("--again").path == second.path
    assert of_today("--http").path == second.path
    third = of_today(limits=ProgramLimits(30, 10**9))
    third.save()
    assert third.path.name == first.path.name.replace(".jsonl", "-3.jsonl")
    assert of_today("--again").path == second.path
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    for number in range(4, 11):
        of_today(limits=ProgramLimits(number, 10**9)).save()
    assert results.newest().stem.endswith("-10")


@pytest.mark.usefixtures("one_rung")
def test_what_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that cannot be started is named with the reason, in the output and in the file, and none is started
    when the minutes are over: the run is good. It is not if an answer is wrong, which is kept.
    """
    path = tmp_path / "results.jsonl"
    monkeypatch.setattr(command, "PROGRAMS", (Script("", name="other", reason="there is no other"),))
    assert measured(resume(path, LIMITS))
    assert capsys.readouterr().out == "other: not measured: there is no other\n"
    assert read(path).head["missing"] == {"other": "there is no other"}
    monkeypatch.setattr(command, "PROGRAMS", (printing('{"status": "solved", "length": 30}'),))
    assert measured(resume(path, LIMITS), "--minutes", "0")
    assert capsys.readouterr().out == "stopped after 0 minutes; the same command goes on\n"
    assert read(path).rows == {}
    assert not measured(resume(path, LIMITS))
    assert read(path).rows["slide", "eight", "script"]["wrong"] == ["length 30, known: 31"]


def test_what_measures_the_service_is_kept_as_printed() -> None:
    """One that fails is bad, with its error."""
    row = measure_http("arguments")  # it prints nothing
    assert (row["status"], row["output"]) == ("measured", "")
    assert not is_bad(row)
    row = measure_http("no_such_module")
    assert "No module named benchmarks.no_such_module" in row["error"]
    assert is_bad(row)


def test_results_of_other_conditions_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file belongs to one machine and one pair of limits."""
    path = tmp_path / "results.jsonl"
    resume(path, LIMITS).save()
    with pytest.raises(OtherConditions, match="limits"):
        resume(path, ProgramLimits(30, 10**9))
    monkeypatch.setattr(results, "machine", lambda: {"processor": "another"})
    with pytest.raises(OtherConditions, match="machine"):
        resume(path, LIMITS)


def test_every_program_is_known_by_ladder_and_name() -> None:
    """No two programs share a row."""
    names = [(ladder, program.name) for program in programs.PROGRAMS for ladder in program.ladders]
    assert len(names) == len(set(names))

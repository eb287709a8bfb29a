"""Results as tables and pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import render
from benchmarks.plots import draw, line_of
from benchmarks.results import FOLDER, BenchmarkResults, newest, read

HEAD = {
    "record": "benchmarks",
    "date": "2026-11-21",
    "machine": {
        "processor": "AMD EPYC",
        "cores": 2,
        "memory_gigabytes": 24,
        "system": "Linux",
        "python": "3.11.7",
        "numba": "0.68.1",
    },
    "limits": {"seconds": 30.0, "bytes": 4 * 10**9},
    "missing": {"slidy": "there is no cargo"},
}


def row(puzzle: str, program: str, status: str, **more: Any) -> dict[str, Any]:
    """A measurement."""
    made = {
        "ladder": "jump",
        "puzzle": puzzle,
        "title": f"{puzzle} board",
        "size": 31,
        "program": program,
        "threads": 1,
    }
    used = {"seconds": 1.25, "processor_seconds": 1.1, "peak_bytes": 250_000_000, "nodes": 1234}
    return made | used | {"status": status, "load": [0.5, 1.5], "commit": "abc", "date": ""} | more


def results(tmp_path: Path) -> BenchmarkResults:
    """Two puzzles and three programs."""
    made = BenchmarkResults(tmp_path / "2026-11-21.jsonl", HEAD)
    made.add(row("english", "fewest", "solved", length=18, count=7488))
    made.add(
        row(
            "english",
            "Hiroi's algorithm, C",
            "stopped",
            limit="seconds",
            seconds=30.4,
            processor_seconds=28.0,
            nodes=None,
        )
    )
    made.add(row("english", "breadth-first search", "stopped", limit="bytes"))
    made.add(row("hoppers", "fewest", "solved", length=7, count=72, processor_seconds=0.00441, load=[2.5, 1.5]))
    made.add(row("hoppers", "Hiroi's algorithm, C", "not applicable"))
    return made


def test_what_committed_results_do_not_have(tmp_path: Path) -> None:
    """Limits by memory, programs that are missing, wrong answers, and the load of the machine."""
    made = results(tmp_path)
    assert (
        "| seconds | jumps | moves | fewest | Hiroi's algorithm, C | breadth-first search |\n"
        "| --- | --- | --- | --- | --- | --- |\n"
        "| hoppers board | 31 | 7 (72) | 0.0044 | – |  |\n"
        "| english board | 31 | 18 (7,488) | 1.1 | > 30 | out of memory |\n"
    ) in render.page(made)
    made.add(row("hoppers", "breadth-first search", "solved", length=8, wrong=["length 8, known: 7"]))
    page = render.page(made)
    assert "while it was measured: 0.5 to 2.5;" in page
    assert "Not measured: slidy: there is no cargo." in page
    assert "| 1.1 (wrong) |" in page
    assert "Wrong answers: 1, of 3 measurements with an answer." in page


def test_seconds_of_several_threads_are_by_the_clock(tmp_path: Path) -> None:
    """Their processor time is that of all threads together."""
    made = results(tmp_path)
    made.add(row("hoppers", "fewest, 2 threads", "solved", length=7, threads=2))
    assert "| hoppers board | 31 | 7 (72) | 0.0044 | 1.2 | – |  |\n" in render.page(made)


def test_a_line_of_the_picture(tmp_path: Path) -> None:
    """Puzzles that a program is not given are not on its line; those at which it was stopped are, marked."""
    rows = render.rows_of(results(tmp_path), "jump")
    assert line_of(rows, "Hiroi's algorithm, C") == [("english", 28.0, True)]
    assert line_of(rows, "fewest") == [("hoppers", 0.00441, False), ("english", 1.1, False)]


def test_the_same_results_give_the_same_picture(tmp_path: Path) -> None:
    """Without date and random numbers, so that a picture changes only with its results; words are text."""
    pytest.importorskip("matplotlib")
    rows = render.rows_of(results(tmp_path), "jump")
    first, second = tmp_path / "first.svg", tmp_path / "second.svg"
    draw(rows, 30, "Jump boards", first)
    draw(rows, 30, "Jump boards", second)
    assert first.read_bytes() == second.read_bytes()
    assert ">Hiroi's algorithm, C</text>" in first.read_text(encoding="utf-8")
    assert ">hoppers</text>" in first.read_text(encoding="utf-8")


def test_the_page_of_the_newest_results_is_theirs() -> None:
    """What is committed is what `make bench BENCH=--render` writes."""
    made = read(newest())
    assert made.path.with_suffix(".md").read_text(encoding="utf-8") == render.page(made)
    assert all((FOLDER / f"{made.path.stem}-{ladder}.svg").is_file() for ladder in render.TITLES)


def test_the_figures_of_the_readme_are_those_of_the_newest_results() -> None:
    """They cannot be changed alone."""
    found = render.BLOCK.search(render.README.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == render.essence(read(newest()))


def test_no_committed_answer_is_wrong() -> None:
    """Every program agrees with the known answers in the newest results."""
    assert [row for row in read(newest()).rows.values() if "wrong" in row or row["status"] == "failed"] == []

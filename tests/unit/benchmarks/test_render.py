"""Results as tables and pictures."""

from __future__ import annotations

from benchmarks import render
from benchmarks.results import FOLDER, newest, read


def test_the_page_of_the_newest_results_is_theirs() -> None:
    """The page of the newest results is what `make bench BENCH=--render` writes."""
    made = read(newest())
    assert made.path.with_suffix(".md").read_text(encoding="utf-8") == render.page(made)
    assert all((FOLDER / f"{made.path.stem}-{ladder}.svg").is_file() for ladder in render.TITLES)


def test_the_figures_of_the_readme_are_those_of_the_newest_results() -> None:
    """The figures of README.md are those of the newest results."""
    found = render.BLOCK.search(render.README.read_text(encoding="utf-8"))
    assert found is not None
    assert found[0] == render.essence(read(newest()))


def test_a_wrong_answer_is_seen() -> None:
    """A wrong answer would be marked and counted; the newest results have none."""
    made = read(newest())
    assert [row for row in made.rows.values() if "wrong" in row or row["status"] == "failed"] == []
    made.rows["jump", "hoppers", "fewest"]["wrong"] = ["length 7, known: 8"]
    page = render.page(made)
    assert "(wrong) |" in page
    assert "Wrong answers: 1, of " in page


def test_a_picture_has_a_line_for_each_program() -> None:
    """Each program has a line in the picture, with a point for each puzzle that it solved or was stopped at."""
    plot = render.plotted(render.rows_of(read(newest()), "jump"), 30, "Jump boards")
    hoppers, seconds, stopped = plot["lines"]["Hiroi's algorithm, C"][0]
    assert (plot["puzzles"][hoppers], stopped) == ("hoppers", False)
    assert 0 < seconds < 1
    assert all(points == sorted(points) for points in plot["lines"].values())

"""Pictures of seconds against size, in SVG. Needs matplotlib (the extra ``dev``)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.results import Row

MARKERS = "osDvP*Xd"


def draw(rows: Sequence[Row], max_seconds: float, title: str, path: Path) -> None:
    """Draw the seconds of every program on the puzzles of a ladder, from small to large.

    A hollow mark stands for a program that was stopped: at the time limit, or where it ran out of memory.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    # No date, no random ids, letters as letters: the same rows give the same file.
    mpl.rcParams.update({"svg.hashsalt": "fewest", "svg.fonttype": "none", "font.family": "sans-serif"})
    from matplotlib import pyplot

    names = list(dict.fromkeys(row["puzzle"] for row in rows))
    figure, axis = pyplot.subplots(figsize=(9, 5), constrained_layout=True)
    for program, marker in zip(dict.fromkeys(row["program"] for row in rows), MARKERS * 2, strict=False):
        points = line_of(rows, program)
        if points:
            line: Any = axis.plot(
                [names.index(name) for name, *_ in points],
                [max(seconds, 1e-3) for _, seconds, _ in points],
                marker=marker,
                markersize=5,
                linewidth=1,
                label=program,
                markerfacecolor="none",
            )[0]
            solved = [(names.index(name), max(seconds, 1e-3)) for name, seconds, stopped in points if not stopped]
            axis.plot(*zip(*solved, strict=True), marker, color=line.get_color(), markersize=5) if solved else None
    axis.axhline(max_seconds, color="0.6", linestyle=":", linewidth=1)
    axis.set_yscale("log")
    axis.set_ylabel("seconds")
    axis.set_title(f"{title}, from small to large; hollow: stopped by a limit", fontsize=10)
    axis.set_xticks(range(len(names)), names, rotation=35, ha="right", fontsize=8)
    axis.grid(axis="y", color="0.92")
    axis.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)


def time_of(row: Row) -> float:
    """The seconds that are shown: processor time, which other work changes less; of several threads by the clock."""
    return float(row["seconds" if row["threads"] > 1 else "processor_seconds"])


def line_of(rows: Sequence[Row], program: str) -> list[tuple[str, float, bool]]:
    """The line of a program: puzzle, seconds, and whether it was stopped; without what it does not solve."""
    return [
        (row["puzzle"], time_of(row), row["status"] == "stopped")
        for row in rows
        if row["program"] == program and row["status"] in ("solved", "unsolvable", "stopped")
    ]

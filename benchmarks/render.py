"""Results as a page for ``docs/benchmarks``, and the essence of it for ``README.md``."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks import estimates
from benchmarks.ladder import ladders
from benchmarks.programs import HERE, PROGRAMS, ROOT, VENV
from benchmarks.results import FOLDER, BenchmarkResults, Row, newest
from fewest.boards.atlas import atlas

README = ROOT / "README.md"
BLOCK = re.compile(r"(?<=<!-- benchmarks -->\n).*?(?=<!-- end of benchmarks -->)", re.DOTALL)
"""The part of ``README.md`` that is generated."""

TITLES = {"jump": "Jump boards", "slide": "Sliding puzzles"}
SIZES = {"jump": "jumps", "slide": "cells"}

ESSENCE = (
    "hoppers", "triangle-21", "english-20", "english", "triangle-36", "french",
    "8-puzzle", "11-puzzle", "15-puzzle-43", "15-puzzle-80", "24-puzzle-62",
)  # fmt: skip
"""The puzzles shown in ``README.md``."""
LEFT_OUT = ("fewest, 2 threads", "fewest, large tables")
"""Programs not shown there."""


def write(results: BenchmarkResults) -> None:
    """Write the page and the pictures beside the file of results; if it is the newest of all, the essence, too."""
    results.path.with_suffix(".md").write_text(page(results), encoding="utf-8")
    for ladder, title in TITLES.items():
        rows = rows_of(results, ladder)
        if rows:
            draw(plotted(rows, results.head["limits"]["seconds"], title), picture(results, ladder))
    if results.path.parent == FOLDER and results.path == newest():
        README.write_text(BLOCK.sub(lambda _: essence(results), README.read_text("utf-8")), encoding="utf-8")
        estimates.write(atlas(), results)


def plotted(rows: Sequence[Row], max_seconds: float, title: str) -> dict[str, Any]:
    """What ``peers/plot.py`` draws: the seconds of every program on the puzzles of a ladder."""
    names = list(dict.fromkeys(row["puzzle"] for row in rows))
    lines: dict[str, list[tuple[int, float, bool]]] = {}
    for row in rows:
        if row["status"] in ("solved", "unsolvable", "stopped"):
            point = names.index(row["puzzle"]), time_of(row), row["status"] == "stopped"
            lines.setdefault(row["program"], []).append(point)
    return {"title": title, "max_seconds": max_seconds, "puzzles": names, "lines": lines}


def draw(plot: dict[str, Any], path: Path) -> None:
    """Draw a picture with the Python of the other programs, which has matplotlib."""
    command = [str(VENV / "bin" / "python"), str(HERE / "peers" / "plot.py")]
    drawn = subprocess.run(command, input=json.dumps(plot).encode(), stdout=subprocess.PIPE, check=True)
    path.write_bytes(drawn.stdout)


def time_of(row: Row) -> float:
    """The seconds that are shown: processor time, which other work changes less; of several threads by the clock."""
    return float(row["seconds" if row["threads"] > 1 else "processor_seconds"])


def picture(results: BenchmarkResults, ladder: str) -> Path:
    """The file of the picture of a ladder."""
    return results.path.with_name(f"{results.path.stem}-{ladder}.svg")


def rows_of(results: BenchmarkResults, ladder: str) -> list[Row]:
    """The rows of a ladder: puzzles as they come on it, programs as in :data:`PROGRAMS`."""
    rungs = [rung.name for rung in ladders()]
    programs = list(dict.fromkeys(program.name for program in PROGRAMS))

    def order(row: Row) -> tuple[int, int]:
        return place(rungs, row["puzzle"]), place(programs, row["program"])

    return sorted((row for row in results.rows.values() if row["ladder"] == ladder), key=order)


def place(names: Sequence[str], name: str) -> int:
    """The index of a name; those that are not there come last."""
    return names.index(name) if name in names else len(names)


def page(results: BenchmarkResults) -> str:
    """Everything that was measured."""
    limits = results.head["limits"]
    parts = [f"# Benchmarks, {results.head['date']}\n\n{conditions(results)}\n"]
    for ladder, title in TITLES.items():
        rows = rows_of(results, ladder)
        if rows:
            name = picture(results, ladder).name
            parts.append(f'## {title}\n\n<img src="{name}" alt="seconds against size, a line for each program">\n')
            programs, lines = matrix(rows, limits["seconds"])
            parts.append(table(["seconds", SIZES[ladder], "moves", *programs], lines))
    if sets := rows_of(results, "sets"):
        parts.append(
            f"## Sets of puzzles\n\nBy this library only; the time limit is for each puzzle.\n\n{set_table(sets)}"
        )
    parts.append(f"## Every measurement\n\n{details(results)}")
    return "\n".join(parts)


def conditions(results: BenchmarkResults) -> str:
    """Machine, limits, commits, load, and what is missing, as text."""
    machine, limits = results.head["machine"], results.head["limits"]
    measured = [row for row in results.rows.values() if "seconds" in row]
    lines = [
        f"{machine['cores']} cores of an {machine['processor']}, {machine['memory_gigabytes']} GB, "
        f"{machine['system']}, Python {machine['python']}, numba {machine['numba']}; commit {commits(measured)}. "
        f"A program was stopped after {limits['seconds']:g} s of processor time for each of its threads, or when it "
        f"needed more than {limits['bytes'] / 1e9:g} GB. Load of the machine while it was measured: "
        f"{load_of(measured)}; what is above 1, or above 2 with two threads, is that of other work. Seconds are "
        "processor time, which other work changes less; with two threads they are time by the clock.",
        "[What is measured, and how to repeat it](README.md).",
    ]
    lines += [f"Not measured: {name}: {reason}." for name, reason in results.head["missing"].items()]
    wrong = sum("wrong" in row for row in measured)
    answers = sum("length" in row or "ended" in row or row["status"] == "unsolvable" for row in measured)
    lines.append(f"Wrong answers: {wrong or 'none'}, of {answers} measurements with an answer.")
    return "\n\n".join(lines)


def commits(rows: Iterable[Row]) -> str:
    """The commits of the rows."""
    return ", ".join(dict.fromkeys(row["commit"] for row in rows))


def load_of(rows: Iterable[Row]) -> str:
    """The least and the largest load at the begin or the end of a row."""
    loads = [load for row in rows for load in row["load"]]
    return f"{min(loads)} to {max(loads)}" if loads else "unknown"


def matrix(rows: Sequence[Row], max_seconds: float) -> tuple[list[str], list[list[str]]]:
    """Seconds by puzzle and program: the programs; for each puzzle its title, size and moves, then the seconds."""
    programs = list(dict.fromkeys(row["program"] for row in sorted(rows, key=_program_order)))
    lines = []
    for name in dict.fromkeys(row["puzzle"] for row in rows):
        found = {row["program"]: row for row in rows if row["puzzle"] == name}
        first = next(iter(found.values()))
        cells = [seconds(found.get(program), max_seconds) for program in programs]
        lines.append([first["title"], str(first["size"]), moves(found.values()), *cells])
    return programs, lines


def _program_order(row: Row) -> int:
    return place([program.name for program in PROGRAMS], row["program"])


def moves(rows: Iterable[Row]) -> str:
    """The length, and the number of solutions in parentheses, as the programs have found them."""
    lengths = {row["length"] for row in rows if row.get("status") == "solved"}
    counts = {row["count"] for row in rows if row.get("count")}
    found = ", ".join(map(str, sorted(lengths)))
    return f"{found} ({', '.join(f'{count:,}' for count in sorted(counts))})" if counts else found


def seconds(row: Row | None, max_seconds: float) -> str:
    """The seconds of a measurement in a cell, or why there are none; ``max_seconds`` is their limit."""
    if row is None:
        return ""
    if row["status"] == "not applicable":
        return "–"
    if row["status"] == "failed":
        return "failed"
    if row["status"] == "stopped":
        return f"> {max_seconds:g}" if row["limit"] == "seconds" else "out of memory"
    return figure(time_of(row)) + (" (wrong)" if "wrong" in row else "")


def figure(value: float) -> str:
    """A number with two digits or more; below a thousandth the clock of a process is too coarse."""
    if value < 0.001:
        return "< 0.001"
    if value >= 10:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.{2 if value >= 0.095 else 3 if value >= 0.0095 else 4}f}"


def set_table(rows: Sequence[Row]) -> str:
    """The sets of puzzles."""
    lines = [
        [
            row["title"],
            row["program"],
            f"{row['ended']} of {row['puzzles']}",
            figure(time_of(row)),
            figure(time_of(row) / row["puzzles"]),
            f"{row['nodes']:,}",
            f"{row['peak_bytes'] / 1e6:.0f}",
        ]
        for row in rows
        if "ended" in row
    ]
    return table(["set", "program", "solved or refuted", "seconds", "mean", "nodes", "MB"], lines)


def details(results: BenchmarkResults) -> str:
    """One line for each measurement."""
    lines = [
        [
            row["puzzle"],
            row["program"],
            f"stopped by {row['limit']}" if row["status"] == "stopped" else row["status"],
            "" if row.get("length") is None else str(row["length"]),
            "" if row.get("count") is None else f"{row['count']:,}",
            "" if row.get("nodes") is None else f"{row['nodes']:,}",
            f"{row['seconds']:.4f}",
            f"{row['processor_seconds']:.4f}",
            f"{row['peak_bytes'] / 1e6:.0f}",
            " ".join(map(str, row["load"])),
        ]
        for ladder in (*TITLES, "sets")
        for row in rows_of(results, ladder)
        if "peak_bytes" in row
    ]
    names = ["puzzle", "program", "status", "moves", "solutions", "nodes", "seconds", "processor seconds", "MB", "load"]
    return table(names, lines)


def table(names: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    rows = [names, ["---"] * len(names), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def essence(results: BenchmarkResults) -> str:
    """The part of ``README.md``."""
    limits, machine = results.head["limits"], results.head["machine"]
    rows = [
        row
        for ladder in TITLES
        for row in rows_of(results, ladder)
        if row["puzzle"] in ESSENCE and row["program"] not in LEFT_OUT
    ]
    programs, lines = matrix(rows, limits["seconds"])
    shown = [[title, *cells] for title, _, *cells in lines]
    for row in rows_of(results, "sets"):
        if row["program"] == "fewest" and "ended" in row:
            mean = figure(time_of(row) / row["puzzles"])
            shown.append([f"{row['title']}: mean of {row['puzzles']}", "", mean, *[""] * (len(programs) - 1)])
    path = f"docs/benchmarks/{results.path.stem}"
    return (
        f"The columns from `fewest` on show seconds of processor time on one core of an {machine['processor']}, "
        f"measured on {results.head['date']}. Each program had at most {limits['seconds']:g} seconds and "
        f"{limits['bytes'] / 1e9:g} GB for a puzzle. A number in parentheses is the number of shortest solutions, if "
        "it was counted. An empty field means that nothing was measured, a dash that the program does not support the "
        f"puzzle. See also [all figures]({path}.md) and [how to repeat them](docs/benchmarks/README.md).\n\n"
        f"{table(['puzzle', 'moves', *programs], shown)}\n"
        f'<img src="{path}-jump.svg" alt="seconds for jump boards from small to large, a line for each program">\n'
    )

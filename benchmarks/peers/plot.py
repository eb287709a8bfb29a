"""Draw seconds against size as SVG, a line for each program, with matplotlib.

    python plot.py < {"title": …, "max_seconds": …, "puzzles": […], "lines": {program: [[index, seconds, stopped], …]}}

A hollow mark stands for a program that was stopped: at the time limit, or where it ran out of memory. The picture goes
to standard output; equal data give the same bytes.
"""

import json
import sys

import matplotlib as mpl

mpl.use("Agg")
# No random ids, letters as letters.
mpl.rcParams.update({"svg.hashsalt": "fewest", "svg.fonttype": "none", "font.family": "sans-serif"})
from matplotlib import pyplot  # noqa: E402

MARKERS = "osDvP*Xd"
SHORTEST = 1e-3

given = json.load(sys.stdin)
puzzles = given["puzzles"]
figure, axis = pyplot.subplots(figsize=(9, 5), constrained_layout=True)
for (program, points), marker in zip(given["lines"].items(), MARKERS * 2, strict=False):
    drawn = [(index, max(seconds, SHORTEST)) for index, seconds, _ in points]
    look = {"marker": marker, "markersize": 5}
    line = axis.plot(*zip(*drawn, strict=True), linewidth=1, label=program, markerfacecolor="none", **look)[0]
    if solved := [point for point, (*_, stopped) in zip(drawn, points, strict=True) if not stopped]:
        axis.plot(*zip(*solved, strict=True), linestyle="none", color=line.get_color(), **look)
axis.axhline(given["max_seconds"], color="0.6", linestyle=":", linewidth=1)
axis.set_yscale("log")
axis.set_ylabel("seconds")
axis.set_title(f"{given['title']}, from small to large; hollow: stopped by a limit", fontsize=10)
axis.set_xticks(range(len(puzzles)), puzzles, rotation=35, ha="right", fontsize=8)
axis.grid(axis="y", color="0.92")
axis.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
figure.savefig(sys.stdout.buffer, format="svg", metadata={"Date": None})

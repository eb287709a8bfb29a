"""Puzzles and results as text for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from fewest.notation.fields import MAX_ROWS
from fewest.notation.result import load_solution
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle


def draw(layout: list[list[float]] | None, mark: Callable[[int], str], size: int) -> list[str]:
    """Draw the mark of each place at its point in the layout, or in a row without one.

    A board on a grid is drawn with a blank between its columns (on triangular boards, each row is offset by half a
    column) and an empty line for each row without places. The API reads jump boards and pictures in this form.
    """
    marks = [mark(hole) for hole in range(size)]
    width = max(map(len, marks)) + 1
    if layout is None:
        return ["".join(text.rjust(width) for text in marks)]
    # Rounded, since distances on a triangular grid are irrational: floats of one row may differ in their last digits.
    lefts, tops = (sorted({round(point[axis], 2) for point in layout}) for axis in (0, 1))
    step = _unit(lefts, (1.0, 0.5)) or min(b - a for a, b in pairwise(lefts))
    height = _unit(tops, (1.0, sqrt(3) / 2)) or 0.0
    on_grid = tops[-1] - tops[0] < MAX_ROWS * height
    lines: list[str] = []
    for number, top in enumerate(tops):
        line = ""
        for hole in sorted((hole for hole in range(size) if round(layout[hole][1], 2) == top), key=lambda h: layout[h]):
            at = round((layout[hole][0] - lefts[0]) / step * (width if step >= 0.9 else (width + 1) // 2))
            line = line.ljust(at) + marks[hole].rjust(width - 1)
        row = round((top - tops[0]) / height) if on_grid else number
        lines += [""] * (row - len(lines)) + [line]
    return lines


def _unit(values: list[float], units: tuple[float, ...]) -> float | None:
    """The first unit that divides all distances between some values; None if no unit does."""
    distances = [value - values[0] for value in values]
    fits = (unit for unit in units if all(abs(far / unit - round(far / unit)) < 0.02 for far in distances))
    return next(fits, None)


def draw_position(puzzle: Puzzle, position: Any, layout: list[list[float]] | None) -> list[str]:
    """Draw a position: o for a peg, the number of a piece, a dot for an empty place."""
    kind = kind_of(puzzle)
    labels = {place: label or "o" for place, label in kind.labels_by_place(puzzle, position).items()}
    width = max(map(len, labels.values()), default=1)
    return draw(layout, lambda place: labels.get(place, ".").rjust(width), kind.size(puzzle))


def readable(value: object, margin: str = "") -> str:
    """JSON with two blanks more at each level, in which a list of numbers or texts, such as a move, is one line."""
    inner = margin + "  "
    if isinstance(value, dict) and value:
        lines = [f"{json.dumps(name)}: {readable(part, inner)}" for name, part in value.items()]
        opened, closed = "{}"
    elif isinstance(value, list) and any(isinstance(part, list | dict) for part in value):
        lines = [readable(part, inner) for part in value]
        opened, closed = "[]"
    else:
        return json.dumps(value)
    return opened + "".join(f"\n{inner}{line}," for line in lines).rstrip(",") + f"\n{margin}{closed}"


def counted(number: int, noun: str) -> str:
    """A number with its noun, whose plural ends in s."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def headline(result: dict[str, Any], *, assumed: Sequence[str] = ()) -> str:
    """The result in a sentence; ``assumed`` are the parts of the puzzle that its text did not give."""
    spent = f"{counted(result['statistics']['nodes'], 'node')}, {result['statistics']['seconds']:.2f} s"
    if result["status"] == "unsolvable":
        part = "the goal" if list(assumed) == ["/puzzle/goal"] else "what is"
        none = f"With {part} assumed here there is no solution" if assumed else "No solution exists"
        return f"{none}, proven by {result['proof']['by']} ({spent})"
    moves = "" if result["length"] is None else counted(result["length"], "move")
    if result["status"] == "stopped":
        best = f" The best found has {moves}." if moves else ""
        least = counted(result["lower_bound"], "move")
        return f"Stopped by the limit on {result['limit']}: at least {least}.{best} ({spent})"
    count = result.get("count")
    ways = "" if count is None else f" {counted(count, 'solution')}."
    least = "1 is" if result["lower_bound"] == 1 else f"{result['lower_bound']} are"
    proven = "proven the fewest" if result["optimal"] else f"at least {least} needed"
    return f"{moves}, {proven}.{ways} ({spent})"


def explanations(result: dict[str, Any]) -> list[str]:
    """The sentences below the headline: how to check a proof, or advice."""
    proof = result["proof"] or result.get("pegs_proof") or {}
    return [text for text in (proof.get("text"), result.get("advice")) if text]


def follow(puzzle: Puzzle, result: dict[str, Any], layout: list[list[float]] | None) -> list[str]:
    """The moves, one per line, between drawings of the first and the last position."""
    if result["moves"] is None:
        return draw_position(puzzle, puzzle.start, layout)
    solution = load_solution(puzzle, result["moves"], result.get("removed"))
    last = kind_of(puzzle).rules(puzzle).play(solution)
    steps = [" → ".join(map(str, path)) for path in result["moves"]]
    if "removed" in result:
        steps = [
            f"{step}   over {', '.join(map(str, over))}" for step, over in zip(steps, result["removed"], strict=True)
        ]
    for name in ("piece", "block"):
        if named := result.get(f"{name}s"):
            steps = [f"{name} {each}: {step}" for step, each in zip(steps, named, strict=True)]
    numbered = [f"{number:3}. {step}" for number, step in enumerate(steps, 1)]
    return [*draw_position(puzzle, puzzle.start, layout), "", *numbered, "", *draw_position(puzzle, last, layout)]

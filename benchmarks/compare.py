"""Compare this tree with another one: every rung of the ladder, and the small things, in processor seconds.

    python -m benchmarks.compare BASE                 a commit, or a folder with another tree
    python -m benchmarks.compare BASE --minutes 10    what is not measured by then is left out
    python -m benchmarks.compare BASE --only jump     rows whose name contains one of the words
    python -m benchmarks.compare BASE --smallest      a small rung and the validation, once: does it work?

A commit is checked out into a temporary folder, where its kernels are compiled, and removed in the end; a folder keeps
them. Both trees run on this interpreter and its packages, in turn. The least of several times counts, as other work on
the machine only adds to it; what the second least differs by is taken for noise. Exit status 1 if an answer was wrong.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.compare_trees import Tree, both_trees
from benchmarks.ladder import Rung, cases, ladders
from benchmarks.measure import disagreement
from benchmarks.processes import CannotStart
from fewest.notation.puzzle import dump_puzzle
from tests.renumber import renumbered

BYTES = 4_000_000_000

MIN_ROUNDS, MAX_ROUNDS = 3, 40
"""Measurements of each tree."""

ENOUGH_SECONDS = 8.0
"""Processor time after which a row has been measured often enough."""

MAX_SECONDS = 20.0
"""Time by the clock after which it is not measured again: requests are many, and their times short."""

MIN_SHARE, MIN_SECONDS = 0.03, 0.0003
"""Differences below this share of the time, or below this time, count as noise whatever was measured."""

REQUESTS = 300
"""Requests of one measurement: processes count their time in hundredths of a second."""

SMALLEST = ("jump/hoppers", "small/validation")


class ComparedRow(NamedTuple):
    """Something to be measured: its name, and what measures it once, in seconds."""

    name: str
    measure: Callable[[Tree], float]


class Comparison(NamedTuple):
    """What was measured of a row: seconds of the base and of this tree."""

    name: str
    base: Sequence[float]
    new: Sequence[float]

    @property
    def ratio(self) -> float:
        """Time of this tree by that of the base."""
        return min(self.new) / min(self.base)

    @property
    def noise(self) -> float:
        """Share of the time that may be noise."""
        spreads = [sorted(times)[1] / min(times) - 1 for times in (self.base, self.new) if len(times) > 1]
        return max(MIN_SHARE, MIN_SECONDS / min(*self.base, *self.new), *spreads)

    @property
    def verdict(self) -> str:
        """What the ratio says beyond noise, if anything."""
        if self.ratio > 1 + self.noise:
            return "**slower**"
        return "faster" if 1 / self.ratio > 1 + self.noise else ""

    def __str__(self) -> str:
        times = [f"{1000 * min(times):.2f}" for times in (self.base, self.new)]
        return f"| {self.name} | {' | '.join(times)} | {self.ratio:.2f} | {self.noise:.2f} | {self.verdict} |"


class WrongAnswers:
    """Collects what a tree answered wrongly."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def solve(self, tree: Tree, rung: Rung) -> float:
        """Have a tree solve a rung; its seconds."""
        answer = tree.ask({"task": "solve", "puzzles": rung.puzzles, "want": rung.want, "bytes": BYTES})
        for known, (length, count) in zip(rung.answers, answer["answers"], strict=True):
            given: dict[str, Any] = {"status": "ended", "length": length, "count": count}
            if (text := disagreement(known, given)) is not None:
                self.texts.append(f"{tree.name}, {rung.name}: {text}")
        return float(answer["seconds"])


def rows(wrong: WrongAnswers) -> Iterator[ComparedRow]:
    """Everything that is measured, small things first."""

    def asked(task: str) -> Callable[[Tree], float]:
        return lambda tree: float(tree.ask({"task": task, "puzzles": written})["seconds"])

    def solved(rung: Rung) -> Callable[[Tree], float]:
        return lambda tree: wrong.solve(tree, rung)

    sources = [cases(f"{kind}_sources.json") for kind in ("jump", "slide")]
    written = [dump_puzzle(puzzle) for found in sources for puzzle, _ in found.values()]
    yield ComparedRow("small/validation", asked("validate"))
    yield ComparedRow("small/canonical-forms", asked("canonical"))
    hoppers, eight = dump_puzzle(sources[0]["hoppers"][0]), dump_puzzle(sources[1]["eight"][0])
    yield ComparedRow("small/cold-start-jump", lambda tree: tree.cold_seconds(hoppers))
    yield ComparedRow("small/cold-start-slide", lambda tree: tree.cold_seconds(eight))
    dice, english = Random(7), next(rung for rung in ladders() if rung.name == "english").puzzles[0]
    others = [renumbered(english, dice) for _ in range(REQUESTS)]
    yield ComparedRow("small/known-puzzle", lambda tree: tree.known_seconds([english] * REQUESTS))
    yield ComparedRow("small/known-puzzle-renumbered", lambda tree: tree.known_seconds(others))
    for rung in ladders():
        yield ComparedRow(f"{rung.ladder}/{rung.name}", solved(rung))


def compare(row: ComparedRow, trees: tuple[Tree, Tree], rounds: int) -> Comparison:
    """Measure both trees in turn, at most ``rounds`` times."""
    times: tuple[list[float], list[float]] = [], []
    until = time.monotonic() + MAX_SECONDS
    for number in range(rounds):
        # In turn, so that other work on the machine meets both.
        for index in (0, 1) if number % 2 else (1, 0):
            times[index].append(row.measure(trees[index]))
        if number + 1 >= MIN_ROUNDS and (sum(map(sum, times)) > ENOUGH_SECONDS or time.monotonic() > until):
            break
    return Comparison(row.name, *times)


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("base", metavar="BASE", help="what to compare with")
    made.add_argument("--minutes", type=float, default=60.0, help="of the whole run")
    made.add_argument("--only", action="append", default=[], metavar="WORD")
    made.add_argument("--smallest", action="store_true")
    return made


def main() -> None:
    """Measure and print a table."""
    options, wrong = parser().parse_args(), WrongAnswers()
    until, ratios, left_out = time.monotonic() + 60 * options.minutes, [], []
    only = SMALLEST if options.smallest else options.only
    with both_trees(options.base) as trees:
        print(f"| processor milliseconds | {options.base} | this tree | ratio | noise | |\n|---|---|---|---|---|---|")
        for row in rows(wrong):
            if only and not any(word in row.name for word in only):
                continue
            if time.monotonic() > until:
                left_out.append(row.name)
                continue
            try:
                found = compare(row, trees, 1 if options.smallest else MAX_ROUNDS)
            except CannotStart as error:
                print(f"| {row.name} | – | – | – | – | {error} |", flush=True)
                continue
            print(found, flush=True)
            ratios.append(found.ratio)
    if ratios:
        print(f"\ngeometric mean of the ratios: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")
    if left_out:
        print(f"not measured within {options.minutes:g} minutes: {', '.join(left_out)}")
    print(*wrong.texts, sep="\n", end="\n" if wrong.texts else "")
    sys.exit(1 if wrong.texts else 0)


if __name__ == "__main__":
    main()

"""Measure everything, compare it with other programs, and write the results to docs/benchmarks.

    python -m benchmarks                            all puzzles and programs, 30 seconds each
    python -m benchmarks --minutes 20               no longer than that; the next run continues where this one ended
    python -m benchmarks --only jump --only sets    rows whose "ladder/puzzle, program" contains one of the words
    python -m benchmarks --only french --again      measured anew, although they are in the file
    python -m benchmarks --tables data/tables       with the large tables that `fewest tables` has built there
    python -m benchmarks --render                   nothing measured: table, pictures and README from the newest file

A run continues in today's file. With other limits or on another machine, name another file with --file. The exit
status is 1 if a program failed or an answer was wrong, but not if the minutes were over.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import render
from benchmarks.ladder import Rung, ladders
from benchmarks.measure import is_bad, measure, summary
from benchmarks.programs import PROGRAMS, START_SECONDS, Program, ProgramLimits
from benchmarks.results import FOLDER, BenchmarkResults, OtherConditions, newest, read, resume, today


def parser() -> argparse.ArgumentParser:
    """The options."""
    made = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--seconds", type=float, default=30.0, help="limit of every program for one puzzle: processor time"
    )
    made.add_argument("--gigabytes", type=float, default=4.0, help="limit of every program")
    made.add_argument("--minutes", type=float, default=60.0, help="of the whole run; what is left is left to the next")
    made.add_argument("--only", action="append", default=[], metavar="WORD")
    made.add_argument("--again", action="store_true", help="measure rows anew that are in the file")
    made.add_argument("--tables", type=Path, metavar="FOLDER", help="folder of large tables")
    made.add_argument("--render", action="store_true", help="measure nothing")
    made.add_argument("--file", type=Path, help="the results; default: today's, or the newest with --render")
    return made


def pairs(only: list[str]) -> Iterator[tuple[Rung, Program]]:
    """What is to be measured."""
    for rung in ladders():
        for program in PROGRAMS:
            name = f"{rung.ladder}/{rung.name}, {program.name}"
            if rung.ladder in program.ladders and (not only or any(word in name for word in only)):
                yield rung, program


def run(results: BenchmarkResults, limits: ProgramLimits, options: argparse.Namespace) -> bool:
    """Measure what is not in the results yet, until the minutes are over; whether no new row is bad."""
    until, good = time.monotonic() + 60 * options.minutes, True
    ready: dict[Program, bool] = {}
    for rung, program in pairs(options.only):
        if (rung.ladder, rung.name, program.name) in results.rows and not options.again:
            continue
        if program not in ready:
            reason = program.prepare(limits)
            ready[program] = reason is None
            results.head["missing"].pop(program.name, None)
            if reason is not None:
                print(f"{program.name}: not measured: {reason}", flush=True)
                results.head["missing"][program.name] = reason
        if not ready[program]:
            continue
        left = until - time.monotonic()
        row = measure(program, rung, limits, left + START_SECONDS) if left > 0 else None
        if row is None:
            print(f"stopped after {options.minutes:g} minutes; the same command continues", flush=True)
            return good
        print(summary(row), flush=True)
        results.add(row)
        good = good and not is_bad(row)
    results.save()
    return good


def main() -> None:
    """Measure and render."""
    options = parser().parse_args()
    if options.render:
        results, good = read(options.file or newest()), True
    else:
        limits = ProgramLimits(options.seconds, int(options.gigabytes * 1e9), options.tables)
        try:
            results = resume(options.file or FOLDER / f"{today()}.jsonl", limits)
        except OtherConditions as error:
            sys.exit(f"{error}; name another file with --file")
        good = run(results, limits, options)
    render.write(results)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

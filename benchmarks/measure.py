"""Measure a program on a puzzle: in a process of its own, with limits, its answers checked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from benchmarks.ladder import LadderAnswer, Rung
from benchmarks.programs import HERE, ROOT, Program, ProgramLimits
from benchmarks.results import Row, commit

LIMITED = HERE / "peers" / "limited.py"
TIMES = ("seconds", "processor_seconds")


def measure(program: Program, rung: Rung, limits: ProgramLimits, max_seconds: float) -> Row | None:
    """Run a program on a puzzle.

    Parameters
    ----------
    max_seconds
        When to kill it, by the clock.

    Returns
    -------
    Row or None
        None if it was killed then.
    """
    load = [os.getloadavg()[0]]
    run = program.run(rung, limits)
    row = {"ladder": rung.ladder, "puzzle": rung.name, "title": rung.title, "size": rung.size, "program": program.name}
    if run is None:
        return row | {"status": "not applicable"}
    kept = map(str, (LIMITED, max_seconds, round(run.seconds), run.bytes))
    given = subprocess.run(
        # A small process, since Linux counts the memory of whoever starts a command as used by the command.
        [sys.executable, "-I", "-S", *kept, *run.command],
        input=run.text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    *printed, last = given.stdout.strip().splitlines()
    used = json.loads(last)
    if used["exit"] is None:
        return None
    row |= {"threads": run.threads} | outcome(printed, used, rung, given.stderr)
    load.append(os.getloadavg()[0])
    at = {"load": [round(each, 2) for each in load], "date": datetime.now(UTC).isoformat(timespec="seconds")}
    return row | {"peak_bytes": used["peak_bytes"]} | at | {"commit": commit()}


def outcome(printed: Sequence[str], used: dict[str, Any], rung: Rung, errors: str) -> Row:
    """What came of a run.

    Parameters
    ----------
    printed
        The lines of the program; the last is its answer, if it gave one.
    used
        What ``limited.py`` says of its process.
    errors
        Its standard error.
    """
    times = {name: round(used[name], 6) for name in TIMES}
    if used["exit"] == -signal.SIGXCPU:
        return {"status": "stopped", "limit": "seconds"} | times
    try:
        answer = json.loads(printed[-1])
    except (IndexError, ValueError):
        return {"status": "failed", "error": (errors.strip() or f"exit code {used['exit']}").splitlines()[-1]} | times
    row: Row = {"nodes": answer["nodes"]} | {name: round(answer[name], 6) for name in TIMES}
    answers = answer["answers"]
    stopped = [each["limit"] for each in answers if each["status"] == "stopped"]
    if len(answers) > 1:
        row |= {"puzzles": len(answers), "ended": len(answers) - len(stopped)}
    else:
        row |= {name: answers[0][name] for name in ("length", "count") if name in answers[0]}
    row["status"] = "stopped" if stopped else answers[0]["status"] if len(answers) == 1 else "solved"
    if stopped:
        row["limit"] = stopped[0]
    wrong = [
        f"puzzle {number}: {text}" if len(answers) > 1 else text
        for number, (known, given) in enumerate(zip(rung.answers, answers, strict=True), 1)
        if (text := disagreement(known, given)) is not None
    ]
    return row | ({"wrong": wrong} if wrong else {})


def disagreement(known: LadderAnswer, given: dict[str, Any]) -> str | None:
    """How an answer differs from what is known; None if it does not, or is none."""
    if given["status"] == "stopped":
        return None
    if given.get("length") != known.length:
        return f"length {given.get('length')}, known: {known.length}"
    if known.count is not None and given.get("count") not in (None, known.count):
        return f"{given['count']} solutions, known: {known.count}"
    return None


def summary(row: Row) -> str:
    """A row as a line of text."""
    name = f"{row['ladder']}/{row['puzzle']}, {row['program']}"
    if "seconds" not in row:
        return f"{name}: {row['status']}"
    state = row["status"] if row["status"] != "stopped" else f"stopped by {row['limit']}"
    used = (
        f"{row['seconds']:.3f} s, {row['processor_seconds']:.3f} s of processor time, {row['peak_bytes'] / 1e6:.0f} MB"
    )
    rest = "".join(f" – {text}" for text in [*row.get("wrong", ()), *([row["error"]] if "error" in row else ())])
    return f"{name}: {state}, {used}{rest}"


def is_bad(row: Row) -> bool:
    """Whether the program failed or gave a wrong answer."""
    return row["status"] == "failed" or "wrong" in row

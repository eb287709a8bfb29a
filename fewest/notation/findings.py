"""The findings of a search, as they are stored for its next run."""

from __future__ import annotations

from fewest.notation import JsonObject
from fewest.notation.result import dump_solution, load_solution
from fewest.solver.errors import ReplayError
from fewest.solver.model import NOTHING, Findings, Puzzle
from fewest.solver.verify import replay
from fewest.solver.version import ANSWERS


def dump_findings(puzzle: Puzzle, findings: Findings) -> JsonObject:
    """Write findings without the nodes, with the version of the solver that made them."""
    written = {"answers": ANSWERS, "lower_bound": findings.lower_bound, "notes": dict(findings.notes)}
    return written | dump_solution(puzzle, findings.best)


def load_findings(puzzle: Puzzle, written: JsonObject, nodes: int) -> Findings:
    """Read findings that :func:`dump_findings` wrote, of runs that have spent this many nodes.

    Findings of another version, or damaged ones, are ignored, since a bound cannot be checked.
    """
    if written.get("answers") != ANSWERS:
        return NOTHING
    best = None
    try:
        if "moves" in written:
            best = load_solution(puzzle, written["moves"], written.get("removed"))
            replay(puzzle, best)
        return Findings(int(written["lower_bound"]), best, nodes, dict(written["notes"]))
    except (ReplayError, LookupError, TypeError, ValueError):
        return NOTHING

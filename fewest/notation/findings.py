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
    stored = {"answers": ANSWERS, "lower_bound": findings.lower_bound, "notes": dict(findings.notes)}
    return stored | dump_solution(puzzle, findings.best)


def load_findings(puzzle: Puzzle, stored: JsonObject, nodes: int) -> Findings:
    """Read findings that :func:`dump_findings` wrote, of runs that have spent this many nodes.

    Findings of another version, or damaged ones, are ignored, since a bound cannot be checked.
    """
    if stored.get("answers") != ANSWERS:
        return NOTHING
    best = None
    try:
        if "moves" in stored:
            best = load_solution(puzzle, stored["moves"], stored.get("removed"))
            # A solution that was damaged in the store must not become an answer.
            replay(puzzle, best)
        return Findings(int(stored["lower_bound"]), best, nodes, dict(stored["notes"]))
    except (ReplayError, LookupError, TypeError, ValueError):
        return NOTHING

"""Runs of searches for the solution of a puzzle."""

from __future__ import annotations

from dataclasses import replace

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.notation.findings import dump_findings, load_findings
from fewest.notation.puzzle import load_puzzle
from fewest.notation.result import dump_result
from fewest.solver.model import Findings, Limits, Progress, Puzzle, Result, Status, Want
from fewest.solver.solve import solve
from fewest.solver.verify import verify
from fewest.store import Store
from fewest.store.searches import Search
from fewest.workers.reports import EndedRun, Reporter, RunHandedOver
from fewest.workers.units import StoredHelpers


def run(settings: Settings, store: Store, search: Search, limits: Limits) -> EndedRun:
    """Search for the solution of a puzzle."""
    helpers = StoredHelpers(store, search, search.run, settings.share_seconds)
    puzzle = load_puzzle(search.work).puzzle
    before = search.progress
    # Findings of its earlier runs come with their nodes, which count; those of other searches count nothing.
    own = load_findings(puzzle, search.findings, before.get("nodes", 0))
    findings = own if search.findings else load_findings(puzzle, search.known_findings, 0)
    result = solve(
        puzzle,
        Want(search.want),
        limits,
        tables=settings.tables,
        threads=settings.cores,
        observe=SearchReporter(store, search, settings.quick_seconds, puzzle, own),
        findings=findings,
        helpers=helpers,
    )
    nodes, seconds = result.nodes + before.get("nodes", 0), result.seconds + before.get("seconds", 0.0)
    result = replace(result, nodes=nodes, seconds=seconds)
    spent = {"nodes": nodes, "seconds": round(seconds, 3), "units": helpers.units}
    return ended_with(settings, puzzle, result, spent)


def ended_with(settings: Settings, puzzle: Puzzle, result: Result, spent: JsonObject) -> EndedRun:
    """The end of a run with a result. The result of a stopped search does not answer later requests."""
    listing = result.listing
    return EndedRun(
        dump_result(puzzle, result),
        spent,
        is_answer=result.status is not Status.STOPPED,
        listing=listing.dumps() if listing is not None and listing.size <= settings.listing_bytes else None,
        solved=(puzzle, result),
    )


def overdue(search: Search) -> JsonObject:
    """The result of a search that was ended early: the best solution and bound that its runs have reported."""
    puzzle = load_puzzle(search.work).puzzle
    found = load_findings(puzzle, search.findings, 0)
    spent = {name: search.progress.get(name, 0) for name in ("nodes", "seconds")}
    stopped = Result(Status.STOPPED, found.best, False, found.lower_bound, limit="seconds", **spent)
    # No search has verified it: its process was killed.
    verify(puzzle, stopped)
    return dump_result(puzzle, stopped)


class SearchReporter(Reporter):
    """Reports on a search for a puzzle: its bound, its best solution, its findings.

    Parameters
    ----------
    puzzle, findings
        The puzzle, and the findings that are recorded for this search.
    """

    def __init__(self, store: Store, search: Search, quick_seconds: float, puzzle: Puzzle, findings: Findings) -> None:
        super().__init__(store, search, quick_seconds)
        self._puzzle = puzzle
        self._findings = findings

    def progress_fields(self, progress: Progress) -> JsonObject:
        """The bound, and the length of the best solution."""
        bound = {"lower_bound": progress.lower_bound}
        return bound if progress.best is None else bound | {"length": len(progress.best)}

    def make_way(self) -> None:
        """Continue in the long lane."""
        raise RunHandedOver

    def new_findings(self, progress: Progress) -> JsonObject | None:
        """The findings to store; None if only the nodes have changed."""
        before = self._findings
        if (progress.lower_bound, progress.best, progress.notes) == (before.lower_bound, before.best, before.notes):
            return None
        self._findings = replace(before, lower_bound=progress.lower_bound, best=progress.best, notes=progress.notes)
        return dump_findings(self._puzzle, self._findings)

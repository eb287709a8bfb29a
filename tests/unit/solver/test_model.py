"""What a result says if nothing else is said."""

from __future__ import annotations

from dataclasses import asdict, fields

from solver.model import NOTHING, Limits, Progress, Result, Solved, Status


def test_what_is_not_found_is_none() -> None:
    """A result has no count, listing, limit, proof or length but those it was given."""
    result = Result(Status.STOPPED, None, False, 3)
    absent = ("solution", "count", "listing", "limit", "proof")
    assert [getattr(result, name) for name in absent] == [None] * len(absent)
    assert (result.length, result.nodes, result.seconds) == (None, 0, 0.0)
    solved = Solved(((0, 1),))
    assert (solved.optimal, solved.count, solved.listing) == (True, None, None)
    assert Result(Status.SOLVED, ((0, 1), (1, 2)), True, 2).length == 2
    assert (Progress(1, 2).bytes, Progress(1, 2).best, Progress(1, 2).wait_seconds, Progress(1, 2).notes) == (
        0,
        None,
        0.0,
        {},
    )
    assert asdict(NOTHING) == {"lower_bound": 0, "best": None, "nodes": 0, "notes": {}}


def test_default_limits() -> None:
    """Without limits a search may take a minute, ten thousand million nodes and two gigabytes."""
    defaults = {field.name: field.default for field in fields(Limits)}
    assert defaults == {"seconds": 60.0, "nodes": 10**10, "bytes": 2 * 10**9}

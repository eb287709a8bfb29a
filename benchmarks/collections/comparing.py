"""What was found of a collection, beside what is published: sums, and an independent search for what differs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from benchmarks.collections.solving import Row
from benchmarks.collections.sources import SOLVABLE, UNSOLVABLE, Collection
from fewest.notation.puzzle import load_puzzle
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.slide.puzzle import SlidePuzzle
from tests import oracle_jump, oracle_slide
from tests.oracle_block import Oracle


def found_in(row: Row) -> int | str | None:
    """The proven minimum of a level, or that it has no solution; None if that is not known."""
    return {"solved": row.get("length"), UNSOLVABLE: UNSOLVABLE}.get(row.get("status", ""))


def is_equal(row: Row) -> bool | None:
    """Whether a level's answer is what is published; None if nothing is, or the answer is not known."""
    found, published = found_in(row), row["published"]
    if published == SOLVABLE and row.get("length") is not None:  # also of a search that was stopped
        return True
    return None if found is None or published is None else found == published


def summary(collection: Collection, levels: int, rows: Iterable[Row]) -> dict[str, Any]:
    """The numbers of a collection: levels of the package, taken, read, solved and so on; ``seconds`` of the clock."""
    taken = list(rows)
    read = [row for row in taken if "refused" not in row]
    refused: dict[str, list[str]] = {}
    for row in taken:
        if "refused" in row:
            refused.setdefault(row["refused"], []).append(row["name"])
    statuses = {name: sum(row["status"] == name for row in read) for name in ("solved", UNSOLVABLE, "stopped")}
    equal = [is_equal(row) for row in read]
    return {
        "levels": levels,
        "taken": len(taken),
        "read": len(read),
        **statuses,
        "proven": sum(found_in(row) is not None for row in read),
        "published": sum(row["published"] is not None for row in taken),
        "equal": equal.count(True),
        "different": equal.count(False),
        "metric": collection.metric,
        "seconds": round(sum(row["seconds"] for row in read), 1),
        "limit": max((row["limit"] for row in read), default=collection.seconds),
        "longest": max((row["length"] or 0 for row in read), default=0),
        "refused": refused,
    }


def searched(document: dict[str, Any] | str) -> int | str:
    """The minimum of a puzzle by brute force in plain Python, which shares no code with the solver."""
    assert not isinstance(document, str)
    if document["kind"] == "block":
        length = Oracle(document).answer().length
    else:
        puzzle = load_puzzle(document).puzzle
        if isinstance(puzzle, SlidePuzzle):
            length = oracle_slide.answer(puzzle).length
        else:
            assert isinstance(puzzle, JumpPuzzle)
            length = oracle_jump.truth(puzzle).length
    return UNSOLVABLE if length is None else length

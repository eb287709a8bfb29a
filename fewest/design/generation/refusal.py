"""Impossible requests, and why.

``by: pegs``
    Every move removes a peg at least, and needs an empty hole, so there are no more than ``moves`` moves.
``by: deepest``
    On this board and with this goal, no position is farther than ``deepest`` moves (published in ``source``).
``by: space``
    All ``positions`` that the task allows are known (on jump boards up to symmetry; on sliding boards perhaps only
    those of at most ``moves`` moves). Either none has a matching length (the greatest length is ``deepest``), or none
    of these has a matching number of solutions (``counts``: the least and the greatest number; ``counts_cap`` means
    that many or more).

The first two are found without a search, by the kind of puzzle (:meth:`fewest.design.kinds.Levels.refuse`).
"""

from __future__ import annotations

from typing import Any

from fewest.design.levels import GenerationTask, Refusal, StartTable


def refuse_by_table(task: GenerationTask, table: StartTable) -> Refusal | None:
    """Return why the request is impossible, by a table of every start that it allows; None if a start matches."""
    fits = table.allows(table.positions)
    lengths = table.length[fits]
    counts = table.count[fits]
    refusal: dict[str, Any] = {
        "by": "space",
        "positions": len(lengths),
        "deepest": int(lengths.max()) if len(lengths) else None,
    }
    refusal |= {} if table.max_length is None else {"moves": table.max_length}
    wanted = (lengths >= task.min_length) & (lengths <= task.max_length)
    if not wanted.any():
        return refusal
    counts = counts[wanted]
    if table.counts_match(task, counts).any():
        return None
    least, greatest = int(counts.min()), int(counts.max())
    cap = {"counts_cap": greatest} if greatest == table.max_count else {}
    return refusal | {"counts": [least, greatest]} | cap

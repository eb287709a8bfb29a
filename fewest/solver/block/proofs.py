"""Certificates that a sliding-block puzzle has no solution, found and checked without a search.

``by: separation``
    A piece cannot reach its goal even if all others are removed. ``cells`` are the cells that it can cover alone,
    within walls, doors and its axis. Either its ``target`` has other cells, or its placement there cannot be reached.

Exhaustion of the search is not a certificate; see :mod:`fewest.solver.verify`.
"""

from __future__ import annotations

from collections.abc import Sequence

from fewest.solver.block.placements import OUT_OF_REACH, sorts_of
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.model import Proof


def prove(puzzle: BlockPuzzle) -> Proof | None:
    """Find a certificate, if there is one."""
    goals = dict(puzzle.goal)
    for sort in sorts_of(puzzle):
        if sort.goal == OUT_OF_REACH:
            covered = sorted({cell for cells in sort.placements for cell in cells})
            piece = puzzle.cells_of(sort.pieces[0])
            return {"by": "separation", "piece": list(piece), "cells": covered, "target": list(goals[sort.pieces[0]])}
    return None


def check(puzzle: BlockPuzzle, proof: Proof) -> bool:
    """Check a certificate, whoever made it."""
    if proof.get("by") != "separation":
        return False
    goals = dict(puzzle.goal)
    for sort in sorts_of(puzzle):
        if sorted(puzzle.cells_of(sort.pieces[0])) == sorted(proof["piece"]):
            # Found again from the puzzle: nothing of a proof is believed.
            covered = sorted({cell for cells in sort.placements for cell in cells})
            wanted = sorted(goals.get(sort.pieces[0], ()))
            return sort.goal == OUT_OF_REACH and sorted(proof["cells"]) == covered and sorted(proof["target"]) == wanted
    return False


def renumber(proof: Proof, order: Sequence[int]) -> Proof:
    """Rewrite a certificate for the board on which cell i here has number ``order[i]``."""
    lists = {
        name: sorted(order[cell] for cell in proof[name]) for name in ("piece", "cells", "target") if name in proof
    }
    return {**proof, **lists}

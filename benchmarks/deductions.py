"""What follows for problems of the atlas without searching them again: from their duals, and by certificates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fewest.boards.atlas import Atlas
from fewest.notation.atlas import problem_record, puzzle_of, result_of
from fewest.solver import kinds
from fewest.solver.budget import Budget
from fewest.solver.canonical import canonical, canonical_result, restore_result
from fewest.solver.jump.proofs import prove_by_ends
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Puzzle, Result, Status
from fewest.solver.slices import finish
from fewest.solver.verify import WITHOUT_CERTIFICATE, verify

CERTIFICATE_PROGRAMS = 2_000
"""Linear programs for the certificate of a problem without a solution."""

NAMES = ("id", "title", "source")
FACTS = (*NAMES, "answers", "proven_by", "dual", "search")
"""The fields of a record that neither its puzzle nor its result says."""


def put(atlas: Atlas, puzzle: Puzzle, result: Result, facts: dict[str, Any]) -> dict[str, Any]:
    """Replace the record of a problem; returns the new one."""
    board = atlas.boards[atlas.problems[facts["id"]]["board"]]
    atlas.problems[facts["id"]] = problem_record(board, puzzle, result, facts)
    return atlas.problems[facts["id"]]


def use_duals(atlas: Atlas) -> Iterator[dict[str, Any]]:
    """Answer open problems by what is known of their duals; yields each record that was changed.

    If the dual has no solution, the problem has none; a solution of the dual, reversed, may be the best one known.
    """
    puzzles = {name: puzzle_of(atlas.boards[each["board"]], each) for name, each in atlas.problems.items()}
    names = [name for name, record in atlas.problems.items() if record["proven_by"] is None]
    still_open = {canonical(puzzles[name]).key: name for name in names}
    for dual, record in tuple(atlas.problems.items()):
        puzzle = puzzles[dual]
        result = result_of(puzzle, record)
        known = result if result.solution is None else replace(result, status=Status.SOLVED)
        found = kinds.dual(puzzle, known)
        form = None if found is None else canonical(found[0])
        name = None if form is None else still_open.get(form.key)
        if found is None or form is None or name is None:
            continue
        before, puzzle = atlas.problems[name], puzzles[name]
        carried = restore_result(canonical(puzzle), canonical_result(form, found[1]), puzzle)
        facts = {field: before[field] for field in FACTS if field in before} | {"dual": dual}
        most = before["result"]["length"]
        if carried.status is Status.UNSOLVABLE:
            assert carried.proof is not None
            facts |= {"proven_by": carried.proof["by"], "search": record["search"]}
            yield put(atlas, puzzle, carried, facts)
        elif most is None or len(carried.solution or ()) < most:
            yield put(atlas, puzzle, replace(result_of(puzzle, before), solution=carried.solution), facts)


def certify(atlas: Atlas) -> Iterator[dict[str, Any]]:
    """Look for certificates by ends of problems that a search has exhausted; yields each record that was changed."""
    for record in tuple(atlas.problems.values()):
        if record["proven_by"] not in WITHOUT_CERTIFICATE or atlas.boards[record["board"]]["kind"] != "jump":
            continue
        puzzle = puzzle_of(atlas.boards[record["board"]], record)
        assert isinstance(puzzle, JumpPuzzle)
        proof = finish(prove_by_ends(puzzle, CERTIFICATE_PROGRAMS, Budget(0)))
        if proof is not None and proof["by"] not in WITHOUT_CERTIFICATE:
            result = replace(result_of(puzzle, record), proof=proof)
            # The atlas keeps no certificate that was not checked.
            verify(puzzle, result)
            facts = {field: record[field] for field in FACTS if field in record} | {"proven_by": proof["by"]}
            yield put(atlas, puzzle, result, facts)

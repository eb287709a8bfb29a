"""Problems of the atlas as puzzles and results of the solver, and back."""

from __future__ import annotations

from collections.abc import Mapping

from fewest.boards.atlas import GEOMETRY, digest
from fewest.notation import JsonObject
from fewest.notation.kinds import KINDS
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.notation.result import dump_result, load_result
from fewest.solver.model import Puzzle, Result

STATED = ("start", "goal", "opening", "metric", "axis", "doors")
"""The fields of a puzzle that a problem has; its board is a record of its own."""


def board_record(name: str, puzzle: Puzzle, layout: list[list[float]], title: str, source: str) -> JsonObject:
    """The record of the board of a puzzle."""
    record = {"record": "board", "id": name, "kind": puzzle.kind, "title": title, "source": source, "layout": layout}
    record |= dump_puzzle(puzzle)["board"]
    return record


def problem_record(board: JsonObject, puzzle: Puzzle, result: Result, facts: Mapping[str, object]) -> JsonObject:
    """The record of a problem. ``facts`` are the fields that follow from neither the puzzle nor its result."""
    document = dump_puzzle(puzzle)
    stated = {name: document[name] for name in STATED if document.get(name)}
    forms = KINDS[puzzle.kind].atlas
    stated |= {} if forms is None else forms.dump(puzzle)
    # The cost of the search is not part of the result, but a fact of its own (`search`).
    kept = {name: value for name, value in dump_result(puzzle, result).items() if name not in ("statistics", "limit")}
    record = {"record": "problem", **facts, "board": board["id"], **stated, "result": kept}
    return record | {"digest": digest(board, record)}


def with_features(board: JsonObject, problem: JsonObject, features: JsonObject) -> JsonObject:
    """The record of a problem with its features."""
    record = {name: value for name, value in problem.items() if name not in ("features", "digest")}
    record["features"] = features
    return record | {"digest": digest(board, record)}


def puzzle_document(board: JsonObject, problem: JsonObject) -> JsonObject:
    """The puzzle of a problem as clients write it, with the layout of its board."""
    forms = KINDS[board["kind"]].atlas
    if forms is not None:
        return forms.write(board, problem)
    place = {name: board[name] for name in (*GEOMETRY, "layout") if name in board}
    return {"kind": board["kind"], "board": place} | {name: problem[name] for name in STATED if name in problem}


def puzzle_of(board: JsonObject, problem: JsonObject) -> Puzzle:
    """The puzzle of a problem."""
    return load_puzzle(puzzle_document(board, problem)).puzzle


def result_of(puzzle: Puzzle, problem: JsonObject) -> Result:
    """The result of a problem, as the solver returned it."""
    cost = {name: problem["search"][name] for name in ("nodes", "seconds")}
    return load_result(puzzle, problem["result"] | {"statistics": cost})

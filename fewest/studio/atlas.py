"""The content of the atlas page: a table for every board, pictures, and links that open a problem in the page."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.boards import catalogue
from fewest.boards.atlas import Atlas
from fewest.notation import JsonObject
from fewest.notation.kinds import KINDS
from fewest.studio.named import of_atlas

SHOWN = ("status", "moves", "removed", "length", "optimal", "lower_bound", "count")
"""The fields of a result that the page needs to play a solution."""

EXACT = 2**53
"""Greater integers lose digits when the page reads JSON."""

FIRST = "english"
"""The board whose table comes first."""

ORDER = list(KINDS)
"""The order of the kinds of boards."""

PICTURES = 50
"""Number of problems in one picture."""

METRICS = {"path": "one piece, any path", "line": "one piece, one direction", "step": "one piece, one cell"}
"""What counts as one move of blocks, in words."""


@dataclass(frozen=True, slots=True)
class AtlasRow:
    """A problem, as the atlas has it.

    Attributes
    ----------
    holes
        The empty hole at the start and the hole of the last peg, if it is a single-vacancy problem.
    moves
        The fewest moves; both bounds if they differ; empty if there is no solution.
    seconds
        Processor time of the search.
    proven_by
        How the answer was proven, for a permutation by which rule if that is parity; None if the problem is open.
    """

    problem: JsonObject
    holes: tuple[int, int] | None
    moves: str
    seconds: str
    proven_by: str | None


@dataclass(frozen=True, slots=True)
class AtlasTable:
    """The problems of a board, with the range of their lengths, how many are open, and the catalogue's note."""

    board: JsonObject
    rows: list[AtlasRow]
    lengths: str
    open: int
    note: str


def tables(atlas: Atlas) -> list[AtlasTable]:
    """A table for every board that has problems: the first board, then jump boards, sliding ones, blocks, by size."""

    def order(board: JsonObject) -> tuple[bool, int, int]:
        return board["id"] != FIRST, ORDER.index(board["kind"]), len(board["layout"])

    boards = sorted(atlas.boards.values(), key=order)
    return [_table(atlas, board) for board in boards if atlas.problems_on(board["id"])]


def _table(atlas: Atlas, board: JsonObject) -> AtlasTable:
    problems = atlas.problems_on(board["id"])
    lengths = sorted({p["result"]["length"] for p in problems if p["result"]["status"] == "solved"})
    rows = [row_of(board, problem) for problem in problems]
    return AtlasTable(
        board,
        rows,
        _range(lengths[0], lengths[-1]) if lengths else "",
        sum(row.proven_by is None for row in rows),
        catalogue().get(board["id"], {}).get("note", ""),
    )


def pictured(atlas: Atlas, board: str, number: int) -> list[JsonObject]:
    """The problems of a board that its picture ``number`` contains, counted from 1; none if there is no such one."""
    return atlas.problems_on(board)[(number - 1) * PICTURES :][:PICTURES] if number else []


def row_of(board: JsonObject, problem: JsonObject) -> AtlasRow:
    """The row of a problem."""
    result = problem["result"]
    spent = problem["search"]["seconds"]
    # Of the permutation proofs, readers know parity by its name.
    by_parity = (result.get("proof") or {}).get("rule") == "parity"
    return AtlasRow(
        problem,
        single_vacancy(board, problem),
        moves_of(result),
        f"{spent:.3f}" if spent < 1 else f"{spent:.1f}",
        "parity" if by_parity else problem["proven_by"],
    )


def moves_of(result: JsonObject) -> str:
    """The fewest moves, as the atlas writes them; empty if not even a bound is known."""
    lower = result.get("lower_bound")
    return "" if lower is None else _range(lower, result["length"])


def _range(low: int, high: int | None) -> str:
    return str(low) if low == high else f"{low}–{'' if high is None else high}"


def single_vacancy(board: JsonObject, problem: JsonObject) -> tuple[int, int] | None:
    """The empty hole at the start and the hole of the last peg; None if it is not such a problem."""
    if "holes" not in board or problem.get("opening") or len(problem["goal"].get("pegs", ())) != 1:
        return None
    empty = set(range(board["holes"])) - set(problem["start"]["pegs"])
    return (empty.pop(), problem["goal"]["pegs"][0]) if len(empty) == 1 else None


def title_of(board: JsonObject, problem: JsonObject) -> str:
    """What a problem is called."""
    holes = single_vacancy(board, problem)
    return "{} → {}".format(*holes) if holes else str(problem.get("title", problem["id"]))


def shown_result(result: JsonObject) -> JsonObject:
    """What the page needs of a result, with a count that would lose digits as text."""
    shown = {name: result[name] for name in SHOWN if name in result}
    return shown | ({"count": str(shown["count"])} if (shown.get("count") or 0) > EXACT else {})


def opened_problem(board: JsonObject, problem: JsonObject) -> JsonObject:
    """What the page opens: the puzzle, its solution or the bound if there is one, and what the problem is called."""
    result = problem["result"]
    shown = shown_result(result)
    named = of_atlas(board, problem)
    called = [problem["id"], title_of(board, problem)]
    opened: JsonObject = {"puzzle": named.puzzle, "solution": shown, "problem": called}
    if result["status"] == "unsolvable":
        opened |= {"solution": None, "level": {"status": "unsolvable", "length": None, "count": None}}
    return opened | ({"atlas": [board["id"], board["title"]]} if named.board_title else {})

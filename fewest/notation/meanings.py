"""The meaning of fields in the OpenAPI document: texts that several schemas share."""

from __future__ import annotations

from typing import Any


def describe(text: str, *examples: object) -> dict[str, object]:
    """The metadata of a field: its meaning, and examples of its value."""
    return {"description": text.replace("\n", " ")} | ({"examples": list(examples)} if examples else {})


def always(text: str, *examples: object) -> dict[str, Any]:
    """The options of a field that is always present."""
    return {"required": True, "metadata": describe(text, *examples)}


# Numbers of places.

HOLES = "Holes are numbered from 0; in a grid row by row, holes only."
CELLS = "Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."
PLACES = "Holes and cells are numbered from 0; in a grid row by row, skipping walls."

# Boards and puzzles.

BOARD_NAME = "Name of a board of the catalogue; `GET /v1/boards` lists them."
ROWS = "Number of rows of a rectangle. With `columns`, it has at most as many cells as a board may have."
COLUMNS = "Number of columns of a rectangle. With `rows`, it has at most as many cells as a board may have."
GRID = f"""Rows of text: `.` is a cell, `#` or a blank a wall. Cells are adjacent side by side and one above the other.
{CELLS}"""
LAYOUT = """Where pictures draw each hole or cell: a point `[x, y]` for each, in the order of their numbers. y grows
downwards; the unit is free, as pictures are scaled. By default the layout of the grid or of the catalogue, or else one
that the service computes."""
ROW_LAYOUT = [[0, 0], [1, 0], [2, 0]]
"""An example of a layout."""

KIND = "Kind of the puzzle: `jump`, `slide` or `block`."
GIVEN = "What every level's start must satisfy."
BOARD_KIND = "Kind of the puzzles that the board is for: `jump`, `slide` or `block`."

BOARD = "The board, as in a puzzle of its kind."
AS_POSTED = "The puzzle, ready to submit."
AS_SUBMITTED = "The puzzle, as it was submitted."

# Requests and their subjects.

WANT = """`one` optimal solution, the `count` of all, `all` of them, or `any` solution quickly, which need not be
optimal."""
LIMITS = "Limits of the search. A limit that is left out has its default."
LIMITS_IN_FORCE = "The limits in force, defaults filled in."
NO_WEBHOOK = "By default none is reported."
WEBHOOK = f"Where to report events. {NO_WEBHOOK}"
SEED = (
    "Seed of the draw: the same body with the same seed has the same answer. By default the "
    "service chooses a seed and returns it."
)

# Solutions.

LENGTH_ONCE_SOLVED = "Number of moves, once solved; null before, and if there is no solution."
COUNT = "Number of distinct optimal solutions; an integer of any size."
MOVES = f"""The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other
boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. {PLACES}"""
REMOVED = f"Jump boards: the holes jumped over, move by move. {HOLES}"
PIECES = "Sliding pieces: the number of the piece that moves, move by move."
BLOCKS = "Sliding blocks: the name of the piece that moves, move by move."
OPTIMAL = "Whether it is proven that no solution is shorter."
LOWER_BOUND = "No solution has fewer moves: proven."
SOLUTION_ID = "Id of the puzzle with its result, at `/v1/solutions/{id}`; its document never changes."
PROOF = "Why there is no solution; null if that is not proven."

FEATURES = {
    "length": "Moves of an optimal solution.",
    "count": "Number of optimal solutions; an integer of any size.",
    "forced": "Share of the positions on optimal solutions that have exactly one optimal move: from 0 to 1.",
    "choices": "The mean number of legal moves at the positions on optimal solutions.",
    "traps": "Share of the legal moves, at the positions on optimal solutions, after which the puzzle "
    "cannot be solved: from 0 to below 1.",
    "detours": "Sliding puzzles: the mean number of moves of an optimal solution that increase the sum of the "
    "distances of all pieces to their goals.",
    "walk": (
        "The expected number of moves of a random walk that often makes an optimal move, and otherwise any legal move."
    ),
}
"""Features by name."""

# Jobs and tasks.

ID = "Its id, as in its address."
RESULT_STATUS = "`solved`, `unsolvable` (proven), or `stopped` by a limit."
JOB_STATUS = """`queued`, `running`, or how it ended: `solved`, `unsolvable` (proven), `stopped` by a limit, `failed`
by an internal error, or `cancelled`."""
TASK_STATUS = """`queued`, `running`, or how it ended: `finished`, `stopped` by a limit with what was found until then,
`refused` because no result is possible, `failed` by an internal error, or `cancelled`."""
GROUP_STATUS = "`running` while one of its jobs is queued or running, then `ended`, or `cancelled` if you cancelled it."
CREATED = "When it was submitted (UTC)."
WHAT_NODES_ARE = "A node is a position expanded, or a jump or move tried."
NODES = f"Units of work done. {WHAT_NODES_ARE}"
SECONDS = "Time spent so far, in seconds, without the wait in the queue."
LIMIT_REACHED = "The limit that ended the work: `seconds`, `nodes` or `bytes`."
JOB_ID = "Id of its job, at `/v1/jobs/{id}`."
REFUSED = "Why it was refused."
NEXT = "Address of the next page; null on the last."

# Problems.

PROBLEM_TYPE = "The kind of problem: an address that describes it."
PROBLEM_TITLE = "The kind of problem as a sentence, in the language of `Accept-Language`, English or Japanese."
PROBLEM_STATUS = "The status of the response."

# Addresses; each may begin with the path that the operator has put the service under.

LINKS = "Related addresses."
SELF = "Its own address."
EVENTS = "Its stream of server-sent events."
SOLUTION_LINK = "The puzzle with its result."
PICTURE = "A picture of the solution, as SVG."
EMBED = "A page that plays the solution, for an iframe."
SHEET = "A page to print, with its solved puzzles."
JOB_LINK = "Its job."

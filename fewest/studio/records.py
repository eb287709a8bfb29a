"""The page of a problem of the atlas: what is known of it, how that was proven, and which are beside it."""

from __future__ import annotations

from fewest.boards.atlas import Atlas
from fewest.notation import JsonObject
from fewest.studio.atlas import row_of, title_of
from fewest.studio.named import of_atlas
from fewest.studio.sets import printed
from fewest.studio.shares import Preview, preview_of

PROOFS = {
    "search": ("how-search", "All smaller numbers of moves were searched: none is enough."),
    "exhaustion": ("how-exhaustion", "All positions that can be reached were searched: the goal is not among them."),
    "open": ("how-open", "Not proven yet. The first number is a proven bound; a second is the best solution found."),
}
"""How an answer was proven, as the name of a text and the text in English."""

CERTIFIED = "how-certificate", "The proof is in the file of the atlas, and can be checked without a search."
"""The same for the other kinds of proof."""


def record_of(atlas: Atlas, problem: JsonObject) -> JsonObject:
    """What the page of a problem shows, by the names of its template."""
    board = atlas.boards[problem["board"]]
    names = [each["id"] for each in atlas.problems_on(board["id"])]
    at = names.index(problem["id"])
    return {
        "board": board,
        "problem": problem,
        "row": row_of(board, problem),
        "shown": printed(of_atlas(board, problem)),
        "proof": PROOFS.get(problem["proven_by"] or "open", CERTIFIED),
        "beside": {"prev": names[at - 1] if at else None, "next": (names[at + 1 :] or [None])[0]},
    }


def preview_of_record(board: JsonObject, problem: JsonObject) -> Preview:
    """The preview of the page on other sites."""
    result = problem["result"]
    title = f"{board['title']}: {title_of(board, problem)}"
    if result["status"] == "stopped":
        found = "" if result["length"] is None else f"; the best solution found has {result['length']}"
        return Preview(title, f"At least {result['lower_bound']} moves{found}. Not proven yet.")
    said = preview_of({"puzzle": of_atlas(board, problem).puzzle, "result": result})
    return Preview(title, f"{said.title}. {said.text}")

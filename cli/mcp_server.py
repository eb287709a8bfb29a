"""Tools for language models, by the Model Context Protocol: they invent moves; the tools replay and prove."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from boards import catalogue

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from cli.library import Library
    from cli.remote import Remote

INSTRUCTIONS = """Solves peg solitaire on any board and sliding puzzles in the fewest moves, with proof.

Never invent moves or claim that a solution is shortest: call `solve` for a solution, `replay` to judge moves that a
person or you propose, `hint` for the next move, `check` for what can be said without a search, `boards` for the named
boards with example puzzles.

A puzzle is an object. Jumping pegs: {"kind": "jump", "board": {"name": "english"} or {"grid": [".", "..", "..."],
"lines": "triangular"} ("orthogonal", "diagonal") or {"holes": 3, "jumps": [[0, 1, 2]]}, "start": {"empty": [16]} or
{"pegs": [...]}, "goal": {"pegs": [16]} or {"count": 1}}. Holes are numbered from 0, row by row. Sliding pieces:
{"kind": "slide", "board": {"rows": 3, "columns": 3}, "start": [8,6,7,2,5,4,3,0,1], "goal": [1,2,3,4,5,6,7,8,0]}, row by
row; 0 is the empty cell, null in the goal is any. A move of a peg is the list of holes it visits; a slide is [from,
to]. In a result, `optimal` means proven; `proof` says why there is no solution; `lower_bound` always holds."""

Puzzle = dict[str, Any]


def make_server(engine: Remote | Library) -> MCPServer:
    """Make a server whose tools use a service, or this process."""
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    def answered(call: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        try:
            return call()
        except click.ClickException as error:
            raise ToolError(error.message) from None

    def solve(puzzle: Puzzle, want: str = "one", seconds: float = 60.0) -> dict[str, Any]:
        body = {"puzzle": puzzle, "want": want, "limits": {"seconds": seconds}}
        job = answered(lambda: engine.solve(body))
        if "result" not in job:
            raise ToolError(f"the job {job['status']}: {job.get('error') or 'it was cancelled'}")
        return dict(job["result"])

    def check(puzzle: Puzzle) -> dict[str, Any]:
        return answered(lambda: engine.check({"puzzle": puzzle}))

    def hint(puzzle: Puzzle) -> dict[str, Any]:
        return answered(lambda: engine.hint({"puzzle": puzzle}))

    def replay(puzzle: Puzzle, moves: list[list[int]]) -> dict[str, Any]:
        return answered(lambda: engine.replay({"puzzle": puzzle, "moves": moves}))

    def boards() -> dict[str, Any]:
        names = ("name", "kind", "title", "examples")
        return {"boards": [{name: board[name] for name in names} for board in catalogue().values()]}

    texts: dict[Callable[..., Any], str] = {
        solve: "Find a shortest solution of a puzzle with proof, or proof that there is none. want: one, count (also "
        "how many there are), or any (quickly, perhaps not shortest). seconds: limit of the search.",
        check: "Validate a puzzle; symmetries, simple proofs that there is no solution, a lower bound. No search.",
        hint: "Every next move from the start of a puzzle, with the fewest moves to the goal after it.",
        replay: "Judge a sequence of moves by the rules: legal, reaches the goal, or what is wrong at which move.",
        boards: "The named boards, each with example puzzles.",
    }
    server = MCPServer("fewest", instructions=INSTRUCTIONS)
    for tool, text in texts.items():
        server.add_tool(tool, description=text)
    return server


def serve(engine: Remote | Library) -> None:
    """Serve the tools over standard input and output until the client goes.

    Raises
    ------
    click.ClickException
        If the package ``mcp`` is not installed.
    """
    try:
        server = make_server(engine)
    except ImportError:
        raise click.ClickException("this needs the package mcp: pip install 'fewest[mcp]'") from None
    server.run("stdio")

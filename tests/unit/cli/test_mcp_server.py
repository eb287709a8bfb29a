"""`fewest mcp`, used by the client of the SDK over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import pytest

from store import Store
from tests.unit.cli.test_commands import LINE
from tests.unit.cli.test_remote import served  # noqa: F401

mcp = pytest.importorskip("mcp", reason="the package mcp is not installed (pip install 'fewest[mcp]')")

EIGHT = {
    "kind": "slide",
    "board": {"rows": 3, "columns": 3},
    "start": [1, 2, 3, 4, 5, 6, 0, 7, 8],
    "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0],
}


def session(calls: list[tuple[str, dict[str, Any]]], *options: str) -> tuple[list[str], list[Any]]:
    """The names of the tools, and the results of some calls: documents, or the text of an error."""

    async def talk() -> tuple[list[str], list[Any]]:
        command = ["-m", "cli", "mcp", *options]
        parameters = mcp.StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        async with mcp.Client(mcp.stdio_client(parameters)) as client:
            listed = await client.list_tools()
            results = [await client.call_tool(name, given) for name, given in calls]
        found = [each.content[0].text if each.is_error else each.structured_content for each in results]
        return [tool.name for tool in listed.tools], found

    return asyncio.run(talk())


CALLS: list[tuple[str, dict[str, Any]]] = [
    ("check", {"puzzle": EIGHT}),
    ("replay", {"puzzle": EIGHT, "moves": [[7, 6], [8, 7]]}),
    ("replay", {"puzzle": EIGHT, "moves": [[0, 6]]}),
    ("check", {"puzzle": LINE | {"start": {"pegs": [7]}}}),
    ("boards", {}),
]


def check_answers(names: list[str], found: list[Any]) -> None:
    """Check the answers to ``CALLS``."""
    assert names == ["solve", "check", "hint", "replay", "boards"]
    checked, good, bad, invalid, boards = found
    assert (checked["kind"], checked["solvable"], checked["lower_bound"]) == ("slide", None, 2)
    assert (good["legal"], good["reaches_goal"], good["length"]) == (True, True, 2)
    assert bad["legal"] is False
    assert bad["fault"]
    assert "hole 7 does not exist: holes are numbered 0 to 4" in invalid
    assert "hoppers" in {board["name"] for board in boards["boards"]}


def test_session_without_a_server() -> None:
    """Everything is done in the process: a puzzle is solved with proof, and a hint orders the next moves."""
    calls = [*CALLS, ("solve", {"puzzle": EIGHT, "want": "count"}), ("hint", {"puzzle": EIGHT})]
    names, (*found, solved, hint) = session(calls)
    check_answers(names, found)
    assert (solved["status"], solved["length"], solved["optimal"], solved["count"]) == ("solved", 2, True, 1)
    assert [(move["move"], move["distance"]) for move in hint["moves"]] == [([7, 6], 1), ([3, 6], 3)]


def test_session_with_a_server(served: str, store: Store) -> None:  # noqa: F811
    """The same tools use a service; that it has no worker is what the model is shown."""
    store.redis.delete("rq:workers:fewest")
    names, (*found, refused) = session([*CALLS, ("solve", {"puzzle": LINE})], "--server", served)
    check_answers(names, found)
    assert "No worker is available." in refused

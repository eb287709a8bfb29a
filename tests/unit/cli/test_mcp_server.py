"""`fewest mcp`, used by the client of the SDK over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest

from fewest.boards import catalogue
from fewest.cli import mcp_server
from fewest.cli.extras import install_command
from fewest.cli.library import Library
from fewest.cli.mcp_server import INSTRUCTIONS, make_server
from fewest.cli.mcp_tools import TOOLS
from fewest.config.settings import Settings
from fewest.notation.formats import FORMATS, Format, read_puzzles
from fewest.schemas.documents.readings import readings_document
from fewest.store import Store
from tests.hang import HANG_SECONDS
from tests.unit.cli.test_commands import LINE, fewest

mcp = pytest.importorskip("mcp", reason="the package mcp is not installed")

Document = dict[str, Any]

TOKENS = 2000
"""Most tokens that the list of tools, a typical call and its result may take together."""

CHARACTERS_PER_TOKEN = 4
"""A usual estimate for English and JSON."""

EIGHT = {
    "kind": "slide",
    "board": {"rows": 3, "columns": 3},
    "start": [1, 2, 3, 4, 5, 6, 0, 7, 8],
    "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0],
}


def read(result: Any) -> Any:
    """The document that a tool returns, or the text of its error."""
    (content,) = result.content
    return content.text if result.is_error else json.loads(content.text)


class Scripted:
    """An engine that keeps what it was asked, and gives one answer."""

    def __init__(self, answer: Document | Exception) -> None:
        self.answer, self.asked = answer, list[tuple[str, Document]]()

    def _answered(self, name: str, body: Document) -> Document:
        self.asked.append((name, body))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def __getattr__(self, name: str) -> Callable[..., Document]:
        return lambda body, _observe=None: self._answered(name, body)

    def run(self, want: str, body: Document, _observe: Callable[[Document], object]) -> Document:
        """Answer."""
        return self._answered(want, body)


class Waiting(Scripted):
    """An engine whose search waits until its progress was reported, or until it is cancelled; so does its hint."""

    def __init__(self, answer: Document, state: Document) -> None:
        super().__init__(answer)
        self.state = state
        self.began, self.reported, self.ended = threading.Event(), threading.Event(), threading.Event()

    def solve(self, body: Document, observe: Callable[[Document], object]) -> Document:
        """Answer once ``reported`` is set."""
        try:
            while not self.reported.wait(0.01):
                observe(self.state)
                self.began.set()
        finally:
            self.ended.set()
        return self._answered("solve", body)


def with_client(engine: Scripted | Library | None, talk: Callable[[Any], Any], *options: str) -> Any:
    """The result of ``talk`` with a client of the tools; without an engine, a process of its own runs them."""

    async def connected() -> Any:
        command = ["-m", "fewest.cli", "mcp", *options]
        parameters = mcp.StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        server: Any = mcp.stdio_client(parameters) if engine is None else make_server(engine)  # type: ignore[arg-type]
        async with mcp.Client(server) as client:
            return await talk(client)

    return asyncio.run(connected())


def called(engine: Scripted, name: str, given: Document) -> Any:
    """What a tool returns: a document, or the text of an error."""
    return read(with_client(engine, lambda client: client.call_tool(name, given)))


SOLVED = {"status": "solved", "result": {"status": "solved", "length": 2, "proof": None}}
PUZZLE = {"puzzle": EIGHT}
BOARD = {"kind": "slide", "board": {"rows": 2, "columns": 3}}
MINUTE = {"limits": {"seconds": 60}}


@pytest.mark.parametrize(
    ("name", "given", "asked", "body"),
    [
        ("solve", PUZZLE, "solve", PUZZLE | {"want": "one"} | MINUTE),
        (
            "solve",
            PUZZLE | {"want": "any", "seconds": 9},
            "solve",
            PUZZLE | {"want": "any", "limits": {"seconds": 9}},
        ),
        ("hint", PUZZLE, "hint", PUZZLE | MINUTE),
        ("hint", PUZZLE | {"seconds": 2.5}, "hint", PUZZLE | {"limits": {"seconds": 2.5}}),
        ("check", PUZZLE, "check", PUZZLE),
        ("replay", {"puzzle": json.dumps(EIGHT), "moves": "[[7, 6]]"}, "replay", PUZZLE | {"moves": [[7, 6]]}),
        ("replay", {"puzzle": "{", "moves": "{}"}, "replay", {"puzzle": "{", "moves": "{}"}),
        ("generate", BOARD | {"length": {"min": 9}}, "generation", BOARD | {"length": {"min": 9}, "seed": 0} | MINUTE),
        ("generate", BOARD | {"seed": 3, "seconds": 5}, "generation", BOARD | {"seed": 3, "limits": {"seconds": 5}}),
        ("explore", BOARD | {"goal": "[1,2,3,4,5,0]"}, "space", BOARD | {"goal": [1, 2, 3, 4, 5, 0]} | MINUTE),
        ("explore", BOARD | {"draw": {}}, "space", BOARD | {"draw": {"seed": 0}} | MINUTE),
        ("explore", BOARD | {"draw": {"seed": 4}}, "space", BOARD | {"draw": {"seed": 4}} | MINUTE),
        ("features", PUZZLE | {"features": ["walk"]}, "features", PUZZLE | {"features": ["walk"]} | MINUTE),
    ],
)
def test_what_a_model_asks_is_what_the_engine_is_asked(name: str, given: Document, asked: str, body: Document) -> None:
    """Defaults are one solution, a minute and seed 0. A puzzle or moves in a string are parsed if they are JSON."""
    engine = Scripted(SOLVED)
    called(engine, name, given)
    assert engine.asked == [(asked, body)]


@pytest.mark.parametrize(
    ("name", "given", "text"),
    [
        ("check", {"puzle": EIGHT}, "unknown argument: puzle; the arguments are puzzle\nmissing argument: puzzle"),
        ("solve", {"puzzle": EIGHT, "want": "all"}, 'want must be one of one, count, any, not "all"'),
        ("boards", {"name": "englsh"}, 'there is no board "englsh"; did you mean english?'),
        (
            "guess",
            {},
            "there is no tool guess; the tools are solve, read, check, hint, survey, generate, explore, features, "
            "replay, boards",
        ),
    ],
)
def test_wrong_arguments_are_named(name: str, given: Document, text: str) -> None:
    """Unknown and missing arguments and values are errors with all that are allowed; the engine is not called."""
    engine = Scripted(SOLVED)
    assert called(engine, name, given) == text
    assert engine.asked == []


def test_a_text_is_read_without_the_engine() -> None:
    """Each reading says how the text was understood; an error has its line and column."""
    engine = Scripted(SOLVED)
    answer = called(engine, "read", {"text": "8 6 7\n2 5 4\n3 . 1"})
    reading = answer["readings"][0]
    assert answer["clear"] is True
    assert reading["puzzle"]["start"] == [8, 6, 7, 2, 5, 4, 3, 0, 1]
    assert reading["text"].startswith("Read as pieces in 3 rows of 3.")
    assert reading["assumed"] == ["/puzzle/goal"]
    assert (
        called(engine, "read", {"text": "[[1], x]"})
        == "line 1, column 7: unexpected: x; write texts in quotation marks"
    )
    assert engine.asked == []


@pytest.mark.parametrize("each", FORMATS, ids=lambda each: each.name)
def test_models_read_every_format(each: Format) -> None:
    """A language model gets the readings of a text in any format, as the service gives them."""
    answer = called(Scripted(SOLVED), "read", {"text": each.example})
    assert answer == readings_document(read_puzzles(each.example), str)


def test_the_solution_of_a_text_says_what_was_assumed() -> None:
    """A text is solved as it is read first; the answer has its reading, and says if what was assumed is impossible."""
    engine = Scripted(SOLVED)
    solved = called(engine, "solve", {"text": "8 6 7\n2 5 4\n3 . 1"})
    assert (solved["length"], solved["reading"]["assumed"]) == (2, ["/puzzle/goal"])
    assert engine.asked[0][1]["puzzle"]["start"] == [8, 6, 7, 2, 5, 4, 3, 0, 1]
    engine = Scripted({"status": "unsolvable", "result": {"status": "unsolvable"}})
    none = called(engine, "solve", {"text": "2 1 3\n4 5 6\n7 8 ."})
    assert none["reading"]["clear"] is False
    assert none["notices"][0]["detail"].startswith("With what is assumed here there is no solution")
    assert called(engine, "solve", {}) == "give one of these arguments: puzzle, text"


def test_what_the_tools_say_of_themselves() -> None:
    """Schemas allow no other arguments, all tools are marked as read-only, and the server has the program's version."""

    async def listed(client: Any) -> Any:
        return client.server_info, (await client.list_tools()).tools

    server, tools = with_client(Scripted({}), listed)
    assert (server.name, server.version) == ("fewest", version("fewest"))
    for tool in tools:
        hints = tool.annotations
        assert tool.input_schema["additionalProperties"] is False
        assert (hints.read_only_hint, hints.idempotent_hint) == (True, True)
        assert (hints.destructive_hint, hints.open_world_hint) == (False, False)
    assert tools[0].input_schema["properties"]["want"]["enum"] == ["one", "count", "any"]


RUNNING = {"status": "running", "progress": {"lower_bound": 7, "nodes": 1234, "seconds": 0.5}}


def test_progress_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a search runs, the client gets reports of its progress."""
    monkeypatch.setattr(mcp_server, "REPORT_SECONDS", 0.01)
    engine, told = Waiting(SOLVED, RUNNING), list[str]()

    async def heard(_progress: float, _total: float | None, message: str | None) -> None:
        if message is not None:
            told.append(message)
            engine.reported.set()

    with_client(engine, lambda client: client.call_tool("solve", PUZZLE, progress_callback=heard))
    assert told[0] == "at least 7 moves, 1,234 nodes, 0.5 s"


def test_a_cancelled_call_ends_its_search() -> None:
    """If the client cancels a call, its search ends."""
    engine = Waiting(SOLVED, RUNNING)

    async def leave(client: Any) -> None:
        call = asyncio.ensure_future(client.call_tool("solve", PUZZLE))
        await asyncio.to_thread(engine.began.wait, HANG_SECONDS)
        call.cancel()
        assert await asyncio.to_thread(engine.ended.wait, HANG_SECONDS)

    with_client(engine, leave)
    assert engine.asked == []


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"status": "failed", "error": "no memory"}, "the job failed: no memory"),
        ({"status": "cancelled"}, "the job cancelled: it was cancelled"),
        (click.ClickException("No worker is available."), "No worker is available."),
    ],
)
def test_a_job_without_a_result_is_an_error(answer: Document | Exception, text: str) -> None:
    """A job that failed, was cancelled or was refused is an error with the reason."""
    assert called(Scripted(answer), "solve", {"puzzle": EIGHT}) == text


def test_a_survey_is_brief() -> None:
    """Problems without a solution are counted; the others are listed without ids and links."""
    rows = [
        {"start": {"empty": [0]}, "goal": {"pegs": [2]}, "members": 4, "status": "solved", "length": 3, "job_id": "j"},
        {"start": {"empty": [0]}, "goal": {"pegs": [0]}, "members": 2, "status": "unsolvable", "length": None},
        {"start": {"empty": [1]}, "goal": {"pegs": [0]}, "members": 3, "status": "unsolvable", "links": {}},
    ]
    engine = Scripted({"problems": rows})
    found = called(engine, "survey", {"kind": "jump", "board": {"name": "hoppers"}, "seconds": 5})
    assert found == {
        "problems": [{name: rows[0][name] for name in ("start", "goal", "members", "status", "length")}],
        "unsolvable": {"rows": 2, "members": 5},
    }
    body = {"want": "one", "kind": "jump", "board": {"name": "hoppers"}, "limits": {"seconds": 5}}
    assert engine.asked == [("survey", body)]


def test_levels_are_brief() -> None:
    """Parts that all puzzles share are listed once; with them, each level is its puzzle again."""
    common = {"kind": "jump", "board": {"name": "english"}}
    for goals in ([{"count": 1}, {"count": 1}], [{"pegs": [1]}, {"pegs": [2]}]):
        puzzles = [common | {"start": {"pegs": [place]}, "goal": goal} for place, goal in enumerate(goals)]
        levels = [{"puzzle": puzzle, "length": 3, "count": 1} for puzzle in puzzles]
        told = called(Scripted({"status": "finished", "puzzles": levels, "tried": 2}), "generate", common)
        assert set(told) == {"status", "tried", "puzzle", "levels"}
        assert told["puzzle"].items() >= common.items()
        for level, puzzle in zip(told["levels"], puzzles, strict=True):
            assert told["puzzle"] | level == puzzle | {"length": 3, "count": 1}
            assert not told["puzzle"].keys() & level.keys()
    none = called(Scripted({"status": "refused", "puzzles": [], "tried": 0}), "generate", common)
    assert none == {"status": "refused", "tried": 0, "puzzle": {}, "levels": []}


def test_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has the command that installs the package."""
    monkeypatch.setitem(sys.modules, "mcp.server.lowlevel", None)
    ran = fewest("mcp")
    assert ran.exit_code == 1
    assert ran.stderr == f"Error: this needs the package mcp: {install_command('mcp')}\n"


def session(engine: Library | None, calls: list[tuple[str, Document]], *options: str) -> list[Any]:
    """What the tools return for these calls: documents, or the text of an error."""

    async def talk(client: Any) -> list[Any]:
        assert [tool.name for tool in (await client.list_tools()).tools] == list(TOOLS)
        return [read(await client.call_tool(name, given)) for name, given in calls]

    return list(with_client(engine, talk, *options))


def test_session_without_a_server() -> None:
    """This process solves puzzles with proof, judges moves, orders the next moves of a hint, and lists boards."""
    odd = LINE | {"goal": {"pegs": [3]}}
    calls = [
        ("check", PUZZLE),
        ("check", {"puzzle": LINE | {"start": {"pegs": [7]}}}),
        *(("replay", PUZZLE | {"moves": moves}) for moves in ([[7, 6], [8, 7]], [[0, 6]])),
        *(("solve", {"puzzle": puzzle, "want": "count"}) for puzzle in (odd, EIGHT)),
        ("hint", PUZZLE),
        ("boards", {}),
        ("boards", {"name": "english"}),
    ]
    checked, invalid, good, bad, unsolvable, solved, hint, boards, english = session(Library(Settings()), calls)
    assert (checked["kind"], checked["solvable"], checked["lower_bound"]) == ("slide", None, 2)
    assert "hole 7 does not exist: holes are numbered 0 to 4" in invalid
    assert (good["legal"], good["reaches_goal"], good["length"]) == (True, True, 2)
    assert (bad["legal"], bool(bad["fault"])) == (False, True)
    assert [notice["detail"] for notice in unsolvable["notices"]] == ["No jump touches hole 4."]
    assert (solved["status"], solved["length"], solved["optimal"], solved["count"]) == ("solved", 2, True, 1)
    assert [(move["move"], move["distance"]) for move in hint["moves"]] == [([7, 6], 1), ([3, 6], 3)]
    assert boards == {name: board["title"] for name, board in catalogue().items()}
    assert (english["kind"], english["examples"]) == ("jump", catalogue()["english"]["examples"])


def test_session_with_a_server(served: str, store: Store) -> None:
    """`fewest mcp --server` offers the same tools over standard input and output, with the errors of the service."""
    store.redis.delete("rq:workers:fewest")
    checked, refused = session(None, [("check", PUZZLE), ("solve", {"puzzle": LINE})], "--server", served)
    assert checked["lower_bound"] == 2
    assert "No worker is available." in refused


def test_a_typical_session_is_short() -> None:
    """Instructions, list of tools, call and result of the central game of the English board take few tokens."""
    call = {"puzzle": catalogue()["english"]["examples"][0]["puzzle"]}

    async def talk(client: Any) -> list[str]:
        tools = await client.list_tools()
        (content,) = (await client.call_tool("solve", call)).content
        return [tools.model_dump_json(by_alias=True, exclude_none=True), content.text]

    tools, result = with_client(Library(Settings()), talk)
    assert ": " not in result
    parts = {"instructions": INSTRUCTIONS, "tools": tools, "call": json.dumps(call), "result": result}
    tokens = {name: len(text) // CHARACTERS_PER_TOKEN for name, text in parts.items()}
    print(f"{sum(tokens.values())} tokens: {tokens}")
    assert sum(tokens.values()) <= TOKENS
    assert json.loads(result)["length"] == 18


PAGE = (Path(__file__).parents[3] / "docs" / "07-command-line.md").read_text(encoding="utf-8")


def test_the_documentation_names_the_tools() -> None:
    """The page of the command line lists all tools, in their order."""
    (listed,) = re.findall(r"gives them tools instead: ([^.]*)\.", PAGE)
    assert re.findall(r"`(\w+)`", listed) == list(TOOLS)


def test_the_configuration_in_the_documentation(tmp_path: Path) -> None:
    """The command on the page prints a configuration with the full path of the program."""
    (command,) = re.findall(r"^printf .*mcpServers.*$", PAGE, re.MULTILINE)
    printed = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    program = {"command": str(tmp_path / ".venv" / "bin" / "fewest"), "args": ["mcp"]}
    assert json.loads(printed) == {"mcpServers": {"fewest": program}}

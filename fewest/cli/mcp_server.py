"""A server of the Model Context Protocol, with tools that replay and prove for language models."""

from __future__ import annotations

import json
import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import click

from fewest.cli.engine import Document, Engine
from fewest.cli.extras import install_command
from fewest.cli.mcp_tools import TOOLS, run_tool
from fewest.cli.solve import progress_text

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

INSTRUCTIONS = """Solves peg solitaire on any board and sliding puzzles in the fewest moves, with proof.

Never invent moves or claim that a solution is shortest: call `read` for a puzzle as text,
`solve` for a solution, `replay` to judge moves, `hint` for the next move, `check` to validate without a
search, `generate` for new puzzles, `features` for how hard one is, `boards` for named boards.

A move of a peg is the list of holes it visits; a slide is [from, to]. In a result, `optimal` means proven; `proof` says
why there is no solution; `lower_bound` always holds. If a reading has no solution, say what it `assumed`."""

REPORT_SECONDS = 1.0
"""Time between two reports of progress."""


def make_server(engine: Engine) -> Server[Any]:
    """Make a server whose tools use this engine."""
    # The package is an extra: the command works without it.
    import mcp_types as types
    from mcp.server.lowlevel import Server

    # A call changes nothing but the jobs of a service, and an equal call gets the same answer.
    hints = types.ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    tools = [
        types.Tool(name=name, description=tool.description, input_schema=tool.input_schema(), annotations=hints)
        for name, tool in TOOLS.items()
    ]

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        text, failed = await answered(engine, params.name, params.arguments or {}, context.session)
        return types.CallToolResult(content=[types.TextContent(text=text)], is_error=failed)

    return Server(
        "fewest",
        version=version("fewest"),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def answered(engine: Engine, name: str, given: Document, session: Any) -> tuple[str, bool]:
    """Call a tool. Returns its answer as compact JSON or an error message, and whether the call failed.

    The tool runs in a thread, and this coroutine reports its progress. If the client cancels the call, its search ends.
    """
    import anyio
    import anyio.from_thread
    import anyio.to_thread

    began, state = time.monotonic(), ""

    def observe(document: Document) -> None:
        nonlocal state
        anyio.from_thread.check_cancelled()
        state = progress_text(document)

    async def report() -> None:
        while True:
            await anyio.sleep(REPORT_SECONDS)
            await session.report_progress(time.monotonic() - began, message=state or None)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(report)
        try:
            answer = await anyio.to_thread.run_sync(run_tool, engine, name, given, observe)
            text, failed = json.dumps(answer, separators=(",", ":"), ensure_ascii=False), False
        except click.ClickException as error:
            text, failed = error.message, True
        # The report would go on for ever.
        tasks.cancel_scope.cancel()
    return text, failed


def serve(engine: Engine) -> None:
    """Serve the tools over standard input and output until the client disconnects.

    Raises
    ------
    click.ClickException
        If the package ``mcp`` is not installed.
    """
    try:
        import anyio
        from mcp.server.stdio import stdio_server

        server = make_server(engine)
    except ImportError:
        raise click.ClickException(f"this needs the package mcp: {install_command('mcp')}") from None

    async def run() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)

"""Commands that solve, generate and measure, on this machine or with a service."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from fewest.cli.puzzle_argument import Given, puzzle_content, puzzle_document, puzzles_given
from fewest.config.settings import Settings

if TYPE_CHECKING:
    from fewest.cli.engine import Engine

Command: TypeAlias = Callable[..., None]
Puzzle: TypeAlias = Callable[[], Any]
Connect: TypeAlias = "Callable[[], Engine]"
"""Functions that read the puzzle, and make the engine that does the work."""

READING = click.option("--reading", type=click.IntRange(1), metavar="N", help="Use the Nth reading of a text.")
FIRST = click.option("--first", is_flag=True, help="Use the first reading of a text, even if it is not clear.")
SECONDS = click.option("--seconds", type=float, help="Time limit; overrides the file.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
SERVER = click.option("--server", metavar="URL", help="Use the service at this address instead of this process.")
KEY = click.option("--key", envvar="FEWEST_KEY", default="", help="API key for that service; default: FEWEST_KEY.")


def with_puzzle(command: Command, read: Callable[..., Any] = puzzle_document) -> Command:
    """Add the argument PUZZLE to a command: its ``puzzle`` is a function that reads the document."""

    @wraps(command)
    def run(puzzle: bytes, reading: int | None, *, first: bool, **options: Any) -> None:
        command(puzzle=partial(read, puzzle, reading, first=first), **options)

    return click.argument("puzzle", type=puzzle_content)(READING(FIRST(run)))


def with_engine(command: Command) -> Command:
    """Add the options ``--server`` and ``--key`` to a command: its ``engine`` makes the engine."""

    @wraps(command)
    def run(server: str | None, key: str, **options: Any) -> None:
        command(engine=partial(_engine, click.get_current_context().obj, server, key), **options)

    return SERVER(KEY(run))


def _engine(settings: Settings, server: str | None, key: str) -> Engine:
    """The engine: the service at an address, or this process."""
    # Each is imported when it is used: the library loads the solver, which a client of a service does without.
    if server is not None:
        from fewest.cli.remote import Remote

        return Remote(server, key)
    from fewest.cli.library import Library

    return Library(settings)


@click.command()
@partial(with_puzzle, read=puzzles_given)
@click.option("--want", type=click.Choice(["one", "count", "all", "any"]), help="What to find; overrides the file.")
@SECONDS
@AS_JSON
@with_engine
def solve(
    puzzle: Callable[[], list[Given]], want: str | None, seconds: float | None, engine: Connect, *, as_json: bool
) -> None:
    """Solve PUZZLE, on this machine or with a service.

    PUZZLE is a file, or - for standard input. The file has JSON (a puzzle, or the body of a request to /v1/jobs) or
    text in one of the formats that `fewest formats` lists. For text, the command prints how it read it; if it is not
    clear which puzzle is meant, it asks, or without a terminal prints the readings and exits with 2. A text of several
    puzzles is solved as JSON Lines: how each was read, and its result. If there is no such file, PUZZLE is a board of
    the catalogue: tritri is its first example, tritri/2 its second. The exit code is 0 if the puzzle is solved or
    proven unsolvable, 1 if a limit stopped the search or the file has errors.
    """
    from fewest.cli.solve import solve_each, solve_puzzle

    given = puzzle()
    if len(given) > 1:
        sys.exit(solve_each(engine(), given, want, seconds))
    sys.exit(solve_puzzle(engine(), given[0].document, want=want, seconds=seconds, as_json=as_json))


@click.command()
@click.argument("board")
@click.option("--length", metavar="MIN..MAX", help="Fewest moves, such as 20..30, 20.., ..30 or 20.")
@click.option("--solutions", metavar="MIN..MAX", help="Number of shortest solutions.")
@click.option("--pegs", metavar="MIN..MAX", help="Jump boards: number of pegs at the start.")
@click.option(
    "--feature",
    "features",
    metavar="NAME=MIN..MAX",
    multiple=True,
    help="Range of a feature, such as forced=0.3..0.6; may be repeated.",
)
@click.option("--minimal", is_flag=True, help="Only minimal levels, in which nothing is superfluous.")
@click.option("--number", type=int, help="Number of levels; default: 10.")
@click.option("--seed", type=int, help="The same seed gives the same levels; drawn by default.")
@click.option("--jsonl", "as_lines", is_flag=True, help="Print one level per line, as JSON.")
@SECONDS
@AS_JSON
@with_engine
def make(
    board: str,
    length: str | None,
    solutions: str | None,
    pegs: str | None,
    features: tuple[str, ...],
    number: int | None,
    seed: int | None,
    seconds: float | None,
    engine: Connect,
    *,
    minimal: bool,
    as_lines: bool,
    as_json: bool,
) -> None:
    """Generate levels on BOARD: puzzles of a given length.

    BOARD is a board of the catalogue, such as 8-puzzle or english, or a JSON file (or - for standard input) with the
    body of a request to /v1/generations. Options override the file. The exit code is 0 if all levels were found, else
    1. docs/05-for-designers.md describes levels.
    """
    from fewest.cli.tasks import board_body, feature_ranges, make_levels, range_of

    ranges = {
        "length": range_of("--length", length, int),
        "solutions": range_of("--solutions", solutions, int),
        "features": feature_ranges(features),
    }
    given = ranges | {"minimal": minimal or None, "number": number, "seed": seed}
    form = "jsonl" if as_lines else "json" if as_json else "text"
    body = board_body(board)
    sys.exit(make_levels(engine(), body, given, range_of("--pegs", pegs, int), seconds, form))


@click.command()
@with_puzzle
@click.option("--feature", "names", multiple=True, help="Measure only this feature; may be repeated.")
@SECONDS
@AS_JSON
@with_engine
def features(puzzle: Puzzle, names: tuple[str, ...], seconds: float | None, engine: Connect, *, as_json: bool) -> None:
    """Measure features of PUZZLE, which tell how hard it is.

    PUZZLE is as for `fewest solve`. docs/05-for-designers.md describes each feature. The exit code is 1 if a limit
    stopped the work or the file has errors.
    """
    from fewest.cli.tasks import find_features

    sys.exit(find_features(engine(), puzzle(), names, seconds, as_json=as_json))


@click.command()
@with_puzzle
@click.option(
    "--from-start", "forward", is_flag=True, help="Explore forwards from the start instead of backwards from the goal."
)
@SECONDS
@AS_JSON
@with_engine
def space(puzzle: Puzzle, seconds: float | None, engine: Connect, *, forward: bool, as_json: bool) -> None:
    """Count the positions of PUZZLE at each distance from the goal.

    PUZZLE is as for `fewest solve`, but may lack the start or the goal. On jump boards, the distance counts jumps. The
    exit code is 1 if there are too many positions, a limit stopped the work, or the file has errors.
    """
    from fewest.cli.tasks import explore_space

    sys.exit(explore_space(engine(), puzzle(), seconds, forward=forward, as_json=as_json))


@click.command()
@click.argument("name", required=False)
def formats(name: str | None) -> None:
    """List the formats in which texts are read, and which `fewest convert` writes; with NAME, everything about one.

    docs/12-formats.md describes all of them.
    """
    from textwrap import fill

    from fewest.notation.formats import FORMATS
    from fewest.notation.formats.writer import WRITERS

    if name is None:
        width = max(len(each.name) for each in FORMATS)
        for each in FORMATS:
            line, *more = each.example.strip().splitlines()
            click.echo(
                f"{each.name.ljust(width)}  {'w' if each.name in WRITERS else ' '}  {each.title}: "
                f"{line[:40].strip()}{' …' if more or line[40:] else ''}"
            )
        click.echo("w: also written, by `fewest convert`", err=True)
        return
    found = next((each for each in FORMATS if each.name == name), None)
    if found is None:
        raise click.BadParameter(f"there is no format {name}; the formats are {', '.join(f.name for f in FORMATS)}")
    texts = [found.title, found.conventions, f"Source: {found.source}"]
    click.echo("\n\n".join([*(fill(text, 78, break_on_hyphens=False) for text in texts), found.example]))


@click.command()
@with_puzzle
@click.option("--to", required=True, metavar="FORMAT", help="The format, such as sgt-pegs, pddl or drawing.")
@click.option("--moves", metavar="TEXT", help="Moves to write as well, in any usual notation, such as RRDL.")
@click.option("--solve", "solved", is_flag=True, help="Solve the puzzle, and write the solution as well.")
@click.option("--output", metavar="FOLDER", help="Write files into this folder instead of printing the texts.")
@SECONDS
@with_engine
def convert(
    puzzle: Puzzle,
    to: str,
    moves: str | None,
    seconds: float | None,
    output: str | None,
    engine: Connect,
    *,
    solved: bool,
) -> None:
    """Write PUZZLE in a format that another program reads.

    PUZZLE is as for `fewest solve`. `fewest formats` marks the formats that are written: game ids of sgt-pegs and
    sgt-fifteen, PDDL for planners, rows and drawings, JSON. With --moves or --solve, the moves are written as well, as
    the format has them: a saved game that plays them, a plan, or a list such as RRDL. What the format cannot hold is an
    error; a puzzle that is nearly the same is never written.
    """
    from fewest.cli.convert import convert_puzzle

    if moves is not None and solved:
        raise click.UsageError("give --moves or --solve, not both")
    convert_puzzle(engine if solved else None, puzzle(), to, moves, seconds, output)


@click.command()
@with_engine
def mcp(engine: Connect) -> None:
    """Offer tools to a language model.

    Speaks the Model Context Protocol over standard input and output. Needs the package mcp; if it is missing, the
    command prints how to install it.
    """
    from fewest.cli.mcp_server import serve

    serve(engine())

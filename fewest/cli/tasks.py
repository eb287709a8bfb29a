"""Generate levels, explore spaces and measure features, in this process or with a service."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import click

from fewest.boards import catalogue
from fewest.cli.engine import Document, Engine, with_seconds
from fewest.cli.puzzle_argument import file_content, unknown_board
from fewest.cli.solve import progress_line
from fewest.cli.text import counted, draw_position, readable
from fewest.design.forms.levels import FEATURES, SHAPES
from fewest.notation.puzzle import load_puzzle


def range_of(option: str, text: str | None, number: type[int] | type[float]) -> Document | None:
    """Parse a range, ``20..30``, ``20..``, ``..30`` or ``20``, into the ``min`` and ``max`` of a task.

    Raises
    ------
    click.BadParameter
        If the text of this option is not a range.
    """
    if text is None:
        return None
    least, dots, most = text.partition("..")
    ends = {"min": least, "max": most if dots else least}
    try:
        found = {name: number(end) for name, end in ends.items() if end}
    except ValueError:
        found = {}
    if not found:
        raise click.BadParameter(f"{text!r} is not a range; write 20..30, 20.., ..30 or 20", param_hint=option)
    return found


def feature_ranges(given: Iterable[str]) -> Document:
    """Parse ranges of features, each written as ``forced=0.3..0.6``.

    Raises
    ------
    click.BadParameter
        If one of them is not a feature with a range.
    """
    ranges = {}
    for text in given:
        name, _, limits = text.partition("=")
        if name not in FEATURES:
            known = ", ".join(FEATURES)
            raise click.BadParameter(
                f"{text!r} does not begin with a feature; the features are {known}", param_hint="--feature"
            )
        ranges[name] = range_of("--feature", limits, float)
    return ranges


def board_body(value: str) -> Document:
    """The body of a request: from the file of this name, or with the board of this name in the catalogue.

    The pieces of sliding blocks, which are required, are those of the board's first example.

    Raises
    ------
    click.ClickException
        If there is neither a file nor a board, or the file is not JSON.
    """
    content = file_content(value)
    if content is None:
        if value not in catalogue():
            raise unknown_board(value)
        entry = catalogue()[value]
        example = entry["examples"][0]["puzzle"]
        needs_start = SHAPES[entry["kind"]].fields["start"].required
        return dict(example) if needs_start else {"kind": entry["kind"], "board": {"name": value}}
    try:
        body = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"not JSON: {error}") from None
    if not isinstance(body, dict):
        raise click.ClickException("the file must contain an object, the body of a request to /v1/generations")
    return body


def make_levels(
    engine: Engine, body: Document, given: Mapping[str, Any], pegs: Document | None, seconds: float | None, form: str
) -> int:
    """Generate levels, and print them.

    Parameters
    ----------
    body
        A task.
    given
        Fields that override those of the body; None and empty dictionaries are ignored.
    pegs
        Range of the pegs at the start, if it is given.
    form
        "text", "json", or "jsonl": one level per line.

    Returns
    -------
    int
        Exit code: 0 if all levels were found, else 1.
    """
    body |= {name: value for name, value in given.items() if value not in (None, {})}
    if pegs is not None:
        body["start"] = body.get("start", {}) | {"pegs": pegs}
    made = _result_of(engine, "generation", with_seconds(body, seconds))
    levels = made.get("puzzles", [])
    if form == "json":
        click.echo(readable(made))
    elif form == "jsonl":
        for level in levels:
            click.echo(json.dumps(level, separators=(",", ":")))
        if made["status"] != "finished":
            click.echo(outcome(made), err=True)
    else:
        click.echo("\n".join([outcome(made), *_drawn(levels)]))
    return 0 if made["status"] == "finished" else 1


def outcome(made: Mapping[str, Any]) -> str:
    """The number of levels and the seed; if there are fewer levels than requested, the reason and advice."""
    number = len(made.get("puzzles", ()))
    tried = counted(made.get("tried", 0), "position")
    head = f"{counted(number, 'level')}, seed {made.get('seed')}, {tried} tried"
    if made["status"] == "refused":
        return f"There is no such level: {_refusal(made['refusal'])}."
    if made.get("reason") == "exhausted":
        return f"{head}. There are no others."
    if made.get("reason") == "tried":
        return f"{head}. No more are tried: use wider ranges, or another --seed."
    if made["status"] == "stopped":
        advice = "allow more --seconds, or use wider ranges" if made["limit"] == "seconds" else "use wider ranges"
        return f"{head}. Stopped by the limit on {made['limit']}: {advice}."
    return f"{head}."


def _refusal(refusal: Mapping[str, Any]) -> str:
    if refusal["by"] == "pegs":
        return f"no level has more than {counted(refusal['moves'], 'move')}; allow more pegs, or use a smaller --length"
    if refusal["by"] == "deepest":
        farthest = counted(refusal["deepest"], "move")
        return f"no position is farther than {farthest} ({refusal['source']}); use a smaller --length"
    if "counts" in refusal:
        least, most = refusal["counts"]
        return f"levels of this length have {least:,} to {counted(most, 'solution')}; use other --solutions"
    if not refusal["positions"] and "moves" not in refusal:
        return "no start that the request allows has a solution"
    within = f" of at most {counted(refusal['moves'], 'move')}" if "moves" in refusal else ""
    longest = "" if refusal["deepest"] is None else f", the longest with {counted(refusal['deepest'], 'move')}"
    known = counted(refusal["positions"], "start")
    return f"the request allows {known}{within}{longest}; use another --length, or restrict the start less"


def _drawn(levels: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Each level: length, number of solutions, features, and its start as a drawing."""
    for number, level in enumerate(levels, 1):
        parts = [counted(level["length"], "move"), counted(level["count"], "solution")]
        parts += [f"{name} {value}" for name, value in level.get("features", {}).items()]
        parsed = load_puzzle(level["puzzle"])
        yield ""
        yield f"{number}. {', '.join(parts)}"
        yield from draw_position(parsed.puzzle, parsed.puzzle.start, parsed.layout)


def find_features(engine: Engine, puzzle: Any, names: tuple[str, ...], seconds: float | None, *, as_json: bool) -> int:
    """Measure features of a puzzle, and print them.

    Parameters
    ----------
    puzzle
        Its document.
    names
        Features; if empty, all that the puzzle has.

    Returns
    -------
    int
        Exit code: 0, or 1 if a limit stopped the work.
    """
    body: Document = {"puzzle": puzzle} | ({"features": list(names)} if names else {})
    found = _result_of(engine, "features", with_seconds(body, seconds))
    if as_json:
        click.echo(readable(found))
    else:
        missing = found.get("missing", {})
        for name, value in found.get("features", {}).items():
            click.echo(f"{name:8} {value}" if value is not None else f"{name:8} not known: {missing[name]}")
    return 1 if found["status"] == "stopped" else 0


def explore_space(engine: Engine, puzzle: Any, seconds: float | None, *, forward: bool, as_json: bool) -> int:
    """Explore the space of a puzzle, and print how many positions it has at each depth.

    Parameters
    ----------
    puzzle
        Its document; it may have no start, or no goal.
    forward
        Whether to explore forwards from its start, not backwards from its goal.

    Returns
    -------
    int
        Exit code: 0, or 1 if it is too large, or a limit stopped the work.
    """
    body = dict(puzzle) if isinstance(puzzle, dict) else {}
    if forward:
        body.pop("goal", None)
    space = _result_of(engine, "space", with_seconds(body, seconds))
    if as_json:
        click.echo(readable(space))
    else:
        click.echo("\n".join(_table(space)))
    return 0 if space["status"] == "finished" else 1


def _table(space: Mapping[str, Any]) -> Iterable[str]:
    """A space: a line in words, then one for each depth."""
    if space["status"] == "refused":
        yield f"Refused: it needs {space['needed']:,} {space['limit']}, and {space['allowed']:,} are allowed."
        return
    depths = space.get("depths", [])
    total = counted(sum(depths), "position")
    total += f", {counted(len(depths) - 1, 'move' if 'pegs' not in space else 'jump')} deep" if depths else ""
    if space["status"] == "stopped":
        total = f"Stopped by the limit on {space['limit']} after {total}."
    elif "start_depth" in space:
        depth = space["start_depth"]
        total += "; the start is not among them" if depth is None else f"; the start has depth {depth}"
        total += ", the greatest" if space["hardest"] else ""
    yield total
    yield from _components(space)
    yield ""
    wide = max(len(f"{number:,}") for number in depths) if depths else 0
    for depth, number in enumerate(depths):
        dead = space.get("dead_ends", {})
        yield f"{depth:5}  {number:{wide},}" + (f"  {counted(dead[depth], 'dead end')}" if dead else "")


def _components(space: Mapping[str, Any]) -> Iterable[str]:
    """A table of the components, if there are several."""
    components, number = space.get("components", []), space.get("component_count", 0)
    if number <= 1:
        return
    yield ""
    yield f"{number:,} components" + (", of which these are the deepest:" if len(components) < number else ":")
    for each in components:
        positions = "position " if each["positions"] == 1 else "positions"
        numbers = f"{each['positions']:12,} {positions}  {each['depth']:5,} deep  {each['goals']:9,} of depth 0"
        yield numbers + ("  (the start)" if each["start"] else "")


def _result_of(engine: Engine, task: str, body: Document) -> Document:
    """Run a task, and show its progress on a terminal. Returns its result."""
    with progress_line() as observe:
        return engine.run(task, body, observe)

"""The tools for language models: their arguments, and the calls of the engine that they make."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from fewest.boards import catalogue
from fewest.cli.engine import Document, Engine, Observe, with_seconds
from fewest.cli.puzzle_argument import advice, checked
from fewest.design.features import NAMES
from fewest.notation.fields import quoted
from fewest.notation.formats import read_puzzles
from fewest.notation.formats.reader import REFUTED
from fewest.notation.kinds import KINDS
from fewest.schemas.documents.readings import readings_document
from fewest.schemas.texts import TextBody

SECONDS = 60
"""Limit of a search, unless another one is given."""

JSON_TYPES = {"object": (dict,), "array": (list,), "object or array": (dict, list)}
"""Some clients write these as JSON in a string. An argument that may be either has no type in its schema."""

PUZZLE = """Jumping pegs: {"kind":"jump","board":{"name":"english"} or {"grid":["  ."," . .",". . ."],"lines":\
"triangular"} (or "orthogonal","diagonal") or {"holes":3,"jumps":[[0,1,2]]} (from, over, to),"start":\
{"empty":[16]} or {"pegs":[...]},"goal":{"pegs":[16]} or {"count":1}}. Holes are numbered from 0, row by row. Sliding \
pieces: {"kind":"slide","board":{"rows":3,"columns":3},"start":[8,6,7,2,5,4,3,0,1],"goal":[1,2,3,4,5,6,7,8,0]}, row by \
row; 0 is the empty cell, null in the goal is any piece. Blocks: {"kind":"block","start":{"picture":["ABBC","ABBC",\
"DEEF","DGHF","I..J"]},"goal":{"at":{"B":[3,1]}},"metric":"path"} (or "line", "step"): letters are pieces, # a wall, \
"at" is row and column."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool.

    Attributes
    ----------
    arguments
        JSON Schema of each argument.
    required
        The arguments that must be given.
    call
        Answers a call whose arguments have these names.
    """

    description: str
    arguments: Mapping[str, Document]
    required: tuple[str, ...]
    call: Callable[[Engine, Document, Observe], Document]

    def input_schema(self) -> Document:
        """JSON Schema of all arguments."""
        required = {"required": list(self.required)} if self.required else {}
        return {"type": "object", "properties": dict(self.arguments), **required, "additionalProperties": False}

    def errors(self, given: Mapping[str, Any]) -> list[str]:
        """A line for each argument that is unknown, missing, or not in its enumeration."""
        takes = ", ".join(self.arguments)
        errors = [
            f"unknown argument: {name}; the arguments are {takes}" for name in given if name not in self.arguments
        ]
        errors += [f"missing argument: {name}" for name in self.required if name not in given]
        for name, value in given.items():
            values = self.arguments.get(name, {}).get("enum", [value])
            if value not in values:
                errors.append(f"{name} must be one of {', '.join(values)}, not {quoted(value)}")
        return errors

    def parsed(self, name: str, value: Any) -> Any:
        """The value of an argument, which may be JSON in a string."""
        kind = self.arguments[name].get("type", "object or array")
        kinds = JSON_TYPES.get(kind[0] if isinstance(kind, list) else kind)  # the second is text
        if kinds is None or not isinstance(value, str):
            return value
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return parsed if isinstance(parsed, kinds) else value


def run_tool(engine: Engine, name: str, given: Mapping[str, Any], observe: Observe) -> Document:
    """Call a tool, and return its answer.

    Raises
    ------
    click.ClickException
        If there is no such tool; or with a line for each error of the arguments or the puzzle.
    """
    if name not in TOOLS:
        raise click.ClickException(f"there is no tool {name}; the tools are {', '.join(TOOLS)}")
    tool = TOOLS[name]
    if errors := tool.errors(given):
        raise click.ClickException("\n".join(errors))
    return tool.call(engine, {argument: tool.parsed(argument, value) for argument, value in given.items()}, observe)


def solve(engine: Engine, given: Document, observe: Observe) -> Document:
    """The result of a search; that of a text says first how it was read."""
    body = dict(given)
    more: Document = {}
    if ("text" in given) == ("puzzle" in given):
        raise click.ClickException("give one of these arguments: puzzle, text")
    if "text" in given:
        read, more["reading"] = checked(TextBody(str(body.pop("text")), {}, 1, str).read_one)
        body |= read
    job = engine.solve({"want": "one"} | _limited(body), observe)
    if "result" not in job:
        raise click.ClickException(f"the job {job['status']}: {job.get('error') or 'it was cancelled'}")
    notices = job.get("notices", [])
    if more and more["reading"]["assumed"] and job["status"] == "unsolvable":
        notices = [{"pointer": more["reading"]["assumed"][0], "detail": REFUTED}, *notices]
    return {**more, **job["result"], **({"notices": notices} if notices else {})}


def hint(engine: Engine, given: Document, observe: Observe) -> Document:
    """The next moves with their distances."""
    return engine.hint(_limited(given), observe)


def _limited(given: Document) -> Document:
    """The body of a request with these arguments: ``seconds`` becomes one of its limits."""
    body = {name: value for name, value in given.items() if name != "seconds"}
    return with_seconds(body, given.get("seconds", SECONDS))


def survey(engine: Engine, given: Document, observe: Observe) -> Document:
    """The problems of a board that have a solution or may have one, and the number of the others."""
    found = engine.survey({"want": "one"} | _limited(given), observe)["problems"]
    rows = [{name: row[name] for name in SURVEYED if row.get(name) is not None} for row in found]
    unsolvable = [row for row in rows if row["status"] == "unsolvable"]
    return {
        "problems": [row for row in rows if row["status"] != "unsolvable"],
        "unsolvable": {"rows": len(unsolvable), "members": sum(row["members"] for row in unsolvable)},
    }


def generate(engine: Engine, given: Document, observe: Observe) -> Document:
    """Generated levels; parts that all puzzles share are listed once."""
    made = engine.run("generation", _limited({"seed": 0} | given), observe)
    levels = made.pop("puzzles", [])
    puzzles = [level.pop("puzzle") for level in levels]
    # Levels of one board differ in little, and a model pays for each token.
    common = {
        name: value
        for name, value in (puzzles[0] if puzzles else {}).items()
        if name != "start" and all(puzzle[name] == value for puzzle in puzzles)
    }
    own = [{name: value for name, value in puzzle.items() if name not in common} for puzzle in puzzles]
    return made | {"puzzle": common, "levels": [puzzle | level for puzzle, level in zip(own, levels, strict=True)]}


def explore(engine: Engine, given: Document, observe: Observe) -> Document:
    """A space, with a few of its deepest positions and components."""
    draw = {"draw": {"seed": 0} | given["draw"]} if isinstance(given.get("draw"), dict) else {}
    space = engine.run("space", _limited(given | draw), observe)
    # A model pays for each token.
    return space | {name: space[name][:DEEPEST] for name in ("deepest", "components") if name in space}


def features(engine: Engine, given: Document, observe: Observe) -> Document:
    """The features of a puzzle."""
    return engine.run("features", _limited(given), observe)


def boards(_engine: Engine, given: Document, _observe: Observe) -> Document:
    """The titles of the named boards, or one of them with its examples."""
    if "name" not in given:
        return {name: board["title"] for name, board in catalogue().items()}
    name = str(given["name"])
    if name not in catalogue():
        raise click.ClickException(f"there is no board {quoted(name)}; {advice(name)}")
    board = catalogue()[name]
    return {field: board[field] for field in ("name", "kind", "title", "source", "note", "examples") if field in board}


def read(_engine: Engine, given: Document, _observe: Observe) -> Document:
    """The readings of a text, or of each of its puzzles."""
    return readings_document(checked(lambda: read_puzzles(str(given["text"]))), str)


SURVEYED = ("start", "goal", "members", "status", "length", "lower_bound", "count")
"""The fields of a surveyed problem; without links and ids it takes a third of the tokens."""

DEEPEST = 3
"""Number of deepest positions, and of components, in an answer."""

RANGE = {"type": "object", "description": '{"min":…,"max":…}'}
SAME_PUZZLE = {"type": "object", "description": "as for solve"}
PARTS: dict[str, Any] = {
    "kind": {"type": "string", "enum": list(KINDS)},
    "board": {"description": "as in a puzzle"},
    "metric": {"type": "string"},
    "axis": {},
    "doors": {},
}
"""The parts of a puzzle but for its start and its goal."""

SECONDS_OF_SEARCH = {"type": "number", "default": SECONDS, "description": "limit"}

TOOLS = {
    "solve": Tool(
        "A shortest solution with proof, or proof that there is none.",
        {
            "puzzle": {"type": "object", "description": PUZZLE},
            "want": {
                "type": "string",
                "enum": ["one", "count", "any"],
                "default": "one",
                "description": "count: and how many there are; any: quickly, perhaps not shortest",
            },
            "text": {"type": "string"},
            "seconds": SECONDS_OF_SEARCH,
        },
        (),
        solve,
    ),
    "read": Tool(
        "Puzzles from text as people and programs write it, most exact first; if not `clear`, ask.",
        {"text": {"type": "string"}},
        ("text",),
        read,
    ),
    "check": Tool(
        "Validate a puzzle; symmetries, simple proofs of no solution, a lower bound. No search.",
        {"puzzle": SAME_PUZZLE},
        ("puzzle",),
        lambda engine, given, _: engine.check(given),
    ),
    "hint": Tool(
        "Every next move, with the fewest moves to the goal after it.",
        {"puzzle": SAME_PUZZLE, "seconds": SECONDS_OF_SEARCH},
        ("puzzle",),
        hint,
    ),
    "survey": Tool(
        "The fewest moves from each start to each goal, symmetric problems once.",
        {
            **PARTS,
            "starts": {"type": "array", "description": "default (jump): each hole empty"},
            "goals": {"type": "array", "description": "default: one peg in each hole; each block to each place"},
            "want": {"type": "string", "enum": ["one", "count"], "default": "one"},
            "seconds": {
                "type": "number",
                "exclusiveMinimum": 0,
                "default": SECONDS,
                "description": "limit of each search",
            },
        },
        ("kind",),
        survey,
    ),
    "generate": Tool(
        "Generate levels: puzzles with given ranges of fewest moves, solutions and features, proven.",
        {
            **PARTS,
            "number": {"type": "integer", "default": 10},
            "length": RANGE,
            "solutions": RANGE,
            "features": {"type": "object", "description": 'ranges, as {"forced":{"min":0.3}}'},
            "start": {
                "type": "object",
                "description": 'jump: {"pegs":{"min":…,"max":…},"empty":[…]}; slide: {"pieces":[…]}, null for any',
            },
            "goal": {"description": 'as in a puzzle, or {"complement":true}; by default one peg, or pieces in order'},
            "place": {"type": "array", "description": 'random: [{"shapes":[["XX"]],"pieces":{"min":6}}]'},
            "minimal": {"type": "boolean", "default": False, "description": "nothing superfluous"},
            "seed": {"type": "integer", "default": 0},
            "seconds": SECONDS_OF_SEARCH,
        },
        ("kind",),
        generate,
    ),
    "explore": Tool(
        "Count the positions to a goal, or from a start, by depth; the depth of a start; the deepest.",
        {
            **PARTS,
            "start": {"description": "as in a puzzle"},
            "goal": {"description": "as in a puzzle"},
            "draw": {"type": "object", "description": '{"depth":…,"number":1,"seed":0}; by default the greatest depth'},
            "seconds": SECONDS_OF_SEARCH,
        },
        ("kind",),
        explore,
    ),
    "features": Tool(
        "How hard a puzzle is: shortest solutions, forced moves, choices, traps, detours, a random walk.",
        {
            "puzzle": SAME_PUZZLE,
            "features": {
                "type": "array",
                "items": {"type": "string", "enum": list(NAMES)},
                "description": "default all",
            },
            "seconds": SECONDS_OF_SEARCH,
        },
        ("puzzle",),
        features,
    ),
    "replay": Tool(
        "Judge moves by the rules: legal, reaches the goal, or which move is wrong.",
        {
            "puzzle": SAME_PUZZLE,
            "moves": {
                "type": ["array", "string"],
                "items": {"type": "array", "items": {"type": "integer"}},
                "description": "a peg's holes, or [from, to]; or text: RRDL, CL3, e2-e4",
            },
        },
        ("puzzle", "moves"),
        lambda engine, given, _: engine.replay(given),
    ),
    "boards": Tool(
        "The named boards; with a name, that one with example puzzles.",
        {"name": {"type": "string"}},
        (),
        boards,
    ),
}

"""The atlas: problems with their proven answers, or with the bounds that are proven, as one JSON Lines file.

The first line is the head, ``{"record": "atlas", "version": …}``; then come the boards, each before its
problems. ``docs/atlas.schema.json`` is the schema of a line, ``docs/11-atlas.md`` its meaning. This module does not
know the rules: ``fewest.notation.atlas`` converts problems to puzzles and results, and ``docs/check_atlas.py`` checks
them independently.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

VERSION = 1
"""Version of the file's form."""

GEOMETRY = ("holes", "jumps", "adjacency", "steps")
"""The fields of a board that the rules need."""


class AtlasError(ValueError):
    """The file is not an atlas, has another version, or was altered."""


@dataclass(slots=True)
class Atlas:
    """The content of an atlas.

    Attributes
    ----------
    boards
        Boards by id, in order.
    problems
        Problems by id, in the order of their boards.
    """

    boards: dict[str, dict[str, Any]] = field(default_factory=dict)
    problems: dict[str, dict[str, Any]] = field(default_factory=dict)

    def problems_on(self, board: str) -> list[dict[str, Any]]:
        """The problems of a board."""
        return [problem for problem in self.problems.values() if problem["board"] == board]

    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        yield _line({"record": "atlas", "version": VERSION})
        for name, board in self.boards.items():
            yield _line(board)
            yield from map(_line, self.problems_on(name))


def digest(board: Mapping[str, Any], problem: Mapping[str, Any]) -> str:
    """SHA-256 of a problem and of the lines it is played on: 64 hexadecimal digits.

    It covers all fields of the problem but the digest itself, and ``holes`` and ``jumps``, or ``adjacency``, or
    ``steps``, of its board: as JSON without spaces, with sorted names, in ASCII.
    """
    # Titles and layouts may change without a new digest.
    geometry = {name: board[name] for name in GEOMETRY if name in board}
    content = {name: value for name, value in problem.items() if name != "digest"}
    return hashlib.sha256(json.dumps([geometry, content], sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def parse_atlas(lines: Iterable[str]) -> Atlas:
    """Read an atlas.

    Raises
    ------
    AtlasError
        If it is not an atlas, has another version, or the digest of a problem is wrong.
    """
    records = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
        except ValueError as error:
            raise AtlasError(f"line {number}: {error}") from None
        if not isinstance(record, dict):
            raise AtlasError(f"line {number}: must be an object")
        records.append(record)
    head = records[0] if records else {}
    if head.get("record") != "atlas":
        raise AtlasError("line 1: the head of an atlas is missing")
    if head.get("version") != VERSION:
        raise AtlasError(f"line 1: its version is {head.get('version')}, not {VERSION}")
    atlas = Atlas()
    for number, record in enumerate(records[1:], 2):
        if record.get("record") == "board":
            if "id" not in record:
                raise AtlasError(f"line {number}: a board without an id")
            atlas.boards[record["id"]] = record
            continue
        board = atlas.boards.get(record.get("board", ""))
        if record.get("record") != "problem" or board is None:
            raise AtlasError(f"line {number}: must be a board, or a problem of a board before it")
        if record.get("digest") != digest(board, record):
            raise AtlasError(f"line {number}: the digest of {record.get('id')} is wrong")
        atlas.problems[record["id"]] = record
    return atlas


def read_atlas(path: Path) -> Atlas:
    """Read an atlas from a file; :class:`AtlasError` as in :func:`parse_atlas`."""
    with path.open(encoding="utf-8") as file:
        return parse_atlas(file)


@cache
def atlas() -> Atlas:
    """The atlas that comes with the program."""
    return parse_atlas(atlas_file().decode().splitlines())


def atlas_file() -> bytes:
    """The file of that atlas."""
    return files("fewest.boards").joinpath("atlas.jsonl").read_bytes()


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

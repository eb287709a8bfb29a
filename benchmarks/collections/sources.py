"""The collections: where the levels of each are, in which format of ours, and what is published beside them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.collections.archives import gnome_levels, pickled_texts, resources
from benchmarks.collections.packages import Package
from benchmarks.ladder import KORF, cases, ladders
from fewest.boards.atlas import atlas
from fewest.notation.atlas import puzzle_document
from fewest.notation.puzzle import dump_puzzle

SOLVABLE, UNSOLVABLE = "solvable", "unsolvable"
"""Published of a level instead of a number."""

LINE, PATH, SLIDES, MOVES = "line", "path", "slides", "moves of pegs"

SEEDS = 10
SHAPES = tuple(product(range(2, 5), range(2, 5)))
"""Width and height of the boards of sgt-fifteen; larger ones take minutes to hours."""

ATLAS_SECONDS, OWN_SEED = 5.0, 73
OURS = ("plain breadth-first search", "this library, different tables", "the atlas")
"""Sources of benchmarks/ladder.py that are not published elsewhere."""


@dataclass(frozen=True)
class Level:
    """A level: its name, its text or, where no format of texts has it, its document, and what is published of it."""

    name: str
    text: str = ""
    document: dict[str, Any] = field(default_factory=dict)
    published: int | str | None = None


@dataclass(frozen=True)
class Collection:
    """Levels of one package.

    Attributes
    ----------
    name, metric, package
        As in the table.
    source
        Where the levels are from, if from no package.
    read
        Gives the levels in the folder of the package, always in the same order.
    format
        In which format of docs/12-formats.md their texts are; empty for documents.
    seconds
        Time limit of a search.
    batch
        Levels of one batch: fewer where searches take long, as a part of a run ends after a batch.
    """

    name: str
    metric: str
    read: Callable[[Path], Iterable[Level]]
    format: str = ""
    package: Package | None = None
    source: str = ""
    seconds: float = 60.0
    batch: int = 20


def _only(folder: Path, pattern: str) -> Path:
    return next(iter(sorted(folder.rglob(pattern))))


def _gnome(folder: Path) -> Iterator[Level]:
    """A drag along any path is a move, so ``path``; one name says a number."""
    for name, rows in gnome_levels(_only(folder, "gnome-klotski")):
        said = re.search(r"Only (\d+) Steps", name)
        text = " +\n".join(f'"{row}"' for row in rows)
        yield Level(name, text, published=int(said[1]) if said else None)


def _gcompris(folder: Path) -> Iterator[Level]:
    for stored in resources(_only(folder, "traffic.rcc")):
        if stored.startswith(b"/* GCompris - traffic.js"):
            levels = re.findall(r"X[A-F1-6]{2}(?:,[A-Z][A-F1-6]{2})+", stored.decode())
            yield from (Level(f"{number}", level) for number, level in enumerate(levels, 1))


def _peg_solitaire(folder: Path) -> Iterator[Level]:
    """Records of four lines; of some, the package has solved games, in files whose names end with the record's code."""
    records = _only(folder, "data.sol")
    played = {path.stem.rpartition("_")[2] for path in records.parent.glob("*_*.sol")}
    lines = records.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith("#")]
    for begin in range(0, len(kept), 4):
        code, rule, *_ = kept[begin].split()
        text = "\n".join(kept[begin : begin + 4])
        yield Level(f"{code}, rule {rule}", text, published=SOLVABLE if code in played else None)


def _generated(folder: Path, program: str, parameters: Iterable[str]) -> Iterator[Level]:
    """Games that a program of sgt-puzzles makes, each of which has a solution, says its manual."""
    libraries = ":".join(str(path) for path in folder.glob("usr/lib/*-linux-gnu"))
    for each in parameters:
        command = [str(folder / "usr" / "games" / program), "--generate", "1", each]
        environment = os.environ | {"LD_LIBRARY_PATH": libraries}
        made = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        yield Level(each, made.stdout.strip(), published=SOLVABLE)


def _sgt_pegs(folder: Path) -> Iterator[Level]:
    shapes = ("7x7octagon", "5x5random", "7x7random", "9x9random")
    names = ["7x7cross#1", *(f"{shape}#{seed}" for shape in shapes for seed in range(1, SEEDS + 1))]
    return _generated(folder, "sgt-pegs", names)


def _sgt_fifteen(folder: Path) -> Iterator[Level]:
    names = (f"{width}x{height}#{seed}" for width, height in SHAPES for seed in range(1, SEEDS // 2 + 1))
    return _generated(folder, "sgt-fifteen", names)


def _fogleman(lines: Iterable[str]) -> Iterator[Level]:
    """Lines with a minimum, a board and the size of its cluster, in an order that a part of them is a sample of."""
    levels = [Level(f"{number}", line, published=int(line.split()[0])) for number, line in enumerate(lines, 1)]
    Random(OWN_SEED).shuffle(levels)
    return iter(levels)


def _rushcards(folder: Path) -> Iterator[Level]:
    return _fogleman(pickled_texts(_only(folder, "puzzles.pickle")))


def _reasoning_gym(folder: Path) -> Iterator[Level]:
    lines = _only(folder, "rush_18k.txt").read_text(encoding="ascii").splitlines()
    return _fogleman(filter(str.strip, lines))


def _unblockme(folder: Path) -> Iterator[Level]:
    found = re.search(
        r"EXAMPLE = '''\n(.*?)'''", _only(folder, "state_utils.py").read_text(encoding="utf-8"), re.DOTALL
    )
    if found is not None:
        yield Level("EXAMPLE", found[1])


def _klotski(folder: Path) -> Iterator[Level]:
    text = _only(folder, "boards.kts").read_text(encoding="latin-1")
    heads = list(re.finditer(r"^<([^<>\n]+)>[ \t\r]*$", text, re.MULTILINE))
    for head, end in zip(heads, [*(each.start() for each in heads[1:]), len(text)], strict=True):
        yield Level(head[1], text[head.start() : end])


def _npm(folder: Path) -> Iterator[Level]:
    """The games; of each name, the README has the moves that the package finds. Equal names have I and II there."""
    readme = _only(folder, "README.md").read_text(encoding="utf-8")
    table = r"^\| (\S.*) \|\n\| ((?:\d+ moves|no solution)(?: \| .*)?) \|$"
    published: dict[str, int | str] = {}
    for names, moves in re.findall(table, readme, re.MULTILINE):
        numbers = [UNSOLVABLE if cell == "no solution" else int(cell.split()[0]) for cell in moves.split(" | ")]
        published |= zip(names.split(" | "), numbers, strict=True)
    games = json.loads(_only(folder, "hrd-games.json").read_text(encoding="utf-8"))
    names = [game["name"] for game in games]
    for index, game in enumerate(games):
        name = game["name"]
        name += " " + "I" * (names[: index + 1].count(name)) if names.count(name) > 1 else ""
        yield Level(name, json.dumps(game, ensure_ascii=False), published=published[name])


def _atlas(_: Path) -> Iterator[Level]:
    """What is proven, and was found in some seconds."""
    for name, problem in atlas().problems.items():
        if problem["proven_by"] is not None and problem["search"]["seconds"] <= ATLAS_SECONDS:
            document = puzzle_document(atlas().boards[problem["board"]], problem)
            known = problem["result"]
            yield Level(name, "", document, known["length"] if known["status"] == "solved" else UNSOLVABLE)


def _literature(_: Path) -> Iterator[Level]:
    """Puzzles with lengths of the literature that are solved in seconds: no 24-puzzles."""
    for rung in ladders():
        if rung.source not in (*OURS, KORF) and not rung.name.startswith("24-puzzle"):
            for number, (puzzle, answer) in enumerate(zip(rung.puzzles, rung.answers, strict=True), 1):
                published = UNSOLVABLE if answer.length is None else answer.length
                yield Level(f"{rung.title}, {number}: {rung.source}", "", puzzle, published)


def _cases(name: str) -> Callable[[Path], Iterator[Level]]:
    def read(_: Path) -> Iterator[Level]:
        for case, (puzzle, answer) in cases(name).items():
            yield Level(case, "", dump_puzzle(puzzle), answer.length)

    return read


SGT, PEGS = Package("debian", "sgt-puzzles", runs=True), Package("debian", "peg-solitaire")
GYM = Package("pypi", "reasoning-gym", "0.1.25")
COLLECTIONS = {
    each.name: each
    for each in (
        Collection("gnome-klotski", PATH, _gnome, "gnome-klotski", Package("debian", "gnome-klotski"), batch=4),
        Collection("gcompris", LINE, _gcompris, "gcompris-traffic", Package("debian", "gcompris-qt-data"), batch=65),
        Collection("peg-solitaire", MOVES, _peg_solitaire, "peg-solitaire", PEGS, seconds=5.0),
        Collection("sgt-pegs", MOVES, _sgt_pegs, "sgt-pegs", SGT, seconds=20.0, batch=10),
        Collection("sgt-fifteen", SLIDES, _sgt_fifteen, "sgt-fifteen", SGT),
        Collection("reasoning-gym", LINE, _reasoning_gym, "rush-hour-line", GYM, batch=1000),
        Collection("unblockme", LINE, _unblockme, "rush-hour-rows", Package("pypi", "unblockme", "0.0.3")),
        Collection("klotski-pypi", PATH, _klotski, "klotski-kts", Package("pypi", "Klotski", "1.3.2"), batch=4),
        Collection("klotski-npm-2", PATH, _npm, "klotski-json", Package("npm", "klotski", "2.1.0")),
        Collection("klotski-npm-4", PATH, _npm, "klotski-json", Package("npm", "klotski", "4.0.0")),
        Collection("atlas", "each its own", _atlas, source="this project", batch=50),
        Collection("korf-15", SLIDES, _cases("slide_korf15.json"), source=KORF, batch=10),
        Collection("deepest-15", SLIDES, _cases("slide_deep15.json"), source="OEIS A089484", batch=4),
        Collection("literature", "each its own", _literature, source="Hiroi, Bell, Beasley, Meyrignac", batch=4),
        Collection("rushcards", LINE, _rushcards, "rush-hour-line", Package("pypi", "rushcards", "0.2.0"), batch=1000),
    )
}

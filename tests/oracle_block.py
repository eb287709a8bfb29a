"""Sliding blocks by brute force, from the JSON alone: every position, nothing packed, nothing compiled.

The twin of ``fewest.solver.block``. A piece is a letter with a set of points; a position is what is where, the letters
of interchangeable pieces forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

Point = tuple[int, int]
Pieces = dict[str, frozenset[Point]]
State = frozenset[tuple[object, frozenset[Point]]]

DIRECTIONS = {"row": ((0, -1), (0, 1)), "column": ((-1, 0), (1, 0))}


@dataclass(frozen=True)
class Answer:
    """Length and number of the shortest solutions, None and 0 if there is none; positions `seen` in all."""

    length: int | None
    count: int
    seen: int


class Oracle:
    """One puzzle, written with pictures and ``at``."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        picture = puzzle["start"]["picture"]
        self.cells = {(r, c) for r, row in enumerate(picture) for c, char in enumerate(row) if char not in "# "}
        self.start: Pieces = {}
        for r, row in enumerate(picture):
            for c, char in enumerate(row):
                if char not in "#. ":
                    self.start[char] = self.start.get(char, frozenset()) | {(r, c)}
        self.goal = {name: self._at(name, tuple(corner)) for name, corner in puzzle["goal"]["at"].items()}
        self.metric = puzzle["metric"]
        self.axis = puzzle.get("axis", {})
        self.doors = puzzle.get("doors", [])
        self.sorts = {name: self._sort(name) for name in self.start}

    def _at(self, name: str, corner: Point) -> frozenset[Point]:
        cells = self.start[name]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        return frozenset((r - top + corner[0], c - left + corner[1]) for r, c in cells)

    def _directions(self, name: str) -> list[Point]:
        if self.axis == "long":
            height = len({r for r, _ in self.start[name]})
            width = len({c for _, c in self.start[name]})
            names = ["row", "column"] if height == width else ["column"] if height > width else ["row"]
        else:
            names = [self.axis[name]] if name in self.axis else ["row", "column"]
        return [each for axis in names for each in DIRECTIONS[axis]]

    def _allowed(self, name: str, cells: frozenset[Point]) -> bool:
        closed = {tuple(point) for door in self.doors if name not in door["pieces"] for point in door["at"]}
        return cells <= self.cells and not cells & closed

    def _sort(self, name: str) -> object:
        """What interchangeable pieces have in common."""
        if name in self.goal:
            return name
        top, left = min(self.start[name])
        shape = frozenset((r - top, c - left) for r, c in self.start[name])
        doors = tuple(name in door["pieces"] for door in self.doors)
        return shape, tuple(self._directions(name)), doors

    def state(self, pieces: Pieces) -> State:
        """What is where."""
        return frozenset((self.sorts[name], cells) for name, cells in pieces.items())

    def moves(self, pieces: Pieces) -> list[Pieces]:
        """Every position one move away."""
        found = []
        for name, cells in pieces.items():
            taken = {point for other, points in pieces.items() if other != name for point in points}

            def free(to: frozenset[Point], name: str = name, taken: set[Point] = taken) -> bool:
                return self._allowed(name, to) and not to & taken

            reached: list[frozenset[Point]] = []
            if self.metric == "path":
                seen = [cells]
                for each in seen:
                    for direction in self._directions(name):
                        to = shifted(each, direction)
                        if free(to) and to not in seen:
                            seen.append(to)
                reached = seen[1:]
            else:
                for direction in self._directions(name):
                    to = shifted(cells, direction)
                    while free(to):
                        reached.append(to)
                        if self.metric == "step":
                            break
                        to = shifted(to, direction)
            found += [pieces | {name: to} for to in reached]
        return found

    def met(self, pieces: Pieces) -> bool:
        """Whether the goal is met."""
        return all(pieces[name] == cells for name, cells in self.goal.items())

    def answer(self) -> Answer:
        """Length and number of all shortest solutions, by levels that carry the number of paths to each position."""
        level = {self.state(self.start): (self.start, 1)}
        seen, length = set(level), 0
        while level:
            met = [paths for pieces, paths in level.values() if self.met(pieces)]
            if met:
                return Answer(length, sum(met), len(seen))
            after: dict[State, tuple[Pieces, int]] = {}
            for pieces, paths in level.values():
                for other in self.moves(pieces):
                    state = self.state(other)
                    if state not in seen:
                        after[state] = other, after.get(state, (other, 0))[1] + paths
            seen.update(after)
            level, length = after, length + 1
        return Answer(None, 0, len(seen))


def shifted(cells: frozenset[Point], direction: Point) -> frozenset[Point]:
    """Cells moved by one."""
    return frozenset((r + direction[0], c + direction[1]) for r, c in cells)


def random_puzzle(random: Random, most_cells: int = 14) -> dict[str, Any]:
    """A puzzle of few cells with pieces of one to five cells, walls, doors and axes; its goal may be out of reach."""
    rows = random.randint(2, 4)
    columns = random.randint(2, max(2, min(5, most_cells // rows)))
    return _puzzle(random, rows, columns, (1, 1, 1, 2, 2, 3, 4, 5), random.randint(2, 2 + rows * columns // 2))


def crowded_puzzle(random: Random) -> dict[str, Any]:
    """A puzzle of nine to seventeen small pieces, all but two or three alike, so that its positions are few."""
    rows, columns, empty = random.choice(((3, 4, 2), (3, 4, 2), (3, 6, 1)))
    return _puzzle(random, rows, columns, (1,), empty, alike=True)


def large_puzzle(random: Random) -> dict[str, Any]:
    """A puzzle of two or three small pieces on a board of more than 64 cells, so that its positions are few."""
    rows, columns = random.choice(((2, 40), (5, 16), (9, 9), (12, 7)))
    return _puzzle(random, rows, columns, (1, 2, 3), -random.choice((2, 2, 3)))


def enclosed_puzzle(random: Random) -> dict[str, Any]:
    """A random puzzle with so many cells beside it that it has 65 to 320: rooms above and below that nothing leaves."""
    puzzle = random_puzzle(random)
    picture = puzzle["start"]["picture"]
    width = random.randint(5, 10)
    above, below = (random.randint(0, 150 // width) for _ in range(2))
    above += max(0, -(-65 // width) - above - below)
    rooms = [[random.choice((".", name)) * width] * rows for name, rows in (("Y", above), ("Z", below))]
    puzzle["start"]["picture"] = [*rooms[0], "#", *picture, "#", *rooms[1]]
    for name, (row, column) in puzzle["goal"]["at"].items():
        puzzle["goal"]["at"][name] = [row + above + 1, column]
    for door in puzzle.get("doors", []):
        door["at"] = [[row + above + 1, column] for row, column in door["at"]]
    return puzzle


def _puzzle(
    random: Random, rows: int, columns: int, sizes: tuple[int, ...], empty: int, *, alike: bool = False
) -> dict[str, Any]:
    """A puzzle with pieces of some sizes and at least so many empty cells, or all but so many if that is negative.

    ``alike``: few pieces differ.
    """
    grid = [["#" if random.random() < 0.08 else "." for _ in range(columns)] for _ in range(rows)]
    cells = [(r, c) for r in range(rows) for c in range(columns) if grid[r][c] == "."]
    names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    left = set(cells)
    empty += len(cells) if empty < 0 else 0
    pieces: dict[str, list[Point]] = {}
    while len(left) > empty:
        piece = [random.choice(sorted(left))]
        size = min(random.choice(sizes), len(left) - empty)
        while len(piece) < size:
            around = {(r + dr, c + dc) for r, c in piece for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0))}
            choices = sorted(around & left - set(piece))
            if not choices:
                break
            piece.append(random.choice(choices))
        left -= set(piece)
        pieces[next(names)] = piece
    for name, piece in pieces.items():
        for r, c in piece:
            grid[r][c] = name
    puzzle: dict[str, Any] = {
        "kind": "block",
        "start": {"picture": ["".join(row) for row in grid]},
        "metric": random.choice(("step", "line", "path")),
    }
    if pieces and random.random() < 0.4:
        bound = random.sample(sorted(pieces), 1 if alike else random.randint(1, len(pieces)))
        puzzle["axis"] = random.choice(("long", {name: random.choice(("row", "column")) for name in bound}))
    if pieces and not alike and random.random() < 0.5:
        puzzle["doors"] = [_random_door(random, pieces, left) for _ in range(random.choice((1, 2, 2)))]
    puzzle["goal"] = {"at": _random_goal(random, puzzle, pieces, alike)}
    return puzzle


def _random_door(random: Random, pieces: dict[str, list[Point]], free: set[Point]) -> dict[str, Any]:
    """One or two free cells, with some of the pieces; or the cells of a piece, which may enter it then."""
    names = random.sample(sorted(pieces), random.randint(1, min(2, len(pieces))))
    if free and random.random() < 0.8:
        cells = random.sample(sorted(free), min(len(free), random.randint(1, 2)))
    else:
        cells = pieces[names[0]]
    return {"at": [list(cell) for cell in cells], "pieces": names}


def _random_goal(
    random: Random, puzzle: dict[str, Any], pieces: dict[str, list[Point]], few: bool
) -> dict[str, list[int]]:
    """Where one or two pieces shall go, all but one, or all: mostly where some moves lead, else anywhere."""
    if not pieces:
        return {}
    number = 1 if few else random.choice((1, 1, 2, 2, len(pieces) - 1, len(pieces)))
    names = random.sample(sorted(pieces), min(max(1, number), len(pieces)))
    oracle = Oracle(puzzle | {"goal": {"at": {}}})
    if random.random() < 0.8:
        position = oracle.start
        for _ in range(random.randrange(1, 60)):
            position = random.choice(oracle.moves(position) or [position])
        moved = sorted(name for name in pieces if position[name] != oracle.start[name])
        if 1 <= number <= min(2, len(moved)):
            names = random.sample(moved, number)
        return {name: [min(r for r, _ in position[name]), min(c for _, c in position[name])] for name in names}
    goal: dict[str, list[int]] = {}
    taken: set[Point] = set()
    for name in names:
        top, left = min(r for r, _ in pieces[name]), min(c for _, c in pieces[name])
        shape = [(r - top, c - left) for r, c in pieces[name]]
        corners = [
            corner
            for corner in product(range(4), range(6))
            if {(r + corner[0], c + corner[1]) for r, c in shape} <= oracle.cells - taken
        ]
        if corners:
            corner = random.choice(corners)
            goal[name] = list(corner)
            taken |= {(r + corner[0], c + corner[1]) for r, c in shape}
    return goal

"""Puzzles, and the documents that say something about one."""

# Without postponed annotations, which would hide NotRequired from TypedDict at run time.
from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Puzzle: TypeAlias = Mapping[str, Any]
"""A puzzle in the format of the service: ``kind``, ``board``, ``start``, ``goal`` and, on jump boards, ``opening``."""

Want: TypeAlias = Literal["one", "count", "all", "any"]
ResultStatus: TypeAlias = Literal["solved", "unsolvable", "stopped"]


class Limits(TypedDict, total=False):
    """Limits of a search."""

    seconds: float
    nodes: int
    bytes: int


class Statistics(TypedDict):
    """The cost of a search, and the origin of the answer."""

    nodes: int
    seconds: float
    cache: NotRequired[Literal["miss", "hit", "symmetry"]]
    canonical: NotRequired[bool]


class ProofPart(TypedDict):
    """Some of the goals of a jump puzzle, with the proof that they cannot be reached."""

    pegs: list[list[int]]
    proof: dict[str, Any]


class FewerPegs(TypedDict):
    """A number of pegs, with the proof that no game leaves so few."""

    pegs: int
    proof: dict[str, Any]


class Proof(TypedDict):
    """Why there is no solution, or no better one; ``by`` names the argument, which says what other fields there are."""

    by: str
    start: NotRequired[int]
    goal: NotRequired[int]
    weights: NotRequired[list[int]]
    goals: NotRequired[list[ProofPart]]
    pairs: NotRequired[int]
    functions: NotRequired[list[list[int]]]
    trees: NotRequired[list[dict[str, Any]]]
    programs: NotRequired[int]
    nodes: NotRequired[int]
    reach: NotRequired[list[int]]
    proof: NotRequired[dict[str, Any]]
    pegs_left: NotRequired[int]
    fewer: NotRequired[list[FewerPegs]]
    cells: NotRequired[list[int]]
    rule: NotRequired[str]
    entry: NotRequired[int]
    way: NotRequired[list[int]]
    piece: NotRequired[list[int]]
    target: NotRequired[list[int]]
    side: NotRequired[str]
    positions: NotRequired[int]


class Found(TypedDict):
    """What is known about a puzzle."""

    status: ResultStatus
    length: int | None
    optimal: bool
    lower_bound: NotRequired[int]
    moves: list[list[int]] | None
    removed: NotRequired[list[list[int]]]
    pieces: NotRequired[list[int]]
    blocks: NotRequired[list[str]]
    pegs_left: NotRequired[int]
    count: NotRequired[int]
    proof: Proof | None
    pegs_proof: NotRequired[Proof]


class Result(Found):
    """The result of a search, and what it cost."""

    limit: NotRequired[Literal["seconds", "nodes", "bytes"]]
    statistics: Statistics


class Notice(TypedDict):
    """What is odd about a valid puzzle, with a JSON Pointer to the part of it."""

    pointer: str
    detail: str


class Check(TypedDict):
    """A valid puzzle, described without a search."""

    kind: str
    key: str
    holes: NotRequired[int]
    jumps: NotRequired[int]
    pegs: NotRequired[int]
    cells: NotRequired[int]
    edges: NotRequired[int]
    pieces: NotRequired[int]
    empty_cells: NotRequired[int]
    symmetries: int | None
    solvable: bool | None
    proof: Proof | None
    lower_bound: int | None
    notices: list[Notice]


class Game(TypedDict):
    """A game that solves a puzzle; its moves were replayed."""

    moves: list[list[int]]
    removed: NotRequired[list[list[int]]]
    length: int


class ShareLinks(TypedDict):
    """Addresses of a shared puzzle, of the page that opens it, and of its picture for other sites."""

    self: str
    page: str
    card: str


class Share(TypedDict):
    """A shared puzzle, which never changes, with the game that others are challenged to beat, if there is one."""

    id: str
    kind: str
    puzzle: Puzzle
    game: Game | None
    links: ShareLinks


class Replay(TypedDict):
    """A claimed solution, judged by the plain rules."""

    legal: bool
    reaches_goal: bool
    length: int | None
    fault: str | None
    position: dict[str, Any] | None


class SolutionLinks(TypedDict):
    """Addresses of a solution, its picture and its player."""

    self: NotRequired[str]
    solution: NotRequired[str]
    picture: str
    embed: str
    all: NotRequired[str]


class Solution(TypedDict):
    """A puzzle with its result, which never changes."""

    id: str
    kind: str
    puzzle: dict[str, Any]
    result: Found
    links: SolutionLinks


class Lookup(TypedDict):
    """A known answer."""

    status: ResultStatus
    kind: str
    want: str
    solution_id: str
    result: Result
    links: SolutionLinks


class Listed(TypedDict):
    """One of all optimal solutions."""

    moves: list[list[int]]
    removed: NotRequired[list[list[int]]]
    pieces: NotRequired[list[int]]
    blocks: NotRequired[list[str]]


class Page(TypedDict):
    """Some of all optimal solutions; ``next`` leads to the others."""

    id: str
    count: int
    offset: int
    limit: int
    solutions: list[Listed]
    next: str | None

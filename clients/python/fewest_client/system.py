"""Documents of the service itself: errors, boards, limits, versions."""

# Without postponed annotations, which would hide NotRequired from TypedDict at run time.
from typing import Any, Literal, NotRequired, TypedDict


class FieldError(TypedDict):
    """One error of a request, with a JSON Pointer to its place."""

    pointer: str
    detail: str


class Problem(TypedDict, total=False):
    """The body of an error response (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldError]
    request_id: str


class Link(TypedDict):
    """Its own address."""

    self: str


class BoardEntry(TypedDict):
    """A board in the catalogue's list."""

    name: str
    kind: str
    title: str
    source: str
    size: int
    links: Link


class Example(TypedDict):
    """A puzzle on a board, and its known answer."""

    title: str
    puzzle: dict[str, Any]
    expect: dict[str, Any]


class Board(TypedDict):
    """A board with its layout and examples."""

    name: str
    kind: str
    title: str
    source: str
    note: NotRequired[str]
    board: dict[str, Any]
    layout: list[list[float]]
    examples: list[Example]


class Limit(TypedDict):
    """A limit: its default where clients may choose, its maximum, and what it bounds."""

    name: str
    default: float | None
    maximum: float
    unit: str
    bounds: str


class Alive(TypedDict):
    """The process responds."""

    status: str


class Lane(TypedDict):
    """How a queue lane stands."""

    lane: Literal["quick", "long"]
    workers: int
    queued: int
    oldest_seconds: float
    missing: list[str]


class Ready(TypedDict):
    """Whether puzzles can be solved now, and what is missing if not; no lanes if Redis does not answer."""

    status: Literal["ready", "not ready"]
    missing: list[str]
    workers: int
    lanes: list[Lane]


class ProblemKind(TypedDict):
    """A kind of problem."""

    type: str
    title: str
    status: int


class Version(TypedDict):
    """The version of the service."""

    version: str


class Overview(TypedDict):
    """What the API offers."""

    name: str
    version: str
    links: dict[str, str]

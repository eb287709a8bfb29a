"""Documents of orders, which are work that is not one search, and of events."""

# Without postponed annotations, which would hide NotRequired from TypedDict at run time.
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .jobs import Job, JobStatus
from .puzzles import Limits, Proof
from .system import Link

OrderStatus: TypeAlias = Literal["queued", "running", "finished", "stopped", "refused", "failed", "cancelled"]
EventStatus: TypeAlias = JobStatus | Literal["finished", "refused"]
Reason: TypeAlias = Literal[
    "seconds",
    "nodes",
    "bytes",
    "moves",
    "positions",
    "no_position",
    "no_distance",
    "unsolvable",
]


class OrderProgress(TypedDict):
    """How far an order is; it may tell more of itself."""

    nodes: int
    seconds: float


class OrderLinks(TypedDict):
    """Addresses of an order, and of the chart of a space."""

    self: str
    events: str
    picture: NotRequired[str]


class Order(TypedDict):
    """What all orders have."""

    id: str
    status: OrderStatus
    kind: Literal["jump", "slide", "block"]
    limits: Limits
    created: str
    started: str | None
    ended: str | None
    queue_position: NotRequired[int]
    waits_for: NotRequired[Literal["compilation", "memory"]]
    progress: NotRequired[OrderProgress | None]
    error: NotRequired[str | None]
    links: OrderLinks


class Position(TypedDict):
    """A position: the piece on each cell, or the holes with a peg."""

    pieces: NotRequired[list[int]]
    pegs: NotRequired[list[int]]


class ReducedSpace(TypedDict):
    """The numbers of a space if positions count as one that symmetries turn into each other."""

    symmetries: int
    positions: int
    depths: list[int]
    dead_ends: NotRequired[list[int]]


class Space(Order):
    """All positions that can be reached, by depth."""

    positions: NotRequired[int]
    depth: NotRequired[int]
    mean: NotRequired[float]
    depths: NotRequired[list[int]]
    pegs: NotRequired[list[int]]
    dead_ends: NotRequired[list[int]]
    up_to_symmetry: NotRequired[ReducedSpace]
    deepest: NotRequired[list[Position]]
    start_depth: NotRequired[int | None]
    hardest: NotRequired[bool]
    drawn: NotRequired[list[Position]]
    seed: NotRequired[int]
    limit: NotRequired[str]
    needed: NotRequired[int]
    allowed: NotRequired[int]


class Level(TypedDict):
    """A puzzle with its proven fewest moves."""

    puzzle: dict[str, Any]
    length: int
    count: int
    features: NotRequired[dict[str, float]]


class Refusal(TypedDict):
    """Why there is no such level."""

    by: Literal["pegs", "deepest", "space"]
    moves: NotRequired[int]
    source: NotRequired[str]
    positions: NotRequired[int]
    deepest: NotRequired[int | None]
    counts: NotRequired[list[int]]
    counts_cap: NotRequired[int]


class Generation(Order):
    """Levels to order; the same body with the same seed has the same ones."""

    seed: NotRequired[int]
    puzzles: NotRequired[list[Level]]
    tried: NotRequired[int]
    limit: NotRequired[Literal["seconds", "nodes", "bytes"]]
    reason: NotRequired[Literal["tried", "exhausted"]]
    refusal: NotRequired[Refusal]


class FeatureValues(TypedDict):
    """The features that were asked for; ``Missing`` says why one is null."""

    length: NotRequired[int | None]
    count: NotRequired[int | None]
    forced: NotRequired[float | None]
    choices: NotRequired[float | None]
    traps: NotRequired[float | None]
    detours: NotRequired[float | None]
    walk: NotRequired[float | None]


class Walk(TypedDict):
    """How the expected length of a walk was found."""

    probability: float
    error: float
    samples: NotRequired[int]
    seed: NotRequired[int]


class Missing(TypedDict):
    """Why features are null: a limit, or why they are not defined."""

    length: NotRequired[Reason]
    count: NotRequired[Reason]
    forced: NotRequired[Reason]
    choices: NotRequired[Reason]
    traps: NotRequired[Reason]
    detours: NotRequired[Reason]
    walk: NotRequired[Reason]


class Features(Order):
    """How hard a puzzle is."""

    features: NotRequired[FeatureValues]
    missing: NotRequired[Missing]
    walk: NotRequired[Walk]
    limit: NotRequired[Literal["seconds", "nodes", "bytes"]]
    proof: NotRequired[Proof]


class DroppedJob(TypedDict):
    """What an event says of a job that was dropped before it could be delivered."""

    id: str
    status: EventStatus
    links: Link


class Event(TypedDict):
    """What a webhook receives."""

    type: Literal[
        "job.running",
        "job.solved",
        "job.unsolvable",
        "job.stopped",
        "job.failed",
        "job.cancelled",
        "job.finished",
        "job.refused",
    ]
    timestamp: str
    data: Job | Space | Generation | Features | DroppedJob

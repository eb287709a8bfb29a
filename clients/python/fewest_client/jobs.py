"""Documents of jobs, batches, surveys, hints and events."""

# Without postponed annotations, which would hide NotRequired from TypedDict at run time.
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .puzzles import Limits, Notice, Result, Want
from .system import FieldError, Link

JobStatus: TypeAlias = Literal["queued", "running", "solved", "unsolvable", "stopped", "failed", "cancelled"]

OPEN = ("queued", "running")


class Progress(TypedDict):
    """How far a search is."""

    lower_bound: int
    nodes: int
    seconds: float
    length: NotRequired[int]


class JobLinks(TypedDict):
    """Addresses of a job and of its solution."""

    self: str
    events: str
    solution: NotRequired[str]
    picture: NotRequired[str]
    embed: NotRequired[str]


class Job(TypedDict):
    """One request for the solution of a puzzle, and its state."""

    id: str
    status: JobStatus
    kind: Literal["jump", "slide", "block"]
    want: Want
    limits: Limits
    created: str
    started: str | None
    ended: str | None
    queue_position: NotRequired[int]
    waits_for: NotRequired[Literal["compilation", "memory"]]
    progress: NotRequired[Progress | None]
    solution_id: NotRequired[str]
    result: NotRequired[Result]
    notices: NotRequired[list[Notice]]
    error: NotRequired[str | None]
    links: JobLinks


class ListedJob(TypedDict):
    """A job in the list of an API key."""

    id: str
    status: JobStatus
    created: str
    length: int | None
    links: Link


class Webhook(TypedDict):
    """Where events of a job are to be sent, and which: by default every end."""

    url: str
    events: NotRequired[
        list[Literal["running", "solved", "unsolvable", "stopped", "failed", "cancelled", "finished", "refused"]]
    ]


class JobLink(TypedDict):
    """Address of an item's job."""

    job: str


class Item(TypedDict):
    """One puzzle of a batch."""

    index: int
    status: JobStatus | Literal["invalid", "refused", "expired"]
    job_id: NotRequired[str]
    length: NotRequired[int | None]
    detail: NotRequired[str]
    errors: NotRequired[list[FieldError]]
    links: NotRequired[JobLink]


class GroupLinks(TypedDict):
    """Addresses of a batch, and of a page to print."""

    self: str
    sheet: str


class Batch(TypedDict):
    """Many puzzles, each with a job of its own."""

    id: str
    status: Literal["running", "ended", "cancelled"]
    created: str
    total: int
    progress: dict[str, int]
    items: list[Item]
    links: GroupLinks


class SurveyedLinks(TypedDict):
    """Addresses of the job of a problem, and of its solution once there is one."""

    job: str
    solution: NotRequired[str]
    picture: NotRequired[str]
    embed: NotRequired[str]


class Surveyed(TypedDict):
    """One problem of a survey, and the number of those that are symmetric to it."""

    start: Any
    goal: Any
    members: int
    status: JobStatus | Literal["refused", "expired"]
    job_id: NotRequired[str]
    solution_id: NotRequired[str]
    length: NotRequired[int | None]
    optimal: NotRequired[bool]
    lower_bound: NotRequired[int | None]
    count: NotRequired[int]
    refuted_by: NotRequired[str]
    detail: NotRequired[str]
    links: NotRequired[SurveyedLinks]


class SurveyLinks(TypedDict):
    """Addresses of a survey, of its picture, and of a page to print."""

    self: str
    picture: str
    sheet: str


class Survey(TypedDict):
    """Every problem of a board, each with a job of its own."""

    id: str
    status: Literal["running", "ended", "cancelled"]
    created: str
    kind: Literal["jump", "slide", "block"]
    board: dict[str, Any]
    want: Want
    limits: Limits
    total: int
    members: int
    progress: dict[str, int]
    problems: list[Surveyed]
    links: SurveyLinks


class NextMove(TypedDict):
    """A next move, and the distance from there to the goal."""

    move: list[int]
    removed: NotRequired[list[int]]
    piece: NotRequired[int]
    block: NotRequired[str]
    status: str
    distance: int | None


class Hint(TypedDict):
    """The distance from a position to the goal, and from every position one move later."""

    id: str
    status: Literal["running", "ended"]
    distance: int | None
    solvable: bool | None
    moves: list[NextMove]
    links: Link

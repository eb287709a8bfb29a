"""Documents of the service. Made from its OpenAPI document by clients/make_types.py."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Kind: TypeAlias = Literal['jump', 'slide', 'block']


Want: TypeAlias = Literal['one', 'count', 'all', 'any']


JobStatus: TypeAlias = Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled']


ResultStatus: TypeAlias = Literal['solved', 'unsolvable', 'stopped']


OrderStatus: TypeAlias = Literal['queued', 'running', 'finished', 'stopped', 'refused', 'failed', 'cancelled']


LimitName: TypeAlias = Literal['seconds', 'nodes', 'bytes']


Reason: TypeAlias = Literal['seconds', 'nodes', 'bytes', 'moves', 'positions', 'no_position', 'no_distance', 'unsolvable']


class Limits(TypedDict):
    """
    Limits of a search: it stops at the first one that it reaches.
    """

    seconds: NotRequired[float]
    nodes: NotRequired[int]
    bytes: NotRequired[int]


class Webhook(TypedDict):
    """
    Where events of a job are to be sent, and which: by default every end.
    """

    url: str
    """Where to send them. The operator decides which hosts are allowed."""

    events: NotRequired[list[Literal['running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'finished', 'refused']]]
    """The statuses of the job that are reported. Default: ['solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'finished', 'refused']."""


class Link(TypedDict):
    """
    Its own address.
    """

    self: str


class Notice(TypedDict):
    """
    What is odd about a valid puzzle: perhaps it is not the one that was meant.
    """

    pointer: str
    """JSON Pointer to the part of the puzzle."""

    detail: str
    """A sentence."""


class Progress(TypedDict):
    """
    How far a search is. No number ever decreases, but for `length`, which never increases.
    """

    lower_bound: int
    """No solution has fewer moves."""

    nodes: int
    seconds: float
    length: NotRequired[int]
    """Moves of the best solution found so far."""


class Statistics(TypedDict):
    """
    The cost of the search, and the origin of the answer.
    """

    nodes: int
    seconds: float
    cache: NotRequired[Literal['miss', 'hit', 'symmetry']]
    canonical: NotRequired[bool]
    """False if the board is too symmetric in too complicated a way to share its answer."""


class ProofPart(TypedDict):
    """
    Some of the goals of a jump puzzle, with the proof that they cannot be reached.
    """

    pegs: list[list[int]]
    """The holes that have a peg, goal by goal."""

    proof: dict[str, Any]
    """A proof of another kind than `goals`."""


class FewerPegs(TypedDict):
    """
    A number of pegs, with the proof that no game leaves so few.
    """

    pegs: int
    proof: dict[str, Any]
    """A proof that `count` of so many pegs has no solution."""


class Proof(TypedDict):
    """
    Why there is no solution, or no better one.
    """

    by: str
    """
    The argument, which says what other fields there are.
    Jump boards: `pegs` (the numbers `start` and `goal`), `parity` and `pagoda` (`weights`, with the sums `start` and
    `goal`), `goals` (a proof for each group of `goals`), `ends` (no last jump can follow any first one: `pairs`,
    `functions`, `trees`), `survivor` (the peg can only come to the holes in `reach`; with `proof`, one for the board that
    has these holes once more, for this peg), `fewer` (a proof for each number of pegs below `pegs_left`). Sliding
    puzzles: `contents` (`cells`), `permutation` (`rule`, `cells`, `entry`, `way`). Sliding blocks: `separation` (the
    `piece`, all `cells` that it can cover alone, and its `target`). There is nothing to check in `programs` (as `ends`;
    the weights were too many to be kept) and `exhaustion` (a search of `nodes`; for sliding blocks of all `positions` that
    can be reached from one `side`, the start or the goal).
    """

    start: NotRequired[int]
    """Number of pegs, or their weight, at the start, after the opening."""

    goal: NotRequired[int]
    """The same of the goal, at least."""

    weights: NotRequired[list[int]]
    """A weight for each hole."""

    goals: NotRequired[list[ProofPart]]
    pairs: NotRequired[int]
    """Number of positions after a first jump, times those before a last one."""

    functions: NotRequired[list[list[int]]]
    """Weights of the holes that no jump increases, each for some pairs."""

    trees: NotRequired[list[dict[str, Any]]]
    """
    Jump boards: cases of how often jumps are made, for pairs that no function refutes. `{"jump": [from, over,
    to], "at_most": n, "then": tree, "else": tree}`, or `{"weights": [...]}` that refute all numbers of jumps of a case.
    """

    programs: NotRequired[int]
    """Number of linear programs that were solved."""

    nodes: NotRequired[int]
    reach: NotRequired[list[int]]
    """Holes that the peg which must survive can come to."""

    proof: NotRequired[dict[str, Any]]
    """A proof for the holes and then those in `reach`, by their index."""

    pegs_left: NotRequired[int]
    fewer: NotRequired[list[FewerPegs]]
    cells: NotRequired[list[int]]
    rule: NotRequired[str]
    entry: NotRequired[int]
    way: NotRequired[list[int]]
    """Cells that the empty cell visits."""

    piece: NotRequired[list[int]]
    """The cells of a block at the start."""

    target: NotRequired[list[int]]
    """The cells that it shall cover."""

    side: NotRequired[str]
    """Where the search began: `start` or `goal`."""

    positions: NotRequired[int]
    """All positions that can be reached from there."""


class Found(TypedDict):
    """
    What is known about a puzzle: it never changes.
    """

    status: ResultStatus
    length: int | None
    """Number of moves."""

    optimal: bool
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int]
    moves: list[list[int]] | None
    """The holes one peg visits, or [from, to] of a slide or of one part of a block."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move."""

    pieces: NotRequired[list[int]]
    """Sliding puzzles: the piece that moves."""

    blocks: NotRequired[list[str]]
    """Sliding blocks: the piece that moves."""

    pegs_left: NotRequired[int]
    """Goals `fewest_pegs` and `dead_end`: pegs left by the solution; proven the fewest or the most."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    proof: Proof | None
    pegs_proof: NotRequired[Proof]
    """Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is."""


class Result(TypedDict):
    """
    The result of a search, and what it cost.
    """

    status: ResultStatus
    length: int | None
    """Number of moves."""

    optimal: bool
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int]
    moves: list[list[int]] | None
    """The holes one peg visits, or [from, to] of a slide or of one part of a block."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move."""

    pieces: NotRequired[list[int]]
    """Sliding puzzles: the piece that moves."""

    blocks: NotRequired[list[str]]
    """Sliding blocks: the piece that moves."""

    pegs_left: NotRequired[int]
    """Goals `fewest_pegs` and `dead_end`: pegs left by the solution; proven the fewest or the most."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    proof: Proof | None
    pegs_proof: NotRequired[Proof]
    """Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is."""

    limit: NotRequired[LimitName]
    statistics: Statistics


class JobLinks(TypedDict):
    """
    Addresses of a job and of its solution.
    """

    self: str
    events: str
    solution: NotRequired[str]
    picture: NotRequired[str]
    embed: NotRequired[str]


class Job(TypedDict):
    """
    One request for the solution of a puzzle, and its state.
    """

    id: str
    status: JobStatus
    kind: Kind
    want: Want
    limits: Limits
    created: str
    started: str | None
    ended: str | None
    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: its solver is being compiled; memory."""

    progress: NotRequired[Progress | None]
    solution_id: NotRequired[str]
    """Id of the puzzle with its result, which never changes."""

    result: NotRequired[Result]
    notices: NotRequired[list[Notice]]
    """Of a puzzle without a solution: what is odd about it, if anything. In English."""

    error: NotRequired[str | None]
    """Why the job failed."""

    links: JobLinks


class ListedJob(TypedDict):
    """
    A job in a list.
    """

    id: str
    status: JobStatus
    created: str
    length: int | None
    """Number of moves, once solved."""

    links: Link


class JobList(TypedDict):
    """
    A page of a client's jobs, the last ones first.
    """

    jobs: list[ListedJob]
    next: str | None


class DroppedJob(TypedDict):
    """
    A job that was dropped, because memory is short, before its end could be delivered.
    """

    id: str
    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'finished', 'refused']
    links: Link


class JobLink(TypedDict):
    """
    Address of an item's job.
    """

    job: str


class GroupLinks(TypedDict):
    """
    Its own address, and that of a sheet of its puzzles to print.
    """

    self: str
    sheet: str


class SurveyedLinks(TypedDict):
    """
    Addresses of a problem's job, and of its solution once there is one.
    """

    job: str
    solution: NotRequired[str]
    picture: NotRequired[str]
    embed: NotRequired[str]


class Surveyed(TypedDict):
    """
    One problem of a survey, and those that are symmetric to it.
    """

    start: Any
    """Its start, as in a puzzle."""

    goal: Any
    """Its goal, as in a puzzle."""

    members: int
    """Number of problems it stands for, with itself."""

    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'refused', 'expired']
    job_id: NotRequired[str]
    solution_id: NotRequired[str]
    """Id of the puzzle with its result, which never changes."""

    length: NotRequired[int | None]
    """Number of moves, once solved."""

    optimal: NotRequired[bool]
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int | None]
    """No solution has fewer moves."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    refuted_by: NotRequired[str]
    """Name of the proof that there is no solution; its job has the proof."""

    detail: NotRequired[str]
    """Why it was refused."""

    links: NotRequired[SurveyedLinks]


class SurveyLinks(TypedDict):
    """
    Its own address, and those of a picture and of a sheet of its problems to print.
    """

    self: str
    sheet: str
    picture: str


class Survey(TypedDict):
    """
    Every problem of a board, and what is known of each.
    """

    id: str
    status: Literal['running', 'ended', 'cancelled']
    created: str
    kind: Kind
    board: dict[str, Any]
    want: Want
    limits: Limits
    total: int
    """Number of problems, symmetric ones counted once."""

    members: int
    """Number of problems, each counted."""

    progress: dict[str, int]
    """Number of problems by status."""

    problems: list[Surveyed]
    links: SurveyLinks


class NextMove(TypedDict):
    """
    A next move, and the distance from there to the goal.

    If the goal is about how many pegs are left, moves that spoil it are `unsolvable`, which shows once all are solved.
    """

    move: list[int]
    removed: NotRequired[list[int]]
    piece: NotRequired[int]
    block: NotRequired[str]
    status: str
    """Status of the search from there."""

    distance: int | None
    """Fewest moves from there; null if unsolvable or not known."""


class Hint(TypedDict):
    """
    The distance from a position to the goal, and from every position one move later.
    """

    id: str
    status: Literal['running', 'ended']
    distance: int | None
    """Fewest moves; null if unsolvable or not known."""

    solvable: bool | None
    """null if not known."""

    moves: list[NextMove]
    links: Link


class SolutionLinks(TypedDict):
    """
    Addresses of a solution, its picture and its player.
    """

    self: NotRequired[str]
    solution: NotRequired[str]
    picture: str
    embed: str
    all: NotRequired[str]
    """All optimal solutions, in pages."""


class Lookup(TypedDict):
    """
    A known answer.
    """

    status: ResultStatus
    kind: str
    want: str
    solution_id: str
    result: Result
    links: SolutionLinks


class Solution(TypedDict):
    """
    A puzzle with its result, which never changes; what the search cost is in the job's result.
    """

    id: str
    kind: str
    puzzle: dict[str, Any]
    result: Found
    links: SolutionLinks


class Listed(TypedDict):
    """
    One of all optimal solutions.
    """

    moves: list[list[int]]
    removed: NotRequired[list[list[int]]]
    pieces: NotRequired[list[int]]
    blocks: NotRequired[list[str]]


class Page(TypedDict):
    """
    A page of all optimal solutions; their order never changes.
    """

    id: str
    count: int
    offset: int
    limit: int
    solutions: list[Listed]
    next: str | None


class Game(TypedDict):
    """
    A game that solves a puzzle; its moves were replayed.
    """

    moves: list[list[int]]
    removed: NotRequired[list[list[int]]]
    length: int
    """Number of moves, as the rules count them."""


class ShareLinks(TypedDict):
    """
    Addresses of a shared puzzle, of the page that opens it, and of its picture for other sites.
    """

    self: str
    page: str
    card: str


class Share(TypedDict):
    """
    A shared puzzle, which never changes, with the game that others are challenged to beat, if there is one.
    """

    id: str
    kind: str
    puzzle: dict[str, Any]
    game: Game | None
    links: ShareLinks


class Check(TypedDict):
    """
    A valid puzzle, described without a search.
    """

    kind: str
    key: str
    """The same for all puzzles equal up to symmetry and renumbering."""

    holes: NotRequired[int]
    jumps: NotRequired[int]
    pegs: NotRequired[int]
    cells: NotRequired[int]
    edges: NotRequired[int]
    pieces: NotRequired[int]
    empty_cells: NotRequired[int]
    symmetries: int | None
    """Number of renumberings that do not change the puzzle; null if they take too long to count."""

    solvable: bool | None
    """false if proven unsolvable, else null."""

    proof: Proof | None
    lower_bound: int | None
    notices: list[Notice]
    """What is odd: a board without jumps, a hole that no jump touches, a triangular board without jumps along one of its directions, a single piece, a start that meets the goal."""


class Replay(TypedDict):
    """
    A claimed solution, judged by the plain rules.
    """

    legal: bool
    reaches_goal: bool
    length: int | None
    """Number of moves, as the rules count them."""

    fault: str | None
    position: dict[str, Any] | None
    """The last position: `pegs` or `pieces`."""


class Reading(TypedDict):
    """
    A puzzle that a text may be.
    """

    puzzle: dict[str, Any]
    text: str
    """What was understood and what was assumed, in sentences."""

    assumed: list[str]
    """JSON Pointers to the parts of the puzzle that the text does not have, such as its goal."""

    notices: list[Notice]
    """What is odd, as for a check of the puzzle."""


class Readings(TypedDict):
    """
    What a text was read as.
    """

    readings: list[Reading]
    """Every puzzle that it may be, the most probable first; at least one."""


class BoardEntry(TypedDict):
    """
    A board in the catalogue's list.
    """

    name: str
    kind: str
    title: str
    source: str
    size: int
    """Holes or cells."""

    links: Link


class Catalogue(TypedDict):
    """
    All boards of the catalogue.
    """

    boards: list[BoardEntry]


class Example(TypedDict):
    """
    A puzzle on a board, and its known answer.
    """

    title: str
    puzzle: dict[str, Any]
    expect: dict[str, Any]


class Board(TypedDict):
    """
    A board with its layout and examples.
    """

    name: str
    kind: str
    title: str
    source: str
    note: NotRequired[str]
    """How lengths or jumps differ from those of the source."""

    board: dict[str, Any]
    layout: list[list[float]]
    examples: list[Example]


class Version(TypedDict):
    """
    The version of the service.
    """

    version: str


class Overview(TypedDict):
    """
    What the API offers.
    """

    name: str
    version: str
    links: dict[str, str]


class Limit(TypedDict):
    """
    A limit.
    """

    name: str
    default: float | None
    """null if clients cannot choose."""

    maximum: float
    unit: str
    bounds: str


class LimitList(TypedDict):
    """
    All limits of the service.
    """

    limits: list[Limit]


class Alive(TypedDict):
    """
    The process responds.
    """

    status: str


class Lane(TypedDict):
    """
    What waits in a lane, and who is there to take it.
    """

    lane: Literal['quick', 'long']
    workers: int
    """Workers of this lane that are alive."""

    queued: int
    """Searches that wait."""

    oldest_seconds: float
    """How long the next of them has waited."""

    missing: list[str]
    """worker, progress, or nothing."""


class Ready(TypedDict):
    """
    Whether puzzles can be solved now, and what is missing if not.
    """

    status: Literal['ready', 'not ready']
    missing: list[str]
    workers: int
    """Workers of the quick lane that are alive."""

    lanes: list[Lane]
    """Empty if the store is away."""


class ProblemKind(TypedDict):
    """
    A kind of problem.
    """

    type: str
    title: str
    status: int


class OrderProgress(TypedDict):
    """
    How far an order is, and what it tells of itself.
    """

    nodes: int
    seconds: float


class OrderLinks(TypedDict):
    """
    Addresses of an order.
    """

    self: str
    events: str
    picture: NotRequired[str]
    """Of a space: its depths as a chart."""


class FeatureValues(TypedDict):
    """
    The features that were asked for. `missing` says why one is null.
    """

    length: NotRequired[int | None]
    """Moves of an optimal solution."""

    count: NotRequired[int | None]
    """Number of optimal solutions; of any size."""

    forced: NotRequired[float | None]
    """Of the positions on optimal solutions, the share with exactly one optimal move."""

    choices: NotRequired[float | None]
    """The mean number of legal moves at the positions on optimal solutions."""

    traps: NotRequired[float | None]
    """Of the legal moves at the positions on optimal solutions, the share after which there is no solution."""

    detours: NotRequired[float | None]
    """Sliding puzzles: the mean number of moves of an optimal solution that increase the sum of the distances of all pieces to their goals."""

    walk: NotRequired[float | None]
    """The expected number of moves of a walk that often makes an optimal move, and else any."""


class Walk(TypedDict):
    """
    How the expected length of a walk was found.
    """

    probability: float
    """Of an optimal move."""

    error: float
    """By how much it may be wrong; with `samples`, their standard error."""

    samples: NotRequired[int]
    """Number of walks made, if it was not calculated."""

    seed: NotRequired[int]
    """Of these walks."""


class Missing(TypedDict):
    """
    Why features are null: a limit, or why they are not defined.
    """

    length: NotRequired[Reason]
    count: NotRequired[Reason]
    forced: NotRequired[Reason]
    choices: NotRequired[Reason]
    traps: NotRequired[Reason]
    detours: NotRequired[Reason]
    walk: NotRequired[Reason]


class Level(TypedDict):
    """
    A puzzle with its proven fewest moves.
    """

    puzzle: dict[str, Any]
    """As one posts it."""

    length: int
    """Number of moves; no solution has fewer."""

    count: int
    """Number of distinct optimal solutions."""

    features: NotRequired[dict[str, float]]
    """The features that the order has ranges of, by name."""


class Refusal(TypedDict):
    """
    Why there is no such level: proven, not merely not found.
    """

    by: Literal['pegs', 'deepest', 'space']
    """pegs: a move removes one; deepest: published; space: all positions are known."""

    moves: NotRequired[int]
    """pegs: no game has more moves. space: longer starts are not counted."""

    source: NotRequired[str]
    """deepest: where it is published."""

    positions: NotRequired[int]
    """space: starts that the order allows and that have a solution; of jump boards, up to symmetry."""

    deepest: NotRequired[int | None]
    """The greatest length among them."""

    counts: NotRequired[list[int]]
    """space: least and greatest number of solutions of the starts whose length is as wanted."""

    counts_cap: NotRequired[int]
    """space: a number in counts that is equal to it may be larger."""


class Position(TypedDict):
    """
    A position: the piece on each cell, or the holes with a peg.
    """

    pieces: NotRequired[list[int]]
    pegs: NotRequired[list[int]]


class ReducedSpace(TypedDict):
    """
    The numbers of a space if positions count as one that symmetries of the board turn into each other.

    Only symmetries that keep the start or the goal count.
    """

    symmetries: int
    """How many there are, the identity among them; none moves a hole that no jump uses."""

    positions: int
    depths: list[int]
    dead_ends: NotRequired[list[int]]


class Space(TypedDict):
    """
    A space, every position by its depth.

    The depth is the distance in slides, or the number of jumps from the start or to the goal.
    """

    id: str
    status: OrderStatus
    kind: Kind
    limits: Limits
    created: str
    started: str | None
    ended: str | None
    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: its solver is being compiled; memory."""

    progress: NotRequired[OrderProgress | None]
    error: NotRequired[str | None]
    """Why it failed."""

    links: OrderLinks
    positions: NotRequired[int]
    """Number of positions."""

    depth: NotRequired[int]
    """Depth of the deepest positions."""

    mean: NotRequired[float]
    """Mean depth of a position."""

    depths: NotRequired[list[int]]
    """Number of positions of each depth; of a stopped space those known."""

    pegs: NotRequired[list[int]]
    """Jump boards: pegs left at each depth."""

    dead_ends: NotRequired[list[int]]
    """Jump boards, from a start: positions of each depth that have no legal jump."""

    up_to_symmetry: NotRequired[ReducedSpace]
    deepest: NotRequired[list[Position]]
    """At most 20 of the deepest positions; on jump boards no two that are images of each other."""

    start_depth: NotRequired[int | None]
    """Depth of the start that was given beside a goal; null if it has none."""

    hardest: NotRequired[bool]
    """Whether that start is one of the deepest positions."""

    drawn: NotRequired[list[Position]]
    """Positions drawn from a depth, uniformly, up to symmetry; none if the depth has none."""

    seed: NotRequired[int]
    """Seed of the draw."""

    limit: NotRequired[str]
    """Which limit ended the work, or refused it: seconds, nodes, bytes or positions."""

    needed: NotRequired[int]
    """What a refused space has or takes at least."""

    allowed: NotRequired[int]
    """What it may have or take."""


class Generation(TypedDict):
    """
    The levels that were made. They depend on the body and the seed alone.
    """

    id: str
    status: OrderStatus
    kind: Kind
    limits: Limits
    created: str
    started: str | None
    ended: str | None
    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: its solver is being compiled; memory."""

    progress: NotRequired[OrderProgress | None]
    error: NotRequired[str | None]
    """Why it failed."""

    links: OrderLinks
    seed: NotRequired[int]
    """The same body with this seed has the same levels."""

    puzzles: NotRequired[list[Level]]
    """No two are equal up to renumbering. If stopped, the first ones of those there would be."""

    tried: NotRequired[int]
    """Positions that were looked at."""

    limit: NotRequired[LimitName]
    reason: NotRequired[Literal['tried', 'exhausted']]
    """Why there are fewer: too many positions were tried in vain; or there is no other."""

    refusal: NotRequired[Refusal]


class Features(TypedDict):
    """
    The result of an order of features.
    """

    id: str
    status: OrderStatus
    kind: Kind
    limits: Limits
    created: str
    started: str | None
    ended: str | None
    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: its solver is being compiled; memory."""

    progress: NotRequired[OrderProgress | None]
    error: NotRequired[str | None]
    """Why it failed."""

    links: OrderLinks
    features: NotRequired[FeatureValues]
    missing: NotRequired[Missing]
    walk: NotRequired[Walk]
    limit: NotRequired[LimitName]
    proof: NotRequired[Proof]
    """Why there is no solution, and so no feature."""


class FieldError(TypedDict):
    """
    One error of a body.
    """

    pointer: str
    """JSON Pointer to the place of the error."""

    detail: str
    line: NotRequired[int]
    """In a text: the line of the first wrong character, from 1."""

    column: NotRequired[int]
    """In a text: its column, from 1."""

    length: NotRequired[int]
    """In a text: the number of wrong characters."""


class Problem(TypedDict):
    """
    A failure (RFC 9457).
    """

    type: NotRequired[str]
    """The kind of problem; the address describes it."""

    title: NotRequired[str]
    status: NotRequired[int]
    detail: NotRequired[str]
    errors: NotRequired[list[FieldError]]
    puzzle: NotRequired[dict[str, Any]]
    """The puzzle that a text was taken for, if it has errors as a puzzle."""

    request_id: NotRequired[str]


class Event(TypedDict):
    """
    An event, as a webhook reports it.
    """

    type: Literal['job.running', 'job.solved', 'job.unsolvable', 'job.stopped', 'job.failed', 'job.cancelled', 'job.finished', 'job.refused']
    timestamp: str
    """When it happened."""

    data: Job | Space | Generation | Features | DroppedJob
    """The job, as `GET /v1/jobs/{id}` returns it, or the order."""


class Item(TypedDict):
    """
    One puzzle of a batch.
    """

    index: int
    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'invalid', 'refused', 'expired']
    job_id: NotRequired[str]
    length: NotRequired[int | None]
    """Number of moves, once solved."""

    detail: NotRequired[str]
    """Why it was refused."""

    errors: NotRequired[list[FieldError]]
    """Its errors, if it is invalid."""

    links: NotRequired[JobLink]


class Batch(TypedDict):
    """
    Many puzzles submitted at once, and the state of each.
    """

    id: str
    status: Literal['running', 'ended', 'cancelled']
    created: str
    total: int
    progress: dict[str, int]
    """Number of items by status."""

    items: list[Item]
    links: GroupLinks

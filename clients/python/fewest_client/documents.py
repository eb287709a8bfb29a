"""Documents of the service. Made from its OpenAPI document by clients/make_types.py."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Kind: TypeAlias = Literal['jump', 'slide', 'block']


Want: TypeAlias = Literal['one', 'count', 'all', 'any']


JobStatus: TypeAlias = Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled']


ResultStatus: TypeAlias = Literal['solved', 'unsolvable', 'stopped']


TaskStatus: TypeAlias = Literal['queued', 'running', 'finished', 'stopped', 'refused', 'failed', 'cancelled']


LimitName: TypeAlias = Literal['seconds', 'nodes', 'bytes']


Reason: TypeAlias = Literal['seconds', 'nodes', 'bytes', 'moves', 'positions', 'no_position', 'no_distance', 'unsolvable']


class Limits(TypedDict):
    """
    Limits of a search. It stops at the first limit it reaches.
    """

    seconds: NotRequired[float]
    """Time of the search, in seconds."""

    nodes: NotRequired[int]
    """Units of work of the search. A node is a position expanded, or a jump or move tried."""

    bytes: NotRequired[int]
    """Memory of the search, in bytes."""


class Webhook(TypedDict):
    """
    Where to send events of a job, and which events: by default every end.
    """

    url: str
    """The address that receives the events. The operator decides which hosts are allowed."""

    events: NotRequired[list[Literal['running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'finished', 'refused']]]
    """The statuses of the job that are reported. Default: `["solved", "unsolvable", "stopped", "failed", "cancelled", "finished", "refused"]`."""


class Link(TypedDict):
    """
    Its own address.
    """

    self: str
    """Its own address."""


class SolutionLinks(TypedDict):
    """
    Addresses of a solution, its picture and its player.
    """

    self: NotRequired[str]
    """Its own address."""

    solution: NotRequired[str]
    """The puzzle with its result."""

    picture: str
    """A picture of the solution, as SVG."""

    embed: str
    """A page that plays the solution, for an iframe."""

    all: NotRequired[str]
    """All optimal solutions, in pages."""


class Notice(TypedDict):
    """
    Something unusual about a valid puzzle: perhaps it is not the puzzle you meant.
    """

    pointer: str
    """JSON Pointer to the part of the puzzle."""

    detail: str
    """A sentence."""


class ProblemKind(TypedDict):
    """
    A kind of problem.
    """

    type: str
    """The kind of problem: an address that describes it."""

    title: str
    """The kind of problem as a sentence, in the language of `Accept-Language`, English or Japanese."""

    status: int
    """The status of the response."""


class Progress(TypedDict):
    """
    Progress of a search. No number ever decreases, except `length`, which never increases.
    """

    lower_bound: int
    """No solution has fewer moves: proven."""

    nodes: int
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    seconds: float
    """Time spent so far, in seconds, without the wait in the queue."""

    length: NotRequired[int]
    """Moves of the best solution found so far."""


class Statistics(TypedDict):
    """
    The cost of the search, and the origin of the answer.
    """

    nodes: int
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    seconds: float
    """Time spent so far, in seconds, without the wait in the queue."""

    cache: NotRequired[Literal['miss', 'hit', 'symmetry']]
    """Origin of the answer: a search for this job or an equal one (`miss`), a stored answer (`hit`), or the stored answer of a puzzle that is equal up to renumbering (`symmetry`)."""

    canonical: NotRequired[bool]
    """false if no canonical form was found in time, so that equivalent puzzles do not share the answer."""


class ProofPart(TypedDict):
    """
    Some of the goals of a jump puzzle, with the proof that they cannot be reached.
    """

    pegs: list[list[int]]
    """The holes that have a peg, goal by goal. Holes are numbered from 0; in a grid row by row, holes only."""

    proof: dict[str, Any]
    """A proof of another kind than `goals`."""


class FewerPegs(TypedDict):
    """
    A number of pegs, with a proof that no game leaves so few.
    """

    pegs: int
    """The number of pegs."""

    proof: dict[str, Any]
    """A proof that the goal `count` with this number has no solution."""


class Proof(TypedDict):
    """
    Why there is no solution, or no better one.
    """

    by: str
    """The argument, which says what other fields there are. Jump boards: `pegs` (the numbers `start` and `goal`), `parity` and `pagoda` (`weights`, with the sums `start` and `goal`), `goals` (a proof for each group of `goals`), `ends` (no last jump can follow any first one: `pairs`, `functions`, `trees`), `survivor` (the peg can reach only the holes in `reach`; with `proof`, a proof for the board that has a second copy of these holes for this peg), `fewer` (a proof for each number of pegs below `pegs_left`). Sliding puzzles: `contents` (`cells`), `permutation` (`rule`, `cells`, `entry`, `way`). Sliding blocks: `separation` (the `piece`, all `cells` that it can cover alone, and its `target`). There is nothing to check in `programs` (like `ends`, but with too many weights to store) and `exhaustion` (a search of `nodes`; for sliding blocks of all `positions` that can be reached from one `side`, the start or the goal)."""

    text: NotRequired[str]
    """The argument and how to check it, in the language of the request, English or Japanese. Solutions do not have it."""

    start: NotRequired[int]
    """Number of pegs, or their weight, at the start, after the opening."""

    goal: NotRequired[int]
    """Number of pegs, or their weight, at the goal, at least."""

    weights: NotRequired[list[int]]
    """A weight for each hole, in the order of their numbers."""

    goals: NotRequired[list[ProofPart]]
    """All goals, in groups, each with a proof."""

    pairs: NotRequired[int]
    """Number of positions after a first jump, times the number of positions before a last jump."""

    functions: NotRequired[list[list[int]]]
    """Weights of the holes that no jump increases, each for some pairs."""

    trees: NotRequired[list[dict[str, Any]]]
    """Jump boards: cases by the number of times a jump is made, for pairs that no function refutes. `{"jump": [from, over, to], "at_most": n, "then": tree, "else": tree}`, or `{"weights": [...]}` that refute all numbers of jumps of a case."""

    programs: NotRequired[int]
    """Number of linear programs that were solved."""

    nodes: NotRequired[int]
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    reach: NotRequired[list[int]]
    """Holes that the surviving peg can reach. Holes are numbered from 0; in a grid row by row, holes only."""

    proof: NotRequired[dict[str, Any]]
    """A proof for the holes and then those in `reach`, by their index."""

    pegs_left: NotRequired[int]
    """The fewest pegs that can be left."""

    fewer: NotRequired[list[FewerPegs]]
    """A proof for each number of pegs from 1 to below `pegs_left`."""

    cells: NotRequired[list[int]]
    """`contents`: a part of the board that no piece can leave. `permutation`: a part that stays connected if any one cell is removed. `separation`: all cells that the block can cover if it is alone. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    rule: NotRequired[str]
    """Why no walk of the empty cell puts the pieces on `cells` into their goal. `contents`: the goal has other pieces there. `ring`: their cyclic order never changes. `parity`: the goal needs an odd permutation, and every walk makes an even one. `theta`: the graph of seven cells on which not every arrangement can be reached."""

    entry: NotRequired[int]
    """The cell of `cells` nearest to the last one of `way`. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    way: NotRequired[list[int]]
    """Cells that the empty cell visits, up to its goal. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    piece: NotRequired[list[int]]
    """The cells of a block at the start. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    target: NotRequired[list[int]]
    """The cells that it must cover. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    side: NotRequired[str]
    """The side where the search began: `start` or `goal`."""

    positions: NotRequired[int]
    """All positions that can be reached from there."""


class Found(TypedDict):
    """
    What is known about a puzzle. It never changes.
    """

    status: ResultStatus
    """`solved`, `unsolvable` (proven), or `stopped` by a limit."""

    length: int | None
    """Number of moves of the solution; null if no solution was found."""

    optimal: bool
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int]
    """No solution has fewer moves: proven."""

    moves: list[list[int]] | None
    """The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls. null if no solution was found."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, holes only."""

    pieces: NotRequired[list[int]]
    """Sliding pieces: the number of the piece that moves, move by move."""

    blocks: NotRequired[list[str]]
    """Sliding blocks: the name of the piece that moves, move by move."""

    pegs_left: NotRequired[int]
    """Goals `fewest_pegs` and `dead_end`: number of pegs that the solution leaves, proven fewest or most."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    proof: Proof | None
    """Why there is no solution; null if that is not proven."""

    pegs_proof: NotRequired[Proof]
    """Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is."""


class Result(TypedDict):
    """
    The result of a search, with its cost.
    """

    status: ResultStatus
    """`solved`, `unsolvable` (proven), or `stopped` by a limit."""

    length: int | None
    """Number of moves of the solution; null if no solution was found."""

    optimal: bool
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int]
    """No solution has fewer moves: proven."""

    moves: list[list[int]] | None
    """The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls. null if no solution was found."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, holes only."""

    pieces: NotRequired[list[int]]
    """Sliding pieces: the number of the piece that moves, move by move."""

    blocks: NotRequired[list[str]]
    """Sliding blocks: the name of the piece that moves, move by move."""

    pegs_left: NotRequired[int]
    """Goals `fewest_pegs` and `dead_end`: number of pegs that the solution leaves, proven fewest or most."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    proof: Proof | None
    """Why there is no solution; null if that is not proven."""

    pegs_proof: NotRequired[Proof]
    """Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is."""

    limit: NotRequired[LimitName]
    """The limit that ended the work: `seconds`, `nodes` or `bytes`."""

    advice: NotRequired[str]
    """If a limit ended the search: what would help, in the language of the request."""

    statistics: Statistics
    """The cost of the search, and the origin of the answer."""


class JobLinks(TypedDict):
    """
    Addresses of a job and of its solution.
    """

    self: str
    """Its own address."""

    events: str
    """Its stream of server-sent events."""

    solution: NotRequired[str]
    """The puzzle with its result."""

    picture: NotRequired[str]
    """A picture of the solution, as SVG."""

    embed: NotRequired[str]
    """A page that plays the solution, for an iframe."""


class JobReading(TypedDict):
    """
    How the text of a puzzle was read.
    """

    format: str
    """The name of the format in which it was read, see `/v1/formats`."""

    text: str
    """How the text was read and what was assumed, in sentences."""

    assumed: list[str]
    """JSON Pointers to the parts of the puzzle that the text does not have, such as its goal."""

    clear: bool
    """Whether the first reading can be taken without asking: no other board or start fits, nothing was assumed but a usual start or goal, and with that no simple argument proves that there is no solution."""


class Job(TypedDict):
    """
    One request for the solution of a puzzle, and its state.
    """

    id: str
    """Its id, as in its address."""

    kind: Kind
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    limits: Limits
    """The limits in force, defaults filled in."""

    created: str
    """When it was submitted (UTC)."""

    started: str | None
    """When the search began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for, apart from its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: JobStatus
    """`queued`, `running`, or how it ended: `solved`, `unsolvable` (proven), `stopped` by a limit, `failed` by an internal error, or `cancelled`."""

    want: Want
    """`one` optimal solution, the `count` of all, `all` of them, or `any` solution quickly, which need not be optimal."""

    reading: NotRequired[JobReading]
    """If it was submitted as text: how that was read."""

    progress: NotRequired[Progress | None]
    """Progress of the search, while it is running or queued again."""

    solution_id: NotRequired[str]
    """Id of the puzzle with its result, at `/v1/solutions/{id}`; its document never changes."""

    result: NotRequired[Result]
    """The answer, once the job is `solved`, `unsolvable` or `stopped`."""

    notices: NotRequired[list[Notice]]
    """If the puzzle has no solution: that a part of it was assumed, and what is unusual about it."""

    links: JobLinks
    """Related addresses."""


class ListedJob(TypedDict):
    """
    A job in a list.
    """

    id: str
    """Its id, as in its address."""

    status: JobStatus
    """`queued`, `running`, or how it ended: `solved`, `unsolvable` (proven), `stopped` by a limit, `failed` by an internal error, or `cancelled`."""

    created: str
    """When it was submitted (UTC)."""

    length: int | None
    """Number of moves, once solved; null before, and if there is no solution."""

    links: Link
    """Related addresses."""


class JobList(TypedDict):
    """
    A page of a client's jobs, newest first.
    """

    jobs: list[ListedJob]
    """Jobs of your API key, newest first."""

    next: str | None
    """Address of the next page; null on the last."""


class DroppedJob(TypedDict):
    """
    A job that was dropped because memory was short, before its end could be reported.
    """

    id: str
    """The id that it had."""

    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'finished', 'refused']
    """Its last known status."""

    links: Link
    """The address that it had."""


class JobLink(TypedDict):
    """
    Address of an item's job.
    """

    job: str
    """Its job."""


class GroupLinks(TypedDict):
    """
    Its own address, and that of a sheet of its puzzles to print.
    """

    self: str
    """Its own address."""

    sheet: str
    """A page to print, with its solved puzzles."""


class SurveyedLinks(TypedDict):
    """
    Addresses of a problem's job, and of its solution once there is one.
    """

    job: str
    """Its job."""

    solution: NotRequired[str]
    """The puzzle with its result."""

    picture: NotRequired[str]
    """A picture of the solution, as SVG."""

    embed: NotRequired[str]
    """A page that plays the solution, for an iframe."""


class Surveyed(TypedDict):
    """
    One problem of a survey. It also represents the problems symmetric to it.
    """

    start: Any
    """Its start, as in a puzzle."""

    goal: Any
    """Its goal, as in a puzzle."""

    members: int
    """Number of problems that it represents, itself included."""

    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'refused', 'expired']
    """The status of its job, if it has one; or `refused`, see `detail`; `expired`, if its job is no longer stored."""

    job_id: NotRequired[str]
    """Id of its job, at `/v1/jobs/{id}`."""

    solution_id: NotRequired[str]
    """Id of the puzzle with its result, at `/v1/solutions/{id}`; its document never changes."""

    length: NotRequired[int | None]
    """Number of moves, once solved; null before, and if there is no solution."""

    optimal: NotRequired[bool]
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int | None]
    """No solution has fewer moves: proven."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    refuted_by: NotRequired[str]
    """Name of the proof that the problem has no solution. Its job has the proof."""

    detail: NotRequired[str]
    """Why it was refused."""

    links: NotRequired[SurveyedLinks]
    """Related addresses."""


class SurveyLinks(TypedDict):
    """
    Its own address, and those of a picture and of a sheet of its problems to print.
    """

    self: str
    """Its own address."""

    sheet: str
    """A page to print, with its solved puzzles."""

    picture: str
    """All answers in one picture, as SVG."""


class Survey(TypedDict):
    """
    Every problem of a board, with its answer so far.
    """

    id: str
    """Its id, as in its address."""

    status: Literal['running', 'ended', 'cancelled']
    """`running` while one of its jobs is queued or running, then `ended`, or `cancelled` if you cancelled it."""

    created: str
    """When it was submitted (UTC)."""

    kind: Kind
    """Kind of the puzzles that the board is for: `jump`, `slide` or `block`."""

    board: NotRequired[dict[str, Any]]
    """The board, as it was given. Blocks may show theirs."""

    metric: NotRequired[str]
    """Blocks: the metric."""

    axis: NotRequired[Any]
    """Blocks: the pieces that move along one axis only, as they were given."""

    doors: NotRequired[list[Any]]
    """Blocks: the doors, as they were given."""

    want: Want
    """`one` optimal solution, the `count` of all, `all` of them, or `any` solution quickly, which need not be optimal."""

    limits: Limits
    """The limits in force, defaults filled in."""

    total: int
    """Number of problems, symmetric ones counted once."""

    members: int
    """Number of problems, symmetric ones counted separately."""

    progress: dict[str, int]
    """Number of problems by status."""

    problems: list[Surveyed]
    """The problems in the order of the starts, then of the goals. One problem represents all that are symmetric to it."""

    links: SurveyLinks
    """Related addresses."""


class NextMove(TypedDict):
    """
    A next move, and the distance from there to the goal.

    If the goal is about the number of pegs left, moves that spoil it are `unsolvable`; this is known once all searches
    have ended.
    """

    move: list[int]
    """Jump boards: the holes that the peg visits, the first one included. Other boards: `[from, to]`, the cells that the piece, or one part of the block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls."""

    removed: NotRequired[list[int]]
    """Jump boards: the holes jumped over. Holes are numbered from 0; in a grid row by row, holes only."""

    piece: NotRequired[int]
    """Sliding pieces: the number of the piece that moves."""

    block: NotRequired[str]
    """Sliding blocks: the name of the piece that moves."""

    status: str
    """Status of the job that solves the puzzle from there."""

    distance: int | None
    """Fewest moves from there; null if unsolvable or not known."""


class Hint(TypedDict):
    """
    The distance from a position to the goal, and from every position one move later.
    """

    id: str
    """Its id, as in its address."""

    status: Literal['running', 'ended']
    """`running` while one of the searches is, then `ended`."""

    distance: int | None
    """Fewest moves from the position; null if unsolvable or not known."""

    solvable: bool | None
    """Whether the puzzle has a solution; null if not known."""

    moves: list[NextMove]
    """Every move that is possible in the position."""

    links: Link
    """Related addresses."""


class Lookup(TypedDict):
    """
    A known answer.
    """

    status: ResultStatus
    """`solved`, `unsolvable` (proven), or `stopped` by a limit."""

    kind: str
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    want: str
    """`one` optimal solution, the `count` of all, `all` of them, or `any` solution quickly, which need not be optimal."""

    solution_id: str
    """Id of the puzzle with its result, at `/v1/solutions/{id}`; its document never changes."""

    result: Result
    """The answer, in the form of a job's result."""

    links: SolutionLinks
    """Related addresses."""


class Solution(TypedDict):
    """
    A puzzle with its result, which never changes; what the search cost is in the job's result.
    """

    id: str
    """Its id, as in its address."""

    kind: str
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    puzzle: dict[str, Any]
    """The puzzle, as it was submitted."""

    result: Found
    """What is known about the puzzle."""

    links: SolutionLinks
    """Related addresses."""


class Listed(TypedDict):
    """
    One of all optimal solutions.
    """

    moves: list[list[int]]
    """The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, holes only."""

    pieces: NotRequired[list[int]]
    """Sliding pieces: the number of the piece that moves, move by move."""

    blocks: NotRequired[list[str]]
    """Sliding blocks: the name of the piece that moves, move by move."""


class Page(TypedDict):
    """
    A page of all optimal solutions; their order never changes.
    """

    id: str
    """Id of the puzzle with its result."""

    count: int
    """Number of distinct optimal solutions; an integer of any size. The total of all pages."""

    offset: int
    """Number of solutions before this page."""

    limit: int
    """The requested number of solutions; there may be fewer."""

    solutions: list[Listed]
    """The solutions of this page."""

    next: str | None
    """Address of the next page; null on the last."""


class Game(TypedDict):
    """
    A game that solves a puzzle; its moves were replayed.
    """

    moves: list[list[int]]
    """The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, holes only."""

    length: int
    """Number of moves, as the rules count them: jumps in a row by the same peg are one move, and the metric of sliding blocks says what is one."""


class ShareLinks(TypedDict):
    """
    Addresses of a shared puzzle, of the page that opens it, and of its picture for other sites.
    """

    self: str
    """Its own address."""

    page: str
    """The short link: a page that opens the puzzle."""

    card: str
    """The picture that other sites show, as PNG."""


class Share(TypedDict):
    """
    A shared puzzle, which never changes, with the game to beat, if the link has one.
    """

    id: str
    """Its id, as in its address."""

    kind: str
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    puzzle: dict[str, Any]
    """The puzzle, as it was submitted."""

    game: Game | None
    """The game to beat; null if the link has none."""

    links: ShareLinks
    """Related addresses."""


class Stored(TypedDict):
    """
    What the service has proven of a puzzle.
    """

    status: str
    """`solved` or `unsolvable`."""

    length: int | None
    """The fewest moves; null if there is no solution."""

    count: NotRequired[int]
    """Number of optimal solutions, if counted; an integer of any size."""


class Check(TypedDict):
    """
    A valid puzzle, described without a search.
    """

    kind: str
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    key: str
    """Key of the canonical form: equal for all puzzles that are equal up to symmetry and renumbering."""

    holes: NotRequired[int]
    """Jump boards: number of holes."""

    jumps: NotRequired[int]
    """Jump boards: number of jumps; the reverse of a jump counts as another."""

    pegs: NotRequired[int]
    """Jump boards: number of pegs at the start."""

    cells: NotRequired[int]
    """Other boards: number of cells."""

    edges: NotRequired[int]
    """Sliding pieces: number of pairs of adjacent cells."""

    pieces: NotRequired[int]
    """Other boards: number of pieces."""

    empty_cells: NotRequired[int]
    """Other boards: number of empty cells at the start."""

    symmetries: int | None
    """Number of renumberings that do not change the puzzle; null if they take too long to count."""

    solvable: bool | None
    """false if proven unsolvable, else null."""

    proof: Proof | None
    """Why there is no solution; null if that is not proven."""

    lower_bound: int | None
    """No solution has fewer moves: proven. null if there is no solution."""

    estimate: NotRequired[str]
    """How long a search may take. Given only for large puzzles, from measured ones of similar size."""

    answer: Stored | None
    """What an earlier search has proven; null if there was none. A lookup returns the solution."""

    notices: list[Notice]
    """What is unusual: a board without jumps, a hole that no jump touches, a triangular board without jumps along one of its directions, a single piece, a start that meets the goal."""


class Replay(TypedDict):
    """
    A claimed solution, judged by the plain rules.
    """

    legal: bool
    """Whether every move is legal."""

    reaches_goal: bool
    """Whether the last position meets the goal."""

    length: int | None
    """Number of moves, as the rules count them: jumps in a row by the same peg are one move, and the metric of sliding blocks says what is one. null if a move is not legal."""

    fault: str | None
    """Why the moves are not legal; null if they are."""

    position: dict[str, Any] | None
    """The last position: `pegs`, the holes with a peg, or `pieces`, the piece on each cell; null if a move is not legal."""

    read: NotRequired[str]
    """How moves that are a string were read, in the language of `Accept-Language`; absent for lists."""


class Reading(TypedDict):
    """
    A possible reading of a text.
    """

    puzzle: dict[str, Any]
    """The complete puzzle, ready to submit."""

    format: str
    """The name of the format in which it was read, see `/v1/formats`."""

    text: str
    """How the text was read and what was assumed, in sentences."""

    assumed: list[str]
    """JSON Pointers to the parts of the puzzle that the text does not have, such as its goal."""

    notices: list[Notice]
    """What is unusual, as for a check of the puzzle."""


class TextPuzzle(TypedDict):
    """
    One of several puzzles of a text.
    """

    readings: list[Reading]
    """Every possible reading of it, the most exact first; at most six."""


class Readings(TypedDict):
    """
    The possible readings of a text.
    """

    readings: list[Reading]
    """Every possible reading, the most exact first; one to six. Of a text with several puzzles: the first reading of each of its first six."""

    clear: bool
    """Whether the first reading can be taken without asking: no other board or start fits, nothing was assumed but a usual start or goal, and with that no simple argument proves that there is no solution. Of several puzzles: whether that holds for each."""

    puzzles: NotRequired[list[TextPuzzle]]
    """If the text has several puzzles: the readings of each."""


class Format(TypedDict):
    """
    A format in which texts are read.
    """

    name: str
    """Its name, as readings write it."""

    title: str
    """Its title for people."""

    source: str
    """The program with its version, or the page, that it was checked against."""

    conventions: str
    """How it is read: numbering, what is empty, which end, what counts as a move, what surprises."""

    example: str
    """A text in this format."""

    written: list[str]
    """The kinds of puzzle that `/v1/conversions` writes in it; none if it is only read."""


class FormatList(TypedDict):
    """
    All formats in which texts are read, and some of them written.
    """

    formats: list[Format]
    """The formats, the most exact first."""


class WrittenFile(TypedDict):
    """
    A text, and the name that a file with it usually has.
    """

    name: str
    """A name for the file."""

    text: str
    """The text."""


class Conversion(TypedDict):
    """
    A puzzle in a format.
    """

    format: str
    """The name of the format in which it was read, see `/v1/formats`."""

    files: list[WrittenFile]
    """The puzzle, and the moves if some were given: one file or several, as the format has them."""

    reading: NotRequired[JobReading]
    """Of a text: how it was read."""


class ClassSetProblem(TypedDict):
    """
    A problem of a set, with what was known of it when the set was made.
    """

    id: str
    """The id it was named by."""

    aim: str
    """What to do beside reaching the goal; may be empty."""

    board_title: str
    """The title of its board if only the atlas has that; otherwise empty."""

    puzzle: dict[str, Any]
    """The puzzle."""

    result: Found | None
    """Its answer; null if it was not solved."""


class ClassSetLinks(TypedDict):
    """
    Addresses of a set and of its page.
    """

    self: str
    """Its own address."""

    page: str
    """A page with its problems, to play and to print."""


class ClassSet(TypedDict):
    """
    Several problems under one address, each with its aim. It never changes.
    """

    id: str
    """Its id, as in its address."""

    title: str
    """What the set is called."""

    puzzles: list[ClassSetProblem]
    """The puzzles, in their order."""

    links: ClassSetLinks
    """Related addresses."""


class BoardEntry(TypedDict):
    """
    A board in the catalogue's list.
    """

    name: str
    """Its name, as puzzles write it."""

    kind: str
    """Kind of the puzzles that the board is for: `jump`, `slide` or `block`."""

    title: str
    """Its title for people."""

    source: str
    """Where the board or its known answers are published."""

    size: int
    """Number of its holes or cells."""

    links: Link
    """Related addresses."""


class Catalogue(TypedDict):
    """
    All boards of the catalogue.
    """

    boards: list[BoardEntry]
    """The boards, by their names."""


class Example(TypedDict):
    """
    A puzzle on a board, with its known answer.
    """

    title: str
    """A title of the puzzle."""

    puzzle: dict[str, Any]
    """The puzzle, ready to submit."""

    expect: dict[str, Any]
    """Fields that its result has: `status`, and perhaps `length` and `count`."""


class Board(TypedDict):
    """
    A board with its layout and examples.
    """

    name: str
    """Its name, as puzzles write it."""

    kind: str
    """Kind of the puzzles that the board is for: `jump`, `slide` or `block`."""

    title: str
    """Its title for people."""

    source: str
    """Where the board or its known answers are published."""

    note: NotRequired[str]
    """How lengths or jumps differ from those of the source."""

    board: dict[str, Any]
    """The board in full, in one of the forms that puzzles have."""

    layout: list[list[float]]
    """A point `[x, y]` for each hole or cell, in the order of their numbers; y grows downwards."""

    examples: list[Example]
    """Puzzles on this board, with their known answers."""


class Version(TypedDict):
    """
    The version of the service.
    """

    version: str
    """Version of the service."""


class Overview(TypedDict):
    """
    An overview of the API.
    """

    name: str
    """Always `fewest`."""

    version: str
    """Version of the service."""

    links: dict[str, str]
    """Addresses by name."""


class Limit(TypedDict):
    """
    A limit.
    """

    name: str
    """Its name."""

    default: float | None
    """The value if a request does not give one; null if requests cannot."""

    maximum: float
    """The largest value a request can give."""

    unit: str
    """The unit of the limit."""

    bounds: str
    """What it limits."""


class LimitList(TypedDict):
    """
    All limits of the service.
    """

    limits: list[Limit]
    """The limits, each once."""


class Alive(TypedDict):
    """
    The process responds.
    """

    status: str
    """Always `alive`."""


class Lane(TypedDict):
    """
    The searches that wait in a lane, and its workers.
    """

    lane: Literal['quick', 'long']
    """`quick` for new searches, `long` for those that took long while others waited."""

    workers: int
    """Workers of this lane that are alive."""

    queued: int
    """Searches that wait."""

    oldest_seconds: float
    """How long the next search has waited, in seconds; 0 if none waits."""

    missing: list[str]
    """Why no worker takes them: there is no `worker`, or no `progress`; empty if the lane is not stalled."""


class Ready(TypedDict):
    """
    Whether puzzles can be solved now, and what is missing if not.
    """

    status: Literal['ready', 'not ready']
    """`ready` if puzzles are solved now, else `not ready`."""

    missing: list[str]
    """What is missing: the `store`, a `worker`, `progress` though searches wait, the folder for `data`, or room on the `disk`; empty if ready."""

    workers: int
    """Workers of the quick lane that are alive."""

    lanes: list[Lane]
    """The lanes of the queue; empty if the store does not respond."""


class TaskProgress(TypedDict):
    """
    Progress of a task.
    """

    nodes: int
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    seconds: float
    """Time spent so far, in seconds, without the wait in the queue."""


class TaskLinks(TypedDict):
    """
    Addresses of a task.
    """

    self: str
    """Its own address."""

    events: str
    """Its stream of server-sent events."""

    picture: NotRequired[str]
    """Of a space: its depths as a chart, as SVG."""


class Position(TypedDict):
    """
    A position: the piece on each cell, or the holes with a peg. Blocks are drawn or numbered like the start.
    """

    pieces: NotRequired[list[int]]
    """The piece on each cell, 0 if empty. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    picture: NotRequired[list[str]]
    """Blocks: a drawing, as at the start of a puzzle."""

    pegs: NotRequired[list[int]]
    """Jump boards: the holes with a peg. Holes are numbered from 0; in a grid row by row, holes only."""


class ReducedSpace(TypedDict):
    """
    The numbers of a space up to symmetry: positions that a symmetry of the board maps to each other count once.

    Only symmetries that keep the start or the goal count.
    """

    symmetries: int
    """Number of symmetries, including the identity. None moves a hole that no jump uses."""

    positions: int
    """Number of positions."""

    depths: list[int]
    """Number of positions of each depth, from 0."""

    dead_ends: NotRequired[list[int]]
    """From a start: positions of each depth, from 0, that have no legal jump."""


class SpaceComponent(TypedDict):
    """
    Positions of sliding blocks that can reach each other.
    """

    positions: int
    """Number of positions."""

    depth: int
    """Fewest moves from its farthest positions to the goal."""

    goals: int
    """Number of positions that meet the goal."""

    start: bool
    """Whether the start of the request is one of its positions."""

    farthest: Position
    """One of its farthest positions."""


class Level(TypedDict):
    """
    A puzzle with its proven fewest moves.
    """

    puzzle: dict[str, Any]
    """The puzzle, ready to submit."""

    length: int
    """Number of moves; no solution has fewer."""

    count: int
    """Number of distinct optimal solutions; an integer of any size."""

    features: NotRequired[dict[str, float]]
    """The features that the request has ranges for, by name."""


class Refusal(TypedDict):
    """
    The proof that no such level exists.
    """

    by: Literal['pegs', 'deepest', 'space']
    """The proof: `pegs` (each move removes at least one peg), `deepest` (the greatest length is published), or `space` (all positions were explored)."""

    moves: NotRequired[int]
    """`pegs`: no game has more moves. `space`: starts of more moves are not counted."""

    source: NotRequired[str]
    """`deepest`: where it is published."""

    positions: NotRequired[int]
    """`space`: solvable starts that the request allows; of jump boards, up to symmetry."""

    deepest: NotRequired[int | None]
    """`deepest` and `space`: the greatest length."""

    counts: NotRequired[list[int]]
    """`space`: least and greatest number of solutions of the starts whose length matches."""

    counts_cap: NotRequired[int]
    """`space`: a number in `counts` that equals this cap may be larger."""


class FeatureValues(TypedDict):
    """
    The requested features. `missing` says why one is null.
    """

    length: NotRequired[int | None]
    """Moves of an optimal solution."""

    count: NotRequired[int | None]
    """Number of optimal solutions; an integer of any size."""

    forced: NotRequired[float | None]
    """Share of the positions on optimal solutions that have exactly one optimal move: from 0 to 1."""

    choices: NotRequired[float | None]
    """The mean number of legal moves at the positions on optimal solutions."""

    traps: NotRequired[float | None]
    """Share of the legal moves, at the positions on optimal solutions, after which the puzzle cannot be solved: from 0 to below 1."""

    detours: NotRequired[float | None]
    """Sliding puzzles: the mean number of moves of an optimal solution that increase the sum of the distances of all pieces to their goals."""

    walk: NotRequired[float | None]
    """The expected number of moves of a random walk that often makes an optimal move, and otherwise any legal move."""


class Walk(TypedDict):
    """
    How the expected length of the walk was found.
    """

    probability: float
    """Probability that it makes an optimal move."""

    error: float
    """Bound of its error, in moves; with `samples`, their standard error."""

    samples: NotRequired[int]
    """Number of walks made, if the value was sampled."""

    seed: NotRequired[int]
    """Seed of these walks."""


class Missing(TypedDict):
    """
    Why features are null: a limit, or a reason why they are not defined.
    """

    length: NotRequired[Reason]
    """Why `length` is null: a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a choice, `no_distance` as on jump boards, or no solution (`unsolvable`)."""

    count: NotRequired[Reason]
    """Why `count` is null: a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a choice, `no_distance` as on jump boards, or no solution (`unsolvable`)."""

    forced: NotRequired[Reason]
    """Why `forced` is null: a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a choice, `no_distance` as on jump boards, or no solution (`unsolvable`)."""

    choices: NotRequired[Reason]
    """Why `choices` is null: a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a choice, `no_distance` as on jump boards, or no solution (`unsolvable`)."""

    traps: NotRequired[Reason]
    """Why `traps` is null: a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a choice, `no_distance` as on jump boards, or no solution (`unsolvable`)."""

    detours: NotRequired[Reason]
    """Why `detours` is null: a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a choice, `no_distance` as on jump boards, or no solution (`unsolvable`)."""

    walk: NotRequired[Reason]
    """Why `walk` is null: a limit was reached (`seconds`, `nodes`, `bytes`), too many `moves` or `positions`, `no_position` with a choice, `no_distance` as on jump boards, or no solution (`unsolvable`)."""


class Space(TypedDict):
    """
    A space: every position by its depth.

    The depth is the distance in moves, or on jump boards the number of jumps from the start or to the goal.
    """

    id: str
    """Its id, as in its address."""

    kind: Kind
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    limits: Limits
    """The limits in force, defaults filled in."""

    created: str
    """When it was submitted (UTC)."""

    started: str | None
    """When the search began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for, apart from its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: TaskStatus
    """`queued`, `running`, or how it ended: `finished`, `stopped` by a limit with what was found until then, `refused` because no result is possible, `failed` by an internal error, or `cancelled`."""

    progress: NotRequired[TaskProgress | None]
    """Progress, while the task is running or queued again."""

    links: TaskLinks
    """Related addresses."""

    positions: NotRequired[int]
    """Number of positions."""

    depth: NotRequired[int | None]
    """Depth of the deepest positions; null if no arrangement of blocks meets the goal."""

    mean: NotRequired[float | None]
    """Mean depth of a position; null if there is none."""

    depths: NotRequired[list[int]]
    """Number of positions of each depth, from 0; of a stopped space the known ones."""

    pegs: NotRequired[list[int]]
    """Jump boards: number of pegs at each depth, from 0."""

    dead_ends: NotRequired[list[int]]
    """Jump boards, from a start: positions of each depth, from 0, that have no legal jump."""

    up_to_symmetry: NotRequired[ReducedSpace]
    """Jump boards: the numbers up to symmetry."""

    deepest: NotRequired[list[Position]]
    """At most 20 of the deepest positions; on jump boards, only one of each set of symmetric positions."""

    component_count: NotRequired[int]
    """Blocks with a goal: number of components, the sets of positions that can reach each other."""

    components: NotRequired[list[SpaceComponent]]
    """Blocks with a goal: the 20 deepest components, and that of the start."""

    start_depth: NotRequired[int | None]
    """Depth of the start, if the request has a start and a goal; null if the start cannot be reached."""

    hardest: NotRequired[bool]
    """Whether that start is one of the deepest positions."""

    drawn: NotRequired[list[Position]]
    """Positions drawn uniformly from a depth, up to symmetry; empty if the depth has none."""

    seed: NotRequired[int]
    """Seed of the draw."""

    limit: NotRequired[str]
    """The limit that ended the work, or refused it: `seconds`, `nodes`, `bytes` or `positions`."""

    needed: NotRequired[int]
    """If `refused`: the least size of the space, in positions or bytes."""

    allowed: NotRequired[int]
    """If `refused`: the largest size allowed, in positions or bytes."""


class Generation(TypedDict):
    """
    Generated levels. They depend only on the body and the seed.
    """

    id: str
    """Its id, as in its address."""

    kind: Kind
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    limits: Limits
    """The limits in force, defaults filled in."""

    created: str
    """When it was submitted (UTC)."""

    started: str | None
    """When the search began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for, apart from its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: TaskStatus
    """`queued`, `running`, or how it ended: `finished`, `stopped` by a limit with what was found until then, `refused` because no result is possible, `failed` by an internal error, or `cancelled`."""

    progress: NotRequired[TaskProgress | None]
    """Progress, while the task is running or queued again."""

    links: TaskLinks
    """Related addresses."""

    seed: NotRequired[int]
    """Seed of the levels: the same body with this seed has the same levels."""

    puzzles: NotRequired[list[Level]]
    """No two are equal up to renumbering. If stopped, the levels found so far, which are the first ones of the full result."""

    tried: NotRequired[int]
    """Number of positions examined."""

    limit: NotRequired[LimitName]
    """The limit that ended the work: `seconds`, `nodes` or `bytes`."""

    reason: NotRequired[Literal['tried', 'exhausted']]
    """Why there are fewer levels than requested: too many positions were `tried`, or no other level exists (`exhausted`)."""

    refusal: NotRequired[Refusal]
    """If `refused`: the proof that no such level exists."""


class Features(TypedDict):
    """
    The result of a task of features.
    """

    id: str
    """Its id, as in its address."""

    kind: Kind
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    limits: Limits
    """The limits in force, defaults filled in."""

    created: str
    """When it was submitted (UTC)."""

    started: str | None
    """When the search began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for, apart from its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: TaskStatus
    """`queued`, `running`, or how it ended: `finished`, `stopped` by a limit with what was found until then, `refused` because no result is possible, `failed` by an internal error, or `cancelled`."""

    progress: NotRequired[TaskProgress | None]
    """Progress, while the task is running or queued again."""

    links: TaskLinks
    """Related addresses."""

    features: NotRequired[FeatureValues]
    """The requested features, by name; null if one was not found."""

    missing: NotRequired[Missing]
    """Why features are null, by name."""

    walk: NotRequired[Walk]
    """How the feature `walk` was found, if it was."""

    limit: NotRequired[LimitName]
    """The limit that ended the work: `seconds`, `nodes` or `bytes`."""

    proof: NotRequired[Proof]
    """The proof that the puzzle has no solution, and so no features."""


class FieldError(TypedDict):
    """
    One error of a body.
    """

    pointer: str
    """JSON Pointer to the place of the error."""

    detail: str
    """The error, in the language of `Accept-Language`, English or Japanese."""

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
    """The kind of problem: an address that describes it."""

    title: NotRequired[str]
    """The kind of problem as a sentence, in the language of `Accept-Language`, English or Japanese."""

    status: NotRequired[int]
    """The status of the response."""

    detail: NotRequired[str]
    """What happened in this case; may be empty."""

    errors: NotRequired[list[FieldError]]
    """All errors of the body, if the body is the problem."""

    puzzle: NotRequired[dict[str, Any]]
    """The puzzle that a text was read as, if that puzzle has errors."""

    request_id: NotRequired[str]
    """Id of the request in the logs, as in the header `X-Request-ID`."""


class Event(TypedDict):
    """
    An event that a webhook reports.
    """

    type: Literal['job.running', 'job.solved', 'job.unsolvable', 'job.stopped', 'job.failed', 'job.cancelled', 'job.finished', 'job.refused']
    """The event: `job.` and the new status of the job or task."""

    timestamp: str
    """When it happened (UTC)."""

    data: Job | Space | Generation | Features | DroppedJob
    """The job, as `GET /v1/jobs/{id}` returns it, or the task."""


class Item(TypedDict):
    """
    One puzzle of a batch.
    """

    index: int
    """Its place in the list of puzzles, from 0."""

    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'invalid', 'refused', 'expired']
    """The status of its job, if it has one; or `invalid`, see `errors`; `refused`, see `detail`; `expired`, if its job is no longer stored."""

    reading: NotRequired[JobReading]
    """Of a batch in plain text: how the puzzle was read."""

    job_id: NotRequired[str]
    """Id of its job, at `/v1/jobs/{id}`."""

    length: NotRequired[int | None]
    """Number of moves, once solved; null before, and if there is no solution."""

    detail: NotRequired[str]
    """Why it was refused."""

    errors: NotRequired[list[FieldError]]
    """Its errors, if it is invalid."""

    links: NotRequired[JobLink]
    """Related addresses."""


class Batch(TypedDict):
    """
    Many puzzles submitted at once, and the state of each.
    """

    id: str
    """Its id, as in its address."""

    status: Literal['running', 'ended', 'cancelled']
    """`running` while one of its jobs is queued or running, then `ended`, or `cancelled` if you cancelled it."""

    created: str
    """When it was submitted (UTC)."""

    total: int
    """Number of items."""

    progress: dict[str, int]
    """Number of items by status."""

    items: list[Item]
    """The puzzles, in the order of the request."""

    links: GroupLinks
    """Related addresses."""

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
    Limits of a search: it stops at the first one that it reaches.
    """

    seconds: NotRequired[float]
    """Time of the search, in seconds."""

    nodes: NotRequired[int]
    """Units of work of the search. A node is a position expanded, or a jump or move tried."""

    bytes: NotRequired[int]
    """Memory of the search, in bytes."""


class Webhook(TypedDict):
    """
    Where events of a job are to be sent, and which: by default every end.
    """

    url: str
    """Where to send them. The operator decides which hosts are allowed."""

    events: NotRequired[list[Literal['running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'finished', 'refused']]]
    """The statuses of the job that are reported. Default: `["solved", "unsolvable", "stopped", "failed", "cancelled", "finished", "refused"]`."""


class Link(TypedDict):
    """
    Its own address.
    """

    self: str
    """Its own address."""


class Notice(TypedDict):
    """
    What is odd about a valid puzzle: perhaps it is not the one that was meant.
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
    """The kind of problem as a sentence; in English or Japanese, by `Accept-Language`."""

    status: int
    """The status of the response."""


class Progress(TypedDict):
    """
    How far a search is. No number ever decreases, but for `length`, which never increases.
    """

    lower_bound: int
    """No solution has fewer moves: proven."""

    nodes: int
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    seconds: float
    """Time that the work has taken, in seconds, without the wait in the queue."""

    length: NotRequired[int]
    """Moves of the best solution found so far."""


class Statistics(TypedDict):
    """
    The cost of the search, and the origin of the answer.
    """

    nodes: int
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    seconds: float
    """Time that the work has taken, in seconds, without the wait in the queue."""

    cache: NotRequired[Literal['miss', 'hit', 'symmetry']]
    """Where the answer comes from: a search for this job or one like it (`miss`), an answer that was known (`hit`), or a known answer to a puzzle that is equal up to renumbering (`symmetry`)."""

    canonical: NotRequired[bool]
    """false if the board is too symmetric in too complicated a way to share its answer."""


class ProofPart(TypedDict):
    """
    Some of the goals of a jump puzzle, with the proof that they cannot be reached.
    """

    pegs: list[list[int]]
    """The holes that have a peg, goal by goal. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""

    proof: dict[str, Any]
    """A proof of another kind than `goals`."""


class FewerPegs(TypedDict):
    """
    A number of pegs, with the proof that no game leaves so few.
    """

    pegs: int
    """The number of pegs."""

    proof: dict[str, Any]
    """A proof that `count` of so many pegs has no solution."""


class Proof(TypedDict):
    """
    Why there is no solution, or no better one.
    """

    by: str
    """The argument, which says what other fields there are. Jump boards: `pegs` (the numbers `start` and `goal`), `parity` and `pagoda` (`weights`, with the sums `start` and `goal`), `goals` (a proof for each group of `goals`), `ends` (no last jump can follow any first one: `pairs`, `functions`, `trees`), `survivor` (the peg can only come to the holes in `reach`; with `proof`, one for the board that has these holes once more, for this peg), `fewer` (a proof for each number of pegs below `pegs_left`). Sliding puzzles: `contents` (`cells`), `permutation` (`rule`, `cells`, `entry`, `way`). Sliding blocks: `separation` (the `piece`, all `cells` that it can cover alone, and its `target`). There is nothing to check in `programs` (as `ends`; the weights were too many to be kept) and `exhaustion` (a search of `nodes`; for sliding blocks of all `positions` that can be reached from one `side`, the start or the goal)."""

    text: NotRequired[str]
    """What was shown, and how anyone can check it, in English or Japanese, by the `Accept-Language` of the request that asked for it. Solutions do not have it."""

    start: NotRequired[int]
    """Number of pegs, or their weight, at the start, after the opening."""

    goal: NotRequired[int]
    """Number of pegs, or their weight, at the goal, at least."""

    weights: NotRequired[list[int]]
    """A weight for each hole, in the order of their numbers."""

    goals: NotRequired[list[ProofPart]]
    """All goals, in groups, each with a proof of its own."""

    pairs: NotRequired[int]
    """Number of positions after a first jump, times those before a last one."""

    functions: NotRequired[list[list[int]]]
    """Weights of the holes that no jump increases, each for some pairs."""

    trees: NotRequired[list[dict[str, Any]]]
    """Jump boards: cases of how often jumps are made, for pairs that no function refutes. `{"jump": [from, over, to], "at_most": n, "then": tree, "else": tree}`, or `{"weights": [...]}` that refute all numbers of jumps of a case."""

    programs: NotRequired[int]
    """Number of linear programs that were solved."""

    nodes: NotRequired[int]
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    reach: NotRequired[list[int]]
    """Holes that the peg which must survive can come to. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""

    proof: NotRequired[dict[str, Any]]
    """A proof for the holes and then those in `reach`, by their index."""

    pegs_left: NotRequired[int]
    """The fewest pegs that can be left."""

    fewer: NotRequired[list[FewerPegs]]
    """A proof for each number of pegs from 1 to below `pegs_left`."""

    cells: NotRequired[list[int]]
    """`contents`: a part of the board that no piece leaves. `permutation`: a part that stays connected without any one of its cells. `separation`: all cells that the block can cover if it is alone. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    rule: NotRequired[str]
    """Why no walk of the empty cell arranges the pieces on `cells` as the goal wants: other pieces are wanted there (`contents`); on a `ring` their cyclic order never changes; the wanted permutation is odd, and every walk makes an even one (`parity`); or it is the graph `theta` of seven cells, on which not every arrangement can be reached."""

    entry: NotRequired[int]
    """The cell of `cells` nearest to the last one of `way`. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    way: NotRequired[list[int]]
    """Cells that the empty cell visits, up to its goal. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    piece: NotRequired[list[int]]
    """The cells of a block at the start. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    target: NotRequired[list[int]]
    """The cells that it shall cover. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    side: NotRequired[str]
    """Where the search began: `start` or `goal`."""

    positions: NotRequired[int]
    """All positions that can be reached from there."""


class Found(TypedDict):
    """
    What is known about a puzzle: it never changes.
    """

    status: ResultStatus
    """`solved`, `unsolvable` (proven), or `stopped` by a limit."""

    length: int | None
    """Number of moves of the solution; null if there is none."""

    optimal: bool
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int]
    """No solution has fewer moves: proven."""

    moves: list[list[int]] | None
    """The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls. null if no solution was found."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""

    pieces: NotRequired[list[int]]
    """Sliding pieces: the number of the piece that moves, move by move."""

    blocks: NotRequired[list[str]]
    """Sliding blocks: the name of the piece that moves, move by move."""

    pegs_left: NotRequired[int]
    """Goals `fewest_pegs` and `dead_end`: pegs left by the solution; proven the fewest or the most."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    proof: Proof | None
    """Why there is no solution; null if that is not proven."""

    pegs_proof: NotRequired[Proof]
    """Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is."""


class Result(TypedDict):
    """
    The result of a search, and what it cost.
    """

    status: ResultStatus
    """`solved`, `unsolvable` (proven), or `stopped` by a limit."""

    length: int | None
    """Number of moves of the solution; null if there is none."""

    optimal: bool
    """Whether it is proven that no solution is shorter."""

    lower_bound: NotRequired[int]
    """No solution has fewer moves: proven."""

    moves: list[list[int]] | None
    """The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls. null if no solution was found."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""

    pieces: NotRequired[list[int]]
    """Sliding pieces: the number of the piece that moves, move by move."""

    blocks: NotRequired[list[str]]
    """Sliding blocks: the name of the piece that moves, move by move."""

    pegs_left: NotRequired[int]
    """Goals `fewest_pegs` and `dead_end`: pegs left by the solution; proven the fewest or the most."""

    count: NotRequired[int]
    """Number of distinct optimal solutions; an integer of any size."""

    proof: Proof | None
    """Why there is no solution; null if that is not proven."""

    pegs_proof: NotRequired[Proof]
    """Goal `fewest_pegs`: why fewer pegs cannot be left, if more than one is."""

    limit: NotRequired[LimitName]
    """The limit that ended the work: `seconds`, `nodes` or `bytes`."""

    advice: NotRequired[str]
    """With a limit: what would help, in the language of the request."""

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
    """When the work began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: JobStatus
    """`queued`, `running`, or how it ended: `solved`, `unsolvable` (proven), `stopped` by a limit, `failed` by an internal error, or `cancelled`."""

    want: Want
    """`one` optimal solution, the `count` of all, `all` of them, or `any` solution quickly, which need not be optimal."""

    progress: NotRequired[Progress | None]
    """How far the search is, while it is running."""

    solution_id: NotRequired[str]
    """Id of the puzzle with its result, at `/v1/solutions/{id}`; its document never changes."""

    result: NotRequired[Result]
    """The answer, once the job is `solved`, `unsolvable` or `stopped`."""

    notices: NotRequired[list[Notice]]
    """Of a puzzle without a solution: what is odd about it, if anything."""

    links: JobLinks
    """Addresses of what belongs to it."""


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
    """Addresses of what belongs to it."""


class JobList(TypedDict):
    """
    A page of a client's jobs, the last ones first.
    """

    jobs: list[ListedJob]
    """Jobs of your API key, the last ones first."""

    next: str | None
    """Address of the next page; null on the last."""


class DroppedJob(TypedDict):
    """
    A job that was dropped, because memory is short, before its end could be delivered.
    """

    id: str
    """The id that it had."""

    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'finished', 'refused']
    """Its last status that is known, as of a job or a task."""

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
    One problem of a survey, and those that are symmetric to it.
    """

    start: Any
    """Its start, as in a puzzle."""

    goal: Any
    """Its goal, as in a puzzle."""

    members: int
    """Number of problems it stands for, with itself."""

    status: Literal['queued', 'running', 'solved', 'unsolvable', 'stopped', 'failed', 'cancelled', 'refused', 'expired']
    """The status of its job, if it has one; or `refused`, see `detail`; `expired`, if its job is no longer kept."""

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
    """Name of the proof that there is no solution; its job has the proof."""

    detail: NotRequired[str]
    """Why it was refused."""

    links: NotRequired[SurveyedLinks]
    """Addresses of what belongs to it."""


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
    Every problem of a board, and what is known of each.
    """

    id: str
    """Its id, as in its address."""

    status: Literal['running', 'ended', 'cancelled']
    """`running` while one of its jobs is queued or running, then `ended`, or `cancelled` if you cancelled it."""

    created: str
    """When it was submitted (UTC)."""

    kind: Kind
    """Kind of the puzzles that the board is for: `jump`, `slide` or `block`."""

    board: dict[str, Any]
    """The board, as it was given."""

    want: Want
    """`one` optimal solution, the `count` of all, `all` of them, or `any` solution quickly, which need not be optimal."""

    limits: Limits
    """The limits in force, defaults filled in."""

    total: int
    """Number of problems, symmetric ones counted once."""

    members: int
    """Number of problems, each counted."""

    progress: dict[str, int]
    """Number of problems by status."""

    problems: list[Surveyed]
    """The problems, one for all that are symmetric to it, in the order of the starts, then of the goals."""

    links: SurveyLinks
    """Addresses of what belongs to it."""


class NextMove(TypedDict):
    """
    A next move, and the distance from there to the goal.

    If the goal is about how many pegs are left, moves that spoil it are `unsolvable`, which shows once all are solved.
    """

    move: list[int]
    """Jump boards: the holes that the peg visits, the first one included. Other boards: `[from, to]`, the cells that the piece, or one part of the block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls."""

    removed: NotRequired[list[int]]
    """Jump boards: the holes jumped over. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""

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
    """Whether there is a solution; null if not known."""

    moves: list[NextMove]
    """Every move that is possible in the position."""

    links: Link
    """Addresses of what belongs to it."""


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
    """The answer, as a job has it."""

    links: SolutionLinks
    """Addresses of what belongs to it."""


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
    """Addresses of what belongs to it."""


class Listed(TypedDict):
    """
    One of all optimal solutions.
    """

    moves: list[list[int]]
    """The solution, move by move. Jump boards: the holes that one peg visits, the first one included. Other boards: `[from, to]`, the cells that a piece, or one part of a block, leaves and enters. Holes and cells are numbered from 0; in a grid row by row, skipping walls."""

    removed: NotRequired[list[list[int]]]
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""

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
    """Number of distinct optimal solutions; an integer of any size. All pages together have so many."""

    offset: int
    """Number of solutions before this page."""

    limit: int
    """The most solutions that were asked for; there may be fewer."""

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
    """Jump boards: the holes jumped over, move by move. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""

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
    A shared puzzle, which never changes, with the game that others are challenged to beat, if there is one.
    """

    id: str
    """Its id, as in its address."""

    kind: str
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    puzzle: dict[str, Any]
    """The puzzle, as it was submitted."""

    game: Game | None
    """The game to beat; null if there is none."""

    links: ShareLinks
    """Addresses of what belongs to it."""


class Check(TypedDict):
    """
    A valid puzzle, described without a search.
    """

    kind: str
    """Kind of the puzzle: `jump`, `slide` or `block`."""

    key: str
    """The same for all puzzles equal up to symmetry and renumbering."""

    holes: NotRequired[int]
    """Jump boards: number of holes."""

    jumps: NotRequired[int]
    """Jump boards: number of jumps; a way there and back counts as two."""

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
    """How long a search may take, if it may take long and puzzles of this size are known."""

    notices: list[Notice]
    """What is odd: a board without jumps, a hole that no jump touches, a triangular board without jumps along one of its directions, a single piece, a start that meets the goal."""


class Replay(TypedDict):
    """
    A claimed solution, judged by the plain rules.
    """

    legal: bool
    """Whether every move is possible where it is made."""

    reaches_goal: bool
    """Whether the last position meets the goal."""

    length: int | None
    """Number of moves, as the rules count them: jumps in a row by the same peg are one move, and the metric of sliding blocks says what is one. null if one is not legal."""

    fault: str | None
    """Why the moves are not legal; null if they are."""

    position: dict[str, Any] | None
    """The last position: `pegs`, the holes with a peg, or `pieces`, the piece on each cell; null if a move is not legal."""


class Reading(TypedDict):
    """
    A puzzle that a text may be.
    """

    puzzle: dict[str, Any]
    """The puzzle, complete: it can be submitted as it is."""

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
    """Its name, as puzzles write it."""

    kind: str
    """Kind of the puzzles that the board is for: `jump`, `slide` or `block`."""

    title: str
    """What it is called."""

    source: str
    """Where the board, or what is known of it, is published."""

    size: int
    """Number of its holes or cells."""

    links: Link
    """Addresses of what belongs to it."""


class Catalogue(TypedDict):
    """
    All boards of the catalogue.
    """

    boards: list[BoardEntry]
    """The boards, by their names."""


class Example(TypedDict):
    """
    A puzzle on a board, and its known answer.
    """

    title: str
    """What the puzzle is."""

    puzzle: dict[str, Any]
    """The puzzle, as one posts it."""

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
    """What it is called."""

    source: str
    """Where the board, or what is known of it, is published."""

    note: NotRequired[str]
    """How lengths or jumps differ from those of the source."""

    board: dict[str, Any]
    """The board in full, in one of the forms that puzzles have."""

    layout: list[list[float]]
    """A point `[x, y]` for each hole or cell, in the order of their numbers; y grows downwards."""

    examples: list[Example]
    """Puzzles on this board, with what is known of them."""


class Version(TypedDict):
    """
    The version of the service.
    """

    version: str
    """Version of the service."""


class Overview(TypedDict):
    """
    What the API offers.
    """

    name: str
    """Always `fewest`."""

    version: str
    """Version of the service."""

    links: dict[str, str]
    """Addresses by what they lead to."""


class Limit(TypedDict):
    """
    A limit.
    """

    name: str
    """What it is called."""

    default: float | None
    """What holds if a request does not say; null if no request can."""

    maximum: float
    """The most that a request can have."""

    unit: str
    """What is counted."""

    bounds: str
    """What it is a limit of."""


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
    What waits in a lane, and who is there to take it.
    """

    lane: Literal['quick', 'long']
    """`quick` for new searches, `long` for those that took long while others waited."""

    workers: int
    """Workers of this lane that are alive."""

    queued: int
    """Searches that wait."""

    oldest_seconds: float
    """How long the next of them has waited, in seconds; 0 if there is none."""

    missing: list[str]
    """Why nobody takes them: there is no `worker`, or no `progress`; empty if somebody does."""


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
    """The lanes of the queue; empty if the store is away."""


class TaskProgress(TypedDict):
    """
    How far a task is, and what it tells of itself.
    """

    nodes: int
    """Units of work done. A node is a position expanded, or a jump or move tried."""

    seconds: float
    """Time that the work has taken, in seconds, without the wait in the queue."""


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


class FeatureValues(TypedDict):
    """
    The features that were asked for. `missing` says why one is null.
    """

    length: NotRequired[int | None]
    """Moves of an optimal solution."""

    count: NotRequired[int | None]
    """Number of optimal solutions; an integer of any size."""

    forced: NotRequired[float | None]
    """Of the positions on optimal solutions, the share with exactly one optimal move: from 0 to 1."""

    choices: NotRequired[float | None]
    """The mean number of legal moves at the positions on optimal solutions."""

    traps: NotRequired[float | None]
    """Of the legal moves at the positions on optimal solutions, the share after which there is no solution: from 0 to below 1."""

    detours: NotRequired[float | None]
    """Sliding puzzles: the mean number of moves of an optimal solution that increase the sum of the distances of all pieces to their goals."""

    walk: NotRequired[float | None]
    """The expected number of moves of a walk that often makes an optimal move, and else any."""


class Walk(TypedDict):
    """
    How the expected length of a walk was found.
    """

    probability: float
    """Probability that it makes an optimal move."""

    error: float
    """By how many moves it may be wrong; with `samples`, their standard error."""

    samples: NotRequired[int]
    """Number of walks made, if it was not calculated."""

    seed: NotRequired[int]
    """Seed of these walks."""


class Missing(TypedDict):
    """
    Why features are null: a limit, or why they are not defined.
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


class Level(TypedDict):
    """
    A puzzle with its proven fewest moves.
    """

    puzzle: dict[str, Any]
    """The puzzle, as one posts it."""

    length: int
    """Number of moves; no solution has fewer."""

    count: int
    """Number of distinct optimal solutions; an integer of any size."""

    features: NotRequired[dict[str, float]]
    """The features that the task has ranges of, by name."""


class Refusal(TypedDict):
    """
    Why there is no such level: proven, not merely not found.
    """

    by: Literal['pegs', 'deepest', 'space']
    """How it is proven: `pegs`, as a move removes one at least; `deepest`, as published; `space`, as all positions are known."""

    moves: NotRequired[int]
    """`pegs`: no game has more moves. `space`: starts of more moves are not counted."""

    source: NotRequired[str]
    """`deepest`: where it is published."""

    positions: NotRequired[int]
    """`space`: starts that the task allows and that have a solution; of jump boards, up to symmetry."""

    deepest: NotRequired[int | None]
    """`deepest` and `space`: the greatest length."""

    counts: NotRequired[list[int]]
    """`space`: least and greatest number of solutions of the starts whose length is as wanted."""

    counts_cap: NotRequired[int]
    """`space`: a number in `counts` that is equal to it may be larger."""


class Position(TypedDict):
    """
    A position: the piece on each cell, or the holes with a peg.
    """

    pieces: NotRequired[list[int]]
    """Sliding boards: the piece on each cell, 0 if empty. Cells are numbered from 0; in a grid or a rectangle row by row, skipping walls."""

    pegs: NotRequired[list[int]]
    """Jump boards: the holes with a peg. Holes are numbered from 0; in a grid row by row, skipping what is no hole."""


class ReducedSpace(TypedDict):
    """
    The numbers of a space if positions count as one that symmetries of the board turn into each other.

    Only symmetries that keep the start or the goal count.
    """

    symmetries: int
    """How many there are, the identity among them; none moves a hole that no jump uses."""

    positions: int
    """Number of positions."""

    depths: list[int]
    """Number of positions of each depth, from 0."""

    dead_ends: NotRequired[list[int]]
    """From a start: positions of each depth, from 0, that have no legal jump."""


class Space(TypedDict):
    """
    A space, every position by its depth.

    The depth is the distance in slides, or the number of jumps from the start or to the goal.
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
    """When the work began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: TaskStatus
    """`queued`, `running`, or how it ended: `finished`, `stopped` by a limit with what was found until then, `refused` as there can be no result, `failed` by an internal error, or `cancelled`."""

    progress: NotRequired[TaskProgress | None]
    """How far the work is, while it is running."""

    links: TaskLinks
    """Addresses of what belongs to it."""

    positions: NotRequired[int]
    """Number of positions."""

    depth: NotRequired[int]
    """Depth of the deepest positions."""

    mean: NotRequired[float]
    """Mean depth of a position."""

    depths: NotRequired[list[int]]
    """Number of positions of each depth, from 0; of a stopped space those known."""

    pegs: NotRequired[list[int]]
    """Jump boards: number of pegs at each depth, from 0."""

    dead_ends: NotRequired[list[int]]
    """Jump boards, from a start: positions of each depth, from 0, that have no legal jump."""

    up_to_symmetry: NotRequired[ReducedSpace]
    """Jump boards: the numbers if positions count as one that symmetries turn into each other."""

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
    """The limit that ended the work, or refused it: `seconds`, `nodes`, `bytes` or `positions`."""

    needed: NotRequired[int]
    """If `refused`: what the space has or takes at least, in positions or bytes."""

    allowed: NotRequired[int]
    """If `refused`: what it may have or take, in positions or bytes."""


class Generation(TypedDict):
    """
    The levels that were made. They depend on the body and the seed alone.
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
    """When the work began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: TaskStatus
    """`queued`, `running`, or how it ended: `finished`, `stopped` by a limit with what was found until then, `refused` as there can be no result, `failed` by an internal error, or `cancelled`."""

    progress: NotRequired[TaskProgress | None]
    """How far the work is, while it is running."""

    links: TaskLinks
    """Addresses of what belongs to it."""

    seed: NotRequired[int]
    """The same body with this seed has the same levels."""

    puzzles: NotRequired[list[Level]]
    """No two are equal up to renumbering. If stopped, the first ones of those there would be."""

    tried: NotRequired[int]
    """Positions that were looked at."""

    limit: NotRequired[LimitName]
    """The limit that ended the work: `seconds`, `nodes` or `bytes`."""

    reason: NotRequired[Literal['tried', 'exhausted']]
    """Why there are fewer levels than wanted: too many positions were `tried` in vain, or there is no other (`exhausted`)."""

    refusal: NotRequired[Refusal]
    """If `refused`: why there is no such level, proven."""


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
    """When the work began (UTC); null before."""

    ended: str | None
    """When it ended (UTC); null before."""

    queue_position: NotRequired[int]
    """Number of searches ahead of this one, while it is queued."""

    waits_for: NotRequired[Literal['compilation', 'memory']]
    """What a queued search waits for beside its turn: `compilation` of its solver, or free `memory`."""

    error: NotRequired[str | None]
    """Why it failed."""

    status: TaskStatus
    """`queued`, `running`, or how it ended: `finished`, `stopped` by a limit with what was found until then, `refused` as there can be no result, `failed` by an internal error, or `cancelled`."""

    progress: NotRequired[TaskProgress | None]
    """How far the work is, while it is running."""

    links: TaskLinks
    """Addresses of what belongs to it."""

    features: NotRequired[FeatureValues]
    """The features that were asked for, by name; null where one was not found."""

    missing: NotRequired[Missing]
    """Why features are null, by name."""

    walk: NotRequired[Walk]
    """How the feature `walk` was found, if it was."""

    limit: NotRequired[LimitName]
    """The limit that ended the work: `seconds`, `nodes` or `bytes`."""

    proof: NotRequired[Proof]
    """Why there is no solution, and so no feature."""


class FieldError(TypedDict):
    """
    One error of a body.
    """

    pointer: str
    """JSON Pointer to the place of the error."""

    detail: str
    """What is wrong there, in English or Japanese, by `Accept-Language`."""

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
    """The kind of problem as a sentence; in English or Japanese, by `Accept-Language`."""

    status: NotRequired[int]
    """The status of the response."""

    detail: NotRequired[str]
    """What is to be said of this one; it may be empty."""

    errors: NotRequired[list[FieldError]]
    """Everything that is wrong with the body, if that is the problem."""

    puzzle: NotRequired[dict[str, Any]]
    """The puzzle that a text was taken for, if it has errors as a puzzle."""

    request_id: NotRequired[str]
    """Names the request in the logs, as the header `X-Request-ID` does."""


class Event(TypedDict):
    """
    An event, as a webhook reports it.
    """

    type: Literal['job.running', 'job.solved', 'job.unsolvable', 'job.stopped', 'job.failed', 'job.cancelled', 'job.finished', 'job.refused']
    """What happened: `job.` and the status that the job or the task has now."""

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
    """The status of its job, if it has one; or `invalid`, see `errors`; `refused`, see `detail`; `expired`, if its job is no longer kept."""

    job_id: NotRequired[str]
    """Id of its job, at `/v1/jobs/{id}`."""

    length: NotRequired[int | None]
    """Number of moves, once solved; null before, and if there is no solution."""

    detail: NotRequired[str]
    """Why it was refused."""

    errors: NotRequired[list[FieldError]]
    """Its errors, if it is invalid."""

    links: NotRequired[JobLink]
    """Addresses of what belongs to it."""


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
    """Addresses of what belongs to it."""

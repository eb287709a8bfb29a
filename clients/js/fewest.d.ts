// Types of fewest.js. Later versions of the service add fields; the ones here are those of this version.

export type Kind = "jump" | "slide";
export type Want = "one" | "count" | "all" | "any";
export type ResultStatus = "solved" | "unsolvable" | "stopped";
export type JobStatus = "queued" | "running" | ResultStatus | "failed" | "cancelled";

/** Points to draw the board at: one for each hole or cell. */
export interface WithLayout {
  layout?: number[][];
}

export type JumpBoard = WithLayout &
  (
    | { jump_table: number[][][] }
    | { holes: number; jumps: number[][] }
    | { grid: string[]; lines: "orthogonal" | "diagonal" | "triangular" }
    | { name: string }
  );

export type JumpStart = { pegs: number[] } | { empty: number[] } | { picture: string[] };
export type JumpGoal = { pegs: number[] } | { empty: number[] } | { count: number } | { any_of: JumpGoal[] };

export interface JumpPuzzle {
  kind: "jump";
  board: JumpBoard;
  start: JumpStart;
  goal: JumpGoal;
  opening?: number[][];
}

export type SlideBoard = WithLayout &
  ({ adjacency: number[][] } | { rows: number; columns: number } | { grid: string[] } | { name: string });

export interface SlidePuzzle {
  kind: "slide";
  board: SlideBoard;
  start: number[];
  goal: (number | null)[];
}

export type Puzzle = JumpPuzzle | SlidePuzzle;

/** Limits of a search. */
export interface Limits {
  seconds?: number;
  nodes?: number;
  bytes?: number;
}

/** Why there is no solution; `by` names how. */
export type Proof = Record<string, unknown>;

export interface Progress {
  lower_bound: number;
  nodes: number;
  seconds: number;
  length?: number;
}

export interface Statistics {
  nodes: number;
  seconds: number;
  cache?: "miss" | "hit" | "symmetry";
  canonical?: boolean;
}

/** What is known about a puzzle. */
export interface Found {
  status: ResultStatus;
  length: number | null;
  optimal: boolean;
  lower_bound?: number;
  moves: number[][] | null;
  removed?: number[][];
  pieces?: number[];
  count?: number;
  proof: Proof | null;
}

export interface Result extends Found {
  limit?: "seconds" | "nodes" | "bytes";
  statistics: Statistics;
}

export interface Job {
  id: string;
  status: JobStatus;
  kind: Kind;
  want: Want;
  limits: Limits;
  created: string;
  started: string | null;
  ended: string | null;
  queue_position?: number;
  progress?: Progress | null;
  solution_id?: string;
  result?: Result;
  error?: string | null;
  links: { self: string; events: string; solution?: string; picture?: string; embed?: string };
}

/** A job with its result; there is no solution_id if the search was stopped by a limit. */
export interface EndedJob extends Job {
  status: ResultStatus;
  result: Result;
}

/** One error of a request, with a JSON Pointer to its place. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** The body of an error response (RFC 9457). A proxy may answer with less. */
export interface Problem {
  type?: string;
  title: string;
  status?: number;
  detail?: string;
  errors?: FieldError[];
  request_id?: string;
}

export interface Item {
  index: number;
  status: JobStatus | "invalid" | "refused" | "expired";
  job_id?: string;
  length?: number | null;
  detail?: string;
  errors?: FieldError[];
  links?: { job: string };
}

export interface Batch {
  id: string;
  status: "running" | "ended" | "cancelled";
  created: string;
  total: number;
  progress: Record<string, number>;
  items: Item[];
  links: { self: string };
}

export interface NextMove {
  move: number[];
  removed?: number[];
  piece?: number;
  status: string;
  distance: number | null;
}

export interface Hint {
  id: string;
  status: "running" | "ended";
  distance: number | null;
  solvable: boolean | null;
  moves: NextMove[];
  links: { self: string };
}

export interface Check {
  kind: string;
  key: string;
  holes?: number;
  jumps?: number;
  pegs?: number;
  cells?: number;
  edges?: number;
  pieces?: number;
  empty_cells?: number;
  symmetries: number | null;
  solvable: boolean | null;
  proof: Proof | null;
  lower_bound: number | null;
}

export interface Replay {
  legal: boolean;
  reaches_goal: boolean;
  length: number | null;
  fault: string | null;
  position: Record<string, unknown> | null;
}

export interface Solution {
  id: string;
  kind: string;
  puzzle: Puzzle;
  result: Found;
  links: { self?: string; solution?: string; picture: string; embed: string; all?: string };
}

/** One of all optimal solutions. */
export interface Listed {
  moves: number[][];
  removed?: number[][];
  pieces?: number[];
}

export interface Page {
  id: string;
  count: number;
  offset: number;
  limit: number;
  solutions: Listed[];
  next: string | null;
}

export interface BoardEntry {
  name: string;
  kind: string;
  title: string;
  source: string;
  size: number;
  links: { self: string };
}

export interface Catalogue {
  boards: BoardEntry[];
}

export interface Example {
  title: string;
  puzzle: Puzzle;
  expect: Record<string, unknown>;
}

export interface Board {
  name: string;
  kind: string;
  title: string;
  source: string;
  board: Record<string, unknown>;
  layout: number[][];
  examples: Example[];
}

/** An error response. `retrySeconds` is when to retry, or null. */
export class FewestProblem extends Error {
  readonly status: number;
  readonly document: Problem;
  readonly retrySeconds: number | null;
  constructor(status: number, document: Problem, retrySeconds: number | null);
}

/** A job ended without a result: it failed or was cancelled. */
export class JobEnded extends Error {
  readonly job: Job;
  constructor(job: Job);
}

/** What to search for, and within which limits. */
export interface SearchOptions {
  want?: Want;
  limits?: Limits;
}

/** Aborting the signal ends waiting; the promise then rejects with its reason. */
export interface WaitOptions<State> {
  progress?: (state: State) => void;
  signal?: AbortSignal;
}

/** A service at an address. */
export class Fewest {
  /** `address` is "" for the origin of the page; `key` is an API key, if the service requires one. */
  constructor(address?: string, options?: { key?: string | null });
  readonly address: string;
  readonly headers: Record<string, string>;

  /** Submit a puzzle and wait for its result. If waiting ends early, the job is cancelled. */
  solve(puzzle: Puzzle, options?: SearchOptions & WaitOptions<Job>): Promise<Result>;
  /** Submit a puzzle, wait at most `wait` seconds for its end, and resolve with the job in its state then. */
  submit(puzzle: Puzzle, options?: SearchOptions & { wait?: number; signal?: AbortSignal }): Promise<Job>;
  /** The state of a job, after waiting at most `wait` seconds for its end. */
  job(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Job>;
  /** Wait until a job ends; rejects with JobEnded if it ends without a result. */
  wait(job: Job, options?: WaitOptions<Job>): Promise<EndedJob>;
  /** Yield every state of a job until its end. Reconnects if the stream breaks. */
  events(job: Pick<Job, "id">, options?: { signal?: AbortSignal }): AsyncGenerator<Job, void>;
  cancel(job: Pick<Job, "id">): Promise<Job>;
  /** Submit many puzzles and wait for all of them: one item per puzzle, in order. */
  batch(puzzles: Puzzle[], options?: SearchOptions & WaitOptions<Batch>): Promise<Item[]>;
  /** The distance to the goal, from the start and after every next move, as far as known within a second. */
  hint(puzzle: Puzzle): Promise<Hint>;
  /** A hint as it stands now. */
  hintAgain(id: string): Promise<Hint>;
  /** Symmetries, simple proofs and a lower bound, without a search. */
  check(puzzle: Puzzle): Promise<Check>;
  /** Check whether moves are legal and lead to the goal. */
  replay(puzzle: Puzzle, moves: number[][]): Promise<Replay>;
  boards(): Promise<Catalogue>;
  board(name: string): Promise<Board>;
  solution(id: string): Promise<Solution>;
  /** The solution as SVG text: its start, the position after `move` moves, or the whole solution with `animate`. */
  picture(id: string, options?: { move?: number; animate?: boolean }): Promise<string>;
  /** A page of all optimal solutions of a puzzle solved with `want: "all"`. */
  page(id: string, offset?: number, limit?: number): Promise<Page>;
  /** Iterate over all optimal solutions of a puzzle solved with `want: "all"`. */
  solutions(id: string): AsyncGenerator<Listed, void>;
}

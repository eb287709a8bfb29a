// Types of fewest.js. Later versions of the service add fields; the ones here are those of this version.

export type Kind = "jump" | "slide" | "block";
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
export type JumpGoal =
  | { pegs: number[] }
  | { empty: number[] }
  | { picture: string[] }
  | { count: number }
  | { any_of: JumpGoal[] }
  | { fewest_pegs: true }
  | { dead_end: true }
  | { survivor: number; hole?: number };

export interface JumpPuzzle {
  kind: "jump";
  board: JumpBoard;
  start: JumpStart;
  goal: JumpGoal;
  opening?: number[][];
}

export type SlideBoard = WithLayout &
  (
    | { adjacency: number[][] }
    | { edges: number[][]; cells: number }
    | { graph6: string }
    | { rows: number; columns: number }
    | { grid: string[] }
    | { name: string }
  );

export interface SlidePuzzle {
  kind: "slide";
  board: SlideBoard;
  start: number[];
  goal: (number | null)[];
}

export type BlockBoard = WithLayout &
  ({ rows: number; columns: number } | { grid: string[] } | { steps: number[][] } | { name: string });

export type BlockGoal = { at: Record<string, number[]> } | { picture: string[] } | { cells: Record<string, number[]> };

/** Sliding blocks; without a board, the picture of the start is the board. */
export interface BlockPuzzle {
  kind: "block";
  board?: BlockBoard;
  start: { picture: string[] } | { pieces: number[] };
  goal: BlockGoal;
  metric: "step" | "line" | "path";
  axis?: "long" | Record<string, "row" | "column">;
  doors?: ({ at: number[][]; pieces: string[] } | { cells: number[]; pieces: string[] })[];
}

export type Puzzle = JumpPuzzle | SlidePuzzle | BlockPuzzle;

/** Limits of a search. */
export interface Limits {
  seconds?: number;
  nodes?: number;
  bytes?: number;
}

/** Some of the goals of a jump puzzle, with the proof that they cannot be reached. */
export interface ProofPart {
  pegs: number[][];
  proof: Record<string, unknown>;
}

/** A number of pegs, with the proof that no game leaves so few. */
export interface FewerPegs {
  pegs: number;
  proof: Record<string, unknown>;
}

/** Why there is no solution, or no better one; `by` names the argument, which says what other fields there are. */
export interface Proof {
  by: string;
  start?: number;
  goal?: number;
  weights?: number[];
  goals?: ProofPart[];
  pairs?: number;
  functions?: number[][];
  /** `{ jump, at_most, then, else }` or `{ weights }`, each. */
  trees?: Record<string, unknown>[];
  programs?: number;
  nodes?: number;
  reach?: number[];
  proof?: Record<string, unknown>;
  pegs_left?: number;
  fewer?: FewerPegs[];
  cells?: number[];
  rule?: string;
  entry?: number;
  way?: number[];
  piece?: number[];
  target?: number[];
  side?: string;
  positions?: number;
}

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
  blocks?: string[];
  pegs_left?: number;
  count?: number;
  proof: Proof | null;
  pegs_proof?: Proof;
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
  waits_for?: "compilation" | "memory";
  progress?: Progress | null;
  solution_id?: string;
  result?: Result;
  /** Of a puzzle without a solution: what is odd about it. */
  notices?: Notice[];
  error?: string | null;
  links: { self: string; events: string; solution?: string; picture?: string; embed?: string };
}

/** A job with its result; there is no solution_id if the search was stopped by a limit. */
export interface EndedJob extends Job {
  status: ResultStatus;
  result: Result;
}

/** What is odd about a valid puzzle, with a JSON Pointer to the part of it. */
export interface Notice {
  pointer: string;
  detail: string;
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
  links: { self: string; sheet: string };
}

/** One problem of a survey, and the number of those that are symmetric to it. */
export interface Surveyed {
  start: unknown;
  goal: unknown;
  members: number;
  status: JobStatus | "refused" | "expired";
  job_id?: string;
  solution_id?: string;
  length?: number | null;
  optimal?: boolean;
  lower_bound?: number | null;
  count?: number;
  refuted_by?: string;
  detail?: string;
  links?: { job: string; solution?: string; picture?: string; embed?: string };
}

/** Every problem of a board, each with a job of its own. */
export interface Survey {
  id: string;
  status: "running" | "ended" | "cancelled";
  created: string;
  kind: Kind;
  board: Puzzle["board"];
  want: Want;
  limits: Limits;
  total: number;
  members: number;
  progress: Record<string, number>;
  problems: Surveyed[];
  links: { self: string; picture: string; sheet: string };
}

/** What is asked for of a board: its starts and goals, which jump boards may do without. */
export interface SurveyOptions extends SearchOptions {
  starts?: unknown[];
  goals?: unknown[];
  webhook?: Webhook;
  wait?: number;
  signal?: AbortSignal;
}

export interface NextMove {
  move: number[];
  removed?: number[];
  piece?: number;
  block?: string;
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
  notices: Notice[];
}

export interface Replay {
  legal: boolean;
  reaches_goal: boolean;
  length: number | null;
  fault: string | null;
  position: Record<string, unknown> | null;
}

/** A shared puzzle, with the game that others are challenged to beat, if there is one. */
export interface Share {
  id: string;
  kind: string;
  puzzle: Puzzle;
  game: Game | null;
  links: { self: string; page: string; card: string };
}

/** A game that solves a puzzle. */
export interface Game {
  moves: number[][];
  removed?: number[][];
  length: number;
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
  blocks?: string[];
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
  /** How lengths or jumps differ from those of the source. */
  note?: string;
  board: Record<string, unknown>;
  layout: number[][];
  examples: Example[];
}

/** A job in the list of an API key. */
export interface ListedJob {
  id: string;
  status: JobStatus;
  created: string;
  length: number | null;
  links: { self: string };
}

/** Where events of a job are to be sent, and which: by default every end. */
export interface Webhook {
  url: string;
  events?: ("running" | ResultStatus | "failed" | "cancelled" | "finished" | "refused")[];
}

/** What an event says of a job that was dropped before it could be delivered. */
export interface DroppedJob {
  id: string;
  status: JobStatus | "finished" | "refused";
  links: { self: string };
}

/** What a webhook receives. */
export interface Event {
  type: `job.${"running" | ResultStatus | "failed" | "cancelled" | "finished" | "refused"}`;
  timestamp: string;
  data: Job | Space | Generation | Features | DroppedJob;
}

export type OrderStatus = "queued" | "running" | "finished" | "stopped" | "refused" | "failed" | "cancelled";

/** An order as the body of its request has it, without limits and webhook. */
export type Order = Record<string, unknown>;

/** How far an order is; it may tell more of itself. */
export interface OrderProgress {
  nodes: number;
  seconds: number;
  [name: string]: unknown;
}

/** What all orders have. */
export interface OrderState {
  id: string;
  status: OrderStatus;
  kind: Kind;
  limits: Limits;
  created: string;
  started: string | null;
  ended: string | null;
  queue_position?: number;
  waits_for?: "compilation" | "memory";
  progress?: OrderProgress | null;
  error?: string | null;
  links: { self: string; events: string; picture?: string };
}

/** A position: the piece on each cell, or the holes with a peg. */
export interface Position {
  pieces?: number[];
  pegs?: number[];
}

/** All positions that can be reached, by depth. */
export interface Space extends OrderState {
  positions?: number;
  depth?: number;
  mean?: number;
  depths?: number[];
  pegs?: number[];
  dead_ends?: number[];
  up_to_symmetry?: ReducedSpace;
  deepest?: Position[];
  start_depth?: number | null;
  hardest?: boolean;
  drawn?: Position[];
  seed?: number;
  limit?: string;
  needed?: number;
  allowed?: number;
}

/** The numbers of a space if positions count as one that symmetries turn into each other. */
export interface ReducedSpace {
  symmetries: number;
  positions: number;
  depths: number[];
  dead_ends?: number[];
}

/** Levels to order; the same body with the same seed has the same ones. */
export interface Generation extends OrderState {
  seed?: number;
  puzzles?: Level[];
  tried?: number;
  limit?: "seconds" | "nodes" | "bytes";
  reason?: "tried" | "exhausted";
  refusal?: Refusal;
}

/** A puzzle with its proven fewest moves. */
export interface Level {
  puzzle: Puzzle;
  length: number;
  count: number;
  features?: Record<string, number>;
}

/** Why there is no such level. */
export interface Refusal {
  by: "pegs" | "deepest" | "space";
  moves?: number;
  source?: string;
  positions?: number;
  deepest?: number | null;
  counts?: number[];
  counts_cap?: number;
}

/** How hard a puzzle is. */
export interface Features extends OrderState {
  features?: FeatureValues;
  missing?: Missing;
  walk?: Walk;
  limit?: "seconds" | "nodes" | "bytes";
  proof?: Proof;
}

/** The features that were asked for; `missing` says why one is null. */
export interface FeatureValues {
  length?: number | null;
  count?: number | null;
  forced?: number | null;
  choices?: number | null;
  traps?: number | null;
  detours?: number | null;
  walk?: number | null;
}

/** How the expected length of a walk was found. */
export interface Walk {
  probability: number;
  error: number;
  samples?: number;
  seed?: number;
}

/** Why features are null: a limit, or why they are not defined. */
export type Missing = {
  [Name in keyof FeatureValues]?:
    "seconds" | "nodes" | "bytes" | "moves" | "positions" | "no_position" | "no_distance" | "unsolvable";
};

/** A known answer. */
export interface Lookup {
  status: ResultStatus;
  kind: string;
  want: string;
  solution_id: string;
  result: Result;
  links: Solution["links"];
}

/** A limit: its default where clients may choose, its maximum, and what it bounds. */
export interface Limit {
  name: string;
  default: number | null;
  maximum: number;
  unit: string;
  bounds: string;
}

/** The process responds. */
export interface Alive {
  status: string;
}

/** Whether puzzles can be solved now, and what is missing if not. */
export interface Ready {
  status: "ready" | "not ready";
  missing: string[];
  workers: number;
  lanes: Lane[];
}

/** How a queue lane stands. */
export interface Lane {
  lane: "quick" | "long";
  workers: number;
  queued: number;
  oldest_seconds: number;
  missing: string[];
}

/** A kind of problem. */
export interface ProblemKind {
  type: string;
  title: string;
  status: number;
}

/** The version of the service. */
export interface Version {
  version: string;
}

/** What the API offers. */
export interface Overview {
  name: string;
  version: string;
  links: Record<string, string>;
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
  readonly job: Job | OrderState;
  constructor(job: Job | OrderState);
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

/** `wait`: seconds that the service holds the response at most; `webhook`: where the end of the job is reported. */
export interface SubmitOptions extends SearchOptions {
  wait?: number;
  webhook?: Webhook;
  signal?: AbortSignal;
}

/** Limits of the work, seconds that the service holds the response at most, and where the end is reported. */
export interface OrderOptions {
  limits?: Limits;
  webhook?: Webhook;
  wait?: number;
}

/** A service at an address. */
export class Fewest {
  /**
   * `address` is "" for the origin of the page; `key` is an API key, if the service requires one; `language` is that of
   * errors, "en" or "ja", else what the browser asks for; `timeout`: seconds to wait for a response, by default 30, on
   * top of the time the service is asked to wait; `patience`: seconds for which a request is sent again, or a broken
   * stream of events opened, by default 60, 0 for never.
   */
  constructor(
    address?: string,
    options?: { key?: string | null; language?: string | null; timeout?: number; patience?: number },
  );
  readonly address: string;
  readonly headers: Record<string, string>;
  readonly timeout: number;
  readonly patience: number;

  /** Send a request that has no method of its own, and resolve with the JSON of the response. */
  request(
    method: string,
    path: string,
    options?: {
      body?: unknown;
      wait?: number;
      headers?: Record<string, string>;
      accepted?: number;
      signal?: AbortSignal;
    },
  ): Promise<unknown>;
  /** Submit a puzzle and wait `wait` seconds, by default 600, for its result; else the job is cancelled. */
  solve(puzzle: Puzzle, options?: SearchOptions & WaitOptions<Job> & { wait?: number }): Promise<Result>;
  /** Submit a puzzle, wait at most `wait` seconds for its end, and resolve with the job in its state then. */
  submit(puzzle: Puzzle, options?: SubmitOptions): Promise<Job>;
  /** Submit a puzzle under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  put(id: string, puzzle: Puzzle, options?: SubmitOptions): Promise<Job>;
  /** The state of a job, after waiting at most `wait` seconds for its end. */
  job(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Job>;
  /** Iterate over the jobs of the API key, the last ones first; only those with a status, if it is given. */
  jobs(options?: { status?: JobStatus }): AsyncGenerator<ListedJob, void>;
  /** Wait `seconds`, by default 600, until a job ends; rejects with JobEnded if it ends without a result. */
  wait(job: Job, options?: WaitOptions<Job> & { seconds?: number }): Promise<EndedJob>;
  /** Yield every state of a job until its end. Reconnects within `patience` if the stream breaks. */
  events(
    job: Pick<Job, "id">,
    options?: { signal?: AbortSignal; reconnecting?: () => void },
  ): AsyncGenerator<Job, void>;
  cancel(job: Pick<Job, "id">): Promise<Job>;
  /** Submit many puzzles and wait `wait` seconds, by default 3600, for all: one item per puzzle, in order. */
  batch(puzzles: Puzzle[], options?: SearchOptions & WaitOptions<Batch> & { wait?: number }): Promise<Item[]>;
  /** Submit many puzzles, and wait at most `wait` seconds for all; `webhook` is that of each of their jobs. */
  submitBatch(puzzles: Puzzle[], options?: SubmitOptions): Promise<Batch>;
  /** A batch as it stands, after waiting at most `wait` seconds for the end of all its jobs. */
  getBatch(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Batch>;
  /** Cancel the jobs of a batch. */
  cancelBatch(batch: Pick<Batch, "id">): Promise<Batch>;
  /** All positions that can be reached on a board, by depth: submit and wait `wait` seconds, by default 600, for the end; else the order is cancelled. */
  explore(space: Order, options?: OrderOptions & WaitOptions<Space>): Promise<Space>;
  submitSpace(space: Order, options?: OrderOptions & { signal?: AbortSignal }): Promise<Space>;
  /** Under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putSpace(id: string, space: Order, options?: OrderOptions & { signal?: AbortSignal }): Promise<Space>;
  space(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Space>;
  cancelSpace(space: Pick<Space, "id">): Promise<Space>;
  /** Yield every state until the end. Reconnects if the stream breaks. */
  spaceEvents(
    space: Pick<Space, "id">,
    options?: { signal?: AbortSignal; reconnecting?: () => void },
  ): AsyncGenerator<Space, void>;
  /** The depths of a space as a chart, as SVG text. */
  spacePicture(id: string): Promise<string>;
  /** Levels to order: submit and wait `wait` seconds, by default 600, for the end; else the order is cancelled. */
  generate(generation: Order, options?: OrderOptions & WaitOptions<Generation>): Promise<Generation>;
  submitGeneration(generation: Order, options?: OrderOptions & { signal?: AbortSignal }): Promise<Generation>;
  /** Under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putGeneration(id: string, generation: Order, options?: OrderOptions & { signal?: AbortSignal }): Promise<Generation>;
  generation(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Generation>;
  cancelGeneration(generation: Pick<Generation, "id">): Promise<Generation>;
  /** Yield every state until the end. Reconnects if the stream breaks. */
  generationEvents(
    generation: Pick<Generation, "id">,
    options?: { signal?: AbortSignal; reconnecting?: () => void },
  ): AsyncGenerator<Generation, void>;
  /** Features of a puzzle: submit and wait `wait` seconds, by default 600, for the end; else the order is cancelled. */
  measure(features: Order, options?: OrderOptions & WaitOptions<Features>): Promise<Features>;
  submitFeatures(features: Order, options?: OrderOptions & { signal?: AbortSignal }): Promise<Features>;
  /** Under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putFeatures(id: string, features: Order, options?: OrderOptions & { signal?: AbortSignal }): Promise<Features>;
  features(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Features>;
  cancelFeatures(features: Pick<Features, "id">): Promise<Features>;
  /** Yield every state until the end. Reconnects if the stream breaks. */
  featuresEvents(
    features: Pick<Features, "id">,
    options?: { signal?: AbortSignal; reconnecting?: () => void },
  ): AsyncGenerator<Features, void>;
  /** Wait `seconds`, by default 600, until an order ends; rejects with JobEnded if it failed or was cancelled. */
  waitForOrder<T extends OrderState>(order: T, options?: WaitOptions<T> & { seconds?: number }): Promise<T>;
  /** An HTML page to print, with the solved puzzles of a batch after the first `offset` of them. */
  batchSheet(id: string, offset?: number): Promise<string>;
  /** Submit every problem of a board, symmetric ones once, and wait `wait` seconds, by default 3600, for all. */
  survey(
    kind: Kind,
    board: Puzzle["board"],
    options?: Omit<SurveyOptions, "webhook"> & WaitOptions<Survey>,
  ): Promise<Survey>;
  /** Submit every problem of a board; resolves after at most `wait` seconds. */
  submitSurvey(kind: Kind, board: Puzzle["board"], options?: SurveyOptions): Promise<Survey>;
  /** Submit a survey under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putSurvey(id: string, kind: Kind, board: Puzzle["board"], options?: SurveyOptions): Promise<Survey>;
  /** A survey as it stands, after waiting at most `wait` seconds for the end of all its jobs. */
  getSurvey(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Survey>;
  /** Cancel the jobs of a survey. */
  cancelSurvey(survey: Pick<Survey, "id">): Promise<Survey>;
  /** The fewest moves of all problems of a survey, drawn on the board, as SVG text. */
  surveyPicture(id: string): Promise<string>;
  /** An HTML page to print, with the solved problems of a survey after the first `offset` of them. */
  surveySheet(id: string, offset?: number): Promise<string>;
  /** The distance to the goal, from the start and after every next move, as far as known within a second and `wait` more. */
  hint(puzzle: Puzzle, options?: { wait?: number; signal?: AbortSignal }): Promise<Hint>;
  /** A hint as it stands, after waiting at most `wait` seconds for all distances. */
  hintAgain(id: string, options?: { wait?: number; signal?: AbortSignal }): Promise<Hint>;
  /**
   * Wait `seconds`, by default 600, until the job, order, batch, survey or hint at a path ends; `state` is how it is
   * now. The service is asked to hold each response for `hold` seconds.
   */
  waitAt<T extends { status: string }>(
    path: string,
    state: T,
    options?: WaitOptions<T> & { seconds?: number; hold?: number },
  ): Promise<T>;
  /** Symmetries, simple proofs and a lower bound, without a search. */
  check(puzzle: Puzzle): Promise<Check>;
  /** The answer if it is known; a problem `not-known` (404) otherwise, never a search. */
  lookUp(puzzle: Puzzle, options?: SearchOptions): Promise<Lookup>;
  /** Check whether moves are legal and lead to the goal. */
  replay(puzzle: Puzzle, moves: number[][]): Promise<Replay>;
  /** A short link to a puzzle; with the moves of a game, as `replay` takes them, a challenge to beat it. */
  share(puzzle: Puzzle, game?: { moves?: number[][]; removed?: number[][] }): Promise<Share>;
  /** What was shared under an id. */
  shared(id: string): Promise<Share>;
  solution(id: string): Promise<Solution>;
  /** The solution as SVG text: its start, the position after `move` moves, or the whole solution with `animate`. */
  picture(id: string, options?: { move?: number; animate?: boolean }): Promise<string>;
  /** A page of all optimal solutions of a puzzle solved with `want: "all"`. */
  page(id: string, offset?: number, limit?: number): Promise<Page>;
  /** Iterate over all optimal solutions of a puzzle solved with `want: "all"`. */
  solutions(id: string): AsyncGenerator<Listed, void>;
  /** An HTML page that plays the solution, for an iframe. */
  player(id: string): Promise<string>;
  /** The solution as an animated GIF. */
  film(id: string): Promise<Blob>;
  /** The HTML page that opens a solution or what was shared. */
  sharedPage(id: string): Promise<string>;
  /** The start of a solution or of what was shared, as a PNG. */
  card(id: string): Promise<Blob>;
  boards(): Promise<BoardEntry[]>;
  board(name: string): Promise<Board>;
  limits(): Promise<Limit[]>;
  /** A kind of problem, by the last part of its `type`. */
  problem(code: string): Promise<ProblemKind>;
  /** The version of the service, and links to what it offers. */
  overview(): Promise<Overview>;
  version(): Promise<Version>;
  alive(): Promise<Alive>;
  /** Whether puzzles would be solved now, and what is missing if not. */
  ready(): Promise<Ready>;
  /** Metrics in the text format of Prometheus. */
  metrics(): Promise<string>;
}

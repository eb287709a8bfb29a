// Types of fewest.js; those of documents are made from the OpenAPI document of the service, see documents.d.ts. Later
// versions of the service add fields.
import type {
  Alive,
  Batch,
  Board,
  BoardEntry,
  Check,
  Conversion,
  Features,
  Format,
  Generation,
  Hint,
  Item,
  Job,
  JobReading,
  JobStatus,
  Kind,
  Limit,
  Limits,
  Listed,
  ListedJob,
  Lookup,
  Overview,
  Page,
  Problem,
  ProblemKind,
  Puzzle,
  Reading,
  Ready,
  Replay,
  Result,
  ResultStatus,
  Share,
  ClassSet,
  Solution,
  Space,
  Survey,
  SurveyBoard,
  Version,
  Want,
  Webhook,
} from "./documents.js";

export type * from "./documents.js";

/** What was submitted: its document, or its id. */
export type Work = string | { id: string };

/** A job with its result; there is no solution_id if the search was stopped by a limit. */
export type EndedJob = Job & { status: ResultStatus; result: Result };

/** A task as the body of its request has it, without limits and webhook. */
export type Task = Record<string, unknown>;

/** What becomes of a task. */
export type TaskState = Space | Generation | Features;

/** An error response. `retrySeconds` is when to retry, or null. */
export class FewestProblem extends Error {
  readonly status: number;
  readonly document: Problem;
  readonly retrySeconds: number | null;
  constructor(status: number, document: Problem, retrySeconds: number | null);
}

/** A job or a task ended without a result: it failed or was cancelled. */
export class JobEnded extends Error {
  readonly job: Job | TaskState;
  constructor(job: Job | TaskState);
}

/** What to search for, and within which limits; `reading` is the number of one of the readings of a text, from 1. */
export interface SearchOptions {
  reading?: number;
  want?: Want;
  limits?: Limits;
}

/** Aborting the signal ends waiting; the promise then rejects with its reason. */
export interface WaitOptions<State> {
  progress?: (state: State) => void;
  signal?: AbortSignal;
}

/** `wait`: seconds that the service holds the response at most. */
export interface HoldOptions {
  wait?: number;
  signal?: AbortSignal;
}

/** `webhook`: where the end is reported. */
export interface SubmitOptions extends SearchOptions, HoldOptions {
  webhook?: Webhook;
}

/** Limits of the work, seconds that the service holds the response at most, and where the end is reported. */
export type TaskOptions = Omit<SubmitOptions, "want">;

/** What is asked for of a board: its starts and goals, which jump boards may do without. */
export interface SurveyOptions extends SubmitOptions {
  starts?: unknown[];
  goals?: unknown[];
  /** The `metric`, `axis` and `doors` of sliding blocks. */
  rules?: Record<string, unknown>;
}

/** `reconnecting` is called when a stream that broke is opened again. */
export interface StreamOptions {
  signal?: AbortSignal;
  reconnecting?: () => void;
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

  /**
   * Send a request that has no method of its own, and resolve with the JSON of the response. A body is sent as JSON, a
   * string as plain text.
   */
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
  solve(
    puzzle: Puzzle | string,
    options?: SearchOptions & WaitOptions<Job> & { wait?: number },
  ): Promise<Result & { reading?: JobReading }>;
  /**
   * Submit a puzzle, wait at most `wait` seconds for its end, and resolve with the job in its state then. A string is a
   * puzzle as people write it: the job says in `reading` how it was read. The only limit of a text is `seconds`.
   */
  submit(puzzle: Puzzle | string, options?: SubmitOptions): Promise<Job>;
  /** Submit a puzzle under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  put(id: string, puzzle: Puzzle, options?: SubmitOptions): Promise<Job>;
  /** The state of a job, after waiting at most `wait` seconds for its end. */
  job(id: Work, options?: HoldOptions): Promise<Job>;
  /** Iterate over the jobs of the API key, the last ones first; only those with a status, if it is given. */
  jobs(options?: { status?: JobStatus }): AsyncGenerator<ListedJob, void>;
  /** Wait `seconds`, by default 600, until a job ends; rejects with JobEnded if it ends without a result. */
  wait(job: Job | string, options?: WaitOptions<Job> & { seconds?: number }): Promise<EndedJob>;
  /** Yield every state of a job until its end. Reconnects within `patience` if the stream breaks. */
  events(job: Work, options?: StreamOptions): AsyncGenerator<Job, void>;
  cancel(job: Work): Promise<Job>;
  /** Submit many puzzles and wait `wait` seconds, by default 3600, for all: one item per puzzle, in order. */
  batch(puzzles: Puzzle[] | string, options?: SearchOptions & WaitOptions<Batch> & { wait?: number }): Promise<Item[]>;
  /** Submit many puzzles, and wait at most `wait` seconds for all; `webhook` is that of each of their jobs. */
  submitBatch(puzzles: Puzzle[] | string, options?: SubmitOptions): Promise<Batch>;
  /** A batch as it stands, after waiting at most `wait` seconds for the end of all its jobs. */
  getBatch(id: Work, options?: HoldOptions): Promise<Batch>;
  /** Cancel the jobs of a batch. */
  cancelBatch(batch: Work): Promise<Batch>;
  /** All positions that can be reached on a board, by depth: submit and wait `wait` seconds, by default 600, for the end; else the task is cancelled. */
  explore(space: Task, options?: TaskOptions & WaitOptions<Space>): Promise<Space>;
  submitSpace(space: Task, options?: TaskOptions): Promise<Space>;
  /** Under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putSpace(id: string, space: Task, options?: TaskOptions): Promise<Space>;
  space(id: Work, options?: HoldOptions): Promise<Space>;
  cancelSpace(space: Work): Promise<Space>;
  /** Yield every state until the end. Reconnects if the stream breaks. */
  spaceEvents(space: Work, options?: StreamOptions): AsyncGenerator<Space, void>;
  /** The depths of a space as a chart, as SVG text. */
  spacePicture(id: string): Promise<string>;
  /** Generated levels: submit and wait `wait` seconds, by default 600, for the end; else the task is cancelled. */
  generate(generation: Task, options?: TaskOptions & WaitOptions<Generation>): Promise<Generation>;
  submitGeneration(generation: Task, options?: TaskOptions): Promise<Generation>;
  /** Under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putGeneration(id: string, generation: Task, options?: TaskOptions): Promise<Generation>;
  generation(id: Work, options?: HoldOptions): Promise<Generation>;
  cancelGeneration(generation: Work): Promise<Generation>;
  /** Yield every state until the end. Reconnects if the stream breaks. */
  generationEvents(generation: Work, options?: StreamOptions): AsyncGenerator<Generation, void>;
  /** Features of a puzzle: submit and wait `wait` seconds, by default 600, for the end; else the task is cancelled. */
  measure(features: Task, options?: TaskOptions & WaitOptions<Features>): Promise<Features>;
  submitFeatures(features: Task, options?: TaskOptions): Promise<Features>;
  /** Under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putFeatures(id: string, features: Task, options?: TaskOptions): Promise<Features>;
  features(id: Work, options?: HoldOptions): Promise<Features>;
  cancelFeatures(features: Work): Promise<Features>;
  /** Yield every state until the end. Reconnects if the stream breaks. */
  featuresEvents(features: Work, options?: StreamOptions): AsyncGenerator<Features, void>;
  /** Wait `seconds`, by default 600, until a task ends; rejects with JobEnded if it failed or was cancelled. */
  waitForTask<T extends TaskState>(task: T, options?: WaitOptions<T> & { seconds?: number }): Promise<T>;
  /** An HTML page to print, with the solved puzzles of a batch after the first `offset` of them. */
  batchSheet(id: string, offset?: number): Promise<string>;
  /** Submit every problem of a board, symmetric ones once, and wait `wait` seconds, by default 3600, for all. */
  survey(
    kind: Kind,
    board: SurveyBoard | undefined,
    options?: Omit<SurveyOptions, "webhook"> & WaitOptions<Survey>,
  ): Promise<Survey>;
  /** Submit every problem of a board; resolves after at most `wait` seconds. */
  submitSurvey(kind: Kind, board: SurveyBoard | undefined, options?: SurveyOptions): Promise<Survey>;
  /** Submit a survey under an id of your own, of 16 to 64 letters, digits, - and _; repeating it is harmless. */
  putSurvey(id: string, kind: Kind, board: SurveyBoard | undefined, options?: SurveyOptions): Promise<Survey>;
  /** A survey as it stands, after waiting at most `wait` seconds for the end of all its jobs. */
  getSurvey(id: Work, options?: HoldOptions): Promise<Survey>;
  /** Cancel the jobs of a survey. */
  cancelSurvey(survey: Work): Promise<Survey>;
  /** The fewest moves of all problems of a survey, drawn on the board, as SVG text. */
  surveyPicture(id: string): Promise<string>;
  /** An HTML page to print, with the solved problems of a survey after the first `offset` of them. */
  surveySheet(id: string, offset?: number): Promise<string>;
  /** The distance to the goal, from the start and after every next move, as far as known within a second and `wait` more. */
  hint(puzzle: Puzzle, options?: HoldOptions): Promise<Hint>;
  /** A hint as it stands, after waiting at most `wait` seconds for all distances. */
  hintAgain(id: string, options?: HoldOptions): Promise<Hint>;
  /**
   * Wait `seconds`, by default 600, until the job, task, batch, survey or hint at a path ends; `state` is how it is
   * now. The service is asked to hold each response for `hold` seconds.
   */
  waitAt<T extends { status: string }>(
    path: string,
    state: T,
    options?: WaitOptions<T> & { seconds?: number; hold?: number },
  ): Promise<T>;
  /** Symmetries, simple proofs and a lower bound, without a search. */
  check(puzzle: Puzzle): Promise<Check>;
  /** Every valid puzzle that a text may be, the most exact first; of a text with several puzzles, the first reading of each. */
  read(text: string): Promise<Reading[]>;
  /** The answer if it is known; a problem `answer-unknown` (404) otherwise, never a search. */
  lookUp(puzzle: Puzzle, options?: SearchOptions): Promise<Lookup>;
  /** Check whether moves are legal and lead to the goal. */
  replay(puzzle: Puzzle, moves: number[][] | string): Promise<Replay>;
  /** A puzzle in a format that `formats` lists as written, with moves if they are given: its `files`. */
  convert(
    puzzle: Puzzle,
    to: string,
    options?: { moves?: number[][] | string; removed?: number[][] },
  ): Promise<Conversion>;
  /** A short link to a puzzle; with the moves of a game, as `replay` takes them, a challenge to beat it. */
  share(puzzle: Puzzle, game?: { moves?: number[][]; removed?: number[][] }): Promise<Share>;
  /** What was shared under an id. */
  shared(id: string): Promise<Share>;
  /** Put puzzles under one address: each has an `id`, of the atlas or stored, and may have an `aim`. */
  makeSet(title: string, puzzles: { id: string; aim?: string }[]): Promise<ClassSet>;
  classSet(id: string): Promise<ClassSet>;
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
  /** The formats in which the service reads texts. */
  formats(): Promise<Format[]>;
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

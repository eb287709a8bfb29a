// What the modules of the page hand each other. Documents of the HTTP API have the types of the client.
import type { Kind, Proof } from "../../clients/js/fewest.js";

export type Point = [x: number, y: number];
export type Lines = "orthogonal" | "diagonal" | "triangular";
export type Jump = [from: number, over: number, to: number];
export type Edge = [a: number, b: number];

/** A board: points of the drawing, jumps of a jump board, edges of a sliding one. */
export interface Model {
  kind: Kind;
  document: BoardDocument;
  points: Point[];
  jumps: Jump[];
  edges: Edge[];
  /** Whether the cells of a sliding board lie on a square lattice. */
  square: boolean;
  /** The name and title of a board of the atlas. */
  atlas?: string[];
}

/** A board for sliding blocks, with what its puzzle says of pieces and moves. */
export interface BlockModel extends Model {
  /** The document that was read. */
  given: BlockDocument;
  /** Row and column of each cell, and the cell by "row,column". */
  places: Point[];
  numbers: Map<string, number>;
  metric: string;
  /** "row" or "column" for each piece that is bound to one. */
  axes: Record<string, string>;
  /** Which pieces are: none, those with a long side along it, or others. */
  keeps: "free" | "long" | "own";
  doors: { cells: number[]; names: string[] }[];
  /** The names of the pieces that have a goal. */
  aims: Set<string>;
  /** The cells beside which a piece leaves the board, with the way it goes there, to the right and down. */
  exits: { cell: number; way: Point }[];
}

/** What differs between kinds that are loaded later (see rules.js). */
export interface OtherKind {
  read(document: any, entry: Entry | null): Puzzle;
  write(puzzle: Puzzle): any;
  steps(model: Model, content: Content, from: number): Step[];
  after(model: Model, content: Content, step: Step): Content;
  /** A step of a solution in full. */
  whole(model: Model, content: Content, step: Step): Step;
  /** What is drawn at each place. */
  firsts(model: Model, content: Content): Content;
  /** What a piece looks like, as a text. */
  looks(model: Model, content: Content, name: number): string;
  draw(group: Element, model: Model, name: number, content: Content, plain: boolean): Element;
  drawOnBoard(group: Element, model: any, margin: number): void;
  drawGoals(group: Element, model: Model, goals: number[][]): void;
  /** The points that the name of a piece passes by a move. */
  wayOf(model: Model, content: Content, path: number[]): Point[];
  /** How pieces are moved in a game. */
  hand(game: object): object;
}

/** 1 or 0 for each hole, or the piece on each cell; null: any piece. The pieces of other kinds have names. */
export type Content = number[];
export type Wanted = (number | null)[];

export type Goal =
  | { form: "exact"; content: Wanted; document?: undefined }
  | { form: "among"; content: Content; document?: undefined }
  | { form: "count"; count: number; content?: undefined; document?: undefined }
  | { form: "other" | GameGoal; document: GoalDocument; content?: undefined };

/** Goals about a game: the fewest pegs, the shortest game, a peg that must survive. */
export type GameGoal = "fewest_pegs" | "dead_end" | "survivor";

export interface Puzzle {
  model: Model;
  start: Content;
  goal: Goal;
  opening: Jump[];
  /** Whether it is known to have a solution. */
  solvable?: boolean;
}

/** A jump, or a slide: then `over` is null. */
export interface Step {
  from: number;
  over: number | null;
  to: number;
  /** The places it passes, and the cells of the piece after it: of sliding blocks. */
  way?: number[];
  cells?: number[];
}

/** What became of each peg: where it started from, by where it is now; and those captured, in order. */
export interface Traced {
  origins: number[];
  captured: number[];
}

/** A position of a solution, after hop `hop` of `hops` of move `move`, with the step that led to it. */
export interface Position {
  content: Content;
  move: number;
  hop: number;
  hops: number;
  step: Step | null;
  traced: Traced;
}

export interface Moves {
  moves: number[][];
  removed?: number[][];
}

// Documents as the page reads them: any of the forms of the API, so each field may be missing.

export interface BoardDocument {
  name?: string;
  layout?: Point[];
  jump_table?: [over: number, to: number][][];
  holes?: number;
  jumps?: Jump[];
  grid?: string[];
  lines?: Lines;
  adjacency?: number[][];
  edges?: Edge[];
  cells?: number;
  graph6?: string;
  rows?: number;
  columns?: number;
  steps?: number[][];
}

export interface GoalDocument {
  pegs?: number[];
  empty?: number[];
  picture?: string[];
  count?: number;
  any_of?: GoalDocument[];
  fewest_pegs?: true;
  dead_end?: true;
  survivor?: number;
  hole?: number;
}

export interface JumpDocument {
  kind: "jump";
  board: BoardDocument;
  start: { pegs?: number[]; empty?: number[]; picture?: string[] };
  goal: GoalDocument;
  opening?: Jump[];
}

export interface SlideDocument {
  kind: "slide";
  board: BoardDocument;
  start: number[];
  goal: Wanted;
}

export interface BlockDocument {
  kind: "block";
  board?: BoardDocument;
  start: { picture?: string[]; pieces?: number[] };
  goal: { at?: Record<string, Point>; picture?: string[]; cells?: Record<string, number[]> };
  metric: string;
  axis?: "long" | Record<string, string>;
  doors?: { at?: Point[]; cells?: number[]; pieces: string[] }[];
}

/** Sliding blocks as they are drawn: rows of marks, and the corner of each piece with a goal. */
export interface BlockSheet {
  rows: string[];
  goal: Record<string, Point>;
  metric: string;
  axis?: BlockDocument["axis"];
  doors: { at: Point[]; pieces: string[] }[];
}

/** Of the kinds that are everywhere. */
export type PuzzleDocument = JumpDocument | SlideDocument;

/** A board of the catalogue. */
export interface Entry {
  name: string;
  kind: Kind;
  title: string;
  note?: string;
  board: BoardDocument;
  /** Missing where the grid of the board tells it. */
  layout?: Point[];
  examples: { title: string; puzzle: PuzzleDocument; expect: { status: string; length?: number } }[];
}

export type Lattice = "square" | "triangle" | "hexagon";
export type { Kind, Proof };

/** What is told to somebody in words. */
export type Say = (text: string) => void;
/** The client of the service, once it is loaded. */
export type Client = () => any;

declare global {
  // What the elements have that are found by their id or by a selector, whatever kind they are of.
  interface Element extends HTMLOrSVGElement {
    hidden: any;
    disabled: any;
  }
  interface HTMLElement {
    value: any;
    checked: any;
    open: any;
    selectedIndex: any;
    tBodies: any;
  }
  interface EventTarget {
    closest(selector: string): any;
  }
  interface Node {
    readonly activeElement: Element | null;
  }
  /** Of the package with the reference of the API. */
  const SwaggerUIBundle: any;
}

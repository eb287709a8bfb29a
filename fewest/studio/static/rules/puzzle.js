// A puzzle as the page has it, and as the HTTP API writes it.
/** @import { BoardDocument, Content, Edge, Entry, GameGoal, Goal, GoalDocument, Jump } from "../../types.js" */
/** @import { Kind, Lines, Model, Moves, Point, Puzzle, PuzzleDocument, Wanted } from "../../types.js" */
import { computedLayout, latticePoint, rectangleLayout, spread, UNIT } from "./geometry.js";
import { framesOf, goalMet, KINDS } from "./rules.js";

/** @type {Record<Lines, Point[]>} */
const DIRECTIONS = {
  orthogonal: [
    [-1, 0],
    [0, -1],
    [0, 1],
    [1, 0],
  ],
  triangular: [
    [-1, -1],
    [-1, 0],
    [0, -1],
    [0, 1],
    [1, 0],
    [1, 1],
  ],
  diagonal: [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
};

/** @typedef {{ size: number, edges: Edge[], jumps: Jump[], layout?: Point[] }} Places */

// The places [row, column] of a grid, as fewest/solver/jump/board.py reads it.
/** @type {(grid: string[], lines?: Lines) => Point[]} */
export const gridPlaces = (grid, lines) => {
  const places = grid.flatMap((row, r) =>
    [...row].flatMap((mark, c) => (mark === "." ? [/** @type {Point} */ ([r, c])] : [])),
  );
  if (!lines) return places;
  const walls = grid.join().includes("#");
  const slants = walls ? [] : [0];
  if (lines === "triangular" && (!walls || new Set(places.map(([r]) => r)).size > 1)) slants.unshift(1);
  for (const slant of slants) {
    const offsets = places.map(([r, c]) => slant * r + c);
    const left = Math.min(...offsets);
    if (!offsets.some((at) => (at - left) % 2)) return places.map(([r], i) => [r, (offsets[i] - left) / 2]);
  }
  return places;
};

/** @type {(places: Point[], lines: Lines) => Jump[]} */
export const gridJumps = (places, lines) => {
  const number = new Map(places.map((place, i) => [place.join(), i]));
  /** @type {(place: Point, from: number) => Jump[]} */
  const jumpsFrom = ([r, c], from) =>
    DIRECTIONS[lines].flatMap(([dr, dc]) => {
      const over = number.get([r + dr, c + dc].join());
      const to = number.get([r + 2 * dr, c + 2 * dc].join());
      return over === undefined || to === undefined ? [] : [/** @type {Jump} */ ([from, over, to])];
    });
  return places.flatMap(jumpsFrom);
};

/** @type {(size: number, joined: (a: number, b: number) => boolean) => Edge[]} */
const edgesWhere = (size, joined) => {
  /** @type {Edge[]} */
  const edges = [];
  for (let b = 0; b < size; b += 1) for (let a = 0; a < b; a += 1) if (joined(a, b)) edges.push([a, b]);
  return edges;
};

/** @type {(places: Point[]) => Edge[]} */
const gridEdges = (places) =>
  edgesWhere(
    places.length,
    (a, b) => Math.abs(places[a][0] - places[b][0]) + Math.abs(places[a][1] - places[b][1]) === 1,
  );

/** @type {(rows: number[][]) => Edge[]} */
const adjacencyEdges = (rows) => edgesWhere(rows.length, (a, b) => rows[a].includes(b));

// The pairs of neighbours on the lines along which pegs jump.
/** @type {(jumps: Jump[]) => Edge[]} */
const linesOf = (jumps) =>
  jumps.flatMap(
    ([from, over, to]) =>
      /** @type {Edge[]} */ ([
        [from, over],
        [over, to],
      ]),
  );

// The model of a board. `entry` is the catalogue's entry of a board given by name.
/** @type {(kind: Kind, document: BoardDocument, entry?: Entry | null) => Model} */
export const boardModel = (kind, document, entry = null) => {
  const { name, layout: own, ...given } = document;
  const board = name === undefined ? given : /** @type {Entry} */ (entry).board;
  const model = kind === "jump" ? jumpModel(board) : slideModel(board);
  const links = model.edges.length ? model.edges : linesOf(model.jumps);
  const layout = own ?? entry?.layout ?? model.layout ?? computedLayout(model.size, links);
  const points = spread(layout);
  /** @type {(p: Point, q: Point) => boolean} */
  const apart = ([a, b], [c, d]) => Math.max(Math.abs(a - c), Math.abs(b - d)) > 0.95 * UNIT;
  const square = kind === "slide" && points.every((p, i) => points.slice(0, i).every((q) => apart(p, q)));
  return { kind, document, points, jumps: model.jumps, edges: model.edges, square };
};

/** @type {(board: BoardDocument) => Places} */
export const jumpModel = ({ jump_table: table, holes = 0, jumps, grid = [], lines = "orthogonal" }) => {
  if (table) {
    /** @type {(row: [number, number][], from: number) => Jump[]} */
    const jumpsFrom = (row, from) => row.map(([over, to]) => [from, over, to]);
    return { size: table.length, edges: [], jumps: table.flatMap(jumpsFrom) };
  }
  if (jumps) return { size: holes, edges: [], jumps };
  const places = gridPlaces(grid, lines);
  const layout = places.map(([r, c]) => latticePoint(r, c, lines));
  return { size: places.length, edges: [], jumps: gridJumps(places, lines), layout };
};

/** @type {(size: number, edges: Edge[]) => Places} */
const asGraph = (size, edges) => ({ size, jumps: [], edges, layout: rectangleLayout(size, edges) });

// Six bits to a character: the number of cells (63 is followed by three more), then a bit for each pair of them.
/** @type {(text: string) => Places} */
const graphModel = (text) => {
  const bits = [...text].map((each) => (each.charCodeAt(0) - 63).toString(2).padStart(6, "0")).join("");
  const from = bits.startsWith("111111") ? 6 : 0;
  const head = from ? 24 : 6;
  const size = parseInt(bits.slice(from, head), 2);
  return asGraph(
    size,
    edgesWhere(size, (a, b) => bits[head + (b * (b - 1)) / 2 + a] === "1"),
  );
};

/** @type {(board: BoardDocument) => Places} */
const slideModel = ({ adjacency, edges, cells = 0, graph6, rows = 0, columns = 0, grid }) => {
  if (graph6) return graphModel(graph6.replace(">>graph6<<", ""));
  if (edges) return asGraph(cells, edges);
  if (adjacency) return asGraph(adjacency.length, adjacencyEdges(adjacency));
  const places = gridPlaces(grid ?? Array(rows).fill(".".repeat(columns)));
  return { size: places.length, jumps: [], edges: gridEdges(places), layout: places.map(([r, c]) => [c, r]) };
};

/** @type {(content: Wanted) => number[]} */
const filled = (content) => content.flatMap((peg, hole) => (peg ? [hole] : []));
/** @type {(size: number, marks: GoalDocument) => Content} */
const marked = (size, { pegs, empty }) => {
  const listed = /** @type {number[]} */ (pegs ?? empty);
  return Array.from({ length: size }, (_, hole) => +(listed.includes(hole) === Boolean(pegs)));
};

/** @type {(rows: string[]) => Content} */
const pictured = (rows) => [...rows.join("")].flatMap((mark) => ("o.".includes(mark) ? [+(mark === "o")] : []));

// Goals of whole games, which levels cannot have; nor are features measured.
/** @type {GameGoal[]} */
export const GAME_GOALS = ["fewest_pegs", "dead_end", "survivor"];

/** @type {(goal: GoalDocument, size: number) => Goal} */
const readGoal = (goal, size) => {
  if (goal.pegs || goal.empty) return { form: "exact", content: marked(size, goal) };
  if (goal.picture) return { form: "exact", content: pictured(goal.picture) };
  if (goal.count !== undefined) return { form: "count", count: goal.count };
  const game = GAME_GOALS.find((form) => goal[form] !== undefined);
  if (game) return { form: game, document: goal };
  const parts = /** @type {GoalDocument[]} */ (goal.any_of);
  const single = parts.every((part) => part.pegs?.length === 1);
  if (!single) return { form: "other", document: goal };
  return { form: "among", content: marked(size, { pegs: parts.flatMap((part) => part.pegs ?? []) }) };
};

// Read a puzzle document. Throws if it, or a solution that comes with it, makes no sense.
/** @type {(document: PuzzleDocument, entry?: Entry | null, solution?: Partial<Moves> | null) => Puzzle} */
export const readPuzzle = (document, entry = null, solution = null) => {
  const puzzle = KINDS[document.kind]?.read(document, entry) ?? readBuiltIn(document, entry);
  const size = puzzle.model.points.length;
  const fits = [puzzle.start, puzzle.goal.content ?? puzzle.start].every((content) => content.length === size);
  const end = solution?.moves && framesOf(puzzle, { ...solution, moves: solution.moves }).at(-1);
  if (!fits || (end && !goalMet(puzzle, end.content, end.traced))) throw new TypeError("not a puzzle");
  return puzzle;
};

/** @type {(document: PuzzleDocument, entry: Entry | null) => Puzzle} */
const readBuiltIn = (document, entry) => {
  const model = boardModel(document.kind, document.board, entry);
  const size = model.points.length;
  if (document.kind === "slide") {
    return { model, start: [...document.start], goal: { form: "exact", content: [...document.goal] }, opening: [] };
  }
  const start = document.start.picture ? pictured(document.start.picture) : marked(size, document.start);
  return { model, start, goal: readGoal(document.goal, size), opening: document.opening ?? [] };
};

// Write a puzzle document.
/** @type {(puzzle: Puzzle) => PuzzleDocument} */
export const writePuzzle = (puzzle) => {
  const { model, start, goal, opening } = puzzle;
  const { kind, document: board } = model;
  if (KINDS[kind]) return KINDS[kind].write(puzzle);
  if (kind === "slide") return { kind, board, start, goal: /** @type {Wanted} */ (goal.content) };
  const written = { kind: /** @type {const} */ ("jump"), board, start: { pegs: filled(start) }, goal: writeGoal(goal) };
  return opening.length ? { ...written, opening } : written;
};

/** @type {(goal: Goal) => GoalDocument} */
const writeGoal = (goal) => {
  if (goal.form === "exact") return { pegs: filled(goal.content) };
  if (goal.form === "count") return { count: goal.count };
  if (goal.document) return goal.document;
  return { any_of: filled(goal.content).map((hole) => ({ pegs: [hole] })) };
};

// A puzzle, and its solution if there is one, in the fragment of a URL: "#english/1" for an example of the catalogue,
// "#english/0-15" for a problem of the atlas, else "#p=" and JSON, deflated, in base64 for URLs. The server never sees
// a fragment.

/** @type {(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) => Promise<Uint8Array<ArrayBuffer>>} */
const through = async (bytes, stream) => {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
};

/** @type {(document: object) => Promise<string>} */
export const encode = async (document) => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(document)), new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...bytes));
  return `p=${text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
};

// What a fragment says: { name, index }, { name, problem }, { puzzle, solution }, or {} if it is empty, or null if it
// makes no sense.
/** @typedef {{ name?: string, index?: number, problem?: string, puzzle?: PuzzleDocument }} Asked */
/** @type {(fragment: string) => Promise<Asked | null>} */
export const decode = async (fragment) => {
  const text = fragment.replace(/^#/, "");
  if (!text) return {};
  if (!text.startsWith("p=")) {
    const [, ofSet] = /^c\/([\w-]+\/\d+)$/.exec(text) ?? [];
    if (ofSet) return { name: "c", problem: ofSet };
    const [, name, index, problem] = /^([^/]+)(?:\/(?:(\d+)|([\w-]+)))?$/.exec(text) ?? [];
    if (problem) return { name, problem };
    return name ? { name, index: Number(index ?? 0) } : null;
  }
  try {
    const bytes = Uint8Array.from(atob(text.slice(2).replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null; // cut off on its way
  }
};

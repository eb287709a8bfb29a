// A puzzle as the page has it, and as the HTTP API writes it.
//
// board model: { kind, document, points, jumps, edges, square }: jumps of a jump board [from, over, to]; edges of a
//   sliding board; `square` says that its cells lie on a square lattice.
// puzzle: { model, start, goal, opening }: start has 1 or 0 for each hole, or the piece on each cell.
//   goal: { form: "exact", content }, { form: "count", count }, { form: "among", content } (one peg in a marked hole),
//   or { form: "other", document }. The content of a sliding goal may be null: any piece.
import { computedLayout, distance, latticePoint, spread, UNIT } from "./geometry.js";

const DIRECTIONS = {
  orthogonal: [[-1, 0], [0, -1], [0, 1], [1, 0]],
  triangular: [[-1, -1], [-1, 0], [0, -1], [0, 1], [1, 0], [1, 1]],
  diagonal: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]],
};

const gridPlaces = (grid) => grid.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "." ? [[r, c]] : [])));

function gridJumps(places, lines) {
  const number = new Map(places.map((place, i) => [place.join(), i]));
  return places.flatMap(([r, c], from) =>
    DIRECTIONS[lines].flatMap(([dr, dc]) => {
      const over = number.get([r + dr, c + dc].join());
      const to = number.get([r + 2 * dr, c + 2 * dc].join());
      return over === undefined || to === undefined ? [] : [[from, over, to]];
    }),
  );
}

const gridEdges = (places) =>
  places.flatMap(([r, c], i) =>
    places.slice(0, i).flatMap(([s, d], j) => (Math.abs(r - s) + Math.abs(c - d) === 1 ? [[j, i]] : [])),
  );

const adjacencyEdges = (rows) => rows.flatMap((row, a) => row.flatMap((b) => (a < b ? [[a, b]] : [])));

// The model of a board. `entry` is the catalogue's entry of a board given by name.
export function boardModel(kind, document, entry = null) {
  const { name, layout: own, ...given } = document;
  const board = name === undefined ? given : entry.board;
  const model = kind === "jump" ? jumpModel(board) : slideModel(board);
  const links = model.edges.length ? model.edges : model.jumps.flatMap(([a, b, c]) => [[a, b], [b, c]]);
  const layout = own ?? entry?.layout ?? model.layout ?? computedLayout(model.size, links);
  const points = spread(layout);
  const apart = ([a, b], [c, d]) => Math.max(Math.abs(a - c), Math.abs(b - d)) > 0.95 * UNIT;
  const square = kind === "slide" && points.every((p, i) => points.slice(0, i).every((q) => apart(p, q)));
  return { kind, document, points, jumps: model.jumps, edges: model.edges, square };
}

function jumpModel({ jump_table: table, holes, jumps, grid, lines }) {
  if (table) return { size: table.length, edges: [], jumps: table.flatMap((row, f) => row.map(([o, t]) => [f, o, t])) };
  if (jumps) return { size: holes, edges: [], jumps };
  const places = gridPlaces(grid);
  const layout = places.map(([r, c]) => latticePoint(r, c, lines));
  return { size: places.length, edges: [], jumps: gridJumps(places, lines), layout };
}

function slideModel({ adjacency, rows, columns, grid }) {
  if (adjacency) return { size: adjacency.length, jumps: [], edges: adjacencyEdges(adjacency) };
  const places = gridPlaces(grid ?? Array(rows).fill(".".repeat(columns)));
  return { size: places.length, jumps: [], edges: gridEdges(places), layout: places.map(([r, c]) => [c, r]) };
}

const filled = (content) => content.flatMap((peg, hole) => (peg ? [hole] : []));
const marked = (size, { pegs, empty }) => Array.from({ length: size }, (_, h) => +(pegs ? pegs.includes(h) : !empty.includes(h)));

function pictured(rows) {
  return [...rows.join("")].flatMap((mark) => ("o.".includes(mark) ? [+(mark === "o")] : []));
}

function readGoal(goal, size) {
  if (goal.pegs || goal.empty) return { form: "exact", content: marked(size, goal) };
  if (goal.count !== undefined) return { form: "count", count: goal.count };
  const single = goal.any_of.every((part) => part.pegs?.length === 1);
  if (!single) return { form: "other", document: goal };
  return { form: "among", content: marked(size, { pegs: goal.any_of.map((part) => part.pegs[0]) }) };
}

// Read a valid puzzle document.
export function readPuzzle(document, entry = null) {
  const model = boardModel(document.kind, document.board, entry);
  const size = model.points.length;
  if (document.kind === "slide") {
    return { model, start: [...document.start], goal: { form: "exact", content: [...document.goal] }, opening: [] };
  }
  const start = document.start.picture ? pictured(document.start.picture) : marked(size, document.start);
  return { model, start, goal: readGoal(document.goal, size), opening: document.opening ?? [] };
}

// Write a puzzle document.
export function writePuzzle({ model, start, goal, opening }) {
  const { kind, document: board } = model;
  if (kind === "slide") return { kind, board, start, goal: goal.content };
  const goals = {
    exact: () => ({ pegs: filled(goal.content) }),
    count: () => ({ count: goal.count }),
    among: () => ({ any_of: filled(goal.content).map((hole) => ({ pegs: [hole] })) }),
    other: () => goal.document,
  };
  const written = { kind, board, start: { pegs: filled(start) }, goal: goals[goal.form]() };
  return opening.length ? { ...written, opening } : written;
}

// The holes by their distance from the middle of the board.
export function fromMiddle({ points }) {
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const far = points.map((point) => distance(point, middle));
  return points.map((_, place) => place).sort((a, b) => far[a] - far[b]);
}

// A puzzle to begin with on a new board: pegs in every hole but the middle one; pieces in order, then shuffled.
export function firstPuzzle(model) {
  const size = model.points.length;
  if (model.kind === "slide") {
    const content = Array.from({ length: size }, (_, cell) => (cell + 1) % size);
    return shuffled({ model, start: content, goal: { form: "exact", content }, opening: [] });
  }
  const middle = fromMiddle(model)[0];
  const start = Array.from({ length: size }, (_, hole) => +(hole !== middle));
  return { model, start, goal: { form: "exact", content: start.map((peg) => 1 - peg) }, opening: [] };
}

// Slide at random from the goal, so that the puzzle has a solution.
export function shuffled(puzzle) {
  const content = puzzle.goal.content.map((piece) => piece ?? 0);
  for (let step = 0; step < 40 * content.length; step += 1) {
    const slides = puzzle.model.edges.filter(([a, b]) => !content[a] !== !content[b]);
    if (!slides.length) break;
    const [a, b] = slides[Math.floor(Math.random() * slides.length)];
    [content[a], content[b]] = [content[b], content[a]];
  }
  return { ...puzzle, start: content, solvable: true };
}

// Sliding blocks: a puzzle of the API with its model, where its pieces can go, and how it is written. A content has the
// name of the piece on every cell, 0 on an empty one.
/** @import { BlockDocument, BlockModel, Content, Entry, Model, Point, Puzzle, Step, Wanted } from "../../types.js" */
import { spread } from "./geometry.js";

export const DIRECTIONS = /** @type {Point[]} */ ([
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
]); // up, down, left, right: as in `steps` of the API

const isWall = (/** @type {string} */ mark) => mark === "#" || mark === " ";

// The rows and columns of the cells of a picture.
/** @type {(rows: string[]) => Point[]} */
const cellsOf = (rows) =>
  rows.flatMap((row, r) => [...row].flatMap((mark, c) => (isWall(mark) ? [] : [/** @type {Point} */ ([r, c])])));

// Those of a board given by the neighbours of its cells.
/** @type {(steps: number[][]) => Point[]} */
const walked = (steps) => {
  const places = /** @type {Point[]} */ ([]);
  for (const [first] of steps.entries()) {
    if (places[first]) continue;
    const columns = places.flatMap((place) => (place ? [place[1]] : []));
    places[first] = [0, columns.length ? Math.max(...columns) + 2 : 0]; // parts that do not touch, side by side
    const left = [first];
    for (const cell of left) {
      steps[cell].forEach((other, direction) => {
        if (other < 0 || places[other]) return;
        const [dr, dc] = DIRECTIONS[direction];
        places[other] = [places[cell][0] + dr, places[cell][1] + dc];
        left.push(other);
      });
    }
  }
  return places;
};

/** @type {(document: BlockDocument, entry: Entry | null) => Point[]} */
const placesOf = ({ board: given = {}, start }, entry) => {
  const board = given.name === undefined ? given : /** @type {Entry} */ (entry).board;
  const { rows = 0, columns = 0, grid, steps } = board;
  if (steps) return walked(steps);
  if (grid) return cellsOf(grid);
  return cellsOf(rows ? Array(rows).fill(".".repeat(columns)) : /** @type {string[]} */ (start.picture));
};

// The cell at a row and column; -1 if there is none.
/** @type {(model: Pick<BlockModel, "numbers">, row: number, column: number) => number} */
export const cellAt = ({ numbers }, row, column) => numbers.get(`${row},${column}`) ?? -1;

// The names of the pieces of a picture by cell; `free` stands for a cell that has none.
/** @type {(rows: string[], free: 0 | null) => any[]} */
const named = (rows, free) => [...rows.join("")].flatMap((mark) => (isWall(mark) ? [] : [mark === "." ? free : mark]));

/** @type {(content: Wanted, name: unknown) => number[]} */
export const cellsWith = (content, name) => content.flatMap((other, cell) => (other === name ? [cell] : []));

// The top left corner of the box around places.
/** @type {(places: Point[]) => Point} */
export const cornerOf = (places) => [Math.min(...places.map(([r]) => r)), Math.min(...places.map(([, c]) => c))];

// The piece that each cell shall have, null for any.
/** @type {(document: BlockDocument, model: BlockModel, start: Content) => Wanted} */
const wantedOf = ({ goal: { at, picture, cells } }, model, start) => {
  if (picture) return named(picture, null);
  const wanted = /** @type {Wanted} */ (start.map(() => null));
  /** @type {(name: any, list: number[]) => void} */
  const put = (name, list) => list.forEach((cell) => (wanted[cell] = name));
  for (const [name, list] of Object.entries(cells ?? {})) put(name, list);
  for (const [name, [row, column]] of Object.entries(at ?? {})) {
    const places = cellsWith(start, name).map((cell) => model.places[cell]);
    const [top, left] = cornerOf(places);
    put(
      name,
      places.map(([r, c]) => cellAt(model, r - top + row, c - left + column)),
    );
  }
  return wanted;
};

// Along which axes each named piece may go; a piece that is not there has both.
/** @type {(axis: BlockDocument["axis"], content: Content, places: Point[]) => Record<string, string>} */
const axesOf = (axis = {}, content, places) => {
  if (axis !== "long") return axis;
  const names = [...new Set(content.filter(Boolean))];
  return Object.fromEntries(
    names.flatMap((name) => {
      const own = cellsWith(content, name).map((cell) => places[cell]);
      const corner = cornerOf(own);
      const [height, width] = [0, 1].map((n) => Math.max(...own.map((place) => place[n])) - corner[n]);
      return height === width ? [] : [[name, height > width ? "column" : "row"]];
    }),
  );
};

// Which pieces keep to an axis: none ("free"), those with a long side along it ("long"), or others ("own").
/** @type {(axes: Record<string, string>, content: Content, places: Point[]) => "free" | "long" | "own"} */
const keeping = (axes, content, places) => {
  const long = axesOf("long", content, places);
  const names = Object.keys(axes);
  if (!names.length) return "free";
  const same = names.length === Object.keys(long).length && names.every((name) => axes[name] === long[name]);
  return same ? "long" : "own";
};

// Where the only piece with a goal leaves the board: it keeps to one axis, and its goal ends at the board's edge there.
// The server's pictures follow the same rule (fewest/studio/drawing/goals.py).
/** @type {(model: BlockModel, wanted: Wanted) => BlockModel["exits"]} */
const exitsOf = ({ places, numbers, axes, aims }, wanted) => {
  const [name, ...others] = aims;
  if (others.length || !axes[name]) return [];
  const along = axes[name] === "row" ? 1 : 0;
  const own = cellsWith(wanted, name);
  const ways = DIRECTIONS.filter((direction) => direction[along]);
  return ways.flatMap(([dr, dc]) => {
    const front = own.filter((cell) => !own.includes(cellAt({ numbers }, places[cell][0] + dr, places[cell][1] + dc)));
    /** @type {(place: Point, from: Point) => boolean} */
    const ahead = (place, from) => {
      const [down, right] = [place[0] - from[0], place[1] - from[1]];
      return along ? !down && right * dc > 0 : !right && down * dr > 0;
    };
    const open = front.every((cell) => !places.some((place) => ahead(place, places[cell])));
    return open ? front.map((cell) => ({ cell, way: /** @type {Point} */ ([dc, dr]) })) : [];
  });
};

// Read a document of the API.
/** @type {(document: BlockDocument, entry: Entry | null) => Puzzle} */
export const readBlocks = (document, entry) => {
  const places = placesOf(document, entry);
  const numbers = new Map(places.map((place, cell) => [place.join(), cell]));
  const { picture, pieces = [] } = document.start;
  const start = picture ? named(picture, 0) : pieces.map((piece) => /** @type {any} */ (piece ? `${piece}` : 0));
  const doors = (document.doors ?? []).map(({ at, cells, pieces: names }) => ({
    cells: cells ?? (at ?? []).map(([r, c]) => cellAt({ numbers }, r, c)),
    names: names.map(String),
  }));
  const axes = axesOf(document.axis, start, places);
  /** @type {BlockModel} */
  const model = {
    kind: "block",
    document: document.board ?? {},
    points: spread(places.map(([r, c]) => [c, r])),
    jumps: [],
    edges: [],
    square: true,
    given: document,
    places,
    numbers,
    metric: document.metric,
    axes,
    keeps: keeping(axes, start, places),
    doors,
    aims: new Set(),
    exits: [],
  };
  const wanted = wantedOf(document, model, start);
  for (const name of wanted) if (name !== null) model.aims.add(String(name));
  if (wanted.length !== places.length) throw new TypeError("not a puzzle");
  model.exits = exitsOf(model, wanted);
  return { model, start, goal: { form: "exact", content: wanted }, opening: [] };
};

// The rows of a picture of a content.
/** @type {(model: BlockModel, content: Content) => string[]} */
export const pictureOf = (model, content) => {
  const { places } = model;
  const [rows, columns] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + 1);
  /** @type {(r: number, c: number) => string} */
  const mark = (r, c) => (cellAt(model, r, c) < 0 ? "#" : String(content[cellAt(model, r, c)] || "."));
  return Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (__, c) => mark(r, c)).join(""));
};

// Write a puzzle as it was given, with the start that it has now.
/** @type {(puzzle: { model: Model, start: Content }) => BlockDocument} */
export const writeBlocks = ({ model, start }) => {
  const blocks = /** @type {BlockModel} */ (model);
  const { given } = blocks;
  return {
    ...given,
    start: given.start.picture ? { picture: pictureOf(blocks, start) } : { pieces: start.map(Number) },
  };
};

// The first cell of a piece, row by row: it stands for the piece.
/** @type {(model: BlockModel, cells: number[]) => number} */
export const firstOf = ({ places }, cells) =>
  cells.reduce((first, cell) => {
    const [[r, c], [row, column]] = [places[cell], places[first]];
    return r < row || (r === row && c < column) ? cell : first;
  });

// The cells of a piece one cell on; null if it may not go there.
/** @type {(model: BlockModel, content: Content, name: any, cells: number[], direction: Point) => number[] | null} */
const oneOn = (model, content, name, cells, [dr, dc]) => {
  const { places, axes, doors } = model;
  if (axes[name] === (dr ? "row" : "column")) return null;
  const to = cells.map((cell) => cellAt(model, places[cell][0] + dr, places[cell][1] + dc));
  const free = to.every((cell) => cell >= 0 && (content[cell] === 0 || content[cell] === name));
  const shut = doors.some((door) => !door.names.includes(String(name)) && to.some((cell) => door.cells.includes(cell)));
  return free && !shut ? to : null;
};

// Where the piece on a cell can go in one move; with `far`, in one direction by several moves, too. `way` has the cells
// that its first one passes.
/** @type {(model: BlockModel, content: Content, from: number, far?: boolean) => Step[]} */
export const blockSteps = (model, content, from, far = false) => {
  const name = content[from];
  if (!name) return [];
  const cells = cellsWith(content, name);
  const first = firstOf(model, cells);
  const at = cells.indexOf(first);
  const metric = far && model.metric === "step" ? "line" : model.metric;
  /** @type {Map<number, Step>} */
  const found = new Map();
  /** @type {{ cells: number[], way: number[] }[]} */
  const left = [{ cells, way: [first] }];
  /** @type {(before: typeof left[0], direction: Point) => typeof left[0] | null} */
  const go = (before, direction) => {
    const to = oneOn(model, content, name, before.cells, direction);
    if (!to || to[at] === first || found.has(to[at])) return null;
    const next = { cells: to, way: [...before.way, to[at]] };
    found.set(to[at], { from: first, over: null, to: to[at], ...next });
    return next;
  };
  if (metric === "path") {
    for (const each of left) left.push(...DIRECTIONS.flatMap((direction) => go(each, direction) ?? []));
  } else {
    for (const direction of DIRECTIONS) {
      let next = go(left[0], direction);
      while (next && metric === "line") next = go(next, direction);
    }
  }
  return [...found.values()];
};

// The content after a step, named by its first cell or any other.
/** @type {(model: BlockModel, content: Content, step: Step) => Content} */
export const afterBlockStep = (model, content, { from, to }) => {
  const { places } = model;
  const name = content[from];
  const [dr, dc] = [0, 1].map((axis) => places[to][axis] - places[from][axis]);
  const moved = cellsWith(content, name).map((cell) => cellAt(model, places[cell][0] + dr, places[cell][1] + dc));
  if (!name || moved.some((cell) => cell < 0 || (content[cell] !== 0 && content[cell] !== name)))
    throw new TypeError("not a move");
  return content.map((other, cell) => (moved.includes(cell) ? name : other === name ? 0 : other));
};

// A step of a solution, which names any cell of a piece and where this part of it goes, as that of its first cell.
/** @type {(model: BlockModel, content: Content, step: Step) => Step} */
export const wholeStep = (model, content, { from, over, to }) => {
  const first = firstOf(model, cellsWith(content, content[from]));
  const [dr, dc] = [0, 1].map((axis) => model.places[to][axis] - model.places[from][axis]);
  const [r, c] = model.places[first];
  const end = cellAt(model, r + dr, c + dc);
  return blockSteps(model, content, first).find((step) => step.to === end) ?? { from: first, over, to: end };
};

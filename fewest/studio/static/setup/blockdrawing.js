// A puzzle of sliding blocks as it is drawn: rows of marks, and where pieces shall go. Back and forth to documents of
// the API, and what a stroke makes of it.
/** @import { BlockDocument, BlockModel, BlockSheet, Point, Puzzle } from "../../types.js" */
import { cornerOf, pictureOf } from "../rules/blockrules.js";

const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+*";
// Names of pieces, more than there can be: plain ones, then all Latin letters with signs.
export const LETTERS = PLAIN + String.fromCharCode(...Array.from({ length: 336 }, (_, i) => 0x100 + i));
export const MAX_CELLS = 320;
export const MAX_SIDE = 20; // rows and columns to choose from
export const FREE = ".";
export const WALL = "#";

/** @type {Readonly<BlockSheet>} */
export const FIRST = { rows: ["AAB.", "AAC.", "DEE.", "DF.."], goal: { A: [2, 2] }, metric: "path", doors: [] };

/** @type {(rows: string[]) => string[]} */
export const namesOf = (rows) => [...new Set(rows.join(""))].filter((mark) => mark !== FREE && mark !== WALL);

/** @type {(rows: string[]) => number} */
export const cellCount = (rows) => [...rows.join("")].filter((mark) => mark !== WALL).length;

// The places of a piece.
/** @type {(rows: string[], name: string) => Point[]} */
const placesWith = (rows, name) =>
  rows.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === name ? [/** @type {Point} */ ([r, c])] : [])));

// Draw a puzzle. Names that are no single character become letters.
/** @type {(puzzle: Puzzle) => BlockSheet} */
export const sheetOf = ({ model, start, goal }) => {
  const blocks = /** @type {BlockModel} */ (model);
  const { given, places, doors } = blocks;
  const names = [...new Set(start.filter(Boolean).map(String))];
  const short = names.every((name) => name.length === 1);
  /** @type {(name: unknown) => string} */
  const letter = (name) => (short ? String(name) : LETTERS[names.indexOf(String(name))]);
  const wanted = /** @type {unknown[]} */ (goal.content ?? []);
  /** @type {Record<string, Point>} */
  const corners = {};
  for (const name of new Set(wanted.filter((each) => each !== null))) {
    const cells = wanted.flatMap((other, cell) => (other === name ? [cell] : []));
    corners[letter(name)] = cornerOf(cells.map((cell) => places[cell]));
  }
  const axis =
    typeof given.axis === "object"
      ? Object.fromEntries(Object.entries(given.axis).map(([name, way]) => [letter(name), way]))
      : given.axis;
  return {
    rows: pictureOf(blocks, /** @type {any} */ (start.map((name) => name && letter(name)))),
    goal: corners,
    metric: given.metric,
    axis,
    doors: doors.map((door) => ({ at: door.cells.map((cell) => places[cell]), pieces: door.names.map(letter) })),
  };
};

// The document of a drawing; what it says of pieces that are gone is left out.
/** @type {(sheet: BlockSheet) => BlockDocument} */
export const blockDocument = ({ rows, goal, metric, axis, doors }) => {
  const names = namesOf(rows);
  /** @type {<T>(of: Record<string, T>) => Record<string, T>} */
  const kept = (of) => Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)));
  const at = Object.entries(kept(goal)).filter(([name, corner]) => fits(rows, name, corner));
  const given = doors
    .map((door) => ({
      at: door.at.filter(([r, c]) => (rows[r]?.[c] ?? WALL) !== WALL),
      pieces: door.pieces.filter((name) => names.includes(name)),
    }))
    .filter((door) => door.at.length && door.pieces.length);
  return {
    kind: "block",
    start: { picture: rows },
    goal: { at: at.length ? Object.fromEntries(at) : hereOf(rows, names) },
    metric,
    ...(axis && { axis: axis === "long" ? axis : kept(axis) }),
    ...(given.length && { doors: given }),
  };
};

// A goal that is met: the first piece where it is.
/** @type {(rows: string[], names: string[]) => Record<string, Point>} */
const hereOf = (rows, [name]) => (name === undefined ? {} : { [name]: cornerOf(placesWith(rows, name)) });

// Whether a piece fits on the board with the corner of its box at a place.
/** @type {(rows: string[], name: string, corner: Point) => boolean} */
export const fits = (rows, name, [row, column]) => {
  const places = placesWith(rows, name);
  const [top, left] = cornerOf(places);
  return places.every(([r, c]) => (rows[r - top + row]?.[c - left + column] ?? WALL) !== WALL);
};

// The rows with another mark at a place.
/** @type {(rows: string[], place: Point, mark: string) => string[]} */
export const marked = (rows, [row, column], mark) =>
  rows.map((marks, r) => (r === row ? marks.slice(0, column) + mark + marks.slice(column + 1) : marks));

// The first and the last row and column of a piece.
/** @type {(rows: string[], name: string) => [first: Point, last: Point]} */
export const boxOf = (rows, name) => {
  const places = placesWith(rows, name);
  return [cornerOf(places), [Math.max(...places.map(([r]) => r)), Math.max(...places.map(([, c]) => c))]];
};

// The rows with a piece at other places; null if one of them is not free.
/** @type {(rows: string[], name: string, places: Point[]) => string[] | null} */
const placed = (rows, name, places) => {
  const others = rows.map((row) => row.replaceAll(name, FREE));
  if (places.some(([r, c]) => others[r]?.[c] !== FREE)) return null;
  return places.reduce((drawn, place) => marked(drawn, place, name), others);
};

// The rows with a piece moved by some rows and columns; null if it does not fit there.
/** @type {(rows: string[], name: string, by: Point) => string[] | null} */
export const shifted = (rows, name, [down, right]) =>
  placed(
    rows,
    name,
    placesWith(rows, name).map(([r, c]) => [r + down, c + right]),
  );

// The rows with a piece that fills the box between two places; null if it does not fit there.
/** @type {(rows: string[], name: string, from: Point, to: Point) => string[] | null} */
export const spanned = (rows, name, from, to) => {
  const [top, left] = cornerOf([from, to]);
  const [height, width] = [0, 1].map((axis) => Math.abs(from[axis] - to[axis]) + 1);
  const places = Array.from({ length: height * width }, (_, i) => [top + Math.floor(i / width), left + (i % width)]);
  return placed(rows, name, /** @type {Point[]} */ (places));
};

// Whether a piece fills its box.
/** @type {(rows: string[], name: string) => boolean} */
export const isBox = (rows, name) => {
  const [[top, left], [bottom, right]] = boxOf(rows, name);
  return placesWith(rows, name).length === (bottom - top + 1) * (right - left + 1);
};

// Whether a piece is one line of cells, like a car.
/** @type {(rows: string[], name: string) => boolean} */
export const isStraight = (rows, name) => {
  const [[top, left], [bottom, right]] = boxOf(rows, name);
  return isBox(rows, name) && (top === bottom || left === right);
};

// The pieces that may enter a cell with a door; null without one. Of several doors a piece must be in all.
/** @type {(doors: BlockSheet["doors"], place: Point) => string[] | null} */
export const mayEnter = (doors, [row, column]) => {
  const here = doors.filter(({ at }) => at.some(([r, c]) => r === row && c === column));
  if (!here.length) return null;
  return here[0].pieces.filter((name) => here.every(({ pieces }) => pieces.includes(name)));
};

// The doors after a cell was opened to a piece, or closed to it: one that nobody may enter is none. Cells for the same
// pieces are one door.
/** @type {(doors: BlockSheet["doors"], place: Point, name: string, open: boolean) => BlockSheet["doors"]} */
export const withDoor = (doors, place, name, open) => {
  /** @type {Map<string, Point>} */
  const places = new Map([...doors.flatMap(({ at }) => at), place].map((each) => [each.join(), each]));
  /** @type {Map<string, { at: Point[], pieces: string[] }>} */
  const made = new Map();
  for (const [key, each] of places) {
    let pieces = mayEnter(doors, each) ?? [];
    if (key === place.join()) pieces = [...pieces.filter((other) => other !== name), ...(open ? [name] : [])];
    if (!pieces.length) continue;
    const sorted = [...pieces].sort();
    const door = made.get(sorted.join()) ?? { at: [], pieces: sorted };
    door.at.push(each);
    made.set(sorted.join(), door);
  }
  return [...made.values()];
};

// The rows in another size: cut off, or continued with free cells.
/** @type {(rows: string[], height: number, width: number) => string[]} */
export const resized = (rows, height, width) =>
  Array.from({ length: height }, (_, r) => (rows[r] ?? "").padEnd(width, FREE).slice(0, width));

// A puzzle of sliding blocks as it is drawn: rows of marks, and where pieces shall go. Back and forth to documents of
// the API, and what a stroke makes of it.
/** @import { BlockDocument, BlockModel, BlockSheet, Point, Puzzle } from "../types.js" */
/** @import { Plain } from "./plaintext.js" */
import { cornerOf, pictureOf } from "./blockrules.js";

export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+*";
export const MAX_CELLS = 64;
export const MAX_SIDE = 12; // rows and columns to choose from
export const FREE = ".";
export const WALL = "#";

/** @type {Readonly<BlockSheet>} */
export const FIRST = { rows: ["AAB.", "AAB.", "CDEE", "CDFG"], goal: { A: [2, 2] }, metric: "path", doors: [] };

/** @type {(rows: string[]) => string[]} */
export const namesOf = (rows) => [...new Set(rows.join(""))].filter((mark) => mark !== FREE && mark !== WALL);

/** @type {(rows: string[]) => number} */
export const cellCount = (rows) => [...rows.join("")].filter((mark) => mark !== WALL).length;

// The places of a piece.
/** @type {(rows: string[], name: string) => Point[]} */
export const placesWith = (rows, name) =>
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

// Where the goal of a piece is until another one is chosen: on the opposite side of the board, if it fits.
/** @type {(rows: string[], name: string) => Point} */
export const opposite = (rows, name) => {
  const places = placesWith(rows, name);
  const [top, left] = cornerOf(places);
  const [bottom, right] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
  /** @type {Point} */
  const corner = [rows.length - 1 - bottom, rows[0].length - 1 - right];
  return fits(rows, name, corner) ? corner : [top, left];
};

// The largest piece, the first of several.
/** @type {(rows: string[]) => string} */
export const largest = (rows) =>
  namesOf(rows).reduce((best, name) => (placesWith(rows, name).length > placesWith(rows, best).length ? name : best));

// Sliding blocks as people write them: pictures of letters, lines of Rush Hour, maps of GNOME Klotski.

const RUSH_HOUR = /^\s*(?:\d+\s+)?([A-Zox.]{36})(?:\s+\d+)?\s*$/; // moves, board, positions: M. Fogleman
const MAP_ROW = /^[\w*#. -]*$/;
const RUSH_SIDE = 6;
const EXIT_ROW = 2; // of car A, which leaves to the right

// Read a text; null if it has none of these forms.
/** @type {(text: string) => Plain | null} */
export const readBlockText = (text) => {
  const line = RUSH_HOUR.exec(text);
  if (line?.[1].includes("A")) return readRushHour(text, line[1]);
  const rows = text.split(/\r?\n|\//).map((row) => row.trimEnd());
  while (rows.length && !rows[0].trim()) rows.shift();
  while (rows.length && !rows[rows.length - 1].trim()) rows.pop();
  if (rows.length < 2) return null;
  if (["*", "#"].every((mark) => text.includes(mark)) && rows.every((row) => MAP_ROW.test(row)))
    return readKlotski(text, rows);
  const drawn = withoutBlanks(rows) ?? rows.map((row) => row.trim());
  const even = drawn.every((row) => row.length === drawn[0].length && /^[A-Za-z0-9+*.#]+$/.test(row));
  if (!even || !/[A-Za-z]/.test(drawn.join(""))) return null;
  const name = largest(drawn);
  return plain(text, { rows: drawn, goal: { [name]: opposite(drawn, name) }, metric: "path", doors: [] });
};

// A picture with a blank between the columns, without it; null if it is none. Other blanks are walls.
/** @type {(rows: string[]) => string[] | null} */
const withoutBlanks = (rows) => {
  const left = Math.min(...rows.map((row) => row.search(/\S|$/)));
  const columns = rows.map((row) => [...row.slice(left)]);
  if (columns.some((row) => row.some((mark, column) => column % 2 && mark !== " "))) return null;
  const width = Math.max(...columns.map((row) => row.length));
  return columns.map((row) =>
    Array.from({ length: (width + 1) / 2 }, (_, column) => row[2 * column]?.trim() || WALL).join(""),
  );
};

/** @type {(text: string, sheet: BlockSheet) => Plain} */
const plain = (text, sheet) => ({
  puzzle: /** @type {any} */ (blockDocument(sheet)),
  board: false,
  found: new Map([["/puzzle", [0, text.length]]]),
});

// Cars on six rows of six; A shall reach the right edge.
/** @type {(text: string, cars: string) => Plain} */
const readRushHour = (text, cars) => {
  const marks = cars.replace(/o/g, FREE).replace(/x/g, WALL);
  const rows = Array.from({ length: RUSH_SIDE }, (_, r) => marks.slice(r * RUSH_SIDE, (r + 1) * RUSH_SIDE));
  const length = [...cars].filter((mark) => mark === "A").length;
  const goal = { A: /** @type {Point} */ ([EXIT_ROW, RUSH_SIDE - length]) };
  return plain(text, { rows, goal, metric: "line", axis: "long", doors: [] });
};

// A map: `-` is a door for the piece `*`, whose cells shall be at the dots; outside the walls it may go, too.
/** @type {(text: string, map: string[]) => Plain} */
const readKlotski = (text, map) => {
  const width = Math.max(...map.map((row) => row.length));
  const whole = map.map((row) => row.padEnd(width, " "));
  /** @type {(mark: string) => Point[]} */
  const at = (mark) =>
    whole.flatMap((row, r) => [...row].flatMap((other, c) => (other === mark ? [/** @type {Point} */ ([r, c])] : [])));
  const rows = whole.map((row) => row.replace(/[ -]/g, FREE));
  const doors = at("-").length ? [{ at: at("-"), pieces: ["*"] }] : [];
  const goal = at(".").length ? { "*": cornerOf(at(".")) } : { "*": opposite(rows, "*") };
  return plain(text, { rows, goal, metric: "path", doors });
};

// Sliding blocks as people write them: pictures of letters, lines of Rush Hour, maps of GNOME Klotski.
/** @import { BlockSheet, Point } from "../types.js" */
/** @import { Plain } from "./plaintext.js" */
import { cornerOf } from "./blockrules.js";
import { blockDocument, FREE, largest, opposite, WALL } from "./blocksheet.js";

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

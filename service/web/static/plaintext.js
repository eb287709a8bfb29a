// Puzzles as people write them: pictures of holes and pegs, rows of pieces, jump tables and adjacency lists.
/** @import { BoardDocument, Nested, Point, PuzzleDocument } from "../types.js" */
import { gridPlaces } from "./puzzle.js";

// A puzzle, or any puzzle on a board (`board`: the text says no more). `found` has the characters of its parts by their
// pointers.
/** @typedef {{ puzzle: PuzzleDocument, board: boolean, found: Places }} Plain */

const MAX_SIDE = 64; // rows of a picture, and characters in a row: those that the service takes

// Read a text, in time that grows with its length; null if it has none of these forms. Throws a JsonTextError at a
// character that does not fit.
/** @type {(text: string) => Plain | null} */
export const readPlain = (text) => {
  if (/^(?:[.o#\s]*|[.o*\s]*)$/.test(text) && /[.o*]/.test(text)) return readPicture(text);
  if (/^[\d\s,.]*$/.test(text) && /[\d.][\s,]+[\d.]/.test(text) && !/\d\.|\.[\d.]/.test(text)) return readPieces(text);
  if (/^[\d\s,:]*$/.test(text) && text.includes(":")) return readLists(text);
  if (/^\s*[#']*[[(]/.test(text)) return readTable(text);
  return null;
};

// The lines of a text that have something in them, with the number of their first character.
/** @type {(text: string) => { line: string, at: number }[]} */
const linesOf = (text) =>
  [...text.matchAll(/[^\r\n]+/g)]
    .map((match) => ({ line: match[0], at: match.index }))
    .filter(({ line }) => line.trim());

// The rows of a picture, with the empty ones between them, unless every other row of the text is empty.
/** @type {(text: string) => { line: string, at: number }[]} */
const rowsOf = (text) => {
  const rows = [...text.matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)].map(({ 0: row, index }) => ({
    line: row.trimEnd(),
    at: index,
  }));
  const drawn = rows.slice(
    rows.findIndex(({ line }) => line),
    rows.findLastIndex(({ line }) => line) + 1,
  );
  const doubled = drawn.length > 4 && drawn.every(({ line }, row) => !line === row % 2 > 0);
  return doubled ? drawn.filter(({ line }) => line) : drawn;
};

// Pegs and holes: `o` is a peg, or a hole where `*` is a peg and nothing is a `.`.
/** @type {(text: string) => Plain} */
const readPicture = (text) => {
  const lines = rowsOf(text);
  const indent = lines.reduce((least, { line }) => (line ? Math.min(least, line.search(/\S/)) : least), Infinity);
  const long = lines.find(({ line }, row) => row === MAX_SIDE || line.length - indent > MAX_SIDE);
  if (long) throw new JsonTextError("textTooLarge", long.at + indent, MAX_SIDE);
  const hole = text.includes("*") && !text.includes(".") ? "o" : ".";
  const drawn = lines.map(({ line }) => line.slice(indent).replace(/[.o*]/g, (mark) => (mark === hole ? "." : "o")));
  const { spaced, triangular } = drawing(drawn, (row) => new JsonTextError("textOffset", lines[row].at + indent));
  const width = Math.max(...drawn.map((row) => row.length));
  const picture = spaced ? drawn : drawn.map((row) => row.replace(/\s/g, "#").padEnd(width, "#"));
  /** @type {Places} */
  const found = new Map([["/puzzle", [0, text.length]]]);
  lines.forEach(({ line, at }, row) => {
    /** @type {[number, number]} */
    const place = [at + indent, at + line.length];
    found.set(`/puzzle/start/picture/${row}`, place).set(`/puzzle/board/grid/${row}`, place);
  });
  /** @type {BoardDocument} */
  const board = { grid: gridOf(picture), lines: triangular ? "triangular" : "orthogonal" };
  const pegs = ["o", "."].every((mark) => picture.join("").includes(mark));
  const start = pegs ? { picture } : { empty: [0] };
  return { puzzle: { kind: "jump", board, start, goal: { count: 1 } }, board: !pegs, found };
};

/** @type {(picture: string[]) => string[]} */
const gridOf = (picture) => picture.map((row) => row.replace(/o/g, "."));

// Whether blanks lie between the holes of a picture, and whether each row is offset by one of them (or of `#`), as in a
// centred triangle. Throws the error of the first row that is not offset like most others.
/** @type {(picture: string[], wrong: (row: number) => JsonTextError) => { spaced: boolean, triangular: boolean }} */
const drawing = (picture, wrong) => {
  const places = gridPlaces(gridOf(picture));
  /** @type {(slope: number) => Point[][]} */
  const classes = (slope) => [0, 1].map((rest) => places.filter(([r, c]) => (c + slope * r) % 2 === rest));
  const [straight, slanted] = [0, 1].map((slope) => classes(slope).some((each) => each.length === 0));
  const drawn = picture.join("\n");
  const walls = drawn.includes("#");
  const joined = /[o.]{2}/.test(drawn);
  const rows = new Set(places.map(([r]) => r)).size;
  const spaced = !joined && (walls ? slanted && !straight && rows > 1 : straight || slanted);
  if (!joined && !walls && !spaced && /[o.] [o.]/.test(drawn)) {
    const [fewer] = classes(1).sort((a, b) => a.length - b.length);
    throw wrong(fewer[0][0]);
  }
  return { spaced, triangular: spaced && !straight };
};

// The pieces row by row; `.` is an empty cell. Aligned columns show where a row has no cell.
/** @type {(text: string) => Plain} */
const readPieces = (text) => {
  /** @type {Places} */
  const found = new Map([["/puzzle", [0, text.length]]]);
  /** @type {number[]} */
  const start = [];
  const rows = linesOf(text).map(({ line, at }) =>
    [...line.matchAll(/\d+|\./g)].map(({ 0: piece, index }) => {
      found.set(`/puzzle/start/${start.length}`, [at + index, at + index + piece.length]);
      start.push(Number(piece === "." ? 0 : piece));
      return { begin: at + index, end: index + piece.length, width: piece.length };
    }),
  );
  const pieces = start.filter(Boolean).sort((a, b) => a - b);
  const goal = start.map((_, cell) => pieces[cell] ?? 0);
  const grid = alignedGrid(rows);
  if (grid) return { puzzle: { kind: "slide", board: { grid }, start, goal }, board: false, found };
  const uneven = rows.find((row) => row.length !== rows[0].length);
  if (uneven) throw new JsonTextError("textUneven", uneven[0].begin, uneven.length, rows[0].length);
  const count = rows.length > 1 ? rows.length : squarest(start.length);
  const board = { rows: count, columns: start.length / count };
  return { puzzle: { kind: "slide", board, start, goal }, board: false, found };
};

// The grid of rows with a gap before some of their pieces; null if there is none, or if the columns are not aligned.
/** @type {(rows: { end: number, width: number }[][]) => string[] | null} */
const alignedGrid = (rows) => {
  const pitch = 1 + rows.flat().reduce((most, { width }) => Math.max(most, width), 0);
  const left = rows.reduce((least, [{ end }]) => Math.min(least, end), Infinity);
  const columns = rows.map((row) => row.map(({ end }) => (end - left) / pitch));
  const gaps = columns.some((row) => row.some((column, i) => column !== i));
  const filled = [...new Set(columns.flat())];
  const width = filled.reduce((most, column) => Math.max(most, column), 0) + 1;
  if (!gaps || width > MAX_SIDE || rows.length > MAX_SIDE || !filled.every(Number.isInteger)) return null;
  if (columns.every((row) => row.length === filled.length)) return null;
  return columns.map((row) => Array.from({ length: width }, (_, c) => (row.includes(c) ? "." : "#")).join(""));
};

// The number of rows of the rectangle of a size that is nearest to a square.
/** @type {(size: number) => number} */
const squarest = (size) => {
  let rows = Math.floor(Math.sqrt(size));
  while (size % rows) rows -= 1;
  return rows;
};

// Lines like "0: 1 4 5": the neighbours of a cell.
/** @type {(text: string) => Plain} */
const readLists = (text) => {
  /** @type {Places} */
  const found = new Map([["/puzzle", [0, text.length]]]);
  /** @type {number[][]} */
  const adjacency = [];
  for (const { line, at } of linesOf(text)) {
    const [begin, cell] = /^\s*(\d+)\s*:/.exec(line) ?? [""];
    if (cell === undefined || Number(cell) !== adjacency.length)
      throw new JsonTextError("textCell", at + line.search(/\S/), adjacency.length);
    const second = line.indexOf(":", begin.length);
    if (second >= 0) throw new JsonTextError("textUnexpected", at + second, ":");
    const [, ...neighbours] = line.matchAll(/\d+/g);
    const pointer = `/puzzle/board/adjacency/${adjacency.length}`;
    found.set(pointer, [at, at + line.trimEnd().length]);
    neighbours.forEach(({ 0: number, index }, i) =>
      found.set(`${pointer}/${i}`, [at + index, at + index + number.length]),
    );
    adjacency.push(neighbours.map(({ 0: number }) => Number(number)));
  }
  return { puzzle: onBoard({ adjacency }), board: true, found };
};

// Nested lists in brackets of any language, with or without commas; nil is an empty one.
/** @type {(text: string) => Plain} */
const readTable = (text) => {
  /** @type {Map<string, [number, number]>} */
  const inside = new Map();
  const value = nested(text, inside);
  const name = value.some((row) => Array.isArray(row) && row.some(Array.isArray)) ? "jump_table" : "adjacency";
  const root = `/puzzle/board/${name}`;
  const found = new Map([...inside].map(([pointer, place]) => [root + pointer, place]));
  return { puzzle: onBoard(/** @type {BoardDocument} */ ({ [name]: value })), board: true, found };
};

/** @type {(text: string, found: Places) => Nested[]} */
const nested = (text, found) => {
  /** @type {{ list: Nested[], pointer: string, begin: number, close: string }[]} */
  const open = [];
  /** @type {Nested[] | null} */
  let whole = null;
  for (const { 0: token, index } of text.matchAll(/[[({]|[\])}]|-?\d+|nil|[^\s,;#'`]/gi)) {
    const above = open.at(-1);
    const opens = /[[(]/.test(token);
    if (whole || (!above && !opens)) throw new JsonTextError("textUnexpected", index, token);
    const pointer = above ? `${above.pointer}/${above.list.length}` : "";
    if (opens && open.length === MAX_DEPTH) throw new JsonTextError("textTooDeep", index);
    if (opens) open.push({ list: [], pointer, begin: index, close: token === "[" ? "]" : ")" });
    else if (above && token === above.close) {
      open.pop();
      found.set(above.pointer, [above.begin, index + 1]);
      if (open.length) open[open.length - 1].list.push(above.list);
      else whole = above.list;
    } else if (above && /^(?:-?\d+|nil)$/i.test(token)) {
      found.set(pointer, [index, index + token.length]);
      above.list.push(/nil/i.test(token) ? [] : Number(token));
    } else throw new JsonTextError("textUnexpected", index, token);
  }
  if (!whole) throw new JsonTextError("textExpected", text.length, open.at(-1)?.close ?? "[");
  return whole;
};

// Any puzzle on a board.
/** @type {(board: BoardDocument) => PuzzleDocument} */
export const onBoard = (board) => {
  if (board.jump_table || board.jumps || board.lines)
    return { kind: "jump", board, start: { empty: [0] }, goal: { count: 1 } };
  const { adjacency, grid, rows = 0, columns = 0 } = board;
  const size = adjacency?.length ?? (Array.isArray(grid) ? grid.join("").split(".").length - 1 : rows * columns);
  const pieces = Array.from({ length: size }, (_, cell) => cell);
  return { kind: "slide", board, start: pieces, goal: pieces };
};

// Where the parts of a JSON text are: from a JSON Pointer to the characters it refers to.

export class JsonTextError extends Error {
  // `key` and `values` say what is wrong, as a text of texts.js; `at` is the number of the character.
  /** @param {string} key @param {number} at @param {(string | number)[]} values */
  constructor(key, at, ...values) {
    super([key, ...values].join(" "));
    this.name = "JsonTextError";
    this.key = key;
    this.at = at;
    this.values = values;
  }
}

export const MAX_DEPTH = 100; // of lists in lists; the documents of the API need far less
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/.source;
// eslint-disable-next-line no-control-regex -- JSON has none in its strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/.source;
const SCALAR = new RegExp(`true|false|null|${NUMBER}|${STRING}`, "y");

// Scan a JSON text: what passes, JSON.parse reads. Returns a map from each JSON Pointer in it to [begin, end).
/** @typedef {Map<string, [begin: number, end: number]>} Places */
/** @type {(text: string) => Places} */
export const places = (text) => {
  /** @type {Places} */
  const found = new Map();
  let at = 0;
  let depth = 0;
  const error = (/** @type {string} */ key, /** @type {string[]} */ ...values) => new JsonTextError(key, at, ...values);
  const blank = () => {
    BLANK.lastIndex = at;
    BLANK.exec(text);
    at = BLANK.lastIndex;
  };
  const scalar = () => {
    SCALAR.lastIndex = at;
    const match = SCALAR.exec(text);
    if (!match) throw at < text.length ? error("textUnexpected", text[at]) : error("textEnds");
    at += match[0].length;
    return match[0];
  };
  /** @type {(pointer: string, close: string, item: (pointer: string, index: number) => void) => void} */
  const list = (pointer, close, item) => {
    if (depth === MAX_DEPTH) throw error("textTooDeep");
    depth += 1;
    at += 1;
    blank();
    for (let index = 0; text[at] !== close; index += 1) {
      if (index) {
        if (text[at] !== ",") throw error("textExpected", `, ${close}`);
        at += 1;
        blank();
      }
      item(pointer, index);
      blank();
    }
    depth -= 1;
    at += 1;
  };
  const value = (/** @type {string} */ pointer) => {
    blank();
    const begin = at;
    if (text[at] === "[") list(pointer, "]", (above, index) => value(`${above}/${index}`));
    else if (text[at] === "{") list(pointer, "}", member);
    else scalar();
    found.set(pointer, [begin, at]);
  };
  const member = (/** @type {string} */ above) => {
    if (text[at] !== '"') throw error("textName");
    /** @type {string} */
    const name = JSON.parse(scalar());
    blank();
    if (text[at] !== ":") throw error("textExpected", ":");
    at += 1;
    value(`${above}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`);
  };
  value("");
  blank();
  if (at < text.length) throw error("textGoesOn");
  return found;
};

// The place of a pointer, or of the nearest part around it that exists.
/** @type {(found: Places, pointer: string) => [begin: number, end: number]} */
export const placeOf = (found, pointer) => {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = found.get(at);
    if (place) return place;
    if (!at) return [0, 0];
  }
};

/** @type {(text: string, at: number) => [line: number, column: number]} */
export const lineAndColumn = (text, at) => {
  const lines = text.slice(0, at).split("\n");
  return [lines.length, lines[lines.length - 1].length + 1];
};

// Setting up sliding blocks: the board with its walls, the pieces, where they shall go, and what counts as one move.
/** @import { Say } from "../../types.js" */
/** @import { Board } from "../board/board.js" */
import "../board/blocks.js";
import { choice, element, noteOf, radio, rowOf, smallButton } from "../elements/elements.js";
import { cellsWith, firstOf, readBlocks } from "../rules/blockrules.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import {
  blockDocument,
  boxOf,
  cellCount,
  FIRST,
  fits,
  FREE,
  isBox,
  isStraight,
  LETTERS,
  marked,
  MAX_CELLS,
  MAX_SIDE,
  mayEnter,
  namesOf,
  resized,
  sheetOf,
  shifted,
  spanned,
  WALL,
  withDoor,
} from "./blockdrawing.js";

const CORNER = 10; // how far from the middle of a cell, both ways, a corner of a piece begins
const METRICS = ["path", "line", "step"];

const select = (id, options, value, action) => choice(id, t(id), options, value, action);

export const firstBlocks = () => readBlocks(blockDocument(FIRST), null);

export class BlockEditor {
  /** @type {Board} */ board;
  /** @type {(...given: any[]) => void} */ changed;
  kind;
  puzzle;
  sheet;
  /** @type {Say} */ warn;
  side = "start";
  #brush = "piece"; // what a stroke draws on the start: piece, empty, door
  #mark = FREE; // what the stroke at hand draws
  #opens = true; // whether the stroke at hand opens doors to the chosen piece, or closes them
  #held = null; // the piece that the stroke at hand moves or enlarges, with what was there at its beginning
  #piece = null; // the piece whose goal, or doors, are chosen
  #model = null; // what is shown: with a place for every mark while the board is drawn
  #shown = []; // its content

  // `changed` gets the puzzle after every edit, `kind` the name of another kind of game; `warn` gets a text.
  constructor(board, { changed, kind, warn }) {
    Object.assign(this, { board, changed, kind, warn });
    this.tools = element("div", { className: "tools" });
    this.control = {
      press: (cell, point) => cell !== null && this.#press(cell, point),
      enter: (cell) => this.side !== "goal" && this.#paint(cell),
      key: (cell, event) => this.#key(cell, event),
      label: (cell) => (this.#shown[cell] === WALL ? t("wall", cell) : t("cell", cell, this.#shown[cell])),
    };
  }

  // Show one side of a puzzle.
  load(puzzle, side = this.side) {
    Object.assign(this, { puzzle, side, sheet: sheetOf(puzzle) });
    const names = namesOf(this.sheet.rows);
    if (!names.includes(this.#piece)) this.#piece = Object.keys(this.sheet.goal)[0] ?? names[0];
    this.#makeTools();
    this.show();
  }

  show() {
    const { board, puzzle, side } = this;
    const label = t({ board: "board", start: "startBoard", goal: "goalBoard" }[side]);
    this.#model = side === "board" ? boardOf(this.sheet.rows, puzzle.model.aims) : puzzle.model;
    this.#shown =
      side === "board"
        ? [...this.sheet.rows.join("")].map((mark) => (mark === FREE ? 0 : mark))
        : side === "start"
          ? puzzle.start
          : puzzle.goal.content;
    board.show(this.#model, this.#shown, { label });
    if (side === "goal") board.choose(this.#at(this.#piece));
  }

  #at(name) {
    const cells = cellsWith(this.#shown, name);
    return cells.length ? firstOf(this.#model, cells) : null;
  }

  #edit(sheet) {
    const document = blockDocument({ ...this.sheet, ...sheet });
    if (!cellCount(document.start.picture)) return this.warn(t("nothingDrawn"));
    if (cellCount(document.start.picture) > MAX_CELLS) return this.warn(t("tooMany", MAX_CELLS));
    this.load(readBlocks(document, null));
    this.warn("");
    return this.changed(this.puzzle);
  }

  #press(cell, point) {
    const { rows } = this.sheet;
    const mark = this.#shown[cell];
    this.#held = null;
    if (this.side === "goal") return this.#aim(cell);
    if (this.side === "board") this.#mark = mark === WALL ? FREE : WALL;
    else if (this.#brush === "door") this.#opens = !this.#allowed(cell)?.includes(this.#piece);
    else if (this.#brush === "empty") this.#mark = FREE;
    else if (mark) return this.#hold(cell, point);
    else this.#mark = [...LETTERS].find((letter) => !namesOf(rows).includes(letter));
    return this.#paint(cell);
  }

  // A stroke from a piece moves it; one from a corner of a box moves that corner, while the opposite one stays.
  #hold(cell, [x, y]) {
    const { goal, rows } = this.sheet;
    const from = this.#model.places[cell];
    const name = rows[from[0]][from[1]];
    const [first, last] = boxOf(rows, name);
    const middle = this.#model.points[cell];
    const opposite = [y - middle[1], x - middle[0]].map((off, axis) =>
      off > CORNER && from[axis] === last[axis]
        ? first[axis]
        : off < -CORNER && from[axis] === first[axis]
          ? last[axis]
          : null,
    );
    const fixed = isBox(rows, name) && !opposite.includes(null) ? opposite : null;
    this.#held = { from, fixed, goal, name, rows };
  }

  #carry(cell) {
    const { from, fixed, goal, name, rows } = this.#held;
    const to = this.#model.places[cell];
    const drawn = fixed ? spanned(rows, name, fixed, to) : shifted(rows, name, [to[0] - from[0], to[1] - from[1]]);
    if (drawn && (!fixed || this.#mayBe(drawn, name))) this.#edit({ rows: drawn, goal });
  }

  // Whether a piece may have the shape that is drawn: cars are straight.
  #mayBe(rows, name) {
    return this.sheet.axis !== "long" || isStraight(rows, name);
  }

  #paint(cell) {
    if (this.#held) this.#carry(cell);
    else if (this.side === "start" && this.#brush === "door") this.#door(cell, this.#piece, this.#opens);
    else if (this.side === "board" || this.#mark === FREE) this.#put(cell, this.#mark);
    else this.#draw(cell);
  }

  // Go on with a new piece. From its first cell into another piece, the stroke enlarges that one.
  #draw(cell) {
    const { rows } = this.sheet;
    const there = this.#shown[cell] && rows[this.#model.places[cell][0]][this.#model.places[cell][1]];
    if (!there) return this.#put(cell, this.#mark);
    if (there === this.#mark || [...rows.join("")].filter((mark) => mark === this.#mark).length !== 1) return undefined;
    const joined = rows.map((row) => row.replace(this.#mark, there));
    if (!this.#mayBe(joined, there)) return this.warn(t("straightOnly"));
    this.#mark = there;
    return this.#edit({ rows: joined });
  }

  // The pieces that may enter a cell, if it has a door.
  #allowed(cell) {
    return mayEnter(this.sheet.doors, this.#model.places[cell]);
  }

  // Open a door to a piece on a cell, or close it. A piece that stands there must be one of those that may.
  #door(cell, name, open) {
    const allowed = this.#allowed(cell) ?? [];
    if (!name || allowed.includes(name) === open) return;
    const doors = withDoor(this.sheet.doors, this.#model.places[cell], name, open);
    const there = this.#shown[cell];
    const after = mayEnter(doors, this.#model.places[cell]);
    if (there && after && !after.includes(there)) this.warn(t("standsInDoor", there));
    else this.#edit({ doors });
  }

  #put(cell, mark) {
    const [r, c] = this.#model.places[cell];
    const rows = marked(this.sheet.rows, [r, c], mark);
    if (this.sheet.rows[r][c] === mark) return;
    if (mark === FREE || mark === WALL || this.#mayBe(rows, mark)) this.#edit({ rows });
    else this.warn(t("straightOnly"));
  }

  // Choose a piece that has a goal, or put the chosen one with its corner here.
  #aim(cell) {
    const name = this.#shown[cell];
    if (name !== null && name !== this.#piece) return this.#choose(name);
    const corner = this.#model.places[cell];
    if (!fits(this.sheet.rows, this.#piece, corner)) return this.warn(t("leavesBoard", this.#piece));
    return this.#edit({ goal: { ...this.sheet.goal, [this.#piece]: corner } });
  }

  #choose(name) {
    this.#piece = name;
    this.#makeTools();
    this.show();
  }

  #key(cell, { key }) {
    const names = namesOf(this.sheet.rows);
    if (this.side === "goal") {
      const name = [key, key.toUpperCase()].find((each) => names.includes(each));
      if (name) this.#choose(name);
      return Boolean(name);
    }
    if (this.side === "start" && this.#brush === "door") {
      const name = [key, key.toUpperCase()].find((each) => names.includes(each));
      const closes = key === "Delete" || key === "Backspace";
      if (name) this.#door(cell, name, !this.#allowed(cell)?.includes(name));
      else if (closes) for (const each of this.#allowed(cell) ?? []) this.#door(cell, each, false);
      return Boolean(name) || closes;
    }
    const erases = key === "Delete" || key === "Backspace" || key === FREE;
    const mark = erases ? FREE : key === WALL ? WALL : [key.toUpperCase(), key].find((each) => LETTERS.includes(each));
    if (!mark || key.length > 1 !== (key === "Delete" || key === "Backspace")) return false;
    if (this.side === "board" && mark !== FREE && mark !== WALL) return false;
    this.#put(cell, mark);
    return true;
  }

  #makeTools() {
    const { side } = this;
    const tools = { board: () => this.#boardTools(), start: () => this.#startTools(), goal: () => this.#goalTools() };
    this.tools.replaceChildren(...tools[side]());
  }

  #boardTools() {
    const { rows } = this.sheet;
    const [height, width] = [rows.length, rows[0].length];
    const kinds = ["jump", "slide", "block"].map((kind) => [kind, t(`kind-${kind}`)]);
    const sizes = (now) => Array.from({ length: Math.max(now, MAX_SIDE) }, (_, i) => [String(i + 1), String(i + 1)]);
    const resize = (h, w) => this.#edit({ rows: resized(rows, h, w) });
    const fields = [
      select("paint-kind", kinds, "block", (kind) => kind !== "block" && this.kind(kind)),
      select("block-rows", sizes(height), String(height), (value) => resize(Number(value), width)),
      select("block-columns", sizes(width), String(width), (value) => resize(height, Number(value))),
    ];
    const how = noteOf(t("howWalls"));
    return [element("div", { className: "fields" }, ...fields), ...this.#rules(), how];
  }

  // What counts as one move, with a sentence, and which way pieces may go.
  #rules() {
    const { axis, metric } = this.sheet;
    const metrics = METRICS.map((name) => [name, t(`metricName-${name}`)]);
    const axes = [
      ["", t("axis-free")],
      ["long", t("axis-long")],
      ...(axis && axis !== "long" ? [["own", t("axis-own")]] : []),
    ];
    const now = axis === undefined ? "" : axis === "long" ? "long" : "own";
    const fields = [
      select("block-metric", metrics, metric, (value) => this.#edit({ metric: value })),
      select("block-axis", axes, now, (value) => value !== "own" && this.#edit({ axis: value || undefined })),
    ];
    const sentence = noteOf(t("metricSays", metric));
    return [element("div", { className: "fields wide" }, ...fields), sentence];
  }

  // Choose a brush; that of doors asks who may pass.
  #take(brush) {
    this.#brush = brush;
    this.#makeTools();
    this.tools.querySelector(`input[value=${brush}]`).focus();
  }

  #startTools() {
    const radios = ["piece", "empty", "door"].map((brush) =>
      radio("brush", brush, t(`brush-${brush}`), brush === this.#brush, () => this.#take(brush)),
    );
    const { rows } = this.sheet;
    const clear = () => this.#edit({ rows: rows.map((row) => row.replace(/[^#]/g, FREE)) });
    const names = namesOf(rows).map((name) => [name, name]);
    const draws = this.#brush === "door";
    const who = select("block-door", names, this.#piece, (name) => (this.#piece = name));
    return [
      element("div", { className: "row choices", role: "radiogroup", aria: { label: t("paint-symmetry") } }, ...radios),
      ...(draws && names.length ? [element("div", { className: "fields" }, who)] : []),
      rowOf(smallButton(t("clear"), clear)),
      noteOf(t(draws ? "howDoors" : "howPieces")),
    ];
  }

  #goalTools() {
    const { rows, goal } = this.sheet;
    const names = namesOf(rows).map((name) => [name, goal[name] ? `${name} ✓` : name]);
    const drop = () => {
      const others = Object.entries(goal).filter(([name]) => name !== this.#piece);
      this.#edit({ goal: Object.fromEntries(others) });
    };
    const button = smallButton(t("dropAim"), drop);
    button.disabled = !goal[this.#piece] || Object.keys(goal).length < 2;
    const fields = names.length ? [select("block-piece", names, this.#piece, (name) => this.#choose(name))] : [];
    return [element("div", { className: "fields" }, ...fields), rowOf(button), noteOf(t("howAim"))];
  }
}

// A board with a place for every mark, walls too, which are drawn like pieces.
function boardOf(rows, aims) {
  const picture = rows.map((row) => FREE.repeat(row.length));
  const { model } = readBlocks({ kind: "block", start: { picture }, goal: { at: {} }, metric: "step" }, null);
  return { ...model, aims };
}

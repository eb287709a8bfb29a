// Levels of sliding blocks: the pieces at hand from other positions, or others of their shapes, placed at random.
import { Between } from "../elements/between.js";
import { element } from "../elements/elements.js";
import { cellsWith, cornerOf, writeBlocks } from "../rules/blockrules.js";
import { t } from "../texts/texts.js";

const FEWER = 0.6; // of the pieces at hand: how many are placed at least, at first
const MORE = 2; // and at most

export class BlockChoice {
  constructor(puzzle) {
    const number = othersOf(puzzle).length;
    const bound = Object.keys(puzzle.model.axes).length > 0; // dense boards without axes have little room
    const options = [new Option(t("piecesPlaced"), "placed"), new Option(t("piecesMoved"), "moved")];
    this.choice = element("select", { on: { change: () => this.#show() } }, ...options.slice(number ? 0 : 1));
    if (!bound || !number) this.choice.value = "moved";
    const from = Math.max(1, Math.round(FEWER * number));
    this.number = new Between("piecesNumber", { least: 1, most: number + MORE, from, to: Math.max(1, number) });
    this.element = element(
      "div",
      { className: "block-choice" },
      element("label", { className: "between" }, element("span", { textContent: t("levelPieces") }), this.choice),
      this.number.element,
    );
    this.#show();
  }

  // The part of a request that is about the pieces.
  body(puzzle) {
    return this.choice.value === "placed" && othersOf(puzzle).length
      ? placing(puzzle, this.number.range)
      : writeBlocks(puzzle);
  }

  #show() {
    this.number.element.hidden = this.choice.value !== "placed";
  }
}

// The names of the pieces that need not stay: those without a goal and without a door of their own.
function othersOf({ model, start }) {
  const staying = new Set([...model.aims, ...model.doors.flatMap(({ names }) => names)]);
  return [...new Set(start.filter(Boolean))].filter((name) => !staying.has(String(name)));
}

// A request with the other pieces taken off, and as many of their shapes to be placed.
export function placing({ model, start }, pieces) {
  const others = othersOf({ model, start });
  const left = writeBlocks({ model, start: start.map((name) => (others.includes(name) ? 0 : name)) });
  const drawings = others.map((name) => JSON.stringify(drawing(model, cellsWith(start, name))));
  const shapes = [...new Set(drawings)].map((drawn) => JSON.parse(drawn));
  const { axis = {} } = left;
  const own =
    axis === "long" ? axis : Object.fromEntries(Object.entries(axis).filter(([name]) => !others.includes(name)));
  return { ...left, axis: own, place: [{ shapes, pieces }], minimal: true };
}

// Cells as a drawing.
function drawing({ places }, cells) {
  const own = cells.map((cell) => places[cell]);
  const [top, left] = cornerOf(own);
  const [height, width] = [0, 1].map((axis) => Math.max(...own.map((place) => place[axis])) + 1 - [top, left][axis]);
  const has = new Set(own.map(String));
  const mark = (r, c) => (has.has(`${r},${c}`) ? "X" : ".");
  return Array.from({ length: height }, (_, r) =>
    Array.from({ length: width }, (__, c) => mark(top + r, left + c)).join(""),
  );
}

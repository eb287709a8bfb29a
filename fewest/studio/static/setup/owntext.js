// A puzzle of one's own as text: the service reads it, and says what it is or at which characters it goes wrong.
/** @import { Client } from "../../types.js" */
import { still } from "../board/draw.js";
import { element, node, paragraphs, smallButton } from "../elements/elements.js";
import { boardModel, jumpModel, readPuzzle, writePuzzle } from "../rules/puzzle.js";
import { errorLines, placeAt } from "../texts/messages.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

// The characters [begin, end) of a text that an error is about. The service counts code points, a field counts those
// beyond the first 65,536 twice.
export const charactersOf = (text, { line, column, length }) => {
  const above = text.split("\n").slice(0, line - 1);
  const before = above.reduce((sum, each) => sum + each.length + 1, 0);
  const rest = [...text.slice(before)];
  const begin = before + rest.slice(0, column - 1).join("").length;
  return [begin, begin + rest.slice(column - 1, column - 1 + length).join("").length];
};

// Whether a table of jumps is a board of the catalogue, hole by hole.
const sameJumps = (board, other) => {
  const [given, known] = [board, other].map(jumpModel);
  const keys = ({ jumps }) => jumps.map(String).sort().join(";");
  return given.size === known.size && keys(given) === keys(known);
};

// A puzzle, with the name of its board if that is given as a table and the catalogue has it; `example` is the problem
// of the catalogue that it is, if it is one.
export const named = (puzzle, byName) => {
  const { kind, board } = puzzle;
  if (kind !== "jump" || board.layout || !(board.jump_table || board.jumps)) return { puzzle };
  const entry = [...byName.values()].find((each) => each.kind === kind && sameJumps(board, each.board));
  if (!entry) return { puzzle };
  const known = { ...puzzle, board: { name: entry.name } };
  const written = (each) => JSON.stringify(writePuzzle(readPuzzle(each, entry)));
  const index = entry.examples.findIndex((example) => written(example.puzzle) === written(known));
  return { puzzle: known, ...(index >= 0 && { example: [entry.name, index] }) };
};

export class OwnText {
  /** @type {() => any} */ begin;
  byName;
  /** @type {Client} */ client;
  /** @type {(puzzle: any, read: string) => Promise<boolean>} */ use;
  #shown = ""; // the text of the puzzle at hand
  // `use` gets the document of the puzzle that a text was read as and, if a part of it was assumed, how it was read,
  // unless something else was begun meanwhile. It says whether the puzzle is shown. `begin` is that of the page.
  // `byName` has the boards of the catalogue.
  constructor(parent, { client, byName, begin, use }) {
    Object.assign(this, { client, byName, begin, use });
    this.text = element("textarea", {
      id: "own-text",
      rows: 9,
      spellcheck: false,
      autocapitalize: "off",
      on: { input: () => this.begin() },
    });
    this.reading = element("div", { className: "reading", role: "status" });
    this.others = element("div", { className: "others" });
    this.errors = element("ul", { className: "errors" });
    const refused = element("div", { role: "status" }, this.errors);
    this.picture = element("div", { className: "fp-board picture" });
    const button = smallButton(t("useText"), () => this.take(), { id: "use-text" });
    const label = element("label", { htmlFor: "own-text", textContent: t("textLabel") });
    parent.append(this.reading, this.others, label, this.text, button, refused, this.picture);
  }

  set(document) {
    this.text.value = JSON.stringify(document, null, 1).replace(/\[[-\d\s,.null]*\]/g, (list) =>
      list.replace(/\s+/g, " "),
    );
    this.#shown = this.text.value;
    this.#clear();
  }

  // Take over a text that was pasted.
  paste(text) {
    this.text.value = text;
    return this.take();
  }

  // Whether there is a text that is not read yet.
  get changed() {
    const { value } = this.text;
    return value !== this.#shown && Boolean(value.trim());
  }

  #clear() {
    for (const each of [this.reading, this.others, this.errors, this.picture]) each.replaceChildren();
  }

  // Read the text and show its puzzle; true if it is shown.
  async take() {
    const current = this.begin();
    const text = this.text.value;
    this.#clear();
    try {
      const { readings, puzzles } = await (await this.client()).request("POST", "/v1/readings", { body: text });
      if (!current()) return false;
      return await this.#use(readings[0], readings, puzzles ? "otherPuzzle" : "otherReading");
    } catch (error) {
      if (!current()) return false;
      this.#refused(error, text);
      this.errors.scrollIntoView({ block: "nearest" });
      return false;
    }
  }

  // Use one of the readings, or of the puzzles of the text; true if it is shown.
  async #use(chosen, readings, name) {
    const used = await this.use(chosen.puzzle, chosen.assumed.length ? chosen.text : "");
    if (!used) return false;
    this.#tell(chosen, readings, name);
    this.reading.scrollIntoView({ block: "nearest" });
    return true;
  }

  // What the text was read as and what is odd about it, with a button for whatever else it may be.
  #tell(chosen, readings, name) {
    const take = async (other) => {
      if (await this.#use(other, readings, name)) this.others.querySelector("button").focus();
    };
    this.reading.replaceChildren(...paragraphs([chosen.text, ...chosen.notices.map(({ detail }) => detail)]));
    const others = readings.filter((each) => each !== chosen);
    const label = (other) =>
      name === "otherPuzzle" ? t(name, readings.indexOf(other) + 1, other.text) : t(name, other.text);
    this.others.replaceChildren(...others.map((other) => smallButton(label(other), () => take(other))));
  }

  #refused(error, text) {
    const { errors = [], puzzle } = error.document ?? {};
    const placed = errors.filter(({ line }) => line);
    if (!placed.length)
      this.errors.replaceChildren(...paragraphs(errorLines(error)).map((line) => element("li", {}, line)));
    else {
      this.#draw(placed, puzzle);
      this.#list(placed, text);
    }
  }

  // The board, if there is enough of it to draw, with the places that the errors are about.
  #draw(errors, puzzle) {
    if (!puzzle) return;
    try {
      const wrong = errors.map(({ pointer }) => placeAt(pointer, puzzle)).filter((place) => place !== null);
      if (!wrong.length) return;
      const model = boardModel(puzzle.kind, puzzle.board, this.byName.get(puzzle.board.name));
      const svg = still(model, puzzle.kind === "slide" ? puzzle.start : model.points.map(() => 0));
      for (const [cx, cy] of wrong.flatMap((place) => (model.points[place] ? [model.points[place]] : [])))
        node("circle", { cx, cy, r: 18, class: "wrong" }, svg);
      this.picture.replaceChildren(svg);
    } catch {
      // the list of errors says it
    }
  }

  // Each error is a button that selects the characters it is about.
  #list(errors, text) {
    const items = errors.map((error) => {
      const select = () => {
        this.text.focus();
        this.text.setSelectionRange(...charactersOf(text, error));
      };
      const button = element(
        "button",
        { type: "button", className: "link", on: { click: select } },
        t("lineColumn", error.line, error.column),
      );
      return element("li", {}, button, ` ${error.detail}`);
    });
    this.errors.replaceChildren(...items);
    this.text.setSelectionRange(...charactersOf(text, errors[0]));
  }
}

// A puzzle of one's own as text, with every error at its exact characters and at the place it is about.
/** @import { Client } from "../types.js" */
import { readBlockText } from "./blocksheet.js";
import { still } from "./draw.js";
import { element, node, paragraphs, smallButton } from "./elements.js";
import { errorLines, placeAt } from "./messages.js";
import "./modetexts.js";
import { JsonTextError, lineAndColumn, onBoard, placeOf, places, readPlain } from "./plaintext.js";
import { boardModel, firstPuzzle, writePuzzle } from "./puzzle.js";
import { t } from "./texts.js";

// A puzzle from a text: { puzzle, board, found } like those of readPlain.
function readText(text) {
  const plain = readPlain(text) ?? readBlockText(text);
  if (plain) return plain;
  const found = places(text);
  const given = JSON.parse(text);
  const board = given !== null && typeof given === "object" && !("kind" in given) && !("board" in given);
  const root = board ? "/puzzle/board" : "/puzzle";
  const puzzle = board ? onBoard(given) : given;
  return { puzzle, board, found: new Map([...found].map(([pointer, place]) => [root + pointer, place])) };
}

export class OwnText {
  /** @type {() => any} */ begin;
  byName;
  /** @type {Client} */ client;
  /** @type {(...given: any[]) => void} */ use;
  // `use` gets a puzzle's document once the service has found it valid, unless something else was begun meanwhile;
  // `begin` is that of the page. `byName` has the boards of the catalogue.
  constructor(parent, { client, byName, begin, use }) {
    Object.assign(this, { client, byName, begin, use });
    this.text = element("textarea", {
      id: "own-text",
      rows: 9,
      spellcheck: false,
      autocapitalize: "off",
      on: { input: () => this.begin() },
    });
    this.errors = element("ul", { className: "errors", role: "status" });
    this.picture = element("div", { className: "fp-board picture" });
    const button = smallButton(t("useText"), () => this.take(), { id: "use-text" });
    const label = element("label", { htmlFor: "own-text", textContent: t("textLabel") });
    parent.append(label, this.text, button, this.errors, this.picture);
  }

  set(document) {
    this.text.value = JSON.stringify(document, null, 1).replace(/\[[-\d\s,.null]*\]/g, (list) =>
      list.replace(/\s+/g, " "),
    );
    this.#clear();
  }

  // Take over a text that was pasted.
  paste(text) {
    this.text.value = text;
    return this.take();
  }

  #clear() {
    this.errors.replaceChildren();
    this.picture.replaceChildren();
  }

  async take() {
    const current = this.begin();
    let read = null;
    this.#clear();
    try {
      read = readText(this.text.value);
      const { puzzle, board } = read;
      await (await this.client()).check(puzzle);
      if (current()) this.use(board ? writePuzzle(firstPuzzle(boardModel(puzzle.kind, puzzle.board))) : puzzle);
    } catch (error) {
      if (current()) this.#refused(error, read);
    }
  }

  #refused(error, read) {
    if (error instanceof JsonTextError) return this.#list([[error.at, error.at + 1, t(error.key, ...error.values)]]);
    const errors = error.document?.errors;
    if (!errors)
      return this.errors.replaceChildren(...paragraphs(errorLines(error)).map((line) => element("li", {}, line)));
    this.#draw(errors, read.puzzle);
    return this.#list(errors.map(({ pointer, detail }) => [...placeOf(read.found, pointer), detail]));
  }

  // The board, if there is enough of it to draw, with the places that the errors are about.
  #draw(errors, puzzle) {
    const wrong = errors.map(({ pointer }) => placeAt(pointer, puzzle)).filter((place) => place !== null);
    if (!wrong.length) return;
    try {
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
  #list(errors) {
    const items = errors.map(([begin, end, message]) => {
      const [line, column] = lineAndColumn(this.text.value, begin);
      const select = () => {
        this.text.focus();
        this.text.setSelectionRange(begin, end);
      };
      const button = element(
        "button",
        { type: "button", className: "link", on: { click: select } },
        t("lineColumn", line, column),
      );
      return element("li", {}, button, ` ${message}`);
    });
    this.errors.replaceChildren(...items);
    this.text.setSelectionRange(errors[0][0], errors[0][1]);
  }
}

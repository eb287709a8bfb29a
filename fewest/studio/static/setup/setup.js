// Setting up a puzzle: its start and its goal, by click, drag and key.
/** @import { Board } from "../board/board.js" */
import { still } from "../board/draw.js";
import { button, element, radio, rowOf, smallButton } from "../elements/elements.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { shuffled } from "./firstpuzzle.js";

const TYPING_MILLISECONDS = 900; // digits typed within this time make one number

export class Setup {
  /** @type {Board} */ board;
  /** @type {(...given: any[]) => void} */ changed;
  side = "start";
  carrying = null; // sliding boards: the cell whose piece follows the pointer
  tool = "swap"; // sliding boards: swap, number, empty, any
  #brush = 0; // jump boards: what a stroke puts into holes
  #selected = null; // sliding boards: the first of two cells to swap
  #typed = { text: "", at: 0, place: null };

  // `changed` is called with the new puzzle after every edit.
  constructor(board, changed) {
    Object.assign(this, { board, changed });
    this.tools = element("div", { className: "tools" });
    this.control = {
      press: (place) => place !== null && this.#press(place),
      enter: (place) => this.jump && this.#paint(place),
      drag: (point, travelled) => this.#drag(point, travelled),
      release: (place, _, travelled) => this.#release(place, travelled),
      cancel: () => this.#settle(),
      key: (place, event) => this.#key(place, event),
      label: (place) => t(this.jump ? "hole" : "cell", place, this.content[place]),
      pressed: (place) => (this.jump ? this.content[place] !== 0 : this.#selected === place),
    };
  }

  get jump() {
    return this.puzzle.model.kind === "jump";
  }

  get content() {
    if (this.side === "start") return this.puzzle.start;
    return this.puzzle.goal.content ?? this.puzzle.start.map(() => 0);
  }

  // Show one side of a puzzle.
  load(puzzle, side = this.side) {
    Object.assign(this, { puzzle, side });
    this.#selected = null;
    this.#makeTools();
    this.show();
  }

  show() {
    const name = t(this.side === "start" ? "startBoard" : "goalBoard");
    this.board.show(this.puzzle.model, this.content, { label: name });
    this.board.choose(this.#selected);
  }

  #edit(content, more = {}) {
    const { goal } = this.puzzle;
    const change = this.side === "start" ? { start: content, opening: [] } : { goal: { ...goal, content } };
    this.puzzle = { ...this.puzzle, solvable: false, ...change, ...more };
    this.show();
    this.changed(this.puzzle);
  }

  #goal(goal) {
    this.puzzle = { ...this.puzzle, goal, solvable: false };
    this.#makeTools();
    this.show();
    this.changed(this.puzzle);
  }

  #with(place, value) {
    return this.content.map((piece, other) => (other === place ? value : piece));
  }

  #press(place) {
    this.carrying = null;
    if (this.jump) {
      if (this.side === "goal" && !this.puzzle.goal.content) this.#goal({ form: "exact", content: this.content });
      this.#brush = this.content[place] ? 0 : 1;
      this.#paint(place);
    } else if (this.tool === "swap") this.carrying = place;
    else this.#edit(this.#with(place, { number: this.#number(), empty: 0, any: null }[this.tool]));
  }

  #paint(place) {
    if (this.content[place] !== this.#brush) this.#edit(this.#with(place, this.#brush));
  }

  #drag(point, travelled) {
    if (this.carrying !== null && travelled > 6) this.board.carry(this.carrying, point);
  }

  // Let go of the piece that is carried, where it was; returns its cell.
  #settle() {
    const from = this.carrying;
    this.carrying = null;
    if (from !== null) this.board.settle(from);
    return from;
  }

  #release(place, travelled) {
    const from = this.#settle();
    if (from === null || this.jump) return;
    if (travelled > 6) {
      if (place !== null && place !== from) this.#swap(from, place);
    } else if (this.#selected === null) {
      this.#selected = from;
      this.board.choose(from);
    } else {
      this.#swap(this.#selected, from);
    }
  }

  #swap(a, b) {
    this.#selected = null;
    const content = [...this.content];
    [content[a], content[b]] = [content[b], content[a]];
    this.#edit(content);
  }

  #key(place, event) {
    if (this.jump) return false;
    if (event.key === "Delete" || event.key === "Backspace") return this.#type(place, 0);
    if (event.key === "?" && this.side === "goal") return this.#type(place, null);
    if (!/^\d$/.test(event.key)) return false;
    const goesOn = this.#typed.place === place && Date.now() - this.#typed.at < TYPING_MILLISECONDS;
    this.#typed = { text: (goesOn ? this.#typed.text : "") + event.key, at: Date.now(), place };
    return this.#type(place, Number(this.#typed.text.slice(-4)));
  }

  #type(place, value) {
    this.#edit(this.#with(place, value));
    return true;
  }

  #number() {
    return Math.max(1, Math.round(Number(this.tools.querySelector("#piece")?.value)) || 1);
  }

  #makeTools() {
    this.tools.replaceChildren(...(this.jump ? this.#jumpTools() : this.#slideTools()));
  }

  #jumpTools() {
    const press = (name, action) => smallButton(t(name), action);
    const row = rowOf(
      press("fill", () => this.#edit(this.content.map(() => 1))),
      press("clear", () => this.#edit(this.content.map(() => 0))),
      press("invert", () => this.#edit(this.content.map((peg) => 1 - peg))),
    );
    if (this.side === "start") return this.puzzle.opening.length ? [row, this.#opening()] : [row];
    return this.puzzle.goal.content ? [this.#goalForm(), row] : [this.#goalForm()];
  }

  #opening() {
    const jumps = this.puzzle.opening.map(([from, over, to]) => t("openingJump", from, over, to)).join(", ");
    const drop = () => this.#edit(this.content);
    return element("p", { className: "note" }, `${t("opening")} ${jumps}. `, smallButton(t("dropOpening"), drop));
  }

  #goalForm() {
    const { goal } = this.puzzle;
    const size = this.puzzle.model.points.length;
    const forms = ["exact", "count", "among", ...(goal.document ? [goal.form] : [])];
    const select = element(
      "select",
      { id: "goal-form" },
      ...forms.map((form) => new Option(t(`goal-${form}`), form, false, form === goal.form)),
    );
    const content = goal.content ?? this.puzzle.start.map((peg) => 1 - peg);
    const choices = {
      exact: () => ({ form: "exact", content }),
      among: () => ({ form: "among", content }),
      count: () => ({ form: "count", count: 1 }),
    };
    select.addEventListener("change", () => this.#goal(choices[select.value]?.() ?? goal));
    const parts = [element("label", {}, `${t("goalIs")} `, select)];
    if (goal.form === "count") {
      const field = element("input", { type: "number", id: "goal-count", min: 0, max: size, value: goal.count });
      field.addEventListener("change", () =>
        this.#goal({ form: "count", count: Math.min(size, Math.max(0, Number(field.value))) }),
      );
      parts.push(element("label", {}, `${t("goalCount")} `, field));
    }
    return rowOf(...parts);
  }

  #slideTools() {
    const tools = ["swap", "number", "empty", ...(this.side === "goal" ? ["any"] : [])];
    if (!tools.includes(this.tool)) this.tool = "swap";
    const radios = tools.map((tool) =>
      radio("tool", tool, t(`tool-${tool}`), tool === this.tool, () => {
        this.tool = tool;
        this.#selected = null;
        this.show();
      }),
    );
    const piece = element("input", {
      type: "number",
      id: "piece",
      min: 1,
      max: 999,
      value: 1,
      aria: { label: t("pieceNumber") },
    });
    const inOrder = () => {
      const pieces = this.puzzle.start.filter(Boolean).sort((a, b) => a - b);
      this.#edit(this.puzzle.start.map((_, cell) => pieces[cell] ?? 0));
    };
    const mix = () => {
      const mixed = shuffled(this.puzzle);
      this.#edit(mixed.start, { solvable: true });
    };
    const arrange = this.side === "start" ? smallButton(t("shuffle"), mix) : smallButton(t("inOrder"), inOrder);
    return [element("div", { className: "row choices", role: "radiogroup" }, ...radios, piece), rowOf(arrange)];
  }
}

// The three sides of a puzzle that can be set up, each with its picture: the board, the start, the goal.

const thumb = (model, content) => element("span", { className: "thumb" }, still(model, content));

export class Sides {
  constructor(parent, choose) {
    this.parent = parent;
    this.choose = choose;
  }

  // Draw those of a puzzle; the one that has the focus keeps it.
  draw({ model, start, goal }, side) {
    const empty = start.map(() => 0);
    const wanted = thumb(model, goal.content ?? empty);
    const sign =
      { count: goal.count, among: "1", fewest_pegs: "↓", dead_end: "↑" }[goal.form] ?? (goal.document && "…");
    if (sign !== undefined) wanted.append(element("b", { textContent: sign }));
    const pictures = { board: thumb(model, empty), start: thumb(model, start), goal: wanted };
    const focused = this.parent.contains(document.activeElement) ? document.activeElement.id : null;
    this.parent.replaceChildren(...Object.entries(pictures).map(([name, picture]) => this.#button(name, picture)));
    if (focused) document.getElementById(focused).focus();
    this.press(side);
  }

  press(side) {
    for (const each of this.parent.children) each.setAttribute("aria-pressed", String(each.id === `side-${side}`));
  }

  #button(name, picture) {
    const label = element("span", { textContent: t(name) });
    return element(
      "button",
      { type: "button", id: `side-${name}`, className: "side", on: { click: () => this.choose(name) } },
      picture,
      label,
    );
  }
}

// Undo and redo while a puzzle is set up or drawn.

const MAX_KEPT = 200;

export class Edits {
  /** @type {Board} */ board;
  now;
  /** @type {(state: any) => void} */ restore;
  #before = [];
  #after = [];
  #stroke = null;

  // `now` returns the state before an edit, `restore` shows one again.
  constructor(board, { now, restore }) {
    Object.assign(this, { board, now, restore });
    this.buttons = [button("undo", t("undoEdit"), () => this.undo()), button("redo", t("redoEdit"), () => this.redo())];
    this.bar = element("div", { className: "transport" }, ...this.buttons);
    this.clear();
  }

  // Something is about to change. Whatever one stroke of the pointer changes is one edit.
  begin() {
    const { stroke } = this.board;
    if (stroke && stroke === this.#stroke) return;
    this.#stroke = stroke;
    this.#before = [...this.#before, this.now()].slice(-MAX_KEPT);
    this.#after = [];
    this.#refresh();
  }

  // Another board was opened.
  clear() {
    [this.#before, this.#after] = [[], []];
    this.#refresh();
  }

  undo() {
    this.#go(this.#before, this.#after);
  }

  redo() {
    this.#go(this.#after, this.#before);
  }

  // Do what a key means; false if it means nothing.
  key(event) {
    if (event.altKey || !(event.ctrlKey || event.metaKey)) return false;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.undo();
    else if (key === "y" || key === "z") this.redo();
    else return false;
    return true;
  }

  #go(from, to) {
    this.board.stroke?.end(); // which may be an edit itself
    if (!from.length) return;
    to.push(this.now());
    const state = from.pop();
    this.restore(state);
    this.#refresh();
  }

  #refresh() {
    const focused = document.activeElement;
    this.buttons[0].disabled = !this.#before.length;
    this.buttons[1].disabled = !this.#after.length;
    if (focused?.disabled && this.buttons.includes(focused)) this.buttons.find((other) => !other.disabled)?.focus();
  }
}

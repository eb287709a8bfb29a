// Undo and redo while a puzzle is set up or drawn.
import { button, element } from "./elements.js";
import "./modetexts.js";
import { t } from "./texts.js";

const MAX_KEPT = 200;

export class Edits {
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

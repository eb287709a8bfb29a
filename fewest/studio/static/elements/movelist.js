// The moves of a game or of a solution: a list of buttons, each of which leads to the end of its move.
import { t } from "../texts/texts.js";
import { element, tabStop } from "./elements.js";

export class MoveList {
  // `go` gets the number of a move that was clicked.
  constructor(label, go) {
    this.go = go;
    this.element = element("ol", { className: "moves", aria: { label } });
  }

  // List moves as they are written; `name` is the text that says what one is. A focus stays on its move.
  draw(texts, name) {
    const focused = this.#buttons.indexOf(document.activeElement);
    const items = texts.map((textContent, index) => {
      const label = t(name, index + 1, textContent);
      const on = { click: () => this.go(index + 1) };
      return element("li", {}, element("button", { type: "button", textContent, aria: { label }, on }));
    });
    this.element.replaceChildren(...items);
    this.#buttons[focused]?.focus();
  }

  // Mark a move, and bring it into sight; 0 is the start.
  show(move) {
    const buttons = this.#buttons;
    for (const button of buttons) button.removeAttribute("aria-current");
    const current = buttons[move - 1];
    tabStop(this.element, current ?? buttons[0]);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    if (this.element.contains(document.activeElement)) current.focus({ preventScroll: true });
    const { offsetTop, offsetHeight } = current;
    this.element.scrollTop = offsetTop + offsetHeight / 2 - this.element.clientHeight / 2;
  }

  get #buttons() {
    return [...this.element.querySelectorAll("button")];
  }
}

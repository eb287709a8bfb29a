// A film strip: small pictures of the positions of a game or of a solution, to click.
import { still } from "../board/draw.js";
import { element, tabStop } from "../elements/elements.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

export const MAX_PICTURES = 130;

export class Film {
  #buttons = new Map(); // by the number of the move

  // `go` gets the number of the move whose picture was clicked.
  constructor(go) {
    this.go = go;
    this.list = element("ol", { className: "film", aria: { label: t("film") } });
  }

  // Draw the strip: `positions` are { move, content, path }, those after moves, and of move 0 the start.
  load(model, positions) {
    this.#buttons = new Map(
      positions.slice(0, MAX_PICTURES).map(({ move, content, path }) => {
        const picture = still(model, content, { path });
        const text = element("span", { textContent: move, aria: { hidden: "true" } });
        const options = { type: "button", aria: { label: positionWords(move) }, on: { click: () => this.go(move) } };
        return [move, element("button", options, picture, text)];
      }),
    );
    this.list.replaceChildren(...[...this.#buttons.values()].map((button) => element("li", {}, button)));
  }

  // Write something else than its number on a picture: { text, label, tone }, the label for those who do not see it.
  note(move, { text, label, tone }) {
    const button = this.#buttons.get(move);
    if (!button) return;
    button.lastChild.textContent = text;
    button.className = tone;
    button.setAttribute("aria-label", `${positionWords(move)}: ${label}`);
  }

  // Mark the picture of a move, and bring it into sight; a focus on the strip follows.
  show(move) {
    const current = this.#buttons.get(move);
    for (const button of this.#buttons.values()) button.removeAttribute("aria-current");
    if (!current) return;
    current.setAttribute("aria-current", "step");
    tabStop(this.list, current);
    if (this.list.contains(document.activeElement)) current.focus({ preventScroll: true });
    this.reveal(move);
  }

  // Scroll the strip until a picture is in its middle.
  reveal(move) {
    const picture = this.#buttons.get(move);
    if (!picture) return;
    const { left, width } = picture.getBoundingClientRect();
    const box = this.list.getBoundingClientRect();
    this.list.scrollLeft += left + width / 2 - (box.left + box.width / 2);
  }
}

const positionWords = (move) => (move ? t("filmMove", move) : t("filmStart"));

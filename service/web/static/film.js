// The film strip: a small picture of the position after every move.
import { still } from "./draw.js";
import { element, tabStop } from "./elements.js";
import "./modetexts.js";
import { t } from "./texts.js";

const MAX_PICTURES = 130;

export class Film {
  constructor(list, go) {
    Object.assign(this, { list, go, buttons: [] });
  }

  // Draw the strip of a player's solution.
  load(player) {
    const { frames, puzzle, solution } = player;
    const count = Math.min(player.moves, MAX_PICTURES);
    this.buttons = Array.from({ length: count + 1 }, (_, move) => {
      const frame = frames[player.frameOf(move)];
      const path = move ? solution.moves[move - 1] : [];
      const picture = still(puzzle.model, frame.content, { path });
      const label = move ? t("filmMove", move) : t("filmStart");
      const made = element(
        "button",
        { type: "button", aria: { label }, on: { click: () => this.go(player.frameOf(move)) } },
        picture,
      );
      made.append(element("span", { textContent: move, aria: { hidden: "true" } }));
      return made;
    });
    this.list.replaceChildren(...this.buttons.map((button) => element("li", {}, button)));
    this.show(0);
  }

  // Mark the picture of a move, and bring it into sight; a focus on the strip follows.
  show(move) {
    const current = this.buttons[move];
    this.buttons.forEach((button) => button.removeAttribute("aria-current"));
    if (!current) return;
    current.setAttribute("aria-current", "step");
    tabStop(this.list, current);
    if (this.list.contains(document.activeElement)) current.focus({ preventScroll: true });
    const { left, width } = current.getBoundingClientRect();
    const box = this.list.getBoundingClientRect();
    this.list.scrollLeft += left + width / 2 - (box.left + box.width / 2);
  }
}

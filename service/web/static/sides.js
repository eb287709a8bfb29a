// The three sides of a puzzle that can be set up, each with its picture: the board, the start, the goal.
import { still } from "./draw.js";
import { element } from "./elements.js";
import { t } from "./texts.js";

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
    for (const button of this.parent.children)
      button.setAttribute("aria-pressed", String(button.id === `side-${side}`));
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

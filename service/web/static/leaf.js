// Leafing through all optimal solutions: one after the other, or those with a certain first move or last peg.
import { element } from "./elements.js";
import { t } from "./texts.js";

const PAGE = 200;
const MAX_FILTERED = 10_000; // solutions read to be filtered

export class Leaf {
  #pages = new Map();
  #chosen = null; // indices that pass the filter; null if there is none

  // `show` gets a solution and its number among all, `page` reads one page of the listing.
  constructor({ page, show, fail }) {
    Object.assign(this, { page, show, fail });
    this.element = element("div", { className: "leaf" });
  }

  // Begin with the solutions of an id.
  load(id, count, puzzle) {
    Object.assign(this, { id, count, puzzle, at: 0 });
    this.#pages.clear();
    this.#chosen = null;
    this.#make();
    this.go(0);
  }

  #make() {
    const press = (text, label, step) =>
      element("button", { type: "button", className: "small", textContent: text, aria: { label }, on: { click: () => this.go(this.at + step) } });
    this.number = element("input", { type: "number", id: "leaf-number", min: 1, max: this.count, value: 1 });
    this.number.addEventListener("change", () => this.go(Number(this.number.value) - 1));
    this.of = element("span");
    const label = element("label", {}, `${t("solution")} `, this.number);
    const row = element("div", { className: "row" }, press("‹", t("previous"), -1), label, this.of, press("›", t("next"), 1));
    this.filters = element("details", { className: "filters" }, element("summary", { textContent: t("filter") }));
    this.filters.addEventListener("toggle", () => this.#offerFilters().catch(this.fail), { once: true });
    this.element.replaceChildren(row, this.filters);
    this.#count();
  }

  get #size() {
    return this.#chosen?.length ?? this.count;
  }

  #count() {
    this.of.textContent = t("ofCount", this.#size);
    this.number.max = this.#size;
  }

  async go(index) {
    const size = this.#size;
    if (!size) return;
    this.at = ((index % size) + size) % size;
    this.number.value = this.at + 1;
    const asked = this.at;
    try {
      const solution = await this.#solution(this.#chosen?.[asked] ?? asked);
      if (asked === this.at) this.show(solution);
    } catch (error) {
      this.fail(error);
    }
  }

  async #solution(index) {
    const number = Math.floor(index / PAGE);
    if (!this.#pages.has(number)) this.#pages.set(number, this.page(this.id, number * PAGE, PAGE));
    return (await this.#pages.get(number)).solutions[index - number * PAGE];
  }

  async #offerFilters() {
    const all = [];
    const most = Math.min(this.count, MAX_FILTERED);
    for (let index = 0; index < most; index += 1) all.push(await this.#solution(index));
    const first = ({ moves }) => moves[0].join(" → ");
    const last = ({ moves }) => String(moves[moves.length - 1].at(-1));
    const choices = [["firstMove", first]];
    if (this.puzzle.model.kind === "jump") choices.push(["lastPeg", last]);
    const selects = choices.map(([name, pick]) => {
      const counts = new Map();
      for (const solution of all) counts.set(pick(solution), (counts.get(pick(solution)) ?? 0) + 1);
      const options = [...counts].sort((a, b) => b[1] - a[1]).map(([value, count]) => new Option(`${value} (${count})`, value));
      const select = element("select", { id: name }, new Option(t("anyOne"), ""), ...options);
      select.addEventListener("change", () => apply());
      return { select, pick, label: element("label", {}, `${t(name)} `, select) };
    });
    const apply = () => {
      const passes = (solution) => selects.every(({ select, pick }) => !select.value || pick(solution) === select.value);
      const every = selects.every(({ select }) => !select.value);
      this.#chosen = every ? null : all.flatMap((solution, index) => (passes(solution) ? [index] : []));
      this.#count();
      this.go(0);
    };
    this.filters.append(element("div", { className: "fields" }, ...selects.map(({ label }) => label)));
    if (most < this.count) this.filters.append(element("p", { className: "note", textContent: t("filterFirst", most) }));
  }
}

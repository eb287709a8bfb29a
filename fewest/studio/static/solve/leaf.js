// Leafing through all optimal solutions: one after the other, or those with a certain first move or last peg.
/** @import { Puzzle } from "../../types.js" */
import { element, noteOf, rowOf, smallButton } from "../elements/elements.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

const PAGE = 200;
const MAX_FILTERED = 10_000; // solutions read to be filtered

export class Leaf {
  /** @type {number} */ count;
  /** @type {(error: any) => void} */ fail;
  /** @type {string} */ id;
  page;
  /** @type {Puzzle} */ puzzle;
  /** @type {(...given: any[]) => void} */ show;
  at = 0; // the number of the solution shown, among those that pass the filter
  #asked = null; // token of the solution that was asked for last
  #pages = new Map();
  #filtering = null; // the solutions to filter, once they are asked for
  #chosen = null; // indices that pass the filter; null if there is none

  // The `count` solutions of an id, from the one that is `shown` on if the first page has it. `show` gets a solution,
  // `page` reads one page of the listing.
  constructor({ id, count, puzzle, page, shown, show, fail }) {
    Object.assign(this, { id, count, puzzle, page, show, fail });
    this.element = element("div", { className: "leaf" });
    this.#make();
    this.#begin(JSON.stringify(shown.moves));
  }

  async #begin(shown) {
    const { solutions } = await this.#page(0).catch(() => ({ solutions: [] })); // it is asked for again, and that fails
    const index = solutions.findIndex(({ moves }) => JSON.stringify(moves) === shown);
    if (!this.#asked) this.go(Math.max(index, 0));
  }

  #make() {
    const press = (text, label, step) => smallButton(text, () => this.go(this.at + step), { aria: { label } });
    this.number = element("input", { type: "number", id: "leaf-number", min: 1, max: this.count, value: 1 });
    this.number.addEventListener("change", () =>
      this.go(Math.min(this.#size, Math.max(1, Math.round(Number(this.number.value)))) - 1),
    );
    this.of = element("span");
    const label = element("label", {}, `${t("solution")} `, this.number);
    const row = rowOf(press("‹", t("previous"), -1), label, this.of, press("›", t("next"), 1));
    this.filters = element("details", { className: "filters" }, element("summary", { textContent: t("filter") }));
    this.filters.addEventListener("toggle", () => this.filters.open && this.#offerFilters());
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
    const token = {};
    this.#asked = token;
    try {
      const solution = await this.#solution(this.#chosen?.[this.at] ?? this.at);
      if (token === this.#asked) this.show(solution);
    } catch (error) {
      if (token === this.#asked) this.fail(error);
    }
  }

  async #solution(index) {
    const number = Math.floor(index / PAGE);
    const found = (await this.#page(number)).solutions[index - number * PAGE];
    return found ?? (await this.page(this.id, index, 1)).solutions[0]; // a page may be shorter than its limit
  }

  #page(number) {
    if (!this.#pages.has(number)) this.#pages.set(number, this.#read(number));
    return this.#pages.get(number);
  }

  // A page; one that could not be read is asked for again the next time.
  async #read(number) {
    try {
      return await this.page(this.id, number * PAGE, PAGE);
    } catch (error) {
      this.#pages.delete(number);
      throw error;
    }
  }

  // Offer filters once, when their panel is opened; if the solutions cannot be read, when it is opened again.
  async #offerFilters() {
    this.#filtering ??= this.#readFiltered();
    try {
      const all = await this.#filtering;
      if (this.filters.children.length === 1) this.#makeFilters(all);
    } catch (error) {
      this.#filtering = null;
      this.fail(error);
    }
  }

  async #readFiltered() {
    const all = [];
    const most = Math.min(this.count, MAX_FILTERED);
    for (let index = 0; index < most; index += 1) all.push(await this.#solution(index));
    return all;
  }

  #makeFilters(all) {
    const first = ({ moves }) => moves[0].join(" → ");
    const last = ({ moves }) => String(moves[moves.length - 1].at(-1));
    /** @type {[string, (solution: any) => string][]} */
    const choices = [["firstMove", first]];
    if (this.puzzle.model.kind === "jump") choices.push(["lastPeg", last]);
    const selects = choices.map(([name, pick]) => {
      const counts = new Map();
      for (const solution of all) counts.set(pick(solution), (counts.get(pick(solution)) ?? 0) + 1);
      const options = [...counts]
        .sort((a, b) => b[1] - a[1])
        .map(([value, count]) => new Option(`${value} (${count})`, value));
      const select = element("select", { id: name }, new Option(t("anyOne"), ""), ...options);
      select.addEventListener("change", () => apply());
      return { select, pick, label: element("label", {}, `${t(name)} `, select) };
    });
    const apply = () => {
      const passes = (solution) =>
        selects.every(({ select, pick }) => !select.value || pick(solution) === select.value);
      const every = selects.every(({ select }) => !select.value);
      this.#chosen = every ? null : all.flatMap((solution, index) => (passes(solution) ? [index] : []));
      this.#count();
      this.go(0);
    };
    this.filters.append(element("div", { className: "fields" }, ...selects.map(({ label }) => label)));
    if (all.length < this.count) this.filters.append(noteOf(t("filterFirst", all.length)));
  }
}

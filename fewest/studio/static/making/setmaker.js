// Making a class set of a sheet: a title, an aim for each puzzle, their order. What is typed is kept with the sheet in
// hand, and printed.
import { base } from "../elements/browser.js";
import { element, noteOf, rowOf, smallButton } from "../elements/elements.js";
import { t } from "../texts/texts.js";
import { keepMade, keepSheet, keptSheet, madeSets, MOST, sheetAddress } from "./setinhand.js";

const idsOf = (list) => [...list.children].map(({ dataset }) => dataset.id);

// Put fields for a set on the sheet with this list of puzzles.
export function offerSet(list) {
  const kept = keptSheet();
  const own = idsOf(list);
  const elsewhere = kept.ids.filter((id) => !own.includes(id)); // on the sheet in hand, and not on this one
  const inHand = !elsewhere.length || own.every((id) => kept.ids.includes(id));
  const maker = inHand
    ? new SetMaker(list, kept, own)
    : new SetMaker(list, { title: "", aims: {} }, [...own, ...kept.ids]); // what is typed begins another sheet
  list.before(maker.form);
  if (!elsewhere.length) return maker.keep();
  if (own.length + elsewhere.length > MOST) return undefined;
  const all = () => location.assign(sheetAddress([...kept.ids, ...own.filter((id) => !kept.ids.includes(id))]));
  maker.form.append(smallButton(t("addToLast", elsewhere.length), all));
  return undefined;
}

class SetMaker {
  // `seen`: the puzzles that are on this sheet or not to come on it; others may come on it in another tab.
  constructor(list, { title, aims }, seen) {
    this.list = list;
    this.seen = new Set(seen);
    this.heading = document.querySelector("h1");
    this.title = element("input", { id: "set-title", maxLength: 100, required: true, value: title });
    this.key = element("input", { id: "key", type: "password", autocomplete: "current-password" });
    this.access = element("label", { hidden: true }, `${t("key")} `, this.key);
    this.button = element("button", { id: "make-set", textContent: t("makeSet") });
    this.said = element("p", { role: "status" });
    this.form = element(
      "form",
      {
        className: "making",
        on: {
          input: () => this.keep(),
          submit: (event) => {
            event.preventDefault();
            this.make();
          },
        },
      },
      element("h2", { textContent: t("classSet") }),
      noteOf(t("classSetHow")),
      element("label", {}, `${t("setTitle")} `, this.title),
      this.access,
      this.button,
      this.said,
    );
    for (const item of list.children) item.append(...this.#toolsOf(item, aims[item.dataset.id] ?? ""));
    this.#print();
  }

  // Keep what is on the sheet, beside what has come on it elsewhere.
  keep() {
    const kept = keptSheet();
    const ids = idsOf(this.list);
    const aims = Object.fromEntries([...this.list.children].map((item) => [item.dataset.id, aimOf(item)]));
    const all = [...ids, ...kept.ids.filter((id) => !this.seen.has(id))].slice(0, MOST);
    const written = Object.entries({ ...kept.aims, ...aims }).filter(([id]) => all.includes(id));
    keepSheet({ ids: all, title: this.title.value, aims: Object.fromEntries(written) });
    this.#print();
  }

  // What a printer gets of what is typed.
  #print() {
    this.heading.textContent = this.title.value || t("puzzlesToPrint");
    for (const item of this.list.children) item.querySelector(".aim").textContent = aimOf(item);
  }

  async make() {
    this.button.disabled = true;
    this.said.textContent = "";
    try {
      const { Service } = await import("../service.js");
      const { lang } = document.documentElement;
      const service = new Service(base, { key: this.key.value.trim() || null, language: lang });
      const puzzles = [...this.list.children].map((item) => ({ id: item.dataset.id, aim: aimOf(item) }));
      const { id, title } = await service.request("POST", "/v1/sets", { body: { title: this.title.value, puzzles } });
      const made = { id, title, name: title, count: puzzles.length, date: new Date().toISOString() };
      keepMade([made, ...madeSets().filter((set) => set.id !== id)]);
      location.assign(`${base}c/${id}`);
    } catch (error) {
      this.access.hidden = error.status !== 401;
      const loaded = await import("../texts/messages.js").catch(() => null);
      this.said.textContent = loaded ? loaded.errorLines(error).join(" ") : t("unreachable");
    }
    this.button.disabled = false;
  }

  // An aim to write, its text for the printer, and buttons to move a puzzle and to take it off the sheet.
  #toolsOf(item, aim) {
    const tool = (sign, name, click) => smallButton(sign, click, { title: t(name), ariaLabel: t(name) });
    const text = {
      rows: 2,
      maxLength: 300,
      placeholder: t("aimExample"),
      value: aim,
      on: { input: () => this.keep() },
    };
    const up = tool("↑", "moveUp", () => this.#move(item, -1, up));
    const down = tool("↓", "moveDown", () => this.#move(item, 1, down));
    const away = tool("×", "takeOff", () => this.#remove(item));
    return [
      element("p", { className: "aim printed-only" }),
      element(
        "div",
        { className: "making" },
        element("label", {}, t("setAim"), element("textarea", text)),
        rowOf(up, down, away),
      ),
    ];
  }

  #move(item, steps, button) {
    const others = [...this.list.children].filter((other) => other !== item);
    others.splice(Math.max(0, [...this.list.children].indexOf(item) + steps), 0, item);
    this.list.replaceChildren(...others);
    this.#arrange();
    button.focus();
  }

  #remove(item) {
    item.remove();
    this.#arrange();
    if (!this.list.children.length) location.assign(`${base}c`);
    else this.title.focus();
  }

  // The address, the numbers and the solutions follow the puzzles.
  #arrange() {
    const ids = idsOf(this.list);
    const solutions = document.querySelector(".solutions ol");
    const byId = new Map([...solutions.children].map((/** @type {any} */ line) => [line.dataset.id, line]));
    solutions.replaceChildren(...ids.map((id) => byId.get(id)));
    for (const each of [this.list, solutions])
      for (const [index, item] of [...each.children].entries()) item.querySelector("b").textContent = `${index + 1}.`;
    history.replaceState(null, "", sheetAddress(ids));
    this.keep();
  }
}

const aimOf = (item) => item.querySelector("textarea").value;

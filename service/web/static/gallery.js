// The gallery: every board of the catalogue as a drawn card with its facts.
import { element, rove, tabStop } from "./elements.js";
import { still } from "./draw.js";
import { readPuzzle } from "./puzzle.js";
import { t, translated } from "./texts.js";

const KEPT = "fewest-solved"; // in this browser: what was solved here, by board and example

export const solvedHere = () => JSON.parse(localStorage.getItem(KEPT) ?? "{}");

export function keepSolved(name, index, result) {
  const { status, length, count } = result;
  localStorage.setItem(KEPT, JSON.stringify({ ...solvedHere(), [`${name}/${index}`]: { status, length, count } }));
}

// The list of cards, and the drawer it is in on narrow screens. `choose` gets the name of a board, or null for a new one.
export class Gallery {
  constructor({ drawer, opener, list }, entries, choose) {
    Object.assign(this, { drawer, opener, list, entries, choose });
    rove(list);
    opener.addEventListener("click", () => this.#toggle());
  }

  draw() {
    this.list.replaceChildren(...cards(this.entries, this.choose));
  }

  // Mark the card of a board, or of the new one ("").
  mark(name) {
    for (const card of this.list.querySelectorAll("button")) {
      card.toggleAttribute("aria-current", card.dataset.board === name);
      if (card.hasAttribute("aria-current")) tabStop(this.list, card);
    }
  }

  close() {
    this.drawer.classList.remove("open");
    this.opener.setAttribute("aria-expanded", "false");
  }

  #toggle() {
    const opened = this.drawer.classList.toggle("open");
    this.opener.setAttribute("aria-expanded", String(opened));
    if (opened) this.list.querySelector("button[aria-current], button")?.focus();
  }
}

function cards(entries, choose) {
  const solved = solvedHere();
  const order = (entry) => (entry.kind === "jump" ? 0 : 1);
  const sorted = [...entries].sort((a, b) => order(a) - order(b) || a.layout.length - b.layout.length);
  return [newCard(choose), ...sorted.map((entry) => card(entry, solved[`${entry.name}/0`], choose))];
}

function card(entry, solved, choose) {
  const { name, kind, layout, examples } = entry;
  const puzzle = readPuzzle(examples[0].puzzle, entry);
  const { length, status } = examples[0].expect;
  const facts = [t(kind === "jump" ? "holes" : "cells", layout.length), status === "solved" ? t("moves", length) : t("unsolvable")];
  if (examples.length > 1) facts.push(t("problems", examples.length));
  const parts = [
    element("span", { className: "thumb" }, still(puzzle.model, puzzle.start)),
    element("strong", { textContent: boardTitle(entry) }),
    element("small", { textContent: facts.join(" · ") }),
  ];
  if (solved) parts.push(element("small", { className: "solved", textContent: t("solvedHere") }));
  const made = element("button", { type: "button", className: "card", on: { click: () => choose(name) } }, ...parts);
  made.dataset.board = name;
  return element("li", {}, made);
}

function newCard(choose) {
  const dots = element("span", { className: "thumb blank", textContent: "✎", aria: { hidden: "true" } });
  const words = [element("strong", { textContent: t("newBoard") }), element("small", { textContent: t("newBoardFacts") })];
  const made = element("button", { type: "button", className: "card", on: { click: () => choose(null) } }, dots, ...words);
  made.dataset.board = "";
  return element("li", {}, made);
}

export const boardTitle = ({ name, title }) => translated("boards", name) ?? title.replace(/, \d+ (holes|cells).*/, "");
export const exampleTitle = ({ title }) => translated("examples", title) ?? title;

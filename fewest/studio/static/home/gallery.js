// The gallery: every board of the catalogue as a drawn card with its facts, by kind; those to start with come first.
import { boardTitle, loadKind } from "../board/catalogue.js";
import { still } from "../board/draw.js";
import { element, rove, tabStop } from "../elements/elements.js";
import { exampleName } from "../play/games.js";
import { readPuzzle } from "../rules/puzzle.js";
import { t } from "../texts/texts.js";

const EASY = ["hoppers", "triangle-15", "8-puzzle"];

// The lists of cards, and its drawer on narrow screens. `choose` gets the name of a board, or null for a new one.
export class Gallery {
  /** @type {(...given: any[]) => any} */ choose;
  drawer;
  /** @type {any[]} */ entries;
  games;
  list;
  make;
  opener;
  // `games` knows what was solved by playing; `make` opens the panel that makes levels.
  constructor({ drawer, opener, list }, entries, { games, choose, make }) {
    Object.assign(this, { drawer, opener, list, entries, games, choose, make });
    rove(list);
    opener.addEventListener("click", () => this.#toggle());
  }

  draw() {
    const draw = signCard("✎", "newBoard", () => this.choose(null));
    draw.firstChild.dataset.board = "";
    const made = signCard("⚄", "makePuzzle", this.make);
    const easy = ({ name }) => EASY.includes(name);
    const ofKind = (sought) => this.entries.filter((entry) => entry.kind === sought && !easy(entry));
    const kinds = [...new Set(this.entries.map(({ kind }) => kind))];
    this.list.replaceChildren(
      this.#group("startHere", this.entries.filter(easy)),
      this.#group("yourOwn", [], draw, made),
      ...kinds.map((kind) => this.#group(`kind-${kind}`, ofKind(kind))),
    );
  }

  #group(name, entries, ...others) {
    const cards = entries.map((entry) => this.#card(entry));
    const list = element("ul", {}, ...others, ...cards);
    return element("section", {}, element("h2", { textContent: t(name) }), list);
  }

  // What a board shows may have to be loaded: then it is once its card is in sight.
  #card(entry) {
    const { name, kind } = entry;
    const thumb = element("span", { className: "thumb" });
    const words = element("small");
    const parts = [thumb, element("strong", { textContent: boardTitle(entry) }), words];
    const click = () => this.choose(name);
    const made = element("button", { type: "button", className: "card", on: { click } }, ...parts);
    made.dataset.board = name;
    const draw = () => {
      const { model, start } = readPuzzle(entry.examples[0].puzzle, entry);
      thumb.append(still(model, start));
      words.textContent = facts(entry, model.points.length);
      this.#award(made, entry);
    };
    if (entry.examples) draw();
    else whenSeen(made, () => loadKind(kind, entry).then(draw, () => {})); // offline: without
    return element("li", {}, made);
  }

  // Say on the card of a board which of its problems were solved by playing.
  award(name) {
    const button = this.list.querySelector(`[data-board="${name}"]`);
    this.#award(
      button,
      this.entries.find((entry) => entry.name === name),
    );
  }

  #award(button, { name, examples }) {
    const played = examples.map((_, index) => this.games.of(exampleName(name, index)));
    const won = played.filter((each) => each.won).length;
    const said = won ? wonWords(won, played, examples) : "";
    const shown = button.querySelector(".solved");
    if ((shown?.textContent ?? "") === said) return;
    shown?.remove();
    button.append(element("small", { className: "solved", textContent: said }));
  }

  // Mark the card of a board, or of the new one ("").
  mark(name) {
    for (const button of this.list.querySelectorAll("button")) {
      button.toggleAttribute("aria-current", button.dataset.board === name);
      if (button.hasAttribute("aria-current")) tabStop(this.list, button);
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

// Of several problems their number, of a single one its best game.
function wonWords(won, played, examples) {
  const winnable = examples.flatMap(({ expect }, index) =>
    expect.status === "solved" ? [{ fewest: expect.length, best: played[index].best }] : [],
  );
  const [{ fewest, best } = { best: null }] = winnable;
  if (winnable.length !== 1 || best === null) return t("solvedSome", won, winnable.length);
  return t("solvedHere", best, fewest);
}

function facts({ kind, examples }, size) {
  const { length, status } = examples[0].expect;
  const said = [
    t(kind === "jump" ? "holes" : "cells", size),
    status === "solved" ? t("moves", length) : t("unsolvable"),
  ];
  if (examples.length > 1) said.push(t("problems", examples.length));
  return said.join(t("dot"));
}

// Do something once an element is in sight.
function whenSeen(sought, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(sought);
}

// A card without a board: a sign, and the texts `name` and `nameFacts`.
function signCard(sign, name, click) {
  const parts = [
    element("span", { className: "thumb blank", textContent: sign, aria: { hidden: "true" } }),
    element("strong", { textContent: t(name) }),
    element("small", { textContent: t(`${name}Facts`) }),
  ];
  return element("li", {}, element("button", { type: "button", className: "card", on: { click } }, ...parts));
}

// What a search has found, beside the board: what it took, and the moves to click and to copy.
/** @import { Client } from "../types.js" */
import { copyText, element, smallButton, tabStop } from "./elements.js";
import { errorLines } from "./messages.js";
import "./modetexts.js";
import { writePuzzle } from "./puzzle.js";
import { framesOf } from "./rules.js";
import { n, t } from "./texts.js";

const FIGURES = 3; // of a number of seconds

export class Found {
  #buttons = [];

  // `go` gets the number of the move that is to be shown, `number` shows or hides the numbers of the places; `client`
  // returns the client of the service.
  constructor(go, number, client) {
    this.go = go;
    this.facts = element("dl", { className: "facts" });
    this.moves = element("ol", { className: "moves", aria: { label: t("foundMoves") } });
    this.said = element("span", { className: "note", role: "status" });
    this.hardness = new Hardness(client);
    const press = (name, action) => smallButton(t(name), action, { className: `small ${name}` });
    const row = element(
      "div",
      { className: "row" },
      press("copyMoves", () => this.#copy()),
      press("numbers", number),
      this.hardness.button,
      this.said,
    );
    this.element = element("div", { className: "found" }, this.facts, this.moves, row, this.hardness.element);
  }

  // Show a result; `count` is the number of shortest solutions, null if it is not known.
  load(puzzle, result, count) {
    const written = notation(puzzle, result);
    const [wait, label] = puzzle.model.kind !== "jump" ? [" ", "foundPiece"] : ["\n", "foundMove"];
    this.text = written.join(wait);
    this.said.textContent = "";
    this.hardness.load(puzzle);
    this.facts.replaceChildren(...facts(result, count));
    this.#buttons = written.map((text, index) =>
      element("button", {
        type: "button",
        textContent: text,
        aria: { label: t(label, index + 1, text) },
        on: { click: () => this.go(index + 1) },
      }),
    );
    this.moves.replaceChildren(...this.#buttons.map((button) => element("li", {}, button)));
  }

  // Mark a move, and bring it into sight; 0 is the start.
  show(move) {
    for (const button of this.#buttons) button.removeAttribute("aria-current");
    const current = this.#buttons[move - 1];
    tabStop(this.moves, current ?? this.#buttons[0]);
    if (!current) return;
    current.setAttribute("aria-current", "step");
    if (this.moves.contains(document.activeElement)) current.focus({ preventScroll: true });
    const { offsetTop, offsetHeight } = current;
    this.moves.scrollTop = offsetTop + offsetHeight / 2 - this.moves.clientHeight / 2;
  }

  async #copy() {
    await copyText(this.text, this.element);
    this.said.textContent = t("copied");
  }
}

// The moves of a solution as players write them: the holes that a peg passes, or the piece that slides.
function notation(puzzle, { moves, removed }) {
  if (puzzle.model.kind === "jump") return moves.map((path) => path.join("-"));
  const frames = framesOf(puzzle, { moves, removed });
  return moves.map((_, index) => {
    const { content, step } = frames.find(({ move }) => move === index + 1);
    return String(content[step.to]);
  });
}

const language = document.documentElement.lang;

function facts({ length, optimal, lower_bound: lower, statistics }, count) {
  const known = [["foundLength", t(optimal ? "foundProven" : "foundBounds", length, lower)]];
  if (statistics) {
    known.push(["foundSeconds", statistics.seconds.toLocaleString(language, { maximumSignificantDigits: FIGURES })]);
    known.push(["foundNodes", n(statistics.nodes)]);
  }
  if (count !== null && optimal) known.push(["foundCount", n(count)]);
  return known.flatMap(([name, text]) => [
    element("dt", { textContent: t(name) }),
    element("dd", { textContent: text }),
  ]);
}

// How hard a puzzle is: its features, asked for at the press of a button.

const LIMITS = { seconds: 30 }; // traps and walks of large boards take longer than a person waits
const SHARES = new Set(["forced", "traps"]);
// A value of a feature, in words.
export const featureWords = (name, value) =>
  SHARES.has(name)
    ? value.toLocaleString(language, { style: "percent", maximumFractionDigits: 0 })
    : value.toLocaleString(language, { maximumFractionDigits: 1 });

export class Hardness {
  #puzzle = null;

  constructor(client) {
    this.task = new Task("features", client);
    this.button = smallButton(t("howHard"), () => this.#press(), { className: "small hard" });
    this.said = element("p", { className: "note", role: "status" });
    this.features = element("dl", { className: "features" });
    this.element = element("div", {}, this.features, this.said);
  }

  // What was measured of another puzzle does not apply.
  load(puzzle) {
    if (puzzle === this.#puzzle) return;
    this.task.cancel();
    this.#puzzle = puzzle;
    this.features.replaceChildren();
    this.#idle("");
  }

  async #press() {
    if (this.task.running) {
      this.task.cancel();
      return this.#idle(t("cancelled"));
    }
    const puzzle = this.#puzzle;
    this.button.textContent = t("cancel");
    this.said.textContent = t("measuring");
    try {
      const body = { puzzle: writePuzzle(puzzle), limits: LIMITS };
      const measured = await this.task.carryOut(body, ({ progress }) => this.#wait(progress));
      if (measured) this.#show(measured);
    } catch (error) {
      if (puzzle === this.#puzzle) this.#idle(errorLines(error).join(" "));
    }
    return undefined;
  }

  #wait(progress) {
    this.said.textContent = t("measuring", progress?.seconds);
  }

  #show({ features, missing, walk, proof, status }) {
    if (!features || proof) return this.#idle(proof ? t("noSolution", proof.by) : t(status));
    const names = Object.keys(features).filter((name) => name !== "length");
    const rows = names.map((name) => [name, valueWords(name, features[name], missing[name], walk)]);
    this.features.replaceChildren(...rows.flatMap(([name, value]) => described(name, value)));
    this.#idle("");
    this.button.hidden = true;
    return undefined;
  }

  #idle(said) {
    this.said.textContent = said;
    this.button.textContent = t("howHard");
    this.button.hidden = false;
  }
}

// A number that is not exact has its error beside it.
function valueWords(name, value, reason, walk) {
  if (value === null) return t(`missing-${reason}`) ?? t("notMeasured");
  const error = name === "walk" && walk?.samples ? ` ± ${featureWords(name, walk.error)}` : "";
  return featureWords(name, value) + error;
}

const described = (name, value) => [
  element("dt", {}, t(`feature-${name}`), element("small", { textContent: t(`about-${name}`) })),
  element("dd", { textContent: value }),
];

// A task of the service, for levels or for features: submitted, followed by its events, cancelled.

const OPEN = ["queued", "running"];

export class Task {
  /** @type {Client} */ client;
  /** @type {string} */ noun;
  #token = null; // of the task that is under way

  // `noun` is what addresses call it; `client` returns the client of the service.
  constructor(noun, client) {
    Object.assign(this, { noun, client });
  }

  get running() {
    return this.#token !== null;
  }

  // Carry out a task; `report` gets its states. Returns the last one, null if it was cancelled here.
  async carryOut(body, report) {
    const token = {};
    this.#token = token;
    try {
      return await this.#follow(body, report, token);
    } catch (error) {
      if (this.#token !== token) return null;
      throw error;
    } finally {
      if (this.#token === token) this.#token = null;
    }
  }

  async #follow(body, report, token) {
    const client = await this.client();
    const first = await client.request("POST", `/v1/${this.noun}`, { body, wait: 1 });
    const path = `/v1/${this.noun}/${first.id}`;
    const stop = new AbortController();
    token.cancel = () => {
      stop.abort();
      client.request("DELETE", path).catch(() => {});
    };
    if (this.#token !== token) token.cancel();
    let last = first;
    if (OPEN.includes(first.status))
      for await (last of client.states(path, { signal: stop.signal })) if (this.#token === token) report(last);
    return this.#token === token ? last : null;
  }

  cancel() {
    const token = this.#token;
    this.#token = null;
    token?.cancel?.();
  }
}

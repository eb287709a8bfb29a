// While a puzzle is set up: is there a solution? Simple proofs and a lower bound, asked for after every pause.
import { element } from "./elements.js";
import { errorLines, paragraphs } from "./solve.js";
import { t } from "./texts.js";

const PAUSE_MILLISECONDS = 350;

export class LiveCheck {
  #timer = 0;
  #number = 0;
  verdict = null; // the document of the last check
  part = 0; // of several arguments, the one shown

  // `draw` gets what to mark on the board. `parent` is where the words go.
  constructor(parent, client, draw) {
    Object.assign(this, { parent, client, draw });
  }

  // Check a puzzle after a pause. `document` is its JSON.
  ask(puzzle, document) {
    clearTimeout(this.#timer);
    const number = (this.#number += 1);
    Object.assign(this, { puzzle, verdict: null, arguments: [], part: 0, wrong: [] });
    this.#timer = setTimeout(async () => {
      const [verdict, error] = await this.client().check(document).then((found) => [found, null], (problem) => [null, problem]);
      if (number !== this.#number) return;
      this.verdict = verdict;
      if (error) this.#refused(error);
      else if (verdict.proof) this.prove(verdict.proof);
      else this.#possible(verdict);
    }, PAUSE_MILLISECONDS);
  }

  // Forget what was asked.
  clear() {
    clearTimeout(this.#timer);
    this.#number += 1;
    Object.assign(this, { arguments: [], wrong: [], verdict: null });
    this.parent.replaceChildren();
  }

  get marks() {
    return this.arguments?.[this.part]?.marks ?? { wrong: this.wrong ?? [] };
  }

  #possible({ lower_bound: lower, symmetries }) {
    const known = this.puzzle.solvable;
    this.#say(known ? "good" : "open", t(known ? "checkSolvable" : "checkOpen"), [t("checkBound", lower, symmetries)]);
    this.draw(this.marks);
  }

  #refused(error) {
    if (error.status !== 422) return this.#say("open", errorLines(error)[0], []);
    const pointers = (error.document?.errors ?? []).map(({ pointer }) => /^\/puzzle\/(?:start|goal)(?:\/[a-z]+)?\/(\d+)$/.exec(pointer));
    this.wrong = pointers.flatMap((match) => (match && this.puzzle.model.kind === "slide" ? [Number(match[1])] : []));
    this.#say("bad", t("checkInvalid"), errorLines(error).slice(1));
    this.draw(this.marks);
  }

  // Show a proof: drawn on the board, two sentences, and something to count.
  async prove(proof) {
    const number = this.#number;
    const { explain } = await import("./proof.js");
    if (number !== this.#number) return;
    this.arguments = explain(this.puzzle, proof);
    this.part = 0;
    this.#show();
  }

  #show() {
    const { says, check, covers } = this.arguments[this.part];
    this.#say("bad", t("checkImpossible"), [...says, ...(check ? [`${t("checkYourself")} ${check}`] : [])]);
    if (this.arguments.length > 1) this.#pager(covers);
    this.draw(this.marks);
  }

  #pager(covers) {
    const go = (step) => {
      const count = this.arguments.length;
      this.part = (this.part + step + count) % count;
      this.#show();
      this.parent.querySelector(step < 0 ? ".back" : ".on").focus();
    };
    const press = (text, label, name, step) =>
      element("button", { type: "button", className: `small ${name}`, textContent: text, aria: { label }, on: { click: () => go(step) } });
    const words = element("small", { textContent: t("argument", this.part + 1, this.arguments.length, covers) });
    this.parent.append(element("p", { className: "pager" }, press("‹", t("previous"), "back", -1), words, press("›", t("next"), "on", 1)));
  }

  #say(tone, title, lines) {
    this.parent.className = `check ${tone}`;
    this.parent.replaceChildren(element("strong", { textContent: title }), ...paragraphs(lines));
  }
}

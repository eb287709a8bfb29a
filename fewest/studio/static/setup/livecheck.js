// While a puzzle is set up: is there a solution? Simple proofs and a lower bound, asked for after every pause.
/** @import { Client, Puzzle } from "../../types.js" */
import { element, paragraphs, smallButton } from "../elements/elements.js";
import { assumed, errorLines, placeAt } from "../texts/messages.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

const PAUSE_MILLISECONDS = 350;
const OPEN = ["queued", "running"];

// The job of a search of one second, which does not go on when its time is over.
/** @type {(client: any, document: any, want: string) => Promise<any>} */
export const quickly = async (client, document, want) => {
  const job = await client.submit(document, { want, limits: { seconds: 1 }, wait: 3 });
  if (OPEN.includes(job.status)) client.cancel(job).catch(() => {});
  return job;
};

export class LiveCheck {
  /** @type {Client} */ client;
  /** @type {(...given: any[]) => void} */ draw;
  /** @type {HTMLElement} */ parent;
  /** @type {() => ?number} */ fewest;
  /** @type {Puzzle} */ puzzle;
  #timer = 0;
  #number = 0;
  verdict = null; // the document of the last check
  part = 0; // of several arguments, the one shown

  // `draw` gets what to mark on the board. `parent` is where the words go. `fewest` returns the fewest moves, if the
  // page knows them, else null.
  constructor(parent, client, { draw, fewest }) {
    Object.assign(this, { parent, client, draw, fewest });
  }

  // Check a puzzle after a pause. `document` is its JSON.
  ask(puzzle, document) {
    clearTimeout(this.#timer);
    this.#number += 1;
    const number = this.#number;
    Object.assign(this, { puzzle, verdict: null, arguments: [], part: 0, wrong: [] });
    this.#timer = setTimeout(async () => {
      const [verdict, error] = await this.client()
        .then((client) => client.check(document))
        .then(
          (found) => [found, null],
          (problem) => [null, problem],
        );
      if (number !== this.#number) return;
      this.verdict = verdict;
      if (error) this.#refused(error, document);
      else if (verdict.proof) this.prove(verdict.proof);
      else {
        this.#possible(verdict);
        if (puzzle.model.kind === "block" && verdict.lower_bound && !verdict.answer) this.#search(document);
      }
    }, PAUSE_MILLISECONDS);
  }

  // Sliding blocks have hardly any proof without a search: look for an answer. If none comes soon, the question stays.
  async #search(document) {
    const number = this.#number;
    const job = await this.client()
      .then((client) => quickly(client, document, "one"))
      .catch(() => null);
    const { status, length, optimal } = job?.result ?? {};
    if (number !== this.#number || !(optimal || status === "unsolvable")) return;
    this.verdict.answer = { status, length };
    this.#possible(this.verdict);
  }

  // Say what is known of a puzzle, or ask.
  show(puzzle, document) {
    if (puzzle !== this.puzzle || !this.verdict) this.ask(puzzle, document);
    else if (this.verdict.proof) this.prove(this.verdict.proof);
    else this.#possible(this.verdict);
  }

  // A search has found a proof. What is odd about the puzzle is said beside it, once a check has found it.
  know(puzzle, proof, document) {
    this.clear();
    const number = this.#number;
    Object.assign(this, { puzzle, verdict: { proof } });
    this.client()
      .then((client) => client.check(document))
      .then(
        ({ notices }) => {
          if (number !== this.#number || !notices.length) return;
          this.verdict.notices = notices;
          this.prove(proof);
        },
        () => {}, // then nothing is said
      );
  }

  // Say that something else comes first.
  wait(text) {
    this.parent.className = "check open";
    this.parent.replaceChildren(...paragraphs([text]));
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

  #possible({ answer, lower_bound: lower, symmetries, notices, estimate }) {
    const odd = notices.filter(({ pointer }) => lower || pointer !== "/puzzle/goal").map(({ detail }) => detail);
    const more = [
      ...(estimate && !answer ? [estimate] : []),
      ...odd,
      ...(symmetries > 1 ? [t("checkSymmetries", symmetries)] : []),
    ];
    const length = this.fewest() ?? answer?.length;
    const bound = lower > 1 ? [t("checkBound", lower)] : []; // any puzzle takes one
    if (!lower) this.#say("good", t("alreadyThere"), more);
    else if (length) this.#say("good", t("checkSolvable"), [t("checkFewest", length), ...more]);
    else if (answer) this.#say("bad", this.#impossible(), more);
    else if (this.puzzle.solvable) this.#say("good", t("checkSolvable"), [...bound, ...more]);
    else this.#say("open", t(lower > 1 ? "probably" : "isItPossible", lower), more);
    this.draw(this.marks);
  }

  #refused(error, document) {
    if (error.status !== 422) return this.#say("open", errorLines(error)[0], []);
    const found = (error.document?.errors ?? []).map(({ pointer }) => placeAt(pointer, document));
    this.wrong = found.filter((place) => place !== null && place < this.puzzle.start.length);
    this.#say("bad", t("checkInvalid"), errorLines(error, document).slice(1));
    this.draw(this.marks);
  }

  // Show a proof: drawn on the board, two sentences, and something to count.
  async prove(proof) {
    const number = this.#number;
    const proofs = await import("../solve/proof.js").catch(() => null);
    if (number !== this.#number) return;
    if (!proofs) return void this.#say("bad", this.#impossible(), [t("unreachable")]);
    const { explain } = proofs;
    this.arguments = explain(this.puzzle, proof);
    this.part = 0;
    this.#show();
  }

  #show() {
    const { says, check, covers } = this.arguments[this.part];
    const odd = (this.verdict?.notices ?? []).map(({ detail }) => detail);
    this.#say("bad", this.#impossible(), [
      ...odd,
      ...says.split("\n"),
      ...(check ? [`${t("checkYourself")} ${check}`] : []),
    ]);
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
      smallButton(text, () => go(step), { className: `small ${name}`, aria: { label } });
    const words = element("small", { textContent: t("argument", this.part + 1, this.arguments.length, covers) });
    this.parent.append(
      element(
        "p",
        { className: "pager" },
        press("‹", t("previous"), "back", -1),
        words,
        press("›", t("next"), "on", 1),
      ),
    );
  }

  #impossible() {
    return t(assumed.has(this.puzzle) ? "assumedImpossible" : "checkImpossible");
  }

  #say(tone, title, lines) {
    this.parent.className = `check ${tone}`;
    this.parent.replaceChildren(element("strong", { textContent: title }), ...paragraphs(lines));
  }
}

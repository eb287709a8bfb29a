// After a game: how far the goal was from each of its positions, and which moves lost it or took longer.
import { element, noteOf, rowOf, smallButton } from "../elements/elements.js";
import { writePuzzle } from "../rules/puzzle.js";
import { puzzleAt } from "../rules/rules.js";
import { Film, MAX_PICTURES } from "../solve/film.js";
import { errorLines } from "../texts/messages.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

const LIMITS = { seconds: 10 }; // of the search from one position
const PATIENCE_MILLISECONDS = 60_000; // with a game
const OPEN = ["queued", "running"];
const COUNTED = ["fewest_pegs", "dead_end"]; // goals that are about the number of pegs first
const LOST = Infinity; // the fewest moves in all where the goal is out of reach

// The fewest moves in all that are possible after each move of a game; null where it is not known. Fills in those that
// are not: `solve` gets the number of a move and resolves to its total, `found` is called after each answer.
//
// No move makes the whole game shorter, so totals never fall, and between two equal ones all are the same. Where a
// position is not solved in time, those before it, which are farther from the goal, are not tried.
/** @typedef {(number | null)[]} Totals */
/** @type {(totals: Totals, solve: (move: number) => Promise<number | null>, found: () => void) => Promise<void>} */
export async function fill(totals, solve, found) {
  /** @type {(low: number, high: number) => Promise<void>} */
  const between = async (low, high) => {
    if (high - low < 2) return;
    if (totals[low] !== null && totals[low] === totals[high]) {
      totals.fill(totals[low], low, high);
      return;
    }
    const middle = (low + high) >> 1;
    totals[middle] = await solve(middle);
    found();
    if (totals[middle] !== null) await between(low, middle);
    await between(middle, high);
  };
  const last = totals.length - 1;
  totals[0] ??= await solve(0);
  found();
  totals[last] ??= await solve(last);
  await between(0, last);
  found();
}

// The moves after which the goal was out of reach or the game took longer: { move, before, after }, the totals.
/** @type {(totals: Totals) => { move: number, before: number, after: number }[]} */
export const slipsIn = (totals) =>
  totals.flatMap((after, move) => {
    const before = totals[move - 1] ?? null;
    return before !== null && after !== null && after > before ? [{ move, before, after }] : [];
  });

export class Review {
  /** @type {any[]} */ ends; // the states after whole moves, from the start on
  /** @type {any[]} */ states;
  #aborter = new AbortController();
  #film = new Film((move) => this.#go(move));
  best = null; // a best game, where the goal is about the number of pegs
  #looking = true;

  // Looks at a game that is won or lost, up to where it is. `client` returns the client of the service, `fewest` is the
  // length of a shortest solution, null if it is not known.
  constructor(game, { client, fewest }) {
    const { at, puzzle, states } = game;
    this.client = client;
    this.game = game;
    this.puzzle = puzzle;
    this.states = states.slice(0, at + 1);
    this.ends = [...new Map(this.states.map((state) => [state.moves, state])).values()];
    this.totals = this.ends.map(() => null);
    this.counted = COUNTED.includes(puzzle.goal.form);
    if (!this.counted) {
      this.totals[0] = fewest;
      this.totals[this.ends.length - 1] = game.won ? game.state.moves : LOST;
    }
    this.won = game.won;
    this.said = element("div", { role: "status" });
    this.back = rowOf();
    const numbers = noteOf(t("reviewNumbers"));
    this.element = element("div", { className: "review" }, this.said, this.back, this.#film.list, numbers);
    if (this.ends.length <= MAX_PICTURES) this.#draw(this.ends);
    this.#show();
  }

  // Whether it is still the game that it was.
  get applies() {
    return this.game.puzzle === this.puzzle && this.states.every((state, at) => this.game.states[at] === state);
  }

  // Whether looking once more may find more.
  get incomplete() {
    return !this.#looking && this.totals.includes(null);
  }

  // What was found of the puzzle, as a check says it; null if nothing was.
  get answer() {
    const [total] = this.totals;
    if (total === null) return null;
    const solved = total !== LOST;
    return { status: solved ? "solved" : "unsolvable", length: solved ? total : null, count: null };
  }

  // Mark the position of the game that the board shows.
  follow() {
    this.#film.show(this.states.includes(this.game.state) ? this.game.state.moves : -1);
  }

  end() {
    this.#aborter.abort();
  }

  async look() {
    const { signal } = this.#aborter;
    const timer = setTimeout(() => this.end(), PATIENCE_MILLISECONDS);
    let failed = [];
    try {
      await fill(
        this.totals,
        (move) => this.#solve(move),
        () => this.#show(),
      );
    } catch (error) {
      if (!signal.aborted) failed = errorLines(error);
    }
    clearTimeout(timer);
    this.#looking = false;
    if (this.ends.length > MAX_PICTURES) this.#draw(this.#turns());
    this.#show(failed);
    const [first] = slipsIn(this.totals);
    if (first) this.#film.reveal(first.move);
    this.element.scrollIntoView({ block: "nearest" });
  }

  // The fewest moves in all after a move; null if they are not found in time. Those of the opening were no choice.
  async #solve(move) {
    const end = this.ends[move];
    if (move > 0 && this.states.indexOf(end) < this.game.first) return this.totals[0];
    const puzzle = move > 0 ? puzzleAt(this.puzzle, end) : this.puzzle;
    if (!puzzle) return LOST;
    const { signal } = this.#aborter;
    const client = await this.client();
    signal.throwIfAborted();
    const job = await client.submit(writePuzzle(puzzle), { limits: LIMITS, wait: 1 });
    try {
      const { result } = await client.wait(job, { signal });
      if (result.status === "unsolvable") return LOST;
      if (!result.optimal) return null;
      if (this.counted) {
        if (move === 0) this.best = result;
        if (!this.best) return null;
        if (result.pegs_left !== this.best.pegs_left) return LOST;
      }
      return move + result.length;
    } catch (error) {
      if (signal.aborted && OPEN.includes(job.status)) client.cancel(job).catch(() => {});
      throw error;
    }
  }

  // The positions before and after the slips.
  #turns() {
    const moves = slipsIn(this.totals).flatMap(({ move }) => [move - 1, move]);
    return [...new Set(moves)].map((move) => this.ends[move]);
  }

  #draw(ends) {
    this.#film.load(
      this.puzzle.model,
      ends.map(({ moves, content, path }) => ({ move: moves, content, path })),
    );
    this.follow();
  }

  #show(failed = []) {
    const slips = slipsIn(this.totals);
    const inReach = this.totals.findLastIndex((total) => total !== null && total !== LOST);
    const lost = this.totals.indexOf(LOST);
    if (this.applies && inReach >= 0) this.game.reach(this.states.indexOf(this.ends[inReach]));
    if (this.applies && lost >= 0) this.game.lose(this.states.indexOf(this.ends[lost]));
    const worst = [slips[0], slips.find(({ after }) => after === LOST)].filter(Boolean);
    const named = [...new Set(worst)];
    const lines = [...named.map(slipWords), ...this.#rest(slips.length - named.length, failed.length > 0), ...failed];
    this.said.replaceChildren(...lines.map((textContent) => element("p", { textContent })));
    this.back.replaceChildren(...named.map(({ move }) => smallButton(t("playBefore", move), () => this.#go(move - 1))));
    this.totals.forEach((total, move) => {
      const tone = slips.some((slip) => slip.move === move) ? "slip" : "";
      this.#film.note(move, { ...this.#mark(total, move), tone });
    });
  }

  // What else there is to say.
  #rest(more, failed) {
    const open = this.totals.includes(null);
    if (this.#looking)
      return [t("reviewing", this.totals.filter((total) => total !== null).length, this.totals.length)];
    return [
      ...(more > 0 ? [t("moreSlips", more)] : []),
      ...(open && !failed ? [t("reviewOpen")] : []),
      ...(this.best ? [t("bestLeaves", this.best.pegs_left)] : []),
      ...(this.totals[0] === LOST ? [t("checkImpossible")] : []),
      ...(!open && this.game.won && this.totals[0] === this.ends.length - 1 ? [t("noSlip")] : []),
    ];
  }

  // What is written on the picture of a position: the moves to go from there.
  #mark(total, move) {
    if (total === null) return { text: this.#looking ? "…" : "?", label: t("toGoOpen") };
    return total === LOST
      ? { text: "×", label: t("toGoNever") }
      : { text: total - move, label: t("toGo", total - move) };
  }

  #go(move) {
    this.game.go(Math.max(this.game.first, this.states.indexOf(this.ends[move])));
  }
}

function slipWords({ move, before, after }) {
  const left = before - (move - 1);
  if (!left) return t("slipPast", move);
  return after === LOST ? t("slipLost", move, left) : t("slipLonger", move, after - before, before, after);
}

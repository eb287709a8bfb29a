// Playing oneself: legal steps by click, drag or key, undo and redo, hints with the distance of every move.
import { button, element } from "./elements.js";
import { afterStep, anyStep, goalMet, stepsFrom } from "./rules.js";
import { writePuzzle } from "./puzzle.js";
import { t } from "./texts.js";

const HOP_MILLISECONDS = 420;
const POLL_MILLISECONDS = 700;
const MAX_SHOWN = 14; // hints drawn at once

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Game {
  chosen = null;
  hinting = false;
  hint = null;
  fewest = null; // length of the shortest solution, if known
  known = null; // a shortest solution, if known
  #lastWinnable = 0;

  // `ask` submits a hint's puzzle and returns its document, `again` reads it anew; `changed` is called after every step.
  constructor(board, { ask, again, changed }) {
    Object.assign(this, { board, ask, again, changed });
    this.buttons = {
      undo: button("undo", t("undo"), () => this.go(this.at - 1)),
      redo: button("redo", t("redo"), () => this.go(this.at + 1)),
      restart: button("restart", t("restart"), () => this.go(0)),
      hint: button("hint", t("hint"), () => this.toggleHints()),
    };
    this.buttons.hint.setAttribute("aria-pressed", "false");
    this.bar = element("div", { className: "playbar transport" }, ...Object.values(this.buttons));
    this.control = {
      press: (place) => this.#press(place),
      drag: (point, travelled) => this.#drag(point, travelled),
      release: (place, _, travelled) => this.#release(place, travelled),
      key: (_, event) => this.#key(event),
      label: (place) => this.label(place),
    };
  }

  // Begin at the start of a puzzle, or at a position of it.
  load(puzzle, content = puzzle.start) {
    Object.assign(this, { puzzle, states: [{ content, moves: 0, peg: null, path: [] }], at: 0, chosen: null, hint: null });
    this.#lastWinnable = 0;
    this.show();
  }

  get state() {
    return this.states[this.at];
  }

  get content() {
    return this.state.content;
  }

  // The jumps made so far.
  get jumps() {
    return this.states.slice(1, this.at + 1).map(({ step: { from, over, to } }) => [from, over, to]);
  }

  get won() {
    return goalMet(this.puzzle, this.content);
  }

  get stuck() {
    return !this.won && !anyStep(this.puzzle.model, this.content);
  }

  show() {
    this.board.update(this.content, this.puzzle.start.filter(Boolean).length);
    this.#refresh();
    if (this.hinting) this.#ask();
  }

  go(index) {
    if (index < 0 || index >= this.states.length) return;
    Object.assign(this, { at: index, chosen: null, hint: null });
    this.show();
  }

  #refresh() {
    const { undo, redo, restart } = this.buttons;
    undo.disabled = restart.disabled = this.at === 0;
    redo.disabled = this.at === this.states.length - 1;
    this.board.choose(this.chosen);
    this.mark();
    this.changed(this);
  }

  mark() {
    const targets = this.#targets().map(({ to }) => to);
    const { goal } = this.puzzle;
    const goals = this.puzzle.model.kind === "jump" && goal.content ? goal.content.flatMap((peg, hole) => (peg ? [hole] : [])) : [];
    this.board.mark({ targets, goals, path: this.chosen === null ? this.state.path : [], hints: this.chosen === null ? this.#drawnHints() : [] });
  }

  #targets() {
    return this.chosen === null ? [] : stepsFrom(this.puzzle.model, this.content, this.chosen);
  }

  #press(place) {
    this.moved = false;
    this.carrying = null;
    if (place === null) return this.#choose(null);
    if (this.#try(place)) return (this.moved = true);
    const steps = stepsFrom(this.puzzle.model, this.content, place);
    this.same = this.chosen === place;
    if (steps.length) {
      this.carrying = place;
      return this.#choose(place);
    }
    return this.#choose(null);
  }

  #drag(point, travelled) {
    if (this.carrying !== null && travelled > 6) this.board.carry(this.carrying, point);
  }

  #release(place, travelled) {
    if (this.moved) return;
    const from = this.carrying;
    this.carrying = null;
    if (from === null) return;
    if (travelled > 6) {
      this.board.settle(from);
      if (place !== from && place !== null) this.#try(place);
      return;
    }
    const steps = stepsFrom(this.puzzle.model, this.content, from);
    if (this.puzzle.model.kind === "slide" && steps.length === 1) this.make(steps[0]);
    else if (this.same) this.#choose(null);
  }

  #choose(place) {
    this.chosen = place;
    this.#refresh();
  }

  #try(place) {
    const step = this.#targets().find(({ to }) => to === place);
    if (step) this.make(step);
    return Boolean(step);
  }

  // Make a step. Jumps of one peg in a row are one move.
  async make(step) {
    const { content, moves, peg, path } = this.state;
    const goesOn = step.over !== null && peg === step.from;
    const next = {
      content: afterStep(content, step),
      moves: moves + (goesOn ? 0 : 1),
      peg: step.over === null ? null : step.to,
      step,
      path: goesOn ? [...path, step.to] : [step.from, step.to],
    };
    this.states = [...this.states.slice(0, this.at + 1), next];
    Object.assign(this, { at: this.at + 1, chosen: null, hint: null });
    this.board.mark();
    const arrived = this.at;
    await this.board.step(step, HOP_MILLISECONDS);
    if (arrived !== this.at) return;
    // A peg that can jump on stays chosen.
    const on = step.over !== null && !this.won && stepsFrom(this.puzzle.model, next.content, step.to).length > 0;
    this.chosen = on && !this.hinting ? step.to : null;
    this.#refresh();
    if (this.hinting) this.#ask();
  }

  #key(event) {
    const keys = { u: () => this.go(this.at - 1), r: () => this.go(this.at + 1), h: () => this.toggleHints(), Escape: () => this.#choose(null) };
    const action = keys[event.key];
    if (action) action();
    return Boolean(action);
  }

  label(place) {
    const { model } = this.puzzle;
    const piece = this.content[place];
    const chosen = this.chosen === place ? t("chosen") : "";
    const target = this.#targets().some(({ to }) => to === place) ? t("canGo") : "";
    return t(model.kind === "jump" ? "hole" : "cell", place, piece) + chosen + target;
  }

  toggleHints() {
    this.hinting = !this.hinting;
    this.hint = null;
    this.chosen = null;
    this.buttons.hint.setAttribute("aria-pressed", String(this.hinting));
    this.#refresh();
    if (this.hinting) this.#ask();
  }

  // Ask for the distance of every move from here, until all of them are known or something else is shown.
  async #ask() {
    const state = this.state;
    if (this.won) return;
    const current = () => this.hinting && this.state === state;
    try {
      this.hint = await this.ask(writePuzzle({ ...this.puzzle, start: state.content, opening: [] }));
      while (current() && this.#settled()) {
        await wait(POLL_MILLISECONDS);
        if (current()) this.hint = await this.again(this.hint.id);
      }
    } catch (error) {
      if (current()) this.hint = this.#ownHint(error);
      if (current()) this.#refresh();
    }
  }

  // Show the hint as it stands; true while it is not complete.
  #settled() {
    if (this.hint.solvable) this.#lastWinnable = Math.max(this.#lastWinnable, this.at);
    this.#refresh();
    return this.hint.status === "running";
  }

  // Without the service: the next move of the known solution, if the player has followed it so far.
  #ownHint(error) {
    const moves = this.known?.moves ?? [];
    const { moves: made, content, path } = this.state;
    const whole = made === 0 || moves[made - 1]?.join() === path.join();
    const next = moves[made];
    if (!whole || !next || !content[next[0]]) return { error };
    return { status: "ended", solvable: true, distance: moves.length - made, moves: [{ move: next, status: "solved", distance: moves.length - made - 1 }] };
  }

  // Moves in all if the best continuation is found: a jump on with the same peg costs none.
  get reachable() {
    const best = this.#totals().filter(({ total }) => total !== null);
    return best.length ? Math.min(...best.map(({ total }) => total)) : null;
  }

  #totals() {
    const { moves, peg } = this.state;
    return (this.hint?.moves ?? []).map((hint) => {
      const cost = peg !== null && hint.move[0] === peg ? 0 : 1;
      return { ...hint, cost, total: hint.distance === null ? null : moves + cost + hint.distance };
    });
  }

  #drawnHints() {
    if (!this.hinting) return [];
    const best = this.reachable;
    const rank = ({ total, status }) => total ?? (status === "unsolvable" ? 1e6 : 1e5);
    return this.#totals()
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, MAX_SHOWN)
      .reverse()
      .map(({ move, total, status, cost, distance }) => ({
        path: move,
        text: total === null ? (status === "unsolvable" ? "×" : "…") : distance + cost,
        tone: total === null ? (status === "unsolvable" ? "lost" : "") : total === best ? "best" : "",
      }));
  }

  // How the game stands, in words.
  words() {
    const { moves } = this.state;
    if (this.won) return t("wonIn", moves, this.fewest);
    const parts = [t("made", moves, this.fewest)];
    if (this.hinting) parts.push(this.#hintWords());
    else if (this.stuck) parts.push(t("stuck", this.content.filter(Boolean).length, this.puzzle.model.kind));
    return parts.join(" ");
  }

  #hintWords() {
    if (!this.hint) return t("hintAsking");
    if (this.hint.error) return t("hintRefused");
    if (this.hint.solvable === false) return t("lost", this.at - this.#lastWinnable);
    const best = this.reachable;
    return best === null ? t("hintAsking") : t("hintBest", best - this.state.moves, best);
  }
}

// Playing oneself: legal steps by click, drag or key, undo and redo, hints with the distance of every move.
/** @import { Client, Puzzle } from "../../types.js" */
/** @import { Board } from "../board/board.js" */
import { motions } from "../board/motion.js";
import { button, element, setIcon } from "../elements/elements.js";
import { afterStep, anyStep, goalMet, goalsOf, KINDS, stepsFrom, tracedAfter, untouched } from "../rules/rules.js";
import { t } from "../texts/texts.js";

const HOP_MILLISECONDS = 420;
// The keys of the buttons; the second ones where the first ones are letters of pieces.
const KEYS = { undo: ["u", "Ctrl+Z"], redo: ["r", "Ctrl+Y"], hint: ["h", "?"] };

export class Game {
  /** @type {Board} */ board;
  /** @type {(game: Game) => void} */ changed;
  /** @type {Client} */ client;
  /** @type {Puzzle} */ puzzle;
  chosen = null;
  offered = false; // whether it was chosen by the jump before, not by a person
  fewest = null; // length of the shortest solution, if known
  known = null; // a shortest solution, if known
  aided = false; // whether hints were shown in this game
  hand = null; // how pieces of another kind are moved; null: as pegs are
  first = 0; // the state after the opening, with which the game begins
  impossible = false; // whether it is known that there is no solution
  winnable = false; // whether it is known that there is one
  lastWinnable = 0; // the last state from which the goal is known to be in reach
  firstLost = Infinity; // the first one from which it is known not to be
  asking = null; // ends the wait for the hint that was asked for last
  notice = null; // until the next choice or step: { targets, words }, what is marked, and why nothing moved
  #hints = null; // their module, loaded when there is something to say
  #loadHints;

  // `client` returns the client of the service, `hints` the module of hints; `changed` is called after every step.
  constructor(board, { client, hints, changed }) {
    Object.assign(this, { board, client, changed });
    this.#loadHints = hints;
    this.buttons = {
      undo: button("undo", "", () => this.go(this.at - 1)),
      redo: button("redo", "", () => this.go(this.at + 1)),
      restart: button("restart", t("restart"), () => this.#restart()),
      hint: button("hint", "", () => this.toggleHints()),
    };
    this.bar = element("div", { className: "playbar transport" }, ...Object.values(this.buttons));
    this.control = {
      press: (place, point) => (this.hand ? this.hand.press(place, point) : this.#press(place)),
      drag: (point, travelled) => (this.hand ? this.hand.drag(point, travelled) : this.#drag(point, travelled)),
      release: (place, _, travelled) => (this.hand ? this.hand.release() : this.#release(place, travelled)),
      cancel: () => (this.hand ? this.hand.cancel() : this.#settle()),
      key: (place, event) => this.hand?.key(place, event),
      label: (place) => this.label(place),
    };
  }

  // Go on with the game of this puzzle, or begin one: at the start, or with the steps of a record.
  load(puzzle, record = null) {
    if (this.puzzle !== puzzle) this.#begin(puzzle, record ?? { steps: [], at: 0 });
    this.chosen = null;
    this.show();
  }

  #begin(puzzle, { steps, at, aided = false }) {
    Object.assign(this, {
      puzzle,
      states: [{ content: puzzle.start, moves: 0, peg: null, path: [], traced: untouched(puzzle.start) }],
      at: 0,
      hint: null,
      hinting: false,
    });
    this.buttons.hint.setAttribute("aria-pressed", "false");
    this.hand = KINDS[puzzle.model.kind]?.hand(this) ?? null;
    for (const [name, [letter, other]] of Object.entries(KEYS))
      setIcon(this.buttons[name], name, t(name, this.hand?.pieceOf(letter) ? other : letter.toUpperCase()));
    for (const [from, over, to] of puzzle.opening) {
      const jump = stepsFrom(puzzle.model, this.content, from).find((step) => step.over === over && step.to === to);
      if (jump) this.#append(jump);
    }
    this.first = this.lastWinnable = this.at;
    this.firstLost = Infinity;
    this.winnable = false;
    for (const { from, to } of steps) {
      const step = stepsFrom(puzzle.model, this.content, from).find((possible) => possible.to === to);
      if (!step) break;
      this.#append(step);
    }
    this.at = Math.min(this.first + at, this.states.length - 1);
    this.aided = aided;
  }

  // What a game of the same puzzle can go on with.
  get record() {
    const steps = this.states.slice(this.first + 1).map(({ step }) => step);
    return { steps, at: this.at - this.first, aided: this.aided };
  }

  // Whether a step was made after the opening.
  get begun() {
    return this.at > this.first;
  }

  get state() {
    return this.states[this.at];
  }

  get content() {
    return this.state.content;
  }

  // The index of the last state after so many moves.
  endOf(move) {
    return this.states.findLastIndex(({ moves }) => moves === move);
  }

  // The jumps made so far.
  get jumps() {
    return this.states.slice(1, this.at + 1).map(({ step: { from, over, to } }) => [from, over, to]);
  }

  get won() {
    const { content, traced } = this.state;
    const wanted = this.#wanted;
    return goalMet(this.puzzle, content, traced) && (wanted === null || content.filter(Boolean).length === wanted);
  }

  // The pegs to leave, as the known solution does; null if the goal does not ask for the fewest or the most.
  get #wanted() {
    const { goal, start } = this.puzzle;
    if (goal.form !== "fewest_pegs" && goal.form !== "dead_end") return null;
    const least = goal.form === "fewest_pegs" ? 1 : Infinity; // nothing better can be, or it is not known yet
    const jumps = this.known?.moves.map((path) => path.length - 1) ?? [];
    return this.known ? jumps.reduce((pegs, made) => pegs - made, start.filter(Boolean).length) : least;
  }

  get stuck() {
    return !this.won && !anyStep(this.puzzle.model, this.content);
  }

  // Whether the goal is out of reach, as far as one knows.
  get lost() {
    return this.stuck || (!this.won && this.hint?.solvable === false);
  }

  // Show the position: at once, or by the step that leads to it.
  show(milliseconds = 0, step = this.state.step) {
    const { content, traced } = this.state;
    this.notice = null;
    this.board.update(content, { traced, motions, step, milliseconds });
    this.#refresh();
    if (this.hinting) this.#ask();
  }

  go(index) {
    if (index < this.first || index >= this.states.length) return;
    this.board.stroke?.cancel();
    Object.assign(this, { at: index, chosen: null, hint: null });
    this.show();
  }

  #restart() {
    this.aided = false;
    this.go(this.first);
  }

  #refresh() {
    const { undo, redo, restart } = this.buttons;
    undo.disabled = restart.disabled = !this.begun;
    redo.disabled = this.at === this.states.length - 1;
    this.board.choose(this.chosen);
    this.mark();
    this.changed(this);
  }

  // Mark what can be moved.
  offer() {
    const { model } = this.puzzle;
    const movable = this.content.flatMap((_, place) => (stepsFrom(model, this.content, place).length ? [place] : []));
    this.notice = { targets: movable };
    this.mark();
    this.board.relabel();
  }

  // Nothing moves: the piece at a place is "stuck" or cannot go "there", or the place is "empty". What can be done is
  // marked; why is said once the words are here, and nothing waits for them.
  async refuse(place, why) {
    if (why === "there") this.notice = {};
    else {
      this.choose(null);
      if (!this.won) this.offer();
    }
    const { notice } = this;
    const hints = await this.#loaded().catch(() => null);
    if (this.notice === notice) hints?.refuse(this, place, why);
  }

  mark() {
    const { content, traced } = this.state;
    const free = this.chosen === null || this.offered;
    this.board.mark({
      targets: this.notice?.targets ?? this.targets,
      goals: this.hand?.goals ?? goalsOf(this.puzzle, content, traced),
      path: this.chosen === null ? this.state.path : [],
      hints: (free && this.hint && this.#hints?.drawnHints(this.hint, this.state)) || [],
    });
  }

  // Where what is chosen can go.
  get targets() {
    return this.hand?.targets() ?? this.#targets().map(({ to }) => to);
  }

  #targets() {
    return this.chosen === null ? [] : stepsFrom(this.puzzle.model, this.content, this.chosen);
  }

  #press(place) {
    this.carrying = null;
    this.moved = this.#try(place);
    if (this.moved) return;
    const movable = place !== null && stepsFrom(this.puzzle.model, this.content, place).length > 0;
    this.same = movable && this.chosen === place && !this.offered;
    this.carrying = movable ? place : null;
    if (movable || place === null) this.choose(this.carrying);
    else if (this.content[place]) this.refuse(place, "stuck");
    else this.refuse(this.chosen, this.chosen === null ? "empty" : "there");
  }

  #drag(point, travelled) {
    if (this.carrying !== null && travelled > 6) this.board.carry(this.carrying, point);
  }

  // Let go of the peg that is carried, where it was; returns its hole.
  #settle() {
    const from = this.carrying;
    this.carrying = null;
    if (from !== null) this.board.settle(from);
    return from;
  }

  #release(place, travelled) {
    if (this.moved) return;
    const from = this.#settle();
    if (from === null) return;
    if (travelled > 6) {
      if (place !== from && place !== null && !this.#try(place, 0)) this.refuse(from, "there");
      return;
    }
    const steps = stepsFrom(this.puzzle.model, this.content, from);
    if (this.puzzle.model.kind === "slide" && steps.length === 1) this.make(steps[0]);
    else if (this.same) this.choose(null);
  }

  choose(place) {
    Object.assign(this, { chosen: place, offered: false, notice: null });
    this.#refresh();
  }

  #try(place, milliseconds = HOP_MILLISECONDS) {
    const step = this.#targets().find(({ to }) => to === place);
    if (step) this.make(step, milliseconds);
    return Boolean(step);
  }

  // Make a step. A peg that can jump on stays chosen.
  make(step, milliseconds = HOP_MILLISECONDS, shown = step) {
    this.#append(step);
    const on = step.over !== null && !this.won && stepsFrom(this.puzzle.model, this.content, step.to).length > 0;
    Object.assign(this, { chosen: on ? step.to : null, offered: on, hint: null });
    this.show(milliseconds, shown);
  }

  // Jumps of one peg in a row are one move.
  #append(step) {
    const { content, moves, peg, path, traced } = this.state;
    const goesOn = step.over !== null && peg === step.from;
    const next = {
      content: afterStep(content, step, this.puzzle.model),
      moves: moves + (goesOn ? 0 : 1),
      peg: step.over === null ? null : step.to,
      step,
      traced: tracedAfter(traced, step),
      path: goesOn ? [...path, step.to] : [step.from, step.to],
    };
    this.states = [...this.states.slice(0, this.at + 1), next];
    this.lastWinnable = Math.min(this.lastWinnable, this.at);
    if (this.firstLost > this.at) this.firstLost = Infinity;
    this.at += 1;
  }

  // Do what a key means in a game, wherever it was pressed; false if it means nothing. The letter of a piece means it.
  key(event) {
    if (event.altKey) return false;
    const control = event.ctrlKey || event.metaKey;
    if (!control && this.hand?.call(event.key)) return true;
    const [undo, redo] = [() => this.go(this.at - 1), () => this.go(this.at + 1)];
    const hint = () => this.toggleHints();
    const plain = { u: undo, r: redo, h: hint, "?": hint, escape: () => this.choose(null) };
    const keys = control ? { z: event.shiftKey ? redo : undo, y: redo } : plain;
    const action = keys[event.key.toLowerCase()];
    if (action) action();
    return Boolean(action);
  }

  label(place) {
    const { model } = this.puzzle;
    const piece = this.content[place];
    const chosen = (this.hand ? this.hand.isChosen(place) : this.chosen === place) ? t("chosen") : "";
    const target = this.targets.includes(place) ? t("canGo") : "";
    const movable = this.notice?.targets?.includes(place) ? t("canMove") : "";
    const hints = (this.hint && this.#hints?.spokenHints(this, place)) || "";
    return t(model.kind === "jump" ? "hole" : "cell", place, piece) + chosen + target + movable + hints;
  }

  toggleHints() {
    this.board.stroke?.cancel();
    this.hinting = !this.hinting;
    Object.assign(this, { hint: null, notice: null });
    if (!this.offered) this.chosen = null;
    this.buttons.hint.setAttribute("aria-pressed", String(this.hinting));
    this.#refresh();
    if (this.hinting) this.#ask();
  }

  // The module of hints. It says, too, why something does not move.
  #loaded = async () => (this.#hints ??= await this.#loadHints());

  // Ask for the distance of every move from here.
  async #ask() {
    const { state } = this;
    if (this.won) return;
    this.aided = true;
    try {
      const hints = await this.#loaded();
      if (this.hinting && this.state === state) hints.ask(this);
    } catch (error) {
      if (this.hinting && this.state === state) this.showHint({ error, moves: [] });
    }
  }

  // The goal is known to be in reach from a state.
  reach(at) {
    this.winnable = true;
    if (at < this.firstLost) this.lastWinnable = Math.max(this.lastWinnable, at);
  }

  // It is known not to be.
  lose(at) {
    this.firstLost = Math.min(this.firstLost, at);
    this.lastWinnable = Math.max(this.first, Math.min(this.lastWinnable, at - 1));
  }

  // Show a hint as it stands.
  showHint(hint) {
    this.hint = hint;
    if (hint.solvable || hint.moves.some(({ distance }) => distance !== null)) this.reach(this.at);
    if (hint.solvable === false) this.lose(this.at);
    this.impossible ||= hint.solvable === false && this.at === this.first;
    this.#refresh();
  }

  // The move that ends in a state, as far as it was made by then, in short.
  moveTo({ content, path, step }) {
    return step.over === null ? String(content[step.to]) : path.join("-");
  }

  // How the game stands, in words.
  words() {
    const { moves } = this.state;
    if (this.won) return t("wonIn", moves, this.fewest);
    if (this.notice?.words) return this.notice.words;
    const parts = this.hinting && !this.stuck ? [] : [t("made", moves, this.stuck ? null : this.fewest)];
    if (this.stuck) {
      const { goal, model } = this.puzzle;
      const inHole = ["exact", "among"].includes(goal.form);
      parts.push(t("stuck", this.content.filter(Boolean).length, model.kind, inHole));
    }
    if (this.hinting) parts.push(this.#hints?.hintWords(this) ?? t(this.hint ? "hintRefused" : "hintAsking"));
    else if (this.stuck) parts.push(t("undoSome"));
    return parts.join(" ");
  }
}

// Watching a solution: play, step, scrub, speed. Shows its frames on a board; `bar` has the controls.
/** @import { Puzzle } from "../../types.js" */
/** @import { Board } from "../board/board.js" */
import { motions } from "../board/motion.js";
import { button, element, setIcon } from "../elements/elements.js";
import { framesOf, goalsOf } from "../rules/rules.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

const STEP_MILLISECONDS = 620;
const REST_MILLISECONDS = 260;
const SPEEDS = [0.5, 1, 2, 4];

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Player {
  /** @type {Board} */ board;
  /** @type {(player: Player) => void} */ changed;
  /** @type {any[]} */ frames;
  /** @type {Puzzle} */ puzzle;
  solution;
  at = 0; // frame shown
  playing = false;
  #speed = 1;

  // `changed` is called after every frame.
  constructor(board, changed) {
    Object.assign(this, { board, changed });
    this.#makeBar();
  }

  #makeBar() {
    this.buttons = {
      first: button("first", t("first"), () => this.go(0)),
      back: button("back", t("back"), () => this.go(this.#moveStart(-1))),
      play: button("play", t("playBack"), () => this.toggle()),
      forward: button("forward", t("forward"), () => this.forward()),
      last: button("last", t("last"), () => this.go(this.frames.length - 1)),
    };
    this.slider = element("input", { type: "range", min: 0, value: 0, step: 1, aria: { label: t("slider") } });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.speed = element("select", { aria: { label: t("speed") } });
    this.speed.append(...SPEEDS.map((value) => new Option(`${value}×`, `${value}`, value === 1, value === 1)));
    this.speed.addEventListener("change", () => (this.#speed = Number(this.speed.value)));
    const row = element("div", { className: "transport" }, ...Object.values(this.buttons), this.speed);
    this.bar = element("div", { className: "watchbar" }, this.slider, row);
  }

  // Do what a key means while watching, wherever it was pressed; false if it means nothing.
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    const { first, back, forward, last } = this.buttons;
    const keys = {
      " ": () => this.toggle(),
      ArrowLeft: () => back.click(),
      ArrowRight: () => forward.click(),
      Home: () => first.click(),
      End: () => last.click(),
    };
    keys[event.key]?.();
    return event.key in keys;
  }

  // Show a solution: { moves, removed } of a puzzle.
  load(puzzle, solution) {
    this.#stop();
    Object.assign(this, { puzzle, solution, frames: framesOf(puzzle, solution), at: 0 });
    this.slider.max = this.frames.length - 1;
    this.show();
  }

  get moves() {
    return this.solution.moves.length;
  }

  // The position after each move, and before the first one.
  get positions() {
    return Array.from({ length: this.moves + 1 }, (_, move) => {
      const { content } = this.frames[this.frameOf(move)];
      return { move, content, path: move ? this.solution.moves[move - 1] : [] };
    });
  }

  // The first frame after the move `offset` moves from here.
  #moveStart(offset) {
    const { move, hop, hops } = this.frames[this.at];
    const whole = offset < 0 && hop < hops ? move - 1 : move + offset; // within a chain, back to its beginning
    return this.frameOf(whole);
  }

  // The last frame of a move; move 0 is the start.
  frameOf(move) {
    if (move <= 0) return 0;
    const next = this.frames.findIndex((frame) => frame.move > move);
    return next < 0 ? this.frames.length - 1 : next - 1;
  }

  go(frame) {
    this.pause();
    this.at = Math.max(0, Math.min(this.frames.length - 1, frame));
    this.show();
  }

  // Show the frame at hand: at once, or by the step that leads to it. Resolves when nothing moves.
  show(milliseconds = 0) {
    const frame = this.frames[this.at];
    const { content, traced, step } = frame;
    const shown = this.board.update(content, { traced, motions, step, milliseconds });
    this.#report(frame);
    return shown;
  }

  #report(frame) {
    this.board.mark({ path: this.#path(frame), goals: goalsOf(this.puzzle, frame.content, frame.traced) });
    this.slider.value = this.at;
    this.slider.setAttribute("aria-valuetext", this.words());
    const { first, back, forward, last } = this.buttons;
    first.disabled = back.disabled = this.at === 0;
    forward.disabled = last.disabled = this.at === this.frames.length - 1;
    this.changed(this);
  }

  // The places of the current move up to here.
  #path({ move, hop }) {
    return move ? this.solution.moves[move - 1].slice(0, hop + 1) : [];
  }

  // What is shown, in words.
  words() {
    const { move, hop, hops, step } = this.frames[this.at];
    if (!this.moves) return t("noMoves");
    if (!move) return t("atStart", this.moves);
    const piece = this.puzzle.model.kind !== "jump" ? this.frames[this.at].content[step.to] : null;
    return t("atMove", move, this.moves, this.#path({ move, hop }), hop, hops, piece);
  }

  async forward() {
    this.pause();
    const token = {};
    this.run = token;
    const { move, hop, hops } = this.frames[this.at];
    const until = this.frameOf(hop < hops ? move : move + 1);
    while (this.run === token && this.at < until) await this.#step();
  }

  async #step() {
    this.at += 1;
    const duration = STEP_MILLISECONDS / this.#speed;
    await Promise.all([this.show(duration), wait(duration)]); // a step takes as long without motion
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  async play() {
    if (this.at === this.frames.length - 1) this.go(0);
    const token = {};
    this.run = token;
    this.playing = true;
    setIcon(this.buttons.play, "pause", t("pause"));
    while (this.run === token && this.at < this.frames.length - 1) {
      const before = this.frames[this.at].move;
      await this.#step();
      if (this.run === token && (this.frames[this.at + 1]?.move ?? before) !== before)
        await wait(REST_MILLISECONDS / this.#speed);
    }
    if (this.run === token) this.pause();
  }

  // Stop; a step under way is completed at once.
  pause() {
    if (this.#stop()) this.show();
  }

  #stop() {
    const moving = this.run !== undefined;
    this.run = undefined;
    if (this.playing) {
      this.playing = false;
      setIcon(this.buttons.play, "play", t("playBack"));
    }
    return moving;
  }
}

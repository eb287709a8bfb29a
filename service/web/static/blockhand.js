// Sliding blocks by hand: a piece follows the pointer as far as the way of one move is free; or it is chosen, by a
// click, a key or its letter, and goes where one clicks or with the arrow keys.
import { blockSteps, cellAt, cellsWith, DIRECTIONS, firstOf } from "./blockrules.js";
import { distance, UNIT } from "./geometry.js";

const HOP_MILLISECONDS = 300;
const DRAG = 6; // how far a pointer travels before it drags
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const COMMANDS = "hnru"; // letters that mean something else in a game, unless a piece has just this name

export class BlockHand {
  #held = null; // { first, same, begun, reach, at, dragged }: the piece under the pointer

  constructor(game) {
    this.game = game;
  }

  get #model() {
    return this.game.puzzle.model;
  }

  // The first cell of the piece on a cell; null of an empty one.
  #pieceAt(cell) {
    const { content } = this.game;
    return cell !== null && content[cell] ? firstOf(this.#model, cellsWith(content, content[cell])) : null;
  }

  #steps(far = false) {
    const { chosen, content } = this.game;
    return chosen === null ? [] : blockSteps(this.#model, content, chosen, far);
  }

  // The empty cells that the chosen piece can cover by one move.
  targets() {
    return [...new Set(this.#steps().flatMap(({ cells }) => cells))].filter((cell) => !this.game.content[cell]);
  }

  // The cells that each piece with a goal shall cover.
  get goals() {
    const { content } = this.game.puzzle.goal;
    return [...new Set(content)].flatMap((name) => (name === null ? [] : [cellsWith(content, name)]));
  }

  isChosen(cell) {
    const { chosen, content } = this.game;
    return chosen !== null && content[cell] !== 0 && content[cell] === content[chosen];
  }

  press(cell, point) {
    const { game } = this;
    const first = this.#pieceAt(cell);
    this.#held = null;
    if (first === null) {
      const step = this.#steps().find(({ cells }) => cells.includes(cell));
      if (step) this.#go(step.to);
      else game.choose(null);
      return;
    }
    const same = game.chosen === first;
    if (!same) game.choose(first);
    const { places } = this.#model;
    const from = places[first];
    const offset = (to) => places[to].map((n, axis) => n - from[axis]);
    const reach = new Map(
      /** @type {[string, number][]} */ ([
        ["0,0", first],
        ...this.#steps(true).map(({ to }) => [offset(to).join(), to]),
      ]),
    );
    this.#held = { first, same, begun: point, reach, at: [0, 0] };
  }

  // Let the piece follow the pointer, from place to place that it can get to.
  drag(point, travelled) {
    const held = this.#held;
    if (!held || travelled <= DRAG) return;
    if (!held.dragged) this.game.board.mark({ goals: this.goals });
    held.dragged = true;
    const wanted = [1, 0].map((axis) => (point[axis] - held.begun[axis]) / UNIT); // rows, columns
    const beside = () =>
      DIRECTIONS.map((way) => ({ way, to: way.map((n, axis) => n + held.at[axis]) })).filter(({ to }) =>
        held.reach.has(to.join()),
      );
    const nearer = () => beside().find(({ to }) => distance(to, wanted) < distance(held.at, wanted));
    for (let next = nearer(); next; next = nearer()) held.at = next.to;
    let [part, towards] = [0, [0, 0]];
    for (const { way } of beside()) {
      const along = way.reduce((sum, n, axis) => sum + n * (wanted[axis] - held.at[axis]), 0);
      if (along > part) [part, towards] = [along, way];
    }
    const [x, y] = this.#model.points[held.first];
    const [down, right] = [0, 1].map((axis) => UNIT * (held.at[axis] + part * towards[axis]));
    this.game.board.carry(held.first, [x + right, y + down]);
  }

  // A piece that was dragged stays where it is nearest to; one that was clicked moves if there is only one way.
  release() {
    const { game } = this;
    const held = this.#held;
    this.#held = null;
    if (!held) return;
    if (held.dragged) {
      const to = held.reach.get(held.at.join());
      game.board.settle(held.first);
      if (to === held.first) game.choose(null);
      else this.#go(to, 0);
      return;
    }
    const steps = this.#steps();
    if (steps.length === 1) this.#go(steps[0].to);
    else if (held.same) game.choose(null);
  }

  key(cell, { key }) {
    const { game } = this;
    if (key === "Enter" || key === " ") {
      const first = this.#pieceAt(cell);
      if (first === null) return false; // a click: the chosen piece may go there
      game.choose(this.isChosen(cell) ? null : first);
      return true;
    }
    if (game.chosen !== null && ARROWS[key]) {
      const [r, c] = this.#model.places[game.chosen].map((n, axis) => n + ARROWS[key][axis]);
      const to = cellAt(this.#model, r, c);
      if (this.#steps().some((step) => step.to === to)) {
        this.#go(to);
        this.#take(to);
      }
      return true;
    }
    const first = this.#called(key);
    if (first !== null) this.#take(first);
    return first !== null;
  }

  #take(first) {
    this.game.choose(first);
    this.game.board.focus(first);
  }

  // The piece that a letter means; null if there is none.
  #called(key) {
    const { content } = this.game;
    const names = [key, ...(COMMANDS.includes(key) ? [] : [key.toUpperCase()])];
    const name = names.find((other) => content.includes(other));
    return name === undefined ? null : this.#pieceAt(content.indexOf(name));
  }

  // Move the chosen piece. What one piece does in a row is one move as far as the metric has it so.
  #go(to, milliseconds = HOP_MILLISECONDS) {
    const { game } = this;
    const model = this.#model;
    const step = this.#steps(true).find((possible) => possible.to === to);
    if (model.metric === "step") {
      const { way } = step;
      way.slice(1).forEach((next, index) => {
        const single = blockSteps(model, game.content, way[index]).find((possible) => possible.to === next);
        game.make(single, milliseconds);
      });
      return;
    }
    const last = game.state.step;
    const before = last?.to === step.from ? game.states[game.at - 1] : null;
    if (before && last.from === to) return void game.go(game.at - 1);
    const whole = before && blockSteps(model, before.content, last.from).find((possible) => possible.to === to);
    if (whole) game.at -= 1;
    game.make(whole || step, milliseconds, step);
  }
}

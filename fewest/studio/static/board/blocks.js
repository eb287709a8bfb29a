// Sliding blocks as a kind of puzzle: loaded when the first one is shown. Their rules, how they look, how they are
// played.
import { node } from "../elements/elements.js";
import {
  afterBlockStep,
  blockSteps,
  cellAt,
  cellsWith,
  DIRECTIONS,
  firstOf,
  readBlocks,
  wholeStep,
  writeBlocks,
} from "../rules/blockrules.js";
import { distance, UNIT } from "../rules/geometry.js";
import { KINDS } from "../rules/rules.js";
import "../texts/modetexts.js";

// How sliding blocks look: cells that belong together are joined, pieces with a goal are red, doors are barred, an exit
// is a gap in the rim. The server's pictures follow the same rules (fewest/studio/drawing/svg.py).

const EDGE = { half: 18.5, colour: "#7a5a2b" };
const FACE_HALF = 16.5; // of a cell: half its width
const FACES = ["#f3e7cd", "#e3cfa4", "#efd9b4", "#d9c193", "#f0dfc0"];
const AIM = { edge: "#7d1f14", face: "#e2836b" };
const LABEL_SIZE = 20;
const GOAL_HALF = 18; // from the middle of a cell to the line around a goal
const SIDES = DIRECTIONS.map(([down, right]) => [right, down]);

// Each piece drawn once, at its first cell: the name there, 0 elsewhere.
export function firsts(model, content) {
  const names = new Set(content.filter(Boolean));
  const drawn = content.map(() => 0);
  for (const name of names) drawn[firstOf(model, cellsWith(content, name))] = name;
  return drawn;
}

// The cells of a piece, seen from its first one.
function offsets({ points }, content, name) {
  const cells = cellsWith(content, name);
  const [x, y] = points[cells.reduce((a, b) => (points[b][1] < points[a][1] ? b : a))];
  const top = cells.filter((cell) => points[cell][1] === y);
  const left = Math.min(x, ...top.map((cell) => points[cell][0]));
  return cells.map((cell) => [points[cell][0] - left, points[cell][1] - y]);
}

// What a piece looks like, as a text: two that look the same are drawn alike.
export const looks = (model, content, name) => `${name} ${offsets(model, content, name).join(" ")}`;

// Cells as squares of twice a size, and what lies between adjacent ones.
function joined(cells, half) {
  const has = new Set(cells.map(String));
  const gap = UNIT - 2 * half;
  const boxes = cells.flatMap(([x, y]) => {
    const [right, below] = [has.has(`${x + UNIT},${y}`), has.has(`${x},${y + UNIT}`)];
    const [across, down] = [2 * half + (right ? gap : 0), 2 * half + (below ? gap : 0)];
    const parts = [
      [x - half, y - half, across, 2 * half],
      [x - half, y - half, 2 * half, down],
    ];
    if (right && below && has.has(`${x + UNIT},${y + UNIT}`)) parts.push([x, y, UNIT, UNIT]);
    return parts;
  });
  return boxes.map(([x, y, w, h]) => `M${x} ${y}h${w}v${h}h${-w}z`).join("");
}

const rounded = { "stroke-linejoin": "round", "stroke-width": 3 };

// A piece around the first of its cells.
function drawBlock(group, model, name, content, plain) {
  const cells = offsets(model, content, name);
  const tile = node("g", { class: "tile" }, group);
  if (name === "#") return node("path", { d: joined(cells, UNIT / 2), fill: "#dca968" }, tile);
  const aim = model.aims.has(String(name));
  const tint = FACES[[...String(name)].reduce((sum, char) => sum + char.codePointAt(0), 0) % FACES.length];
  const [edge, face] = aim ? [AIM.edge, AIM.face] : [EDGE.colour, tint];
  const outer = joined(cells, EDGE.half - 1.5);
  if (!plain) node("path", { d: outer, fill: "#1a0d03", opacity: 0.45, transform: "translate(1 3)" }, tile);
  node("path", { d: outer, fill: edge, stroke: edge, ...rounded }, tile);
  node("path", { d: joined(cells, FACE_HALF - 1.5), fill: face, stroke: face, ...rounded }, tile);
  const middle = middleOf(cells);
  const size = Math.min(LABEL_SIZE, 46 / String(name).length);
  const words = { x: middle[0], y: middle[1] + size * 0.36, "font-size": size, "text-anchor": "middle" };
  const font = { "font-weight": 600, "font-family": "Georgia, 'Times New Roman', serif", fill: "#3b2712" };
  node("text", { ...words, ...font }, tile).textContent = name;
  return tile;
}

// Where the name of a piece is: in the middle of a rectangle, else on the cell nearest to all others.
function middleOf(cells) {
  const [left, top] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])));
  const full = ((right - left) / UNIT + 1) * ((bottom - top) / UNIT + 1);
  if (full === cells.length) return [(left + right) / 2, (top + bottom) / 2];
  const far = ([x, y]) => cells.reduce((sum, [u, v]) => sum + Math.hypot(x - u, y - v), 0);
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

// Doors on the board: bars, with the names of the pieces that may pass.
function drawDoors(group, { points, doors }) {
  for (const { cells, names } of doors) {
    for (const cell of cells) {
      const [x, y] = points[cell];
      const d = [-12, 0, 12].map((shift) => `M${x + shift} ${y - 20}v40`).join("");
      node("path", { d, stroke: "#b98a4e", "stroke-width": 3, opacity: 0.8 }, group);
      const look = { x, y: y + 4, "text-anchor": "middle", "font-size": 11, fill: "#fff0cf" };
      node("text", look, group).textContent = names.join("");
    }
  }
}

// What is on a board beside its cells: doors, and exits as gaps in its rim, with an arrow.
export function drawOnBoard(group, model, margin) {
  drawDoors(group, model);
  for (const { cell, way } of model.exits) {
    const [x, y] = model.points[cell];
    const at = (along, across) =>
      [x + along * way[0] + across * way[1], y + along * way[1] + across * way[0]].join(" ");
    const gap = { d: `M${at(19, 0)}L${at(margin + 1, 0)}`, stroke: "#412813", "stroke-width": UNIT };
    node("path", { ...gap, class: "exit" }, group);
    const middle = (20 + margin) / 2;
    const d = `M${at(middle - 3, -8)}L${at(middle + 3, 0)}L${at(middle - 3, 8)}`;
    node("path", { d, fill: "none", stroke: "#fff0cf", ...rounded }, group);
  }
}

// Where pieces shall go: a line around the cells of each.
export function drawGoals(group, { points }, goals) {
  for (const cells of goals) {
    const has = new Set(cells.map((cell) => points[cell].join()));
    const d = cells.flatMap((cell) => {
      const [x, y] = points[cell];
      const at = (right, down) => has.has([x + right * UNIT, y + down * UNIT].join());
      return SIDES.flatMap(([right, down]) => {
        if (at(right, down)) return [];
        const [along, across] = [Math.abs(down), Math.abs(right)]; // of this side of the cell
        const reach = (way) => way * (at(way * along, way * across) ? UNIT / 2 : GOAL_HALF);
        const [mx, my] = [x + right * GOAL_HALF, y + down * GOAL_HALF];
        const ends = [-1, 1].map((way) => `${mx + along * reach(way)} ${my + across * reach(way)}`);
        return [`M${ends.join("L")}`];
      });
    });
    node("path", { d: d.join(""), class: "goal", "stroke-linecap": "round" }, group);
  }
}

// The points that the name of a piece passes by a move.
/** @type {(model: any, content: any, path: any) => any} */
export function wayOf(model, content, [from, to]) {
  const [dx, dy] = middleOf(offsets(model, content, content[from]));
  const { way } = wholeStep(model, content, { from, over: null, to });
  return way.map((cell) => [model.points[cell][0] + dx, model.points[cell][1] + dy]);
}

// Sliding blocks by hand: a piece follows the pointer as far as the way of one move is free; or it is chosen, by a
// click, a key or its letter, and goes where one clicks or with the arrow keys.

const HOP_MILLISECONDS = 300;
const DRAG = 6; // how far a pointer travels before it drags
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class BlockHand {
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
      else if (cell === null) game.choose(null);
      else game.refuse(game.chosen, game.chosen === null ? "empty" : "there");
      return;
    }
    const same = game.chosen === first;
    if (!same && !this.#choose(first)) return;
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

  // What was dragged goes back to where it was.
  cancel() {
    const held = this.#held;
    this.#held = null;
    if (!held?.dragged) return;
    this.game.board.settle(held.first);
    this.game.mark();
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
      if (this.isChosen(cell)) game.choose(null);
      else this.#choose(first);
      return true;
    }
    if (game.chosen !== null && ARROWS[key]) {
      const [r, c] = this.#model.places[game.chosen].map((n, axis) => n + ARROWS[key][axis]);
      const to = cellAt(this.#model, r, c);
      if (this.#steps().some((step) => step.to === to)) {
        this.#go(to);
        this.#take(to);
      } else game.refuse(game.chosen, "there");
      return true;
    }
    return false;
  }

  // Choose the piece that a letter names; false if there is none.
  call(letter) {
    const name = this.pieceOf(letter);
    if (name) this.#take(this.#pieceAt(this.game.content.indexOf(name)));
    return Boolean(name);
  }

  #take(first) {
    this.#choose(first);
    this.game.board.focus(first);
  }

  // Choose a piece; false if it cannot move.
  #choose(first) {
    const movable = blockSteps(this.#model, this.game.content, first, true).length > 0;
    if (movable) this.game.choose(first);
    else this.game.refuse(first, "stuck");
    return movable;
  }

  // The name of the piece that a letter means, capital or not; undefined if there is none.
  pieceOf(letter) {
    const { start } = this.game.puzzle;
    return [letter, letter.toUpperCase(), letter.toLowerCase()].find((name) => start.includes(name));
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

KINDS.block = {
  read: readBlocks,
  write: writeBlocks,
  steps: blockSteps,
  after: afterBlockStep,
  whole: wholeStep,
  firsts,
  looks,
  draw: drawBlock,
  drawOnBoard,
  drawGoals,
  wayOf,
  hand: (game) => new BlockHand(game),
};

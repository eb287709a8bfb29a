// The board: one component to paint, set up, play and watch. It draws, moves marbles and tiles, and reports what a
// person does with a pointer or the keyboard; what that means is up to whoever holds it (`control`).
//
// control: { press(place, point), enter(place), release(place, point, travelled), key(place, event), label(place) },
// all optional. Enter and the space bar press and release.
import { towards, distance, UNIT } from "./geometry.js";
import { CAPTURED_SCALE, arc, drawBoard, drawPaper, drawPath, drawToken, extent, groovePlaces, installGradients, node } from "./draw.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const laid = (point) => `${at(point)} scale(${CAPTURED_SCALE})`; // in the groove
const at = ([x, y]) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

export const STYLE = `
.fp-board { position: relative; width: 100%; height: 100%; min-height: 0; }
.fp-board > svg { display: block; width: 100%; height: 100%; overflow: visible; touch-action: manipulation;
  user-select: none; -webkit-user-select: none; }
.fp-board.paint > svg, .fp-board.grab > svg { touch-action: none; }
.gradients { position: absolute; }
.fp-board .place { cursor: pointer; outline: none; }
.fp-board .place .ring { fill: transparent; stroke: none; }
.fp-board .place:focus-visible .ring { stroke: #fff; stroke-width: 3; paint-order: stroke;
  filter: drop-shadow(0 0 1.5px #000) drop-shadow(0 0 1.5px #000); }
@media (hover: hover) { .fp-board .place:hover .ring { fill: rgb(255 255 255 / .14); } }
.fp-board .still .place { cursor: default; }
.fp-board .number { font: 600 10px system-ui, sans-serif; text-anchor: middle; fill: #fff; stroke: #2b1704;
  stroke-width: 2.4; paint-order: stroke; pointer-events: none; }
.fp-board .marks, .fp-board .over { pointer-events: none; }
.fp-board .goal { fill: none; stroke: #fff3d0; stroke-width: 2.5; stroke-dasharray: 5 4; }
.fp-board .target { fill: rgb(255 220 110 / .5); stroke: #fff1bd; stroke-width: 2.5; }
.fp-board .chosen .marble, .fp-board .chosen .tile { translate: 0 -5px; filter: drop-shadow(0 6px 3px rgb(30 12 0 / .5)); }
.fp-board .class1 { fill: rgb(255 211 92 / .72); stroke: #fff2c2; stroke-width: 2; }
.fp-board .class0 { fill: rgb(30 14 2 / .42); }
.fp-board .weight { font: 700 15px system-ui, sans-serif; text-anchor: middle; fill: #fff; stroke: #2b1704; stroke-width: 3.5;
  paint-order: stroke; }
.fp-board .hint { fill: none; stroke-width: 4; stroke-linecap: round; stroke: #2b1704; opacity: .75; }
.fp-board .hint.best { stroke: #ffd75e; opacity: 1; filter: drop-shadow(0 0 1px #2b1704) drop-shadow(0 0 1px #2b1704); }
.fp-board .hint.lost { stroke: #e8dccb; opacity: .55; stroke-dasharray: 2 7; }
.fp-board .tag circle { fill: #fff8e6; stroke: #2b1704; stroke-width: 1.5; }
.fp-board .tag.best circle { fill: #ffd75e; }
.fp-board .tag.lost circle { fill: #d8cfc4; }
.fp-board .tag text { font: 700 12px system-ui, sans-serif; text-anchor: middle; fill: #2b1704; }
.fp-board .wrong { fill: none; stroke: #d3261b; stroke-width: 4; }
.fp-board .sheet { fill: #fdfaf1; stroke: #cdbf9f; filter: drop-shadow(0 4px 8px rgb(40 20 0 / .25)); }
.fp-board .pencil line { stroke: #dccfae; stroke-width: 1; }
.fp-board .pencil .inked { stroke: #6f8fb8; stroke-width: 2.5; }
.fp-board .dot { fill: #b7a67d; }
.fp-board .drawn { fill: #4b2f17; stroke: #2b1704; }
.fp-board .paper .place:focus-visible .ring { stroke: #1d4a8f; filter: none; }
.fp-board .axis { stroke: #c26b4a; stroke-width: 1; stroke-dasharray: 4 5; }
.fp-board .tile.any { opacity: .6; }
@media print { .fp-board .place { display: none; } }
`;

export function adoptStyle(root, text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

export class Board {
  model = null;
  content = [];
  control = {};
  numbers = false;
  #tokens = new Map(); // place -> { group, label }
  #captured = []; // groups in the groove
  #focus = 0;
  #running = []; // animations

  constructor(parent, root = document) {
    this.element = document.createElement("div");
    this.element.className = "fp-board";
    parent.append(this.element);
    installGradients(root === document ? document.body : root);
    this.element.addEventListener("keydown", (event) => this.#keyed(event));
    this.element.addEventListener("pointerdown", (event) => this.#pressed(event));
  }

  // Show a board with its content. paper: { drawn, grid } shows it as a sheet to draw on. `label` names the drawing.
  show(model, content, { paper = null, label = "", pegs = null } = {}) {
    this.#finish();
    const focused = this.element.contains(this.element.getRootNode().activeElement);
    const same = this.model === model && Boolean(paper) === Boolean(this.paper);
    this.paper = paper;
    if (!same) this.#build(model, paper);
    else if (paper) this.#base();
    this.pegs = pegs ?? content.filter(Boolean).length;
    this.svg.setAttribute("aria-label", label);
    this.#fill(content);
    if (focused) this.focus();
  }

  #build(model, paper) {
    this.model = model;
    this.#tokens.clear();
    this.#captured = [];
    const box = extent(model, paper ? "paper" : model.kind);
    this.svg = node("svg", { viewBox: box.map((n) => n.toFixed(1)).join(" "), role: "group" });
    if (paper) this.svg.classList.add("paper");
    const layer = (name) => node("g", { class: name, ...(name === "places" ? {} : { "aria-hidden": "true" }) }, this.svg);
    for (const name of ["base", "marks", "groove", "tokens", "over", "places"]) this[name] = layer(name);
    this.#base();
    this.#focus = Math.max(0, Math.min(this.#focus, model.points.length - 1));
    this.hits = model.points.map((point, place) => {
      const hit = node("g", { class: "place", role: "button", tabindex: place === this.#focus ? 0 : -1, transform: `translate(${point[0]} ${point[1]})` }, this.places);
      if (model.square) node("rect", { x: -19, y: -19, width: 38, height: 38, rx: 5, class: "ring" }, hit);
      else node("circle", { r: 18.5, class: "ring" }, hit);
      hit.addEventListener("focus", () => this.#rove(place));
      return hit;
    });
    this.element.replaceChildren(this.svg);
  }

  #base() {
    this.base.replaceChildren();
    if (this.paper) drawPaper(this.base, this.model, this.paper.drawn, this.paper.grid);
    else drawBoard(this.base, this.model);
  }

  // Show another position at once.
  update(content, pegs = this.pegs) {
    this.#finish();
    this.pegs = pegs;
    this.#fill(content);
  }

  #fill(content) {
    this.content = content;
    const drawn = this.paper ? content.map(() => 0) : content;
    for (const [place, { group, label }] of [...this.#tokens]) {
      if (label === drawn[place] && this.model.kind === "jump") continue;
      group.remove();
      this.#tokens.delete(place);
    }
    drawn.forEach((label, place) => label !== 0 && !this.#tokens.has(place) && this.#add(label, place));
    const lost = this.model.kind === "jump" && !this.paper ? Math.max(0, this.pegs - content.filter(Boolean).length) : 0;
    for (const group of this.#captured) if (group.parentNode !== this.groove) this.groove.append(group);
    while (this.#captured.length > lost) this.#captured.pop().remove();
    const spots = groovePlaces(this.model, Math.max(lost, this.model.kind === "jump" ? this.pegs - 1 : 0));
    while (this.#captured.length < lost) {
      const group = node("g", { class: "token" }, this.groove);
      drawToken(group, this.model, 1, this.#captured.length, content);
      group.style.transform = laid(spots[this.#captured.length]);
      this.#captured.push(group);
    }
    this.relabel();
  }

  #add(label, place) {
    const group = node("g", { class: "token" }, this.tokens);
    drawToken(group, this.model, label, this.#variety(place), this.content);
    group.style.transform = at(this.model.points[place]);
    this.#tokens.set(place, { group, label });
  }

  #variety(place) {
    return Math.floor(Math.abs(Math.sin(place * 12.9898) * 43758.5453)) % 3;
  }

  // Move one peg or piece; the jumped peg is lifted off and comes to lie in the groove.
  async step({ from, over, to }, milliseconds) {
    this.#finish();
    const token = this.#tokens.get(from);
    const after = [...this.content];
    [after[to], after[from]] = [after[from], 0];
    if (over !== null) after[over] = 0;
    if (!token || still() || milliseconds < 20) return this.#fill(after);
    const { points } = this.model;
    this.#tokens.delete(from);
    this.#tokens.set(to, token);
    token.group.parentNode.append(token.group);
    const moves = [this.#animate(token.group, [{ transform: at(points[from]) }, { transform: at(points[to]) }], milliseconds)];
    token.group.style.transform = at(points[to]);
    if (over !== null) {
      const up = -Math.min(34, 0.42 * distance(points[from], points[to]));
      const ball = token.group.querySelector(".marble");
      const fall = token.group.querySelector(".fall");
      const arcs = [0, 0.25, 0.5, 0.75, 1].map((part) => {
        const height = 4 * part * (1 - part);
        return { transform: `translateY(${(up * height).toFixed(1)}px) scale(${(1 + 0.28 * height).toFixed(3)})` };
      });
      moves.push(this.#animate(ball, arcs, milliseconds));
      moves.push(this.#animate(fall, [{ opacity: 1 }, { opacity: 0.4, transform: "scale(1.2)" }, { opacity: 1 }], milliseconds));
      moves.push(this.#lift(over, milliseconds));
    }
    const running = this.#running;
    await Promise.all(moves);
    if (running === this.#running) this.#fill(after); // else something else is shown by now
    return undefined;
  }

  async #lift(place, milliseconds) {
    const token = this.#tokens.get(place);
    if (!token) return;
    this.#tokens.delete(place);
    const number = this.#captured.length;
    const spot = groovePlaces(this.model, this.pegs - 1)[number] ?? this.model.points[place];
    const [x, y] = this.model.points[place];
    const high = [(x + spot[0]) / 2, (y + spot[1]) / 2 - 30];
    this.#captured.push(token.group);
    token.group.style.transform = laid(spot);
    this.over.append(token.group); // above all while it is in the air
    const way = [
      { transform: at([x, y]), offset: 0 },
      { transform: at([x, y]), offset: 0.45, easing: "ease-in" },
      { transform: `${at(high)} scale(1.3)`, offset: 0.75, easing: "ease-out" },
      { transform: laid(spot), offset: 1 },
    ];
    const running = this.#running;
    await this.#animate(token.group, way, milliseconds * 1.25);
    if (running === this.#running) this.groove.append(token.group); // else it was stopped, and drawn anew
  }

  #animate(element, frames, duration) {
    const animation = element.animate(frames, { duration, easing: frames.length === 2 ? "ease-in-out" : "linear" });
    this.#running.push(animation);
    return animation.finished.catch(() => {});
  }

  #finish() {
    const running = this.#running;
    this.#running = [];
    for (const animation of running) animation.cancel();
  }

  // Lift the peg or piece at a place (null: none), as when it is chosen.
  choose(place) {
    for (const [at, { group }] of this.#tokens) group.classList.toggle("chosen", at === place);
    this.relabel();
  }

  // Let the token at a place follow the pointer.
  carry(place, [x, y]) {
    const token = this.#tokens.get(place);
    if (!token) return;
    token.group.style.transform = at([x, y]);
    token.group.parentNode.append(token.group);
  }

  settle(place) {
    const token = this.#tokens.get(place);
    if (token) token.group.style.transform = at(this.model.points[place]);
  }

  // Mark places and draw over the board:
  // goals, targets, wrong: places; path: a move; classes: 0, 1 or null for each place; weights: a number for each;
  // hints: { path, text, tone }; axes: lines.
  mark({ goals = [], targets = [], wrong = [], path = [], classes = null, weights = null, hints = [], axes = [] } = {}) {
    const { points, square } = this.model;
    const shape = (parent, place, name, r) => {
      const [x, y] = points[place];
      if (square) return node("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 6, class: name }, parent);
      return node("circle", { cx: x, cy: y, r, class: name }, parent);
    };
    this.marks.replaceChildren();
    this.over.replaceChildren();
    (classes ?? []).forEach((value, place) => value !== null && shape(this.marks, place, `class${value}`, 19.5));
    if (path.length > 1) drawPath(this.marks, this.model, path);
    for (const place of goals) shape(this.marks, place, "goal", 18);
    for (const place of targets) shape(this.over, place, "target", 12);
    for (const place of wrong) shape(this.over, place, "wrong", 18);
    for (const [[x1, y1], [x2, y2]] of axes) node("line", { x1, y1, x2, y2, class: "axis" }, this.over);
    (weights ?? []).forEach((weight, place) => {
      const text = node("text", { x: points[place][0], y: points[place][1] + 5, class: "weight" }, this.over);
      text.textContent = String(weight).replace("-", "−");
    });
    for (const { path: way, text, tone } of hints) this.#hint(way, text, tone);
    this.#number();
  }

  #hint(path, text, tone) {
    const { points, kind } = this.model;
    const rise = kind === "jump" ? 0.22 : 0;
    const d = path.slice(1).map((to, i) => arc(points[path[i]], points[to], rise)).join("");
    node("path", { d, class: `hint ${tone}` }, this.over);
    const last = node("path", { d: arc(points[path.at(-2)], points[path.at(-1)], rise) });
    const { x, y } = last.getPointAtLength(last.getTotalLength() * 0.55);
    const tag = node("g", { class: `tag ${tone}`, transform: `translate(${x} ${y})` }, this.over);
    node("circle", { r: 10 }, tag);
    node("text", { y: 4 }, tag).textContent = text;
  }

  #number() {
    this.over.querySelectorAll(".number").forEach((text) => text.remove());
    if (!this.numbers) return;
    this.model.points.forEach(([x, y], place) => {
      node("text", { x: x + (this.model.kind === "slide" ? 12 : 0), y: y + (this.model.kind === "slide" ? 16 : 4), class: "number" }, this.over).textContent = place;
    });
  }

  toggleNumbers() {
    this.numbers = !this.numbers;
    this.#number();
  }

  relabel() {
    this.hits?.forEach((hit, place) => {
      const label = this.control.label?.(place) ?? String(place);
      if (hit.getAttribute("aria-label") !== label) hit.setAttribute("aria-label", label);
      const pressed = this.control.pressed?.(place);
      if (pressed === undefined) hit.removeAttribute("aria-pressed");
      else hit.setAttribute("aria-pressed", String(pressed));
    });
    this.places?.classList.toggle("still", !this.control.press);
  }

  focus(place = this.#focus) {
    this.hits[Math.min(place, this.hits.length - 1)]?.focus({ preventScroll: true });
  }

  #rove(place) {
    this.hits[this.#focus]?.setAttribute("tabindex", -1);
    this.#focus = place;
    this.hits[place].setAttribute("tabindex", 0);
  }

  #point(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  #placeAt(point) {
    let [best, least] = [null, 0.6 * UNIT];
    this.model.points.forEach((other, place) => {
      const far = distance(point, other);
      if (far < least) [best, least] = [place, far];
    });
    return best;
  }

  #pressed(event) {
    if (event.button || !this.control.press) return;
    const begun = this.#point(event);
    let place = this.#placeAt(begun);
    let travelled = 0;
    if (place !== null) this.#rove(place);
    if (place !== null) this.hits[place].focus({ preventScroll: true, focusVisible: false });
    event.preventDefault();
    this.control.press(place, begun);
    this.element.setPointerCapture(event.pointerId);
    const move = (next) => {
      const point = this.#point(next);
      travelled = Math.max(travelled, distance(point, begun));
      const now = this.#placeAt(point);
      this.control.drag?.(point, travelled);
      if (now !== null && now !== place) this.control.enter?.(now);
      if (now !== null) place = now;
    };
    const end = (next) => {
      for (const [name, action] of listeners) this.element.removeEventListener(name, action);
      const point = this.#point(next);
      this.control.release?.(next.type === "pointerup" ? this.#placeAt(point) : null, point, travelled);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [name, action] of listeners) this.element.addEventListener(name, action);
  }

  #keyed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = this.#focus;
    if (event.key in ARROWS) {
      const next = towards(this.model.points, place, ARROWS[event.key]);
      if (next !== null) this.focus(next);
    } else if (event.key === "Home" || event.key === "End") {
      this.focus(event.key === "Home" ? 0 : this.hits.length - 1);
    } else if (event.key === "Enter" || event.key === " ") {
      const point = this.model.points[place];
      this.control.press?.(place, point);
      this.control.release?.(place, point, 0);
    } else if (!this.control.key?.(place, event)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

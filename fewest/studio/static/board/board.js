// The board: one component to paint, set up, play and watch. It draws the position it is given, and reports what a
// person does with a pointer or the keyboard; what that means is up to whoever holds it (`control`). An animation is
// only how a position comes into sight: tokens lie at their places from its beginning on, and it can be dropped at any
// time.
//
// control: { press(place, point), drag(point, travelled), enter(place), release(place, point, travelled), cancel(),
// key(place, event), label(place), pressed(place) }, all optional. Enter and the space bar press and release. A drag
// that a key, the browser or another board interrupts is cancelled; without `cancel` it is released over no place.
import { node } from "../elements/elements.js";
import { distance, towards, UNIT } from "../rules/geometry.js";
import { KINDS, untouched } from "../rules/rules.js";
import {
  arc,
  CAPTURED_SCALE,
  drawBoard,
  drawPath,
  drawToken,
  extent,
  groovePlaces,
  installGradients,
  stain,
  tokensOf,
} from "./draw.js";
import { Stroke } from "./stroke.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const motionless = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const laid = (point) => `${at(point)} scale(${CAPTURED_SCALE})`; // in the groove
const BESIDE_NUMBER = 14; // from the middle of a piece: its number ends before it
const TAG_RADIUS = 9; // of the number on a hint
const between = (p, q, far) => p.map((a, axis) => a + ((q[axis] - a) * far) / distance(p, q));
export const at = ([x, y]) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

// The variety of marble of the peg that started from a place.
const variety = (place) => Math.floor(Math.abs(Math.sin(place * 12.9898) * 43758.5453)) % 3;

export class Board {
  base;
  flight;
  groove;
  marks;
  over;
  places;
  tokens;
  model = null;
  content = [];
  #control = {};
  numbers = false;
  #tokens = new Map(); // place -> { group, look }
  #captured = []; // tokens in the groove
  #focus = 0;
  #running = []; // animations
  /** @type {Stroke | null} */ #stroke = null; // the last one

  constructor(parent, root = document) {
    this.element = document.createElement("div");
    this.element.className = "fp-board";
    parent.append(this.element);
    installGradients(root === document ? document.body : root);
    this.element.addEventListener("keydown", (event) => this.#keyed(event));
    this.element.addEventListener("pointerdown", (event) => this.#pressed(event));
  }

  // The stroke of a pointer that is down; null if none is.
  get stroke() {
    return this.#stroke?.over ? null : this.#stroke;
  }

  get control() {
    return this.#control;
  }

  // What was pressed was meant for what was shown before.
  set control(control) {
    if (control !== this.#control) this.#control.cancel ? this.stroke?.cancel() : this.stroke?.drop();
    this.#control = control;
  }

  // Show a board with its content. `paper` draws a sheet to draw on in its place. `label` names the drawing.
  show(model, content, { paper = null, label = "" } = {}) {
    this.#finish();
    const focused = this.element.contains(this.element.getRootNode().activeElement);
    const same = this.model === model && Boolean(paper) === Boolean(this.paper);
    this.paper = paper;
    if (!same) this.#build(model, paper);
    else if (paper) this.#base();
    this.traced = untouched(content);
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
    const layer = (name) =>
      node("g", { class: name, ...(name === "places" ? {} : { "aria-hidden": "true" }) }, this.svg);
    for (const name of ["base", "marks", "groove", "tokens", "flight", "over", "places"]) this[name] = layer(name);
    this.#base();
    this.#focus = Math.max(0, Math.min(this.#focus, model.points.length - 1));
    this.hits = model.points.map((point, place) => {
      const hit = node(
        "g",
        {
          class: "place",
          role: "button",
          tabindex: place === this.#focus ? 0 : -1,
          transform: `translate(${point[0]} ${point[1]})`,
        },
        this.places,
      );
      if (model.square) node("rect", { x: -19, y: -19, width: 38, height: 38, rx: 5, class: "ring" }, hit);
      else node("circle", { r: 18.5, class: "ring" }, hit);
      hit.addEventListener("focus", () => this.#rove(place));
      return hit;
    });
    this.element.replaceChildren(this.svg);
  }

  #base() {
    this.base.replaceChildren();
    if (this.paper) this.paper(this.base);
    else drawBoard(this.base, this.model);
  }

  // Show another position: at once, or by the step { from, over, to } that leads to it. `traced` says which pegs these
  // are, and which are captured: each keeps its colour. `motions` says how tokens move (motion.js). Resolves when
  // nothing moves.
  async update(content, { traced, motions, step = null, milliseconds = 0 }) {
    this.#finish();
    this.traced = traced;
    const token = step && milliseconds && !motionless() ? this.#tokens.get(step.from) : undefined;
    if (!token) return this.#fill(content);
    const { from, over, to } = step;
    this.#tokens.delete(from);
    this.#tokens.set(to, token);
    const lifted = over === null ? undefined : this.#tokens.get(over);
    this.#tokens.delete(over);
    if (lifted) this.#captured.push(lifted);
    this.#fill(content);
    this.#move(motions, step, token.group, lifted?.group, milliseconds);
    return void (await Promise.all(this.#running.map((animation) => animation.finished.catch(() => {}))));
  }

  #move(motions, step, moving, lifted, milliseconds) {
    this.tokens.append(moving);
    if (lifted) this.flight.append(lifted); // above all while it is in the air
    const spot = this.#spots()[this.#captured.length - 1];
    const moves = motions(this.model.points, step, { moving, lifted, spot });
    this.#running = moves.map(({ element, frames, easing, times = 1 }) =>
      element.animate(frames, { duration: milliseconds * times, easing }),
    );
    const land = () => lifted && this.groove.append(lifted);
    this.#running.at(-1).finished.then(land, () => {});
  }

  // Draw a position: tokens that look the same stay.
  #fill(content) {
    this.content = content;
    const { model } = this;
    const drawn = this.paper ? content.map(() => 0) : tokensOf(model, content);
    const { origins } = this.traced;
    const looks = drawn.map((label, place) => {
      if (label === 0) return null;
      if (KINDS[model.kind]) return KINDS[model.kind].looks(model, content, label);
      return model.kind === "jump" ? variety(origins[place]) : `${label} ${stain(label, content)}`;
    });
    for (const [place, { group, look }] of [...this.#tokens]) {
      group.classList.remove("chosen");
      group.style.transform = at(model.points[place]);
      if (look === looks[place]) continue;
      group.remove();
      this.#tokens.delete(place);
    }
    looks.forEach((look, place) => {
      if (look === null || this.#tokens.has(place)) return;
      const group = node("g", { class: "token" }, this.tokens);
      drawToken(group, model, drawn[place], variety(origins[place]), content);
      group.style.transform = at(model.points[place]);
      this.#tokens.set(place, { group, look });
    });
    this.#fillGroove();
    this.relabel();
  }

  #fillGroove() {
    const looks = this.traced.captured.map(variety);
    const spots = this.#spots();
    const before = this.#captured;
    this.#captured = looks.map((look, number) => {
      if (before[number]?.look === look) return before[number];
      const group = node("g", { class: "token" });
      drawToken(group, this.model, 1, look);
      return { group, look };
    });
    for (const token of before) if (!this.#captured.includes(token)) token.group.remove();
    this.#captured.forEach(({ group }, number) => {
      if (group.parentNode !== this.groove) this.groove.append(group);
      group.style.transform = laid(spots[number]);
    });
  }

  // Where captured pegs lie: there is room for all but the last peg.
  #spots() {
    const captured = this.traced.captured.length;
    const pegs = captured + this.content.filter(Boolean).length;
    return captured ? groovePlaces(this.model, Math.max(captured, pegs - 1)) : [];
  }

  // Drop what moves; what is drawn next puts everything into its layer.
  #finish() {
    const running = this.#running;
    this.#running = [];
    for (const animation of running) animation.cancel();
  }

  // Lift the peg or piece at a place (null: none), as when it is chosen.
  choose(place) {
    for (const [other, { group }] of this.#tokens) group.classList.toggle("chosen", other === place);
    this.relabel();
  }

  // What is drawn of the peg or piece at a place.
  tokenAt(place) {
    return this.#tokens.get(place)?.group;
  }

  // Let the token at a place follow the pointer, until it is settled or something else is shown.
  carry(place, [x, y]) {
    const token = this.#tokens.get(place);
    if (!token) return;
    token.group.style.transform = at([x, y]);
    this.tokens.append(token.group);
  }

  settle(place) {
    const token = this.#tokens.get(place);
    if (token) token.group.style.transform = at(this.model.points[place]);
  }

  // Mark places and draw over the board:
  // goals, targets, wrong: places; path: a move; classes: 0, 1 or null for each place; weights: a number for each;
  // hints: { path, text, tone }; axes: lines.
  mark({
    goals = [],
    targets = [],
    wrong = [],
    path = [],
    classes = null,
    weights = null,
    hints = [],
    axes = [],
  } = {}) {
    const { kind, points, square } = this.model;
    const shape = (parent, place, name, r) => {
      const [x, y] = points[place];
      if (square) return node("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 6, class: name }, parent);
      return node("circle", { cx: x, cy: y, r, class: name }, parent);
    };
    this.marks.replaceChildren();
    this.over.replaceChildren();
    (classes ?? []).forEach((value, place) => value !== null && shape(this.marks, place, `class${value}`, 19.5));
    if (path.length > 1) drawPath(this.marks, this.model, path);
    if (KINDS[kind]) KINDS[kind].drawGoals(this.over, this.model, goals);
    else for (const place of goals) shape(this.marks, place, "goal", 18);
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
    const slide = kind !== "jump";
    const line = KINDS[kind]?.wayOf(this.model, this.content, path) ?? path.map((place) => points[place]);
    const ways = line.slice(1).map((to, i) => [line[i], to]);
    if (slide) ways[0][0] = between(...ways[0], BESIDE_NUMBER);
    const arcs = ways.map(([from, to]) => arc(from, to, slide ? 0 : 0.22));
    node("path", { d: arcs.join(""), class: `hint ${tone}` }, this.over);
    const last = node("path", { d: arcs.at(-1) });
    const { x, y } = last.getPointAtLength(
      kind === "slide" ? TAG_RADIUS + 1 : last.getTotalLength() * (slide ? 0.5 : 0.75),
    );
    const tag = node("g", { class: `tag ${tone}`, transform: `translate(${x} ${y})` }, this.over);
    node("circle", { r: TAG_RADIUS }, tag);
    node("text", { y: 4 }, tag).textContent = text;
  }

  #number() {
    this.over.querySelectorAll(".number").forEach((text) => text.remove());
    if (!this.numbers) return;
    const slide = this.model.kind !== "jump"; // a piece has a number of its own
    this.model.points.forEach(([x, y], place) => {
      const where = slide ? { x: x + 19, y: y + 18, class: "number corner" } : { x, y: y + 4, class: "number" };
      node("text", where, this.over).textContent = place;
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
    const { control } = this;
    if (event.button || this.stroke || !control.press) return;
    const begun = this.#point(event);
    let place = this.#placeAt(begun);
    let travelled = 0;
    if (place !== null) this.#rove(place);
    if (place !== null) this.hits[place].focus({ preventScroll: true, focusVisible: false });
    event.preventDefault();
    const move = (next) => {
      const point = this.#point(next);
      travelled = Math.max(travelled, distance(point, begun));
      const now = this.#placeAt(point);
      control.drag?.(point, travelled);
      if (now !== null && now !== place) control.enter?.(now);
      if (now !== null) place = now;
    };
    const release = (last) => {
      const point = last ? this.#point(last) : begun;
      control.release?.(last && this.#placeAt(point), point, travelled);
    };
    this.#stroke = new Stroke(this.element, event, { move, release, cancel: control.cancel });
    control.press(place, begun);
  }

  // Keys of what the board is used for come first.
  #keyed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.control.key?.(this.#focus, event) && !this.#ownKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #ownKey({ key }) {
    const place = this.#focus;
    if (key in ARROWS) this.focus(towards(this.model.points, place, ARROWS[key]) ?? place);
    else if (key === "Home" || key === "End") this.focus(key === "Home" ? 0 : this.hits.length - 1);
    else if (key === "Enter" || key === " ") {
      this.control.press?.(place, this.model.points[place]);
      this.control.release?.(place, this.model.points[place], 0);
    } else return false;
    return true;
  }
}

// Painting a board: holes or cells on a sheet with a lattice, or nodes and edges of a free graph.
/** @import { Say } from "../../types.js" */
/** @import { Board } from "../board/board.js" */
import { element } from "../elements/elements.js";
import { distance, latticePoint, UNIT } from "../rules/geometry.js";
import { gridPlaces } from "../rules/puzzle.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { drawPaper, paintTools } from "./paper.js";
import { FRESH, graphDocument, MAX_PLACES, range, sheetDocument, SHEETS, SIZES } from "./lattices.js";

const GRAPH_BOX = [0, 0, 12 * UNIT, 10 * UNIT];
const GRAPH_RADIUS = 4.4 * UNIT; // of a graph to begin with

export class Painter {
  blocks;
  /** @type {Board} */ board;
  /** @type {(...given: any[]) => void} */ changed;
  /** @type {Say} */ warn;
  /** @type {any} */
  kind = "jump";
  /** @type {any} */
  lattice = "square";
  diagonal = false; // square lattice: pegs jump along diagonals, too
  symmetry = "none";
  size = SIZES.square[2];
  drawn = new Set(); // places drawn, as "row,column"
  centre = [0, 0]; // [row, column] that the mirrors of the brush go through: it moves with the drawing
  pivot = [0, 0]; // and the one that it turns about
  nodes = []; // graph: points
  edges = []; // graph: pairs of nodes
  selected = null; // graph: the node that the next click connects

  // `changed` is called with the board's document (null if nothing is drawn) after every edit; `warn` with a text,
  // `blocks` when sliding blocks shall be drawn, on a sheet of their own.
  constructor(board, { changed, warn, blocks }) {
    Object.assign(this, { board, changed, warn, blocks });
    this.tools = element("div", { className: "tools" });
    this.control = {
      press: (place, point) => this.#press(place, point),
      enter: (place) => this.lattice !== "graph" && this.#stroke(place),
      drag: (point, travelled) => this.#drag(point, travelled),
      release: (_place, _point, travelled) => this.#release(travelled),
      key: (place, event) => this.#key(place, event),
      label: (place) => t(this.#isDrawn(place) ? "drawnPlace" : "blankPlace", place),
      pressed: (place) => (this.lattice === "graph" ? this.selected === place : this.#isDrawn(place)),
    };
    this.renew();
  }

  #isDrawn(place) {
    return this.lattice === "graph" || this.drawn.has(this.sheet[place].join());
  }

  // What is drawn, and with what: another painter state can be set by assigning it.
  get drawing() {
    const { kind, lattice, diagonal, symmetry, size, drawn, centre, pivot, nodes, edges } = this;
    return { kind, lattice, diagonal, symmetry, size, drawn, centre, pivot, nodes, edges };
  }

  // Begin as if nothing was ever drawn.
  begin(kind = "jump") {
    Object.assign(this, {
      kind,
      lattice: "square",
      diagonal: false,
      symmetry: "none",
      size: SIZES.square[2],
      nodes: [],
      edges: [],
    });
    this.renew();
  }

  // Begin with a fresh sheet.
  renew() {
    this.selected = null;
    if (this.lattice === "graph") return;
    const last = this.size - 1;
    this.centre = { square: [last / 2, last / 2], triangle: [last / 2, last / 4], hexagon: [last, last] }[this.lattice];
    this.pivot = this.lattice === "triangle" ? [(2 * last) / 3, last / 3] : this.centre;
    this.drawn = new Set(FRESH[this.lattice](this.size).map(String));
    if (this.drawn.size > MAX_PLACES[this.kind]) this.drawn = new Set();
  }

  // Begin with an existing board: a grid on its lattice, anything else as a graph.
  take(kind, model, grid, lines) {
    this.kind = kind;
    this.selected = null;
    if (grid && this.#takeGrid(kind, grid, lines)) return;
    this.lattice = "graph";
    const [xs, ys] = [0, 1].map((axis) => model.points.map((point) => point[axis]));
    const scale = Math.min(1.4, (10.4 * UNIT) / (Math.max(...xs) || 1), (8.4 * UNIT) / (Math.max(...ys) || 1));
    const shift = [(GRAPH_BOX[2] - scale * Math.max(...xs)) / 2, (GRAPH_BOX[3] - scale * Math.max(...ys)) / 2];
    this.nodes = model.points.map(([x, y]) => [x * scale + shift[0], y * scale + shift[1]]);
    const pairs = model.edges.length
      ? model.edges
      : model.jumps.flatMap(([a, b, c]) => [
          [a, b],
          [b, c],
        ]);
    this.edges = [...new Set(pairs.map(([a, b]) => `${Math.min(a, b)},${Math.max(a, b)}`))].map((pair) =>
      pair.split(",").map(Number),
    );
  }

  #takeGrid(kind, grid, lines) {
    const places = gridPlaces(grid, lines);
    const [rows, columns] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + 1);
    const six = kind === "jump" && lines === "triangular";
    this.diagonal = lines === "diagonal";
    if (!six) {
      this.lattice = "square";
      this.size = Math.max(rows, columns, SIZES.square[0]);
    } else {
      const inTriangle = places.every(([r, c]) => c <= r);
      this.lattice = inTriangle ? "triangle" : "hexagon";
      this.size = inTriangle ? rows : Math.ceil((Math.max(rows, columns) + 1) / 2);
      if (!inTriangle && places.some(([r, c]) => Math.abs(r - c) >= this.size)) return false;
    }
    if (this.size > SIZES[this.lattice][1]) return false;
    const shift = six ? [0, 0] : [rows, columns].map((n) => Math.floor((this.size - n) / 2));
    this.renew();
    if (!six) this.centre = this.pivot = [rows, columns].map((n, axis) => (n - 1) / 2 + shift[axis]);
    this.drawn = new Set(places.map(([r, c]) => [r + shift[0], c + shift[1]].join()));
    return true;
  }

  // Another size of the sheet: the drawing stays in its middle, and the mirrors stay in the middle of the drawing.
  #resize(size) {
    const middle = { square: (size - 1) / 2, hexagon: size - 1 }[this.lattice];
    const by = this.centre.map((at) => (middle === undefined ? 0 : Math.floor(middle - at)));
    /** @param {number[]} place */
    const moved = ([r, c]) => [r + by[0], c + by[1]];
    const sheet = new Set(SHEETS[this.lattice](size).map(String));
    const places = [...this.drawn].map((key) => moved(key.split(",").map(Number)).join());
    Object.assign(this, {
      size,
      drawn: new Set(places.filter((key) => sheet.has(key))),
      centre: moved(this.centre),
      pivot: moved(this.pivot),
    });
  }

  // Show the sheet.
  load() {
    this.reported = this.#reported(this.document());
    this.#makeTools();
    this.show();
  }

  #reload() {
    this.#makeTools();
    this.show();
  }

  show() {
    const graph = this.lattice === "graph";
    if (!graph) this.sheet = SHEETS[this.lattice](this.size);
    const lines = this.lattice === "square" ? "orthogonal" : "triangular";
    const key = graph ? null : [this.kind, this.lattice, this.size].join();
    if (graph || key !== this.shown) {
      const points = graph ? this.nodes : this.sheet.map(([r, c]) => latticePoint(r, c, lines).map((n) => n * UNIT));
      const box = graph ? GRAPH_BOX : undefined;
      this.model = {
        kind: this.kind,
        points,
        edges: [],
        jumps: [],
        square: this.lattice === "square" && this.kind === "slide",
        box,
      };
      this.grid = graph ? [] : this.#sheetEdges();
    }
    this.shown = key;
    const drawn = new Set(this.model.points.flatMap((_, place) => (this.#isDrawn(place) ? [place] : [])));
    const grid = graph ? this.edges : this.grid;
    this.board.show(
      this.model,
      this.model.points.map(() => 0),
      { paper: (group) => drawPaper(group, this.model, drawn, grid), label: t("sheet") },
    );
    this.board.mark({ targets: this.selected === null ? [] : [this.selected], axes: this.#axes() });
  }

  #sheetEdges() {
    const reach = (this.diagonal && this.lattice === "square" ? 1.5 : 1.05) * UNIT;
    const { points } = this.model;
    return points.flatMap((p, a) => points.slice(0, a).flatMap((q, b) => (distance(p, q) < reach ? [[a, b]] : [])));
  }

  // A point of the paper from a row and a column.
  /** @param {number[]} place */
  #paperPoint([row, column]) {
    return latticePoint(row, column, this.lattice === "square" ? "orthogonal" : "triangular").map((n) => n * UNIT);
  }

  #axes() {
    if (this.lattice === "graph" || this.symmetry === "none" || this.symmetry === "turn") return [];
    const [x, y] = this.#paperPoint(this.centre);
    const far = this.size * UNIT * 0.62;
    const upright = [
      [x, y - far],
      [x, y + far],
    ];
    return this.symmetry === "cross"
      ? [
          upright,
          [
            [x - far, y],
            [x + far, y],
          ],
        ]
      : [upright];
  }

  // A place with its images under the symmetry of the brush.
  #images(place) {
    const { points } = this.model;
    const [mx, my] = this.#paperPoint(this.symmetry === "turn" ? this.pivot : this.centre);
    const [x, y] = [points[place][0] - mx, points[place][1] - my];
    const turn = (angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
    const order = { square: 4, triangle: 3, hexagon: 6 }[this.lattice];
    const images = {
      none: [[x, y]],
      mirror: [
        [x, y],
        [-x, y],
      ],
      cross: [
        [x, y],
        [-x, y],
        [x, -y],
        [-x, -y],
      ],
      turn: range(order).map((i) => turn((2 * Math.PI * i) / order)),
    }[this.symmetry];
    return images.flatMap(([u, v]) => {
      const found = points.findIndex((point) => distance(point, [u + mx, v + my]) < 0.2 * UNIT);
      return found < 0 ? [] : [found];
    });
  }

  #press(place, point) {
    if (this.lattice === "graph") return this.#pressGraph(place, point);
    if (place === null) return undefined;
    this.brush = !this.#isDrawn(place);
    return this.#stroke(place);
  }

  #stroke(place) {
    const keys = this.#images(place).map((image) => this.sheet[image].join());
    const next = new Set(this.drawn);
    for (const key of keys) this.brush ? next.add(key) : next.delete(key);
    if (next.size > MAX_PLACES[this.kind]) return this.warn(t("tooMany", MAX_PLACES[this.kind]));
    if (next.size === this.drawn.size) return undefined;
    this.drawn = next;
    this.show();
    return this.#report();
  }

  // Report an edit: of the board, or of its sheet only.
  #report() {
    const document = this.document();
    const [board, sheet] = this.#reported(document);
    const [before, same] = [this.reported, this.reported[0] === board];
    this.reported = [board, sheet];
    if (!same || before[1] !== sheet) this.changed(document, { same });
  }

  #reported(document) {
    return [JSON.stringify([this.kind, document]), [this.lattice, this.size].join()];
  }

  #pressGraph(place, point) {
    this.held = place;
    this.fresh = false;
    if (place !== null) return;
    if (this.nodes.length >= MAX_PLACES[this.kind]) return void this.warn(t("tooMany", MAX_PLACES[this.kind]));
    this.#addNode(point);
  }

  #addNode(point) {
    const inside = point.map((value, axis) => Math.min(GRAPH_BOX[axis + 2] - 20, Math.max(20, value)));
    this.nodes = [...this.nodes, inside];
    if (this.selected !== null) this.edges = [...this.edges, [this.selected, this.nodes.length - 1]];
    this.selected = this.nodes.length - 1;
    this.#graphChanged();
  }

  #drag(point, travelled) {
    if (this.lattice !== "graph" || this.held === null || this.held === undefined || travelled < 6) return;
    const inside = point.map((value, axis) => Math.min(GRAPH_BOX[axis + 2] - 20, Math.max(20, value)));
    this.nodes = this.nodes.map((node, i) => (i === this.held ? inside : node));
    this.show();
  }

  #release(travelled) {
    if (this.lattice !== "graph" || this.held === null || this.held === undefined) return;
    const node = this.held;
    this.held = null;
    if (travelled >= 6) return void this.#graphChanged();
    if (this.selected === null) this.selected = node;
    else if (this.selected === node) this.selected = null;
    else {
      const joined = ([a, b]) => (a === node && b === this.selected) || (b === node && a === this.selected);
      const rest = this.edges.filter((edge) => !joined(edge));
      this.edges = rest.length < this.edges.length ? rest : [...rest, [this.selected, node]];
      this.selected = node;
    }
    this.#graphChanged();
  }

  #key(place, event) {
    if (this.lattice !== "graph") return false;
    if (event.key === "a")
      this.#addNode([(this.nodes[place]?.[0] ?? 2 * UNIT) + 1.5 * UNIT, this.nodes[place]?.[1] ?? 2 * UNIT]);
    else if (event.key === "Delete" || event.key === "Backspace") this.#removeNode(place);
    else if (event.key === "Escape") this.selected = null;
    else return false;
    this.show();
    return true;
  }

  #removeNode(gone) {
    this.nodes = this.nodes.filter((_, node) => node !== gone);
    const shifted = (node) => (node > gone ? node - 1 : node);
    this.edges = this.edges.filter((edge) => !edge.includes(gone)).map((edge) => edge.map(shifted));
    this.selected = null;
    this.#graphChanged();
  }

  #graphChanged() {
    this.show();
    this.#report();
  }

  // The board as a document of the HTTP API; null if nothing is drawn.
  document() {
    if (this.lattice === "graph") return graphDocument(this.kind, this.nodes, this.edges);
    return sheetDocument(this.kind, this.lattice, this.diagonal, this.#drawnPlaces());
  }

  // What stands for each hole or cell of the document, in its order, and stays the same when others come and go.
  get places() {
    if (this.lattice === "graph") return this.nodes;
    const [row, column] = this.centre;
    return this.#drawnPlaces().map(([r, c]) => [this.lattice, r - row, c - column].join());
  }

  #drawnPlaces() {
    return SHEETS[this.lattice](this.size).filter((place) => this.drawn.has(place.join()));
  }

  #makeTools() {
    const made = paintTools(this, {
      edit: (action) => this.#edit(action),
      resize: (size) => this.#resize(size),
      changeLines: (value) => this.#changeLines(value),
      changeLattice: (value) => this.#changeLattice(value),
      begin: (graph) => this.#begin(graph),
    });
    this.tools.replaceChildren(...made);
  }

  // Change something from the tools.
  #edit(action) {
    action();
    this.#reload();
    this.#report();
  }

  // Draw a graph instead: a peg or piece fits on each of its nodes.
  #begin({ nodes, edges }) {
    const [x, y] = [GRAPH_BOX[2] / 2, GRAPH_BOX[3] / 2];
    Object.assign(this, {
      nodes: nodes.map(([u, v]) => [x + GRAPH_RADIUS * u, y + GRAPH_RADIUS * v]),
      edges,
      selected: null,
    });
    this.#graphChanged();
  }

  #changeLines(value) {
    this.diagonal = value === "diagonal";
    this.shown = null;
  }

  #changeLattice(value) {
    this.lattice = value;
    if (value !== "graph") this.size = SIZES[value][2];
    this.#edit(() => this.renew());
    document.getElementById(`lattice-${value}`)?.focus();
  }
}

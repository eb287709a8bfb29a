// Painting a board: holes or cells on a sheet with a lattice, or nodes and edges of a free graph.
import { distance, latticePoint, UNIT } from "./geometry.js";
import { element } from "./elements.js";
import { t } from "./texts.js";

const MAX_PLACES = 64;
const LATTICES = ["square", "triangle", "hexagon", "graph"];
const SIZES = { square: [2, 11, 7], triangle: [3, 10, 6], hexagon: [2, 5, 4] }; // least, most, to begin with
const SYMMETRIES = ["none", "mirror", "cross", "turn"];
const GRAPH_BOX = [0, 0, 12 * UNIT, 10 * UNIT];

// The places of a lattice's sheet as [row, column], in the coordinates of the API's grids.
const SHEETS = {
  square: (size) => range(size).flatMap((r) => range(size).map((c) => [r, c])),
  triangle: (size) => range(size).flatMap((r) => range(r + 1).map((c) => [r, c])),
  hexagon: (size) => range(2 * size - 1).flatMap((r) => range(2 * size - 1).flatMap((c) => (Math.abs(r - c) < size ? [[r, c]] : []))),
};
const range = (count) => Array.from({ length: count }, (_, i) => i);

// What is drawn on a fresh sheet.
const FRESH = {
  square: (size) => SHEETS.square(size).filter(([r, c]) => [r, c].some((n) => Math.abs(n - (size - 1) / 2) <= 1)),
  triangle: SHEETS.triangle,
  hexagon: SHEETS.hexagon,
};

export class Painter {
  kind = "jump";
  lattice = "square";
  diagonal = false; // square lattice: pegs jump along diagonals, too
  symmetry = "none";
  size = SIZES.square[2];
  drawn = new Set(); // places drawn, as "row,column"
  nodes = []; // graph: points
  edges = []; // graph: pairs of nodes
  selected = null; // graph: the node that the next click connects

  // `changed` is called with the board's document (null if nothing is drawn) after every edit; `warn` with a text.
  constructor(board, { changed, warn }) {
    Object.assign(this, { board, changed, warn });
    this.tools = element("div", { className: "tools" });
    this.control = {
      press: (place, point) => this.#press(place, point),
      enter: (place) => this.lattice !== "graph" && this.#stroke(place),
      drag: (point, travelled) => this.#drag(point, travelled),
      release: (place, _, travelled) => this.#release(travelled),
      key: (place, event) => this.#key(place, event),
      label: (place) => t(this.#isDrawn(place) ? "drawnPlace" : "blankPlace", place),
      pressed: (place) => (this.lattice === "graph" ? this.selected === place : this.#isDrawn(place)),
    };
    this.renew();
  }

  #isDrawn(place) {
    return this.lattice === "graph" || this.drawn.has(this.sheet[place].join());
  }

  // Begin with a fresh sheet.
  renew() {
    this.selected = null;
    if (this.lattice === "graph") return;
    this.drawn = new Set(FRESH[this.lattice](this.size).map(String));
    if (this.drawn.size > MAX_PLACES) this.drawn = new Set();
  }

  // Begin with an existing board: a grid on its lattice, anything else as a graph.
  take(kind, model, grid, lines) {
    this.kind = kind;
    this.selected = null;
    if (grid && this.#takeGrid(kind, grid, lines)) return;
    this.lattice = "graph";
    const [xs, ys] = [0, 1].map((axis) => model.points.map((point) => point[axis]));
    const scale = Math.min(1.4, 10.4 * UNIT / (Math.max(...xs) || 1), 8.4 * UNIT / (Math.max(...ys) || 1));
    const shift = [(GRAPH_BOX[2] - scale * Math.max(...xs)) / 2, (GRAPH_BOX[3] - scale * Math.max(...ys)) / 2];
    this.nodes = model.points.map(([x, y]) => [x * scale + shift[0], y * scale + shift[1]]);
    const pairs = model.edges.length ? model.edges : model.jumps.flatMap(([a, b, c]) => [[a, b], [b, c]]);
    this.edges = [...new Set(pairs.map(([a, b]) => `${Math.min(a, b)},${Math.max(a, b)}`))].map((pair) => pair.split(",").map(Number));
  }

  #takeGrid(kind, grid, lines) {
    const places = grid.flatMap((row, r) => [...row].flatMap((mark, c) => (mark === "." ? [[r, c]] : [])));
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
    this.drawn = new Set(places.map(([r, c]) => [r + shift[0], c + shift[1]].join()));
    return true;
  }

  // Show the sheet.
  load() {
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
      this.model = { kind: this.kind, points, edges: [], jumps: [], square: this.lattice === "square" && this.kind === "slide", box };
      this.grid = graph ? [] : this.#sheetEdges();
    }
    this.shown = key;
    const drawn = new Set(this.model.points.flatMap((_, place) => (this.#isDrawn(place) ? [place] : [])));
    const grid = graph ? this.edges : this.grid;
    this.board.show(this.model, this.model.points.map(() => 0), { paper: { drawn, grid }, label: t("sheet") });
    this.board.mark({ targets: this.selected === null ? [] : [this.selected], axes: this.#axes() });
  }

  #sheetEdges() {
    const reach = (this.diagonal && this.lattice === "square" ? 1.5 : 1.05) * UNIT;
    const { points } = this.model;
    return points.flatMap((p, a) => points.slice(0, a).flatMap((q, b) => (distance(p, q) < reach ? [[a, b]] : [])));
  }

  get #middle() {
    const { points } = this.model;
    return [0, 1].map((axis) => (Math.min(...points.map((p) => p[axis])) + Math.max(...points.map((p) => p[axis]))) / 2);
  }

  #axes() {
    if (this.lattice === "graph" || this.symmetry === "none" || this.symmetry === "turn") return [];
    const [x, y] = this.#middle;
    const far = this.size * UNIT * 0.62;
    const upright = [[x, y - far], [x, y + far]];
    return this.symmetry === "cross" ? [upright, [[x - far, y], [x + far, y]]] : [upright];
  }

  // A place with its images under the symmetry of the brush.
  #images(place) {
    const { points } = this.model;
    const [mx, my] = this.lattice === "triangle" ? this.#centroid() : this.#middle;
    const [x, y] = [points[place][0] - mx, points[place][1] - my];
    const turn = (angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
    const order = { square: 4, triangle: 3, hexagon: 6 }[this.lattice];
    const images = {
      none: [[x, y]],
      mirror: [[x, y], [-x, y]],
      cross: [[x, y], [-x, y], [x, -y], [-x, -y]],
      turn: range(order).map((i) => turn((2 * Math.PI * i) / order)),
    }[this.symmetry];
    return images.flatMap(([u, v]) => {
      const found = points.findIndex((point) => distance(point, [u + mx, v + my]) < 0.2 * UNIT);
      return found < 0 ? [] : [found];
    });
  }

  #centroid() {
    const { points } = this.model;
    return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
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
    if (next.size > MAX_PLACES) return this.warn(t("tooMany", MAX_PLACES));
    if (next.size === this.drawn.size) return undefined;
    this.drawn = next;
    this.show();
    return this.changed(this.document());
  }

  #pressGraph(place, point) {
    this.held = place;
    this.fresh = false;
    if (place !== null) return;
    if (this.nodes.length >= MAX_PLACES) return void this.warn(t("tooMany", MAX_PLACES));
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
    if (event.key === "a") this.#addNode([(this.nodes[place]?.[0] ?? 2 * UNIT) + 1.5 * UNIT, this.nodes[place]?.[1] ?? 2 * UNIT]);
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
    this.changed(this.document());
  }

  // The board as a document of the HTTP API; null if nothing is drawn.
  document() {
    if (this.lattice === "graph") return this.#graphDocument();
    const places = SHEETS[this.lattice](this.size).filter((place) => this.drawn.has(place.join()));
    if (!places.length) return null;
    if (this.lattice !== "square" && this.kind === "slide") return this.#latticeGraph(places);
    const [top, left] = [0, 1].map((axis) => Math.min(...places.map((place) => place[axis])));
    const [bottom, right] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])));
    const mark = (r, c) => (this.drawn.has([r + top, c + left].join()) ? "." : "#");
    const grid = range(bottom - top + 1).map((r) => range(right - left + 1).map((c) => mark(r, c)).join(""));
    if (this.kind === "slide") return { grid };
    return { grid, lines: this.lattice !== "square" ? "triangular" : this.diagonal ? "diagonal" : "orthogonal" };
  }

  #latticeGraph(places) {
    const layout = places.map(([r, c]) => latticePoint(r, c, "triangular").map((n) => Number(n.toFixed(4))));
    const adjacency = layout.map((p, i) => layout.flatMap((q, j) => (i !== j && distance(p, q) < 1.05 ? [j] : [])));
    return { adjacency, layout };
  }

  #graphDocument() {
    if (!this.nodes.length) return null;
    const layout = this.nodes.map((node) => node.map((n) => Number((n / UNIT).toFixed(3))));
    const adjacency = this.nodes.map(() => []);
    for (const [a, b] of this.edges) {
      adjacency[a].push(b);
      adjacency[b].push(a);
    }
    if (this.kind === "slide") return { adjacency, layout };
    return { holes: layout.length, jumps: straightJumps(layout, adjacency), layout };
  }

  #makeTools() {
    const select = (id, options, value, action) => {
      const made = element("select", { id }, ...options.map(([key, text]) => new Option(text, key, false, key === value)));
      made.addEventListener("change", () => {
        action(made.value);
        this.load();
        this.changed(this.document());
        document.getElementById(id)?.focus();
      });
      return element("label", {}, element("span", { textContent: t(id) }), made);
    };
    const fields = [
      select("paint-kind", [["jump", t("kindJump")], ["slide", t("kindSlide")]], this.kind, (value) => (this.kind = value)),
      select("paint-lattice", LATTICES.map((name) => [name, t(`lattice-${name}`)]), this.lattice, (value) => this.#changeLattice(value)),
    ];
    if (this.lattice !== "graph") {
      const [least, most] = SIZES[this.lattice];
      const sizes = range(most - least + 1).map((i) => [String(least + i), String(least + i)]);
      fields.push(select("paint-size", sizes, String(this.size), (value) => (this.size = Number(value))));
      fields.push(select("paint-symmetry", SYMMETRIES.map((name) => [name, t(`symmetry-${name}`)]), this.symmetry, (value) => (this.symmetry = value)));
      if (this.lattice === "square" && this.kind === "jump") {
        const lines = [["orthogonal", t("linesOrthogonal")], ["diagonal", t("linesDiagonal")]];
        fields.push(select("paint-lines", lines, this.diagonal ? "diagonal" : "orthogonal", (value) => this.#changeLines(value)));
      }
    }
    const press = (name, action) => element("button", { type: "button", className: "small", textContent: t(name), on: { click: action } });
    const set = (drawn) => {
      Object.assign(this, { drawn, nodes: [], edges: [], selected: null });
      this.load();
      this.changed(this.document());
    };
    const all = () => new Set(this.sheet.length <= MAX_PLACES ? this.sheet.map(String) : this.drawn);
    const row = element("div", { className: "row" }, press("clear", () => set(new Set())));
    if (this.lattice !== "graph") row.prepend(press("fill", () => set(all())));
    const how = element("p", { className: "note", textContent: t(this.lattice === "graph" ? "howGraph" : "howPaint") });
    this.tools.replaceChildren(element("div", { className: "fields" }, ...fields), row, how);
  }

  #changeLines(value) {
    this.diagonal = value === "diagonal";
    this.shown = null;
  }

  #changeLattice(value) {
    this.lattice = value;
    if (value !== "graph") this.size = SIZES[value][2];
    this.renew();
  }
}

// The jumps of a drawn graph: over a node to one that lies straight behind it.
export function straightJumps(layout, adjacency) {
  const straight = (a, b, c) => {
    const [u, v] = [layout[b][0] - layout[a][0], layout[b][1] - layout[a][1]];
    const [x, y] = [layout[c][0] - layout[b][0], layout[c][1] - layout[b][1]];
    return u * x + v * y > 0.94 * Math.hypot(u, v) * Math.hypot(x, y);
  };
  return adjacency.flatMap((row, from) =>
    row.flatMap((over) => adjacency[over].flatMap((to) => (to !== from && straight(from, over, to) ? [[from, over, to]] : []))),
  );
}

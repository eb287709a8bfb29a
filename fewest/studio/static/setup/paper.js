// The paper to draw a board on, and what to draw with: lattices, graphs to begin with, sizes, brushes.
import { extent, hole } from "../board/draw.js";
import { choice, element, node, noteOf, rowOf, smallButton } from "../elements/elements.js";
import { distance, latticePoint } from "../rules/geometry.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { GRAPHS, MAX_PLACES, range, SHEETS, SIZES } from "./lattices.js";

const SYMMETRIES = ["none", "mirror", "cross", "turn"];
const LEAST_NODE = 8;
const LARGEST_NODE = 22;

// A sheet of paper with a lattice to draw a board on: `drawn` has the places that belong to it.
export function drawPaper(group, model, drawn, grid) {
  const [x, y, width, height] = extent(model, "paper");
  node("rect", { x: x + 6, y: y + 6, width: width - 12, height: height - 12, rx: 3, class: "sheet" }, group);
  const faint = node("g", { class: "pencil" }, group);
  for (const [a, b] of grid) {
    const [[x1, y1], [x2, y2]] = [model.points[a], model.points[b]];
    node("line", { x1, y1, x2, y2, class: drawn.has(a) && drawn.has(b) ? "inked" : "" }, faint);
  }
  const large = nodeRadius(model);
  model.points.forEach((point, place) => {
    if (model.box) return node("circle", { cx: point[0], cy: point[1], r: large, class: "drawn" }, group);
    if (!drawn.has(place)) return node("circle", { cx: point[0], cy: point[1], r: 3, class: "dot" }, group);
    if (model.kind === "jump") return hole(group, point, false);
    const [cx, cy] = point;
    if (model.square)
      return node("rect", { x: cx - 18, y: cy - 18, width: 36, height: 36, rx: 4, class: "drawn" }, group);
    return node("circle", { cx, cy, r: 17, class: "drawn" }, group);
  });
}

// Nodes of a free graph are as large as their distances allow.
function nodeRadius({ points }) {
  const gaps = points.flatMap((p, i) => points.slice(0, i).map((q) => distance(p, q)));
  return Math.max(LEAST_NODE, Math.min(LARGEST_NODE, ...gaps.map((gap) => gap / 2 - 2)));
}

// The choice of a lattice, and of a graph to begin with, each with its picture.

const LATTICES = ["square", "triangle", "hexagon", "graph"];
const PICTURED = { square: 3, triangle: 3, hexagon: 2 }; // sizes of the pictures
const SIDE = 44; // of a picture
const MARGIN = 6;

// One lattice is `chosen`; `choose` gets the name of another one.
function latticeChoice(chosen, choose) {
  const choices = LATTICES.map((name) => {
    const input = element("input", {
      type: "radio",
      name: "lattice",
      id: `lattice-${name}`,
      checked: name === chosen,
      on: { change: () => choose(name) },
    });
    const words = element("span", {}, picture(pictured(name)), element("small", { textContent: t(`lattice-${name}`) }));
    return element("label", { className: "choice" }, input, words);
  });
  const group = element("div", { className: "pictures", role: "radiogroup", aria: { label: t("paint-lattice") } });
  group.append(...choices);
  return group;
}

// Graphs to begin with; `choose` gets one.
function graphChoice(choose) {
  const buttons = Object.entries(GRAPHS).map(([name, graph]) =>
    element(
      "button",
      { type: "button", id: `graph-${name}`, on: { click: () => choose(graph) } },
      picture(graph),
      element("small", { textContent: t(`graph-${name}`) }),
    ),
  );
  return element("div", { className: "pictures", role: "group", aria: { label: t("graphs") } }, ...buttons);
}

function pictured(name) {
  if (name === "graph") return GRAPHS.petersen;
  const lines = name === "square" ? "orthogonal" : "triangular";
  const nodes = SHEETS[name](PICTURED[name]).map(([row, column]) => latticePoint(row, column, lines));
  const edges = nodes.flatMap((p, a) => nodes.slice(0, a).flatMap((q, b) => (distance(p, q) < 1.05 ? [[a, b]] : [])));
  return { nodes, edges };
}

function picture({ nodes, edges }) {
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1].map((axis) => pick(...nodes.map((p) => p[axis]))));
  const scale = (SIDE - 2 * MARGIN) / Math.max(high[0] - low[0], high[1] - low[1]);
  const at = (point) => point.map((value, axis) => SIDE / 2 + scale * (value - (low[axis] + high[axis]) / 2));
  const svg = node("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, "aria-hidden": "true" });
  for (const [a, b] of edges) {
    const [[x1, y1], [x2, y2]] = [at(nodes[a]), at(nodes[b])];
    node("line", { x1, y1, x2, y2 }, svg);
  }
  for (const point of nodes) {
    const [cx, cy] = at(point);
    node("circle", { cx, cy, r: 3.2 }, svg);
  }
  return svg;
}

// What to draw with, for a painter. `edit` does something that changes the drawing or its sheet.
export function paintTools(painter, { edit, resize, changeLines, changeLattice, begin }) {
  const { kind, lattice } = painter;
  const free = lattice === "graph";
  const select = (id, options, value, action) =>
    choice(id, t(id), options, value, (chosen) => edit(() => action(chosen)));
  const named = (group, names) => names.map((name) => [name, t(`${group}-${name}`)]);
  const chooseKind = (value) => (value === "block" ? painter.blocks() : (painter.kind = value));
  const fields = [select("paint-kind", named("kind", ["jump", "slide", "block"]), kind, chooseKind)];
  if (!free) {
    const [least, most] = SIZES[lattice];
    const sizes = range(most - least + 1).map((i) => [String(least + i), String(least + i)]);
    fields.push(
      select("paint-size", sizes, String(painter.size), (value) => resize(Number(value))),
      select("paint-symmetry", named("symmetry", SYMMETRIES), painter.symmetry, (value) => (painter.symmetry = value)),
    );
  }
  if (lattice === "square" && kind === "jump") {
    const lines = [
      ["orthogonal", t("linesOrthogonal")],
      ["diagonal", t("linesDiagonal")],
    ];
    fields.push(select("paint-lines", lines, painter.diagonal ? "diagonal" : "orthogonal", changeLines));
  }
  const set = (drawn) => edit(() => Object.assign(painter, { drawn, nodes: [], edges: [], selected: null }));
  const fill = () =>
    painter.sheet.length > MAX_PLACES[kind]
      ? painter.warn(t("tooMany", MAX_PLACES[kind]))
      : set(new Set(painter.sheet.map(String)));
  const clear = smallButton(t("clear"), () => set(new Set()));
  return [
    latticeChoice(lattice, changeLattice),
    element("div", { className: "fields" }, ...fields),
    ...(free ? [graphChoice(begin)] : []),
    rowOf(...(free ? [] : [smallButton(t("fill"), fill)]), clear),
    noteOf(t(free ? "howGraph" : "howPaint")),
  ];
}

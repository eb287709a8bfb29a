import { extent, hole } from "./draw.js";
import { node } from "./elements.js";
import { distance } from "./geometry.js";

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

// How things look: wood, holes, marbles, tiles. Draws SVG; knows nothing of events or of the page around it.
// The server's pictures follow the same rules (fewest/studio/drawing/svg.py).
import { node } from "../elements/elements.js";
import { along, outline } from "../rules/geometry.js";
import { KINDS } from "../rules/rules.js";

const GROOVE = 33; // from the outermost holes to the middle of the groove that takes the captured marbles
export const CAPTURED_SCALE = 0.72; // of the marbles in the groove
const EDGE = { jump: 50, slide: 36, block: 36, paper: 34, plain: 30 }; // from the outermost places to the board's edge

export const line = (points) => "M" + points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L") + "Z";

// The extent of a board's drawing: [left, top, width, height]. `look` is "paper", "plain" or the kind of board.
export function extent(model, look = model.kind) {
  if (model.box) return model.box;
  const margin = EDGE[look] + (look === "plain" ? 2 : 10);
  const edge = outline(model.points, margin);
  const [xs, ys] = [edge.map(([x]) => x), edge.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

// Deterministic noise in 0 … 1, so that a board always has the same grain.
const noise = (number) => Math.abs(Math.sin(number * 127.1 + 3.7) * 43758.5453) % 1;

function grain(group, [left, top, width, height], clip) {
  const veins = node("g", { "clip-path": `url(#${clip})`, fill: "none", stroke: "#7a4a1c" }, group);
  const knot = [left + width * 0.72, top + height * 0.24];
  for (let i = 0, y = top - 12; y < top + height + 12; i += 1, y += 5 + 9 * noise(i)) {
    const points = [];
    for (let x = left; x <= left + width + 30; x += 30) {
      const [dx, dy] = [(x - knot[0]) / 60, (y - knot[1]) / 34];
      const bend = 15 * Math.sign(dy || 1) * Math.exp(-dx * dx - dy * dy * 0.6);
      points.push(`${x.toFixed(0)} ${(y + bend + 3.5 * Math.sin(x / 95 + i * 0.45) + 2 * noise(i + x)).toFixed(1)}`);
    }
    const look = {
      "stroke-width": (0.5 + 1.6 * noise(i + 50)).toFixed(1),
      opacity: (0.06 + 0.14 * noise(i + 90)).toFixed(2),
    };
    node("polyline", { points: points.join(" "), ...look }, veins);
  }
}

let clips = 0;

// The body of the board: shadow, wood with its grain, bevelled edge, and what is carved into it.
function body(group, model, plain) {
  const d = line(outline(model.points, EDGE[plain ? "plain" : model.kind]));
  const shadow = node(
    "g",
    { fill: "none", stroke: "#241303", "stroke-linejoin": "round", opacity: 0.0115, class: "shadow" },
    group,
  );
  for (let width = plain ? 0 : 18; width > 1; width -= 1)
    node(
      "path",
      { d, "stroke-width": width, transform: `translate(0 ${6 - width / 6})` },
      group.insertBefore(shadow.cloneNode(), shadow),
    );
  node("path", { d, fill: "url(#fp-wood)" }, group);
  if (plain) node("path", { d, fill: "none", stroke: "#8a5a2a", "stroke-width": 2 }, group);
  else {
    const clip = `fp-clip-${clips}`;
    clips += 1;
    node("path", { d }, node("clipPath", { id: clip }, group));
    grain(group, extent(model), clip);
    node(
      "path",
      { d: line(outline(model.points, EDGE[model.kind] - 2)), fill: "none", stroke: "url(#fp-rim)", "stroke-width": 4 },
      group,
    );
  }
  if (model.kind === "jump" && !plain) {
    const d2 = line(outline(model.points, GROOVE));
    const groove = { d: d2, fill: "none", "stroke-linejoin": "round" };
    node(
      "path",
      { ...groove, stroke: "#fff0cf", opacity: 0.5, "stroke-width": 19, transform: "translate(0 1.5)" },
      group,
    );
    node("path", { ...groove, stroke: "#946232", "stroke-width": 18 }, group);
    node("path", { ...groove, stroke: "#70451c", "stroke-width": 13, opacity: 0.6 }, group);
  }
}

export function hole(group, [x, y], plain) {
  if (plain) return node("circle", { cx: x, cy: y, r: 13, fill: "#7a4d21" }, group);
  const made = node("g", { transform: `translate(${x} ${y})` }, group);
  node("circle", { r: 14.5, fill: "url(#fp-hole)" }, made);
  node("circle", { r: 14.5, fill: "none", stroke: "url(#fp-lip)", "stroke-width": 2 }, made);
  return made;
}

// The lines along which pegs jump, cut finely into the wood.
function lines(group, { points, jumps }) {
  const seen = new Set();
  const cut = node("g", { stroke: "#5a3512", "stroke-width": 1.2, opacity: 0.35 }, group);
  for (const [from, over, to] of jumps) {
    for (const [a, b] of [
      [from, over],
      [over, to],
    ]) {
      const key = [Math.min(a, b), Math.max(a, b)].join();
      if (seen.has(key)) continue;
      seen.add(key);
      const [[x1, y1], [x2, y2]] = [points[a], points[b]];
      node("line", { x1, y1, x2, y2 }, cut);
    }
  }
}

function cells(group, { points, edges, square }) {
  if (square) {
    const tray = node("g", { fill: "url(#fp-tray)" }, group);
    const under = node("g", { fill: "#fff0cf", opacity: 0.5 }, group);
    for (const [x, y] of points) node("rect", { x: x - 21, y: y - 19.5, width: 42, height: 42 }, under);
    group.append(tray);
    for (const [x, y] of points) node("rect", { x: x - 21, y: y - 21, width: 42, height: 42, fill: "#412813" }, tray);
    return;
  }
  const ways = node("g", { "stroke-linecap": "round" }, group);
  for (const [colour, width, shift] of [
    ["#fff0cf", 9, 1.5],
    ["#6b4119", 8, 0],
    ["#412813", 5, 0],
  ]) {
    for (const [a, b] of edges) {
      const [[x1, y1], [x2, y2]] = [points[a], points[b]];
      node("line", { x1, y1: y1 + shift, x2, y2: y2 + shift, stroke: colour, "stroke-width": width }, ways);
    }
  }
  for (const [x, y] of points) {
    node("circle", { cx: x, cy: y, r: 19, fill: "#412813" }, group);
    node("circle", { cx: x, cy: y, r: 19, fill: "none", stroke: "url(#fp-lip)", "stroke-width": 2 }, group);
  }
}

// The board without its pegs or pieces. A plain one (thumbnails, film) has no shadow, grain or lines.
export function drawBoard(group, model, plain = false) {
  body(group, model, plain);
  if (model.kind !== "jump") {
    cells(group, model);
    return KINDS[model.kind]?.drawOnBoard(group, model, EDGE[plain ? "plain" : model.kind]);
  }
  if (!plain) lines(group, model);
  model.points.forEach((point) => hole(group, point, plain));
}

const STAINS = ["#f2e4c8", "#c9dcc4", "#e8c1b0", "#bcd3e6", "#e6d08c", "#d9c3e0", "#b9ded9", "#e9b9c6"];

// A piece's colour: pieces that share a number are stained alike, single ones are plain.
export const stain = (label, content) =>
  label !== null && content.filter((piece) => piece === label).length > 1
    ? STAINS[1 + (label % (STAINS.length - 1))]
    : null;

// A peg (a marble) or a piece (a tile), drawn around the origin.
export function drawToken(group, model, label, variety, content, plain = false) {
  if (KINDS[model.kind]) return KINDS[model.kind].draw(group, model, label, content, plain);
  if (model.kind === "jump") {
    if (plain)
      return node("circle", { r: 14, fill: ["#2a60bd", "#1d6fae", "#4150bd"][variety % 3], class: "marble" }, group);
    node("ellipse", { cx: 2, cy: 7, rx: 16, ry: 12, fill: "url(#fp-shade)", class: "fall" }, group);
    const ball = node("g", { class: "marble" }, group);
    node("circle", { r: 14.5, fill: `url(#fp-marble-${variety % 3})` }, ball);
    node("path", { d: "M-7 9.5A12 12 0 0 0 11 5A13 13 0 0 1 -7 9.5Z", fill: "#bfe3ff", opacity: 0.5 }, ball);
    node("ellipse", { cx: -5, cy: -6, rx: 5, ry: 3.6, fill: "url(#fp-glint)", transform: "rotate(-35 -5 -6)" }, ball);
    return ball;
  }
  const text = label === null ? "?" : String(label);
  const colour = stain(label, content);
  const tile = node("g", { class: label === null ? "tile any" : "tile" }, group);
  if (model.square) {
    if (!plain)
      node(
        "rect",
        { x: -18, y: -15, width: 36, height: 36, rx: 5, fill: "#1a0d03", opacity: 0.45, class: "fall" },
        tile,
      );
    node("rect", { x: -18.5, y: -18.5, width: 37, height: 37, rx: 5, fill: colour ?? "url(#fp-tile)" }, tile);
    if (!plain)
      node(
        "rect",
        {
          x: -17.5,
          y: -17.5,
          width: 35,
          height: 35,
          rx: 4.5,
          fill: "none",
          stroke: "url(#fp-tile-edge)",
          "stroke-width": 2,
        },
        tile,
      );
  } else {
    if (!plain) node("circle", { cy: 2.5, r: 16.5, fill: "#1a0d03", opacity: 0.45, class: "fall" }, tile);
    node("circle", { r: 16.5, fill: colour ?? "url(#fp-tile)" }, tile);
    if (!plain) node("circle", { r: 15.5, fill: "none", stroke: "url(#fp-tile-edge)", "stroke-width": 2 }, tile);
  }
  const size = Math.min(model.square ? 20 : 17, 46 / text.length);
  const words = {
    "font-size": size,
    "text-anchor": "middle",
    y: size * 0.36,
    "font-weight": 600,
    "font-family": "Georgia, 'Times New Roman', serif",
  };
  if (!plain) node("text", { ...words, fill: "#ffffff", transform: "translate(0 1)" }, tile).textContent = text;
  node("text", { ...words, fill: "#3b2712" }, tile).textContent = text;
  return tile;
}

// What is drawn at each place: 0 for nothing; a piece of several cells at its first one.
export const tokensOf = (model, content) => KINDS[model.kind]?.firsts(model, content) ?? content;

// Where captured marbles come to lie in the groove.
export const groovePlaces = (model, count) => (count ? along(outline(model.points, GROOVE), count, 21) : []);

// A still picture; plain: small, captured: marbles in the groove, path: the last move, file: with gradients.
export function still(model, content, { plain = true, captured = 0, path = [], file = false } = {}) {
  const box = extent(model, plain ? "plain" : model.kind);
  const svg = node("svg", { viewBox: box.map((n) => n.toFixed(1)).join(" "), "aria-hidden": "true" });
  if (file) {
    svg.append(gradients());
    svg.setAttribute("width", box[2].toFixed(0));
    svg.setAttribute("height", box[3].toFixed(0));
  }
  drawBoard(svg, model, plain);
  const put = (point, label, variety, scale = 1) => {
    const group = node(
      "g",
      { transform: `translate(${point[0].toFixed(1)} ${point[1].toFixed(1)}) scale(${scale})` },
      svg,
    );
    drawToken(group, model, label, variety, content, plain);
  };
  if (path.length) drawPath(svg, model, path);
  tokensOf(model, content).forEach((piece, place) => piece !== 0 && put(model.points[place], piece, place));
  if (model.kind === "jump" && !plain)
    groovePlaces(model, captured).forEach((point, i) => put(point, 1, i, CAPTURED_SCALE));
  return svg;
}

// The way of a move: its hops as arcs, or a straight line for a slide.
export function drawPath(group, { kind, points }, path) {
  const d = path
    .slice(1)
    .map((to, i) => arc(points[path[i]], points[to], kind === "jump" ? 0.22 : 0))
    .join("");
  const look = { d, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  node("path", { ...look, stroke: "#2b1704", "stroke-width": 6, opacity: 0.75 }, group);
  node("path", { ...look, stroke: "#ffcf4d", "stroke-width": 3.5 }, group);
}

// An arc between two points that rises to the left or, seen from the front, upwards.
export function arc([x1, y1], [x2, y2], rise) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const side = dx > 0 || (dx === 0 && dy > 0) ? 1 : -1;
  const [cx, cy] = [(x1 + x2) / 2 + rise * dy * side, (y1 + y2) / 2 - rise * dx * side];
  return `M${x1.toFixed(1)} ${y1.toFixed(1)}Q${cx.toFixed(1)} ${cy.toFixed(1)} ${x2.toFixed(1)} ${y2.toFixed(1)}`;
}

// The gradients of wood, marbles and tiles.

const stop = (offset, colour, opacity = 1) => ({ offset, "stop-color": colour, "stop-opacity": opacity });

const MARBLES = [
  [stop(0, "#d6ecff"), stop(0.22, "#6ea8f2"), stop(0.6, "#1f55b5"), stop(1, "#0a2258")],
  [stop(0, "#d2f2ff"), stop(0.22, "#55aee0"), stop(0.6, "#12609e"), stop(1, "#07284a")],
  [stop(0, "#e2e2ff"), stop(0.22, "#8795ee"), stop(0.6, "#3443ae"), stop(1, "#131a55")],
];

const GRADIENTS = {
  "fp-wood": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0.6, y2: 1 },
    [stop(0, "#eec68c"), stop(0.5, "#dca968"), stop(1, "#c08a4a")],
  ],
  "fp-rim": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0, y2: 1 },
    [stop(0, "#fff3d6", 0.9), stop(0.5, "#a8743a", 0.2), stop(1, "#4d2c0d", 0.8)],
  ],
  "fp-hole": [
    "radialGradient",
    { cx: 0.5, cy: 0.36, r: 0.62 },
    [stop(0, "#5b3715"), stop(0.7, "#8a5a2a"), stop(0.92, "#a87440"), stop(1, "#c99a60")],
  ],
  "fp-lip": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0, y2: 1 },
    [stop(0, "#4d2c0d", 0.7), stop(0.55, "#4d2c0d", 0), stop(1, "#fff0cf", 0.9)],
  ],
  "fp-tray": ["linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [stop(0, "#3a2312"), stop(1, "#54341a")]],
  "fp-tile": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0.4, y2: 1 },
    [stop(0, "#fffdf4"), stop(0.6, "#f3e7cd"), stop(1, "#dfcba4")],
  ],
  "fp-tile-edge": ["linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [stop(0, "#ffffff"), stop(1, "#a98d5c")]],
  "fp-shade": ["radialGradient", {}, [stop(0, "#2a1503", 0.55), stop(0.6, "#2a1503", 0.3), stop(1, "#2a1503", 0)]],
  "fp-glint": ["radialGradient", {}, [stop(0, "#ffffff", 0.95), stop(1, "#ffffff", 0)]],
};
MARBLES.forEach((list, i) => (GRADIENTS[`fp-marble-${i}`] = ["radialGradient", { cx: 0.36, cy: 0.3, r: 0.75 }, list]));

// The gradients that drawings refer to; every root (page, shadow root, picture file) needs them once.
function gradients() {
  const defs = node("defs");
  for (const [id, [name, attributes, list]] of Object.entries(/** @type {any} */ (GRADIENTS))) {
    const made = node(name, { id, ...attributes }, defs);
    for (const values of list) node("stop", values, made);
  }
  return defs;
}

// Put the gradients into a root as an invisible drawing, unless they are there.
export function installGradients(root) {
  if (root.querySelector("#fp-wood")) return;
  const holder = node("svg", { width: 0, height: 0, "aria-hidden": "true", class: "gradients" });
  holder.append(gradients());
  root.prepend(holder);
}

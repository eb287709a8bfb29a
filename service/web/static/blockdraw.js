// How sliding blocks look: cells that belong together are joined, pieces with a goal are red, doors are barred. The
// server's pictures follow the same rules (service/drawing/svg.py).
import { cellsWith, DIRECTIONS, firstOf, wholeStep } from "./blockrules.js";
import { node } from "./elements.js";
import { UNIT } from "./geometry.js";

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
export function drawBlock(group, model, name, content, plain) {
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
export function drawDoors(group, { points, doors }) {
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

// Graphs to begin a drawing with. Their points lie in a circle of radius 1.
/** @import { Edge, Point } from "../types.js" */
import { range } from "./sheets.js";

/** @typedef {{ nodes: Point[], edges: Edge[] }} Graph */

// Points on a circle, the first at the top; `turn` in steps between two of them.
/** @type {(count: number, radius?: number, turn?: number) => Point[]} */
const circle = (count, radius = 1, turn = 0) =>
  range(count).map((i) => {
    const angle = (2 * Math.PI * (i + turn)) / count - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

/** @type {(count: number, edge: (i: number) => Edge) => Edge[]} */
const around = (count, edge) => range(count).map((i) => edge(i));

// A star of lines with four points each: tips, and where the lines cross.
/** @type {(tips: number, ratio: number) => Graph} */
const star = (tips, ratio) => {
  const crossing = (/** @type {number} */ i) => tips + (i % tips);
  return {
    nodes: [...circle(tips), ...circle(tips, ratio, 0.5)],
    edges: [
      ...around(tips, (i) => [i, crossing(i)]),
      ...around(tips, (i) => [crossing(i), crossing(i + 1)]),
      ...around(tips, (i) => [crossing(i + 1), (i + 2) % tips]),
    ],
  };
};

// Two circles of nodes, joined by spokes; the inner one goes around in steps.
/** @type {(count: number, step: number, turn: number) => Graph} */
const prism = (count, step, turn) => ({
  nodes: [...circle(count, 1, turn), ...circle(count, 0.5, turn)],
  edges: [
    ...around(count, (i) => [i, (i + 1) % count]),
    ...around(count, (i) => [i, count + i]),
    ...around(count, (i) => [count + i, count + ((i + step) % count)]),
  ],
});

/** @type {(joined: number[]) => Graph} */
const hub = (joined) => ({
  nodes: [...circle(6), [0, 0]],
  edges: [...around(6, (i) => [i, (i + 1) % 6]), ...joined.map((i) => /** @type {Edge} */ ([i, 6]))],
});

/** @type {Record<string, Graph>} */
export const GRAPHS = {
  pentagram: star(5, (3 - Math.sqrt(5)) / 2),
  hexagram: star(6, 1 / Math.sqrt(3)),
  wheel: hub(range(6)),
  petersen: prism(5, 2, 0),
  cube: prism(4, 1, 0.5),
  theta: hub([0, 3]),
};

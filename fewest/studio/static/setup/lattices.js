// Lattices and graphs to draw boards on, and the documents of the HTTP API for what is drawn.
/** @import { BoardDocument, Edge, Jump, Kind, Lattice, Point } from "../../types.js" */
import { distance, latticePoint, UNIT } from "../rules/geometry.js";
import { gridJumps, gridPlaces } from "../rules/puzzle.js";

/** @type {Record<Kind, number>} */
export const MAX_PLACES = { jump: 128, slide: 64, block: 320 };
/** @type {Record<Lattice, [least: number, most: number, first: number]>} */
export const SIZES = { square: [2, 11, 7], triangle: [3, 12, 6], hexagon: [2, 5, 4] }; // least, most, to begin with

/** @type {(count: number) => number[]} */
export const range = (count) => Array.from({ length: count }, (_, i) => i);

// The places [row, column] of `rows` rows as long as `columns`, where `fits` says so.
/** @type {(rows: number, columns: number, fits: (row: number, column: number) => boolean) => Point[]} */
const placesWhere = (rows, columns, fits) =>
  range(rows).flatMap((row) =>
    range(columns).flatMap((column) => (fits(row, column) ? [/** @type {Point} */ ([row, column])] : [])),
  );

// The places of a lattice's sheet, in the coordinates of the API's grids.
/** @type {Record<Lattice, (size: number) => Point[]>} */
export const SHEETS = {
  square: (size) => placesWhere(size, size, () => true),
  triangle: (size) => placesWhere(size, size, (row, column) => column <= row),
  hexagon: (size) => placesWhere(2 * size - 1, 2 * size - 1, (row, column) => Math.abs(row - column) < size),
};

// What is drawn on a fresh sheet.
/** @type {Record<Lattice, (size: number) => Point[]>} */
export const FRESH = {
  square: (size) => SHEETS.square(size).filter(([r, c]) => [r, c].some((n) => Math.abs(n - (size - 1) / 2) <= 1)),
  triangle: SHEETS.triangle,
  hexagon: SHEETS.hexagon,
};

// The board of the places [row, column] drawn on a lattice; null if there are none.
/** @type {(kind: Kind, lattice: Lattice, diagonal: boolean, places: Point[]) => BoardDocument | null} */
export const sheetDocument = (kind, lattice, diagonal, places) => {
  if (!places.length) return null;
  if (lattice !== "square" && kind === "slide") return latticeGraph(places);
  const rows = places.map(([r]) => r);
  const columns = places.map(([, c]) => c);
  const top = Math.min(...rows);
  const left = Math.min(...columns);
  const drawn = new Set(places.map(String));
  /** @type {(r: number, c: number) => string} */
  const mark = (r, c) => (drawn.has([r + top, c + left].join()) ? "." : "#");
  const row = (/** @type {number} */ r) => range(Math.max(...columns) - left + 1).map((c) => mark(r, c));
  const grid = range(Math.max(...rows) - top + 1).map((r) => row(r).join(""));
  if (kind === "slide") return { grid };
  const lines = lattice !== "square" ? "triangular" : diagonal ? "diagonal" : "orthogonal";
  const asDrawn = gridPlaces(grid, lines).every(([r, c], i) => r + top === places[i][0] && c + left === places[i][1]);
  return asDrawn
    ? { grid, lines }
    : { holes: places.length, jumps: gridJumps(places, lines), layout: layoutOf(places) };
};

/** @type {(places: Point[]) => Point[]} */
const layoutOf = (places) => places.map(([r, c]) => rounded(latticePoint(r, c, "triangular"), 4));

/** @type {(places: Point[]) => BoardDocument} */
const latticeGraph = (places) => {
  const layout = layoutOf(places);
  const adjacency = layout.map((p, i) => layout.flatMap((q, j) => (i !== j && distance(p, q) < 1.05 ? [j] : [])));
  return { adjacency, layout };
};

/** @type {(point: Point, digits: number) => Point} */
const rounded = ([x, y], digits) => [Number(x.toFixed(digits)), Number(y.toFixed(digits))];

// The board of a free graph of points and pairs of them; null if it is empty.
/** @type {(kind: Kind, nodes: Point[], edges: Edge[]) => BoardDocument | null} */
export const graphDocument = (kind, nodes, edges) => {
  if (!nodes.length) return null;
  const layout = nodes.map(([x, y]) => rounded([x / UNIT, y / UNIT], 3));
  const adjacency = nodes.map(() => /** @type {number[]} */ ([]));
  for (const [a, b] of edges) {
    adjacency[a].push(b);
    adjacency[b].push(a);
  }
  if (kind === "slide") return { adjacency, layout };
  return { holes: layout.length, jumps: straightJumps(layout, adjacency), layout };
};

// The jumps of a drawn graph: over a node to one that lies straight behind it.
/** @type {(layout: Point[], adjacency: number[][]) => Jump[]} */
export const straightJumps = (layout, adjacency) => {
  /** @type {(...jump: Jump) => boolean} */
  const straight = (a, b, c) => {
    const [u, v] = [layout[b][0] - layout[a][0], layout[b][1] - layout[a][1]];
    const [x, y] = [layout[c][0] - layout[b][0], layout[c][1] - layout[b][1]];
    return u * x + v * y > 0.94 * Math.hypot(u, v) * Math.hypot(x, y);
  };
  return adjacency.flatMap((row, from) =>
    row.flatMap((over) =>
      adjacency[over].flatMap((to) =>
        to !== from && straight(from, over, to) ? [/** @type {Jump} */ ([from, over, to])] : [],
      ),
    ),
  );
};

// Graphs to begin a drawing with. Their points lie in a circle of radius 1.

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

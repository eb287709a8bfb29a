// Where things lie on a board: lattices, distances, outlines, and a layout for graphs that have none.
/** @import { Edge, Lines, Point } from "../../types.js" */

export const UNIT = 40; // least distance between two places of a drawing
const MAX_WIDTH = 60; // in units: the widest drawing (see fewest/studio/drawing/scene.py)
const SQRT3_2 = Math.sqrt(3) / 2;

/** @type {(p: number[], q: number[]) => number} */
export const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

// Scale a layout so that the closest points are a unit apart; its top left corner is the origin.
/** @type {(layout: Point[]) => Point[]} */
export const spread = (layout) => {
  const left = Math.min(...layout.map(([x]) => x));
  const top = Math.min(...layout.map(([, y]) => y));
  let [least, most] = [Infinity, 0];
  layout.forEach((p, i) => {
    for (const q of layout.slice(0, i)) {
      const gap = distance(p, q);
      if (gap > 0) least = Math.min(least, gap);
      most = Math.max(most, gap);
    }
  });
  const scale = most ? UNIT / Math.max(least, most / MAX_WIDTH) : UNIT;
  return layout.map(([x, y]) => [(x - left) * scale, (y - top) * scale]);
};

// The point of a grid's row and column; lines in six directions are drawn at 60 degrees to each other.
/** @type {(row: number, column: number, lines?: Lines) => Point} */
export const latticePoint = (row, column, lines) =>
  lines === "triangular" ? [column - row / 2, row * SQRT3_2] : [column, row];

/** @type {(source: number, neighbours: number[][]) => number[]} */
const distancesFrom = (source, neighbours) => {
  const far = neighbours.map(() => Infinity);
  far[source] = 0;
  const queue = [source];
  for (const at of queue) {
    for (const to of neighbours[at]) {
      if (far[to] < Infinity) continue;
      far[to] = far[at] + 1;
      queue.push(to);
    }
  }
  return far;
};

/** @type {(size: number, edges: Edge[]) => number[][]} */
const neighboursOf = (size, edges) => {
  const neighbours = Array.from({ length: size }, () => /** @type {number[]} */ ([]));
  for (const [a, b] of edges) {
    neighbours[a].push(b);
    neighbours[b].push(a);
  }
  return neighbours;
};

// Points for a graph that is a whole rectangle, from the distances to two of its corners, as rectangle_places in
// fewest/solver/slide/board.py has them; undefined for any other.
/** @type {(size: number, edges: Edge[]) => Point[] | undefined} */
export const rectangleLayout = (size, edges) => {
  const neighbours = neighboursOf(size, edges);
  const least = Math.min(...neighbours.map(({ length }) => length));
  const corners = [...neighbours.keys()].filter((cell) => neighbours[cell].length === least);
  if (corners.length > 4 || least > 2) return undefined;
  const far = corners.map((corner) => distancesFrom(corner, neighbours));
  /** @type {{ order: string, points: Point[] } | undefined} */
  let best;
  for (const [i, first] of far.entries()) {
    for (const [j, second] of far.entries()) {
      const width = first[corners[j]];
      const rows = size / (width + 1);
      /** @type {(a: number, cell: number) => Point} */
      const point = (a, cell) => [(a - second[cell] + width) / 2, (a + second[cell] - width) / 2];
      const points = first.map(point);
      const inside = points.every(([x, y]) => x >= 0 && x <= width && y >= 0 && y < rows);
      const numbers = points.map(([x, y]) => y * (width + 1) + x);
      const fills = inside && numbers.every(Number.isInteger) && new Set(numbers).size === size;
      const beside = edges.every(([a, b]) => distance(points[a], points[b]) === 1);
      if ((i === j && size > 1) || !fills || !beside || edges.length !== 2 * size - rows - width - 1) continue;
      const order = String.fromCharCode(...[...numbers.keys()].sort((a, b) => numbers[a] - numbers[b]));
      if (!best || order < best.order) best = { order, points };
    }
  }
  return best?.points;
};

// Points for a graph without a layout: distances on the paper near those in the graph (stress majorisation).
/** @type {(size: number, edges: Edge[]) => Point[]} */
export const computedLayout = (size, edges) => {
  const neighbours = neighboursOf(size, edges);
  const wanted = neighbours.map((_, place) => distancesFrom(place, neighbours).map((d) => Math.min(d, size)));
  const angles = neighbours.map((_, i) => (2 * Math.PI * i) / size);
  /** @type {Point[]} */
  let points = angles.map((angle) => [(Math.cos(angle) * size) / 4, (Math.sin(angle) * size) / 4]);
  for (let round = 0; round < 200; round += 1) {
    points = points.map((p, i) => {
      let [x, y, total] = [0, 0, 0];
      points.forEach((q, j) => {
        if (i === j) return;
        const weight = wanted[i][j] ** -2;
        const stretch = wanted[i][j] / (distance(p, q) || 1e-6);
        x += weight * (q[0] + (p[0] - q[0]) * stretch);
        y += weight * (q[1] + (p[1] - q[1]) * stretch);
        total += weight;
      });
      return total ? [x / total, y / total] : p;
    });
  }
  return upright(points, edges);
};

// A layout turned so that it lies on a side, low and wide at the bottom. If its edges go in four or six directions, one
// of them becomes horizontal; otherwise a side of its outline does.
/** @type {(points: Point[], edges: Edge[]) => Point[]} */
export const upright = (points, edges) => {
  /** @type {(p: Point, q: Point) => number} */
  const angle = ([x, y], [u, v]) => Math.atan2(v - y, u - x);
  const lattices = [4, 6].map((ways) => {
    const turns = edges.map(([a, b]) => ways * angle(points[a], points[b]));
    const [x, y] = [Math.cos, Math.sin].map((part) => turns.reduce((sum, turn) => sum + part(turn), 0) / turns.length);
    return {
      likeness: Math.hypot(x, y),
      sides: Array.from({ length: ways }, (_, i) => (Math.atan2(y, x) + 2 * Math.PI * i) / ways),
    };
  });
  const [lattice] = lattices.sort((p, q) => q.likeness - p.likeness);
  const hull = convexHull(points);
  const outline = hull.map((point, i) => angle(point, hull[(i + 1) % hull.length]));
  const sides = lattice.likeness > 0.5 ? lattice.sides : outline.flatMap((side) => [side, side + Math.PI]);
  let [best, least] = [points, Infinity];
  for (const side of sides) {
    const [c, s] = [Math.cos(side), Math.sin(side)];
    const turned = points.map(([x, y]) => /** @type {Point} */ ([c * x + s * y, c * y - s * x]));
    const ys = turned.map(([, y]) => y);
    const [top, height] = [Math.min(...ys), Math.max(...ys) - Math.min(...ys)];
    const low = ys.reduce((sum, y) => sum + y - top, 0) / ys.length; // of the middle, below the top
    const cost = height - low / 10;
    if (cost < least - 1e-6) [best, least] = [turned, cost];
  }
  return best;
};

/** @type {(o: Point, a: Point, b: Point) => number} */
const cross = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** @type {(points: Point[]) => Point[]} */
const convexHull = (points) => {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (/** @type {Point[]} */ list) => {
    /** @type {Point[]} */
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && cross(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
};

/** @type {(points: Point[]) => number} */
const polygonArea = (points) =>
  Math.abs(points.reduce((sum, p, i) => sum + cross([0, 0], p, points[(i + 1) % points.length]), 0)) / 2;

const ROUND = Array.from({ length: 48 }, (_, i) => [Math.cos((i * Math.PI) / 24), Math.sin((i * Math.PI) / 24)]);

// The outline at a margin around the points: a disc where the board is nearly round, else their rounded hull.
/** @type {(points: Point[], margin: number) => Point[]} */
export const outline = (points, margin) => {
  const hull = convexHull(points);
  /** @type {(values: number[]) => number} */
  const between = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  /** @type {Point} */
  const middle = [between(points.map(([x]) => x)), between(points.map(([, y]) => y))];
  const radius = Math.max(...points.map((point) => distance(point, middle)));
  const round = points.length > 6 && polygonArea(hull) > 0.7 * Math.PI * radius ** 2;
  if (round) {
    const turn = Array.from({ length: 120 }, (_, i) => (i * Math.PI) / 60 - Math.PI / 2);
    return turn.map((a) => [middle[0] + (radius + margin) * Math.cos(a), middle[1] + (radius + margin) * Math.sin(a)]);
  }
  /** @type {(point: Point) => Point[]} */
  const around = ([x, y]) => ROUND.map(([c, s]) => [x + margin * c, y + margin * s]);
  return divided(convexHull((hull.length ? hull : points).flatMap(around)));
};

// A closed line with more points on its long edges.
/** @type {(line: Point[]) => Point[]} */
const divided = (line) =>
  line.flatMap(([x, y], i) => {
    const [u, v] = line[(i + 1) % line.length];
    const parts = Math.ceil(distance([x, y], [u, v]) / 8);
    /** @type {(_: unknown, part: number) => Point} */
    const point = (_, part) => [x + ((u - x) * part) / parts, y + ((v - y) * part) / parts];
    return Array.from({ length: parts }, point);
  });

// Points along a closed line, evenly spaced, starting below and in the middle.
/** @type {(line: Point[], count: number, gap: number) => Point[]} */
export const along = (line, count, gap) => {
  const lengths = line.map((point, i) => distance(point, line[(i + 1) % line.length]));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const space = Math.min(gap, total / count);
  const bottom = Math.max(...line.map(([, y]) => y));
  const centre = (Math.min(...line.map(([x]) => x)) + Math.max(...line.map(([x]) => x))) / 2;
  let origin = 0;
  line.forEach(([x, y], i) => {
    const [bx, by] = line[origin];
    if (Math.abs(x - centre) + 2 * (bottom - y) < Math.abs(bx - centre) + 2 * (bottom - by)) origin = i;
  });
  return Array.from({ length: count }, (_, number) => {
    let left = ((number % 2 ? -1 : 1) * Math.ceil(number / 2) * space + 2 * total) % total;
    let i = origin;
    while (left > lengths[i]) {
      left -= lengths[i];
      i = (i + 1) % line.length;
    }
    const [[x, y], [u, v]] = [line[i], line[(i + 1) % line.length]];
    const part = left / (lengths[i] || 1);
    return [x + (u - x) * part, y + (v - y) * part];
  });
};

// The place to go to from a place by an arrow key: the nearest in that direction, or null.
/** @type {(points: Point[], from: number, direction: Point) => number | null} */
export const towards = (points, from, [dx, dy]) => {
  /** @type {number | null} */
  let best = null;
  let least = Infinity;
  points.forEach((point, place) => {
    const [x, y] = [point[0] - points[from][0], point[1] - points[from][1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (place === from || ahead <= 1 || aside > ahead * 1.8) return;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [place, cost];
  });
  return best;
};

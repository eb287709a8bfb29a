import assert from "node:assert/strict";
import { test } from "node:test";
import {
  along,
  computedLayout,
  distance,
  latticePoint,
  outline,
  rectangleLayout,
  spread,
  towards,
  UNIT,
} from "../../fewest/studio/static/rules/geometry.js";
import { CATALOGUE } from "./catalogue.js";

const pairs = (points) => points.flatMap((p, i) => points.slice(0, i).map((q) => [p, q]));

test("a spread layout begins at the origin, with its closest points a unit apart", () => {
  for (const { layout } of CATALOGUE) {
    const points = spread(layout);
    for (const axis of [0, 1]) assert.equal(Math.min(...points.map((point) => point[axis])), 0);
    const least = Math.min(...pairs(points).map(([p, q]) => distance(p, q)));
    assert.ok(Math.abs(least - UNIT) < 1e-9, `${least}`);
  }
});

test("the six neighbours of a point of the triangular lattice are at distance 1", () => {
  const steps = [
    [-1, -1],
    [-1, 0],
    [0, -1],
    [0, 1],
    [1, 0],
    [1, 1],
  ];
  for (const [row, column] of steps) {
    assert.ok(Math.abs(distance([0, 0], latticePoint(row, column, "triangular")) - 1) < 1e-9);
  }
});

test("a computed layout of a path keeps its order on the paper", () => {
  const points = computedLayout(3, [
    [0, 1],
    [1, 2],
  ]);
  assert.ok(distance(points[0], points[2]) > distance(points[0], points[1]));
});

test("a triangle without a layout lies on a side, however its holes are numbered", () => {
  const places = [0, 1, 2, 3, 4].flatMap((r) => [0, 1, 2, 3, 4].slice(0, r + 1).map((c) => [r, c]));
  for (const first of [0, 4, 9]) {
    const turned = [...places.slice(first), ...places.slice(0, first)];
    const points = turned.map(([r, c]) => latticePoint(r, c, "triangular"));
    const edges = points.flatMap((p, a) =>
      points.slice(0, a).flatMap((q, b) => (distance(p, q) < 1.05 ? [[a, b]] : [])),
    );
    const laid = computedLayout(15, edges);
    const height = (place) => laid[turned.findIndex((each) => String(each) === String(place))][1];
    const corners = [
      [0, 0],
      [4, 0],
      [4, 4],
    ]
      .map(height)
      .sort((a, b) => a - b);
    assert.ok(corners[2] - corners[1] < 0.1, `${corners}`);
    assert.ok(corners[1] - corners[0] > 2, `${corners}`);
  }
});

test("an outline keeps its margin to every point", () => {
  for (const { layout } of CATALOGUE) {
    const points = spread(layout);
    const edge = outline(points, 30);
    const nearest = Math.min(...points.flatMap((point) => edge.map((other) => distance(point, other))));
    assert.ok(nearest > 29, `${nearest}`);
  }
});

test("points along a closed line are evenly spaced from the middle of its bottom", () => {
  const square = spread([
    [0, 0],
    [2, 0],
    [2, 2],
    [1, 2],
    [0, 2],
  ]);
  assert.deepEqual(along(square, 3, 20), [
    [40, 80],
    [60, 80],
    [20, 80],
  ]);
});

test("an arrow key goes to the nearest place in its direction, or nowhere", () => {
  const points = [
    [0, 0],
    [40, 0],
    [80, 0],
    [0, 40],
  ];
  assert.equal(towards(points, 0, [1, 0]), 1);
  assert.equal(towards(points, 0, [0, 1]), 3);
  assert.equal(towards(points, 0, [-1, 0]), null);
});

// The edges of a rectangle whose cells have these numbers, row by row.
const gridEdges = (rows, columns, number) =>
  Array.from({ length: rows * columns }, (_, i) => [
    ...((i + 1) % columns ? [[number[i], number[i + 1]]] : []),
    ...(i + columns < rows * columns ? [[number[i], number[i + columns]]] : []),
  ]).flat();

test("a graph that is a rectangle is drawn as one, however it is numbered", () => {
  for (const [rows, columns] of [
    [1, 1],
    [1, 5],
    [2, 2],
    [3, 3],
    [3, 4],
    [2, 6],
  ]) {
    const size = rows * columns;
    const natural = Array.from({ length: size }, (_, i) => i);
    const expected = natural.map((i) => [i % columns, Math.floor(i / columns)]);
    assert.deepEqual(rectangleLayout(size, gridEdges(rows, columns, natural)), expected);
    const number = natural.map((i) => (i * 7 + 3) % size); // 7 divides none of the sizes
    const points = rectangleLayout(size, gridEdges(rows, columns, number));
    for (const [a, b] of gridEdges(rows, columns, number)) assert.equal(distance(points[a], points[b]), 1);
    assert.equal(new Set(points.map(String)).size, size);
  }
});

test("other graphs are no rectangles", () => {
  const square = gridEdges(3, 3, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const ring = [0, 1, 2, 3, 4].map((i) => [i, (i + 1) % 5]);
  for (const [size, edges] of [
    [9, square.slice(1)],
    [9, [...square, [0, 4]]],
    [5, ring],
    [2, []],
    [3, [[0, 1]]],
  ]) {
    assert.equal(rectangleLayout(size, edges), undefined);
  }
});

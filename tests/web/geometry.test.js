import assert from "node:assert/strict";
import { test } from "node:test";
import {
  along,
  computedLayout,
  distance,
  latticePoint,
  outline,
  spread,
  towards,
  UNIT,
} from "../../service/web/static/geometry.js";
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

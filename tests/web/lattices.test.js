import assert from "node:assert/strict";
import { test } from "node:test";
import { boardModel } from "../../fewest/studio/static/rules/puzzle.js";
import { graphDocument, sheetDocument, SHEETS, SIZES } from "../../fewest/studio/static/setup/lattices.js";

// Places of a lattice with n to a side: n², n(n+1)/2, 3n(n-1)+1.
const COUNTS = { square: (n) => n * n, triangle: (n) => (n * (n + 1)) / 2, hexagon: (n) => 3 * n * (n - 1) + 1 };

test("a sheet has the places of its lattice, and drawing all of them makes a board with as many", () => {
  for (const [lattice, places] of Object.entries(SHEETS)) {
    const [least, most] = SIZES[lattice];
    for (let size = least; size <= most; size += 1) {
      assert.equal(places(size).length, COUNTS[lattice](size));
      for (const kind of ["jump", "slide"]) {
        const document = sheetDocument(kind, lattice, false, places(size));
        assert.equal(boardModel(kind, document).points.length, COUNTS[lattice](size));
      }
    }
  }
});

test("what is drawn anywhere on a sheet makes the same board", () => {
  const document = sheetDocument("jump", "square", true, [
    [3, 4],
    [3, 6],
    [4, 5],
  ]);
  assert.deepEqual(document, { grid: [".#.", "#.#"], lines: "diagonal" });
  assert.equal(sheetDocument("jump", "square", true, []), null);
});

test("what would be read as a centred drawing is written with its jumps", () => {
  const line = [0, 1, 2].map((n) => [n, n]);
  assert.deepEqual(sheetDocument("jump", "triangle", false, line).grid, [".##", "#.#", "##."]);
  const places = [...line.slice(0, 2), [2, 0], [2, 2]];
  const document = sheetDocument("jump", "triangle", false, places);
  assert.equal(document.grid, undefined);
  const { jumps, points } = boardModel("jump", document);
  assert.deepEqual(jumps, [
    [0, 1, 3],
    [3, 1, 0],
  ]);
  assert.equal(points.length, places.length);
});

test("pegs of a graph jump along straight lines only", () => {
  const nodes = [
    [0, 0],
    [40, 0],
    [80, 0],
    [40, 40],
  ];
  const { jumps } = graphDocument("jump", nodes, [
    [0, 1],
    [1, 2],
    [1, 3],
  ]);
  assert.deepEqual(jumps, [
    [0, 1, 2],
    [2, 1, 0],
  ]);
  assert.equal(graphDocument("slide", [], []), null);
});

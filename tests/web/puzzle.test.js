import assert from "node:assert/strict";
import { test } from "node:test";
import { firstPuzzle, fromMiddle, shuffled } from "../../fewest/studio/static/setup/firstpuzzle.js";
import { boardModel, readPuzzle, writePuzzle } from "../../fewest/studio/static/rules/puzzle.js";
import { CATALOGUE, EXAMPLES } from "./catalogue.js";

test("a puzzle of the catalogue is read again as it was written", () => {
  for (const { entry, puzzle } of EXAMPLES) {
    const read = readPuzzle(puzzle, entry);
    assert.deepEqual(readPuzzle(writePuzzle(read), entry), read);
  }
});

test("every board has a point for each of its holes or cells, and jumps and edges between them", () => {
  for (const { kind, board, layout } of CATALOGUE.filter((entry) => entry.kind !== "block")) {
    const { points, jumps, edges } = boardModel(kind, { ...board, layout });
    assert.equal(points.length, layout.length);
    assert.ok([...jumps, ...edges].flat().every((place) => points[place]));
  }
});

test("a triangle is one board, left-justified with or without blanks, or centred", () => {
  const drawings = [
    [".", "..", "..."],
    [".", ". .", ". . ."],
    ["  .", " . .", ". . ."],
    ["##.##", "#.#.#", ".#.#."],
  ];
  const [plain, ...others] = drawings.map((grid) => boardModel("jump", { grid, lines: "triangular" }).jumps);
  assert.equal(plain.length, 6);
  for (const jumps of others) assert.deepEqual(jumps, plain);
});

test("jumps of a grid go both ways, as far as there are holes", () => {
  const { jumps } = boardModel("jump", { grid: ["...#..."], lines: "orthogonal" });
  assert.deepEqual(jumps, [
    [0, 1, 2],
    [2, 1, 0],
    [3, 4, 5],
    [5, 4, 3],
  ]);
});

test("a graph is the same board as adjacency, edges and graph6", () => {
  const boards = [
    { adjacency: [[1], [0, 2], [1]] },
    {
      edges: [
        [0, 1],
        [1, 2],
      ],
      cells: 3,
    },
    { graph6: ">>graph6<<Bg" },
  ];
  for (const board of boards) {
    const { edges, points } = boardModel("slide", board);
    assert.deepEqual(
      [edges, points.length],
      [
        [
          [0, 1],
          [1, 2],
        ],
        3,
      ],
    );
  }
  const path = boardModel("slide", { graph6: "~??~" + "?".repeat(326) });
  assert.deepEqual([path.points.length, path.edges], [63, []]);
});

test("a goal may be a picture", () => {
  const board = { grid: ["...", "#.#"], lines: "orthogonal" };
  const document = { kind: "jump", board, start: { picture: ["oo.", "#.#"] }, goal: { picture: ["..o", "#.#"] } };
  const { start, goal } = readPuzzle(document);
  assert.deepEqual(
    [start, goal.content],
    [
      [1, 1, 0, 0],
      [0, 0, 1, 0],
    ],
  );
});

test("what is no puzzle on its board, or no solution of it, is refused", () => {
  const document = { kind: "slide", board: { rows: 1, columns: 2 }, start: [1, 0], goal: [0, 1] };
  assert.throws(() => readPuzzle({ ...document, start: [1, 0, 2] }), TypeError);
  assert.throws(() => readPuzzle(document, null, { moves: [] }), TypeError);
  assert.equal(readPuzzle(document, null, { moves: [[0, 1]] }).start[0], 1);
});

test("a first puzzle has one hole empty, the middle one, which the last peg is to end in", () => {
  const model = boardModel("jump", { grid: ["....."], lines: "orthogonal" });
  const { start, goal } = firstPuzzle(model);
  assert.deepEqual([fromMiddle(model)[0], start, goal.content], [2, [1, 1, 0, 1, 1], [0, 0, 1, 0, 0]]);
});

test("shuffling keeps the pieces", () => {
  const { start, goal } = shuffled(firstPuzzle(boardModel("slide", { rows: 3, columns: 3 })));
  assert.deepEqual([...start].sort(), [...goal.content].sort());
});

test("the layouts of grids are those that the page computes", () => {
  for (const { kind, board, layout } of CATALOGUE) {
    if (kind === "block" || !(board.grid ?? board.rows)) continue;
    const [given, computed] = [{ ...board, layout }, board].map((each) => boardModel(kind, each).points);
    computed.forEach(([x, y], place) => {
      assert.ok(Math.hypot(x - given[place][0], y - given[place][1]) < 0.01);
    });
  }
});

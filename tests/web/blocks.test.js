import assert from "node:assert/strict";
import { test } from "node:test";
import "../../fewest/studio/static/board/blocks.js";
import { placing } from "../../fewest/studio/static/making/blocklevels.js";
import { cellAt } from "../../fewest/studio/static/rules/blockrules.js";
import { mayEnter, withDoor } from "../../fewest/studio/static/setup/blockdrawing.js";
import { readPuzzle, writePuzzle } from "../../fewest/studio/static/rules/puzzle.js";
import { afterStep, framesOf, goalMet, stepsFrom } from "../../fewest/studio/static/rules/rules.js";

const klotski = (metric, more = {}) => ({
  kind: "block",
  start: { picture: ["ABBC", "ABBC", "DEEF", "DGHF", "I..J"] },
  goal: { at: { B: [3, 1] } },
  metric,
  ...more,
});

// Where each piece can go in one move, by its name.
const reach = ({ model, start }) =>
  Object.fromEntries(
    [...new Set(start.filter(Boolean))].flatMap((name) => {
      const to = stepsFrom(model, start, start.indexOf(name)).map((step) => step.to);
      return to.length ? [[name, to.sort((a, b) => a - b)]] : [];
    }),
  );

test("what one move is depends on the metric", () => {
  assert.deepEqual(reach(readPuzzle(klotski("step"))), { G: [17], H: [18], I: [17], J: [18] });
  assert.deepEqual(reach(readPuzzle(klotski("line"))), { G: [17], H: [18], I: [17, 18], J: [17, 18] });
  const path = { G: [17, 18], H: [17, 18], I: [17, 18], J: [17, 18] };
  assert.deepEqual(reach(readPuzzle(klotski("path"))), path);
});

test("pieces keep to their axes, and only those named pass a door", () => {
  const rows = readPuzzle(klotski("step", { axis: { G: "row", I: "row" } }));
  assert.deepEqual(reach(rows), { H: [18], I: [17], J: [18] });
  const long = readPuzzle({
    ...klotski("step", { axis: "long" }),
    start: { picture: ["AA.", "..B", "..B"] },
    goal: { at: { A: [0, 1] } },
  });
  assert.deepEqual(reach(long), { A: [1], B: [2] });
  const door = klotski("path", { doors: [{ at: [[4, 1]], pieces: ["B"] }] });
  assert.deepEqual(reach(readPuzzle(door)), { H: [18], J: [18] });
});

test("the only piece with a goal leaves where its axis and its goal end at the edge", () => {
  const start = { picture: ["...B", "AA.B", "...."] };
  const exits = (at, axis) => readPuzzle(klotski("line", { start, goal: { at }, axis })).model.exits;
  assert.deepEqual(exits({ A: [1, 2] }, "long"), [{ cell: 7, way: [1, 0] }]);
  assert.deepEqual(exits({ A: [1, 2] }, { A: "row" }), [{ cell: 7, way: [1, 0] }]);
  assert.deepEqual(exits({ A: [1, 2] }), []);
  assert.deepEqual(exits({ A: [1, 1] }, "long"), []);
  assert.deepEqual(exits({ B: [1, 3] }, "long"), [{ cell: 11, way: [0, 1] }]);
  assert.deepEqual(exits({ A: [1, 1], B: [1, 3] }, "long"), []);
});

test("a piece of several cells moves as a whole, past a corner", () => {
  const puzzle = readPuzzle({
    kind: "block",
    start: { picture: ["AA.", "A..", "#.."] },
    goal: { at: { A: [1, 1] } },
    metric: "path",
  });
  const step = stepsFrom(puzzle.model, puzzle.start, 3).find(({ to }) => to === 4);
  assert.deepEqual(step.way, [0, 1, 4]);
  const after = afterStep(puzzle.start, step, puzzle.model);
  assert.deepEqual(after, [0, 0, 0, 0, "A", "A", "A", 0]);
  assert.ok(goalMet(puzzle, after));
});

test("a board given by the neighbours of its cells is the one with rows and columns", () => {
  const drawn = readPuzzle(klotski("path"));
  const { model } = drawn;
  const ways = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ];
  const steps = model.places.map(([r, c]) => ways.map(([dr, dc]) => cellAt(model, r + dr, c + dc)));
  const letters = [...new Set(drawn.start.filter(Boolean))];
  const pieces = drawn.start.map((name) => letters.indexOf(name) + 1);
  const document = {
    ...klotski("path"),
    board: { steps },
    start: { pieces },
    goal: { cells: { 2: [13, 14, 17, 18] } },
  };
  const given = readPuzzle(document);
  assert.deepEqual(given.model.points, drawn.model.points);
  assert.deepEqual(
    given.goal.content.map((name) => name && "B"),
    drawn.goal.content,
  );
  assert.deepEqual(writePuzzle(given), document);
});

test("moves name any part of a piece, and are followed by its first one", () => {
  const puzzle = readPuzzle({ ...klotski("step"), start: { picture: ["AA.", "AA."] }, goal: { at: { A: [0, 1] } } });
  const frames = framesOf(puzzle, { moves: [[4, 5]] });
  assert.deepEqual(frames.at(-1).step.way, [0, 1]);
  assert.deepEqual(frames.at(-1).content, [0, "A", "A", 0, "A", "A"]);
  assert.throws(() => framesOf(puzzle, { moves: [[0, 2]] }), TypeError);
});

test("doors are drawn cell by cell, and those for the same pieces are one", () => {
  const first = withDoor([], [0, 2], "A", true);
  assert.deepEqual(first, [{ at: [[0, 2]], pieces: ["A"] }]);
  const both = withDoor(first, [1, 2], "A", true);
  const cells = [
    [0, 2],
    [1, 2],
  ];
  assert.deepEqual(both, [{ at: cells, pieces: ["A"] }]);
  const apart = withDoor(both, [1, 2], "B", true);
  assert.deepEqual(apart, [
    { at: [[0, 2]], pieces: ["A"] },
    { at: [[1, 2]], pieces: ["A", "B"] },
  ]);
  assert.deepEqual(mayEnter(apart, [1, 2]), ["A", "B"]);
  assert.equal(mayEnter(apart, [0, 0]), null);
  assert.deepEqual(withDoor(apart, [1, 2], "B", false), both);
  assert.deepEqual(withDoor(first, [0, 2], "A", false), []);
  const crossed = [
    { at: [[0, 0]], pieces: ["A", "B"] },
    { at: [[0, 0]], pieces: ["B", "C"] },
  ];
  assert.deepEqual(mayEnter(crossed, [0, 0]), ["B"]);
  assert.deepEqual(withDoor(crossed, [0, 0], "A", true), [{ at: [[0, 0]], pieces: ["A", "B"] }]);
});

test("a request for levels keeps pieces with a goal or a door, and places the shapes of the others", () => {
  const doors = [{ at: [[4, 1]], pieces: ["I"] }];
  const puzzle = readPuzzle(klotski("path", { axis: { A: "column", B: "row" }, doors }));
  assert.deepEqual(placing(puzzle, { min: 3, max: 5 }), {
    ...klotski("path", { axis: { B: "row" }, doors }),
    start: { picture: [".BB.", ".BB.", "....", "....", "I..."] },
    place: [{ shapes: [["X", "X"], ["XX"], ["X"]], pieces: { min: 3, max: 5 } }],
    minimal: true,
  });
  assert.equal(placing(readPuzzle(klotski("line", { axis: "long" })), {}).axis, "long");
});

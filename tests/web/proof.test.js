import assert from "node:assert/strict";
import { test } from "node:test";
import { explain } from "../../fewest/studio/static/solve/proof.js";

// A row of five holes; a ring of four cells with a tail, and a pair of cells.
const row = {
  kind: "jump",
  jumps: [0, 1, 2].flatMap((a) => [
    [a, a + 1, a + 2],
    [a + 2, a + 1, a],
  ]),
};
const cells = {
  kind: "slide",
  points: Array(8).fill([0, 0]),
  edges: [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [3, 4],
    [6, 7],
  ],
};

const said = (puzzle, proof) => explain({ opening: [], ...puzzle }, proof)[0];
const jump = (start, goal) => ({ model: row, start, goal });
const slide = (start, content) => ({ model: cells, start, goal: { form: "exact", content } });

test("a proof by numbers of pegs says no more than it knows", () => {
  const puzzle = jump([1, 0, 0, 0, 0], { form: "other" });
  assert.match(said(puzzle, { by: "pegs", start: 1, goal: 3 }).says, /\n1 peg cannot become 3, or more\.$/);
  assert.match(
    said(puzzle, { by: "pegs", start: 3, goal: 0 }).says,
    /\n3 pegs cannot become as many in other holes, more, or none/,
  );
});

test("sums are those of the position they are said of", () => {
  const puzzle = jump([1, 1, 0, 0, 1], { form: "exact", content: [0, 0, 0, 0, 1] });
  const pagoda = { by: "pagoda", weights: [1, 1, 1, 0, 0], start: 1, goal: 2 };
  assert.equal(said(puzzle, { ...pagoda, start: 2, goal: 3 }).check, "the start adds up to 2, the goal to 3 or more.");
  const opening = [[0, 1, 2]];
  assert.equal(said({ ...puzzle, opening }, pagoda).check, "after the opening it is 1, in the goal 2 or more.");
  const parity = said({ ...puzzle, opening }, { by: "parity", weights: [1, 1, 0, 1, 1], start: 1, goal: 0 });
  assert.match(parity.check, /^at the start 3 pegs are on gold, which is odd; the goal has 1/);
});

test("a number is said of the goal only where there is one goal", () => {
  const parity = { by: "parity", weights: [1, 1, 0, 1, 1], start: 0, goal: 1 };
  const groups = [{ pegs: [[0], [0, 1, 3]], proof: parity }];
  const [{ check }] = explain(
    { opening: [], ...jump([1, 1, 0, 0, 0], { form: "other" }) },
    { by: "goals", goals: groups },
  );
  assert.match(check, /the goal has an odd number\.$/);
});

test("where the goals are no list of positions, a proof by ends says its own text", () => {
  const puzzle = jump([1, 1, 0, 0, 0], { form: "count", count: 2 });
  const ends = { by: "ends", functions: [], trees: [], text: "Each position …" };
  assert.equal(said(puzzle, { ...ends, pairs: 3 }).says, "Each position …");
  assert.match(said(puzzle, { ...ends, pairs: 0 }).says, /^No jump leads to the goal/);
});

test("pieces that cannot move are not missing", () => {
  const goal = [1, 2, 3, 0, 4, 5, 7, 6];
  const proof = { by: "contents", cells: [6, 7] };
  assert.match(said(slide([1, 2, 3, 0, 4, 5, 6, 7], goal), proof).says, /no cell of it is empty/);
  assert.match(said(slide([1, 2, 3, 0, 4, 5, 6, 6], goal), proof).says, /It lacks pieces/);
});

test("the cell where the empty cell enters is left out of what a part keeps", () => {
  const proof = { by: "permutation", rule: "contents", cells: [0, 1, 2, 3], entry: 3, way: [4] };
  const { says } = said(slide([1, 2, 3, 4, 0, 5, 6, 7], [1, 2, 4, 3, 0, 5, 6, 7]), proof);
  assert.match(says, /at cell 3\. The other cells keep their pieces/);
});

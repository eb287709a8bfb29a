import assert from "node:assert/strict";
import { test } from "node:test";
import { readPuzzle } from "../../fewest/studio/static/rules/puzzle.js";
import { fill, slipsIn } from "../../fewest/studio/static/play/review.js";
import {
  afterStep,
  goalMet,
  puzzleAt,
  stepsFrom,
  tracedAfter,
  untouched,
} from "../../fewest/studio/static/rules/rules.js";
import { EXAMPLES } from "./catalogue.js";

const random = (seed) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

// Fill in totals from the true ones; returns them, and the moves that were asked for.
async function filled(truth, totals) {
  const asked = [];
  await fill(
    totals,
    async (move) => {
      asked.push(move);
      return truth[move];
    },
    () => {},
  );
  return { totals, asked };
}

test("every position is known in the end, by few searches", async () => {
  const roll = random(7);
  for (let game = 0; game < 300; game += 1) {
    const truth = [10];
    let rises = 0;
    const length = 2 + Math.floor(roll() * 60);
    while (truth.length < length) {
      const rise = roll() < 0.9 ? 0 : roll() < 0.1 ? Infinity : 1;
      const next = truth.at(-1) + rise;
      rises += next > truth.at(-1);
      truth.push(next);
    }
    const known = truth.map((total, move) => (move === 0 || move === length - 1 ? total : null));
    const { totals, asked } = await filled(truth, known);
    assert.deepEqual(totals, truth);
    assert.equal(new Set(asked).size, asked.length);
    assert.ok(asked.length <= rises * Math.ceil(Math.log2(length)), `${asked.length} of ${length}, ${rises} rises`);
  }
});

test("where a position is not solved in time, none before it is tried, and it stays open", async () => {
  const truth = [5, null, null, null, null, null, 7, 7, Infinity];
  const { totals, asked } = await filled(truth, [5, ...Array(7).fill(null), Infinity]);
  assert.deepEqual(asked, [4, 6, 5, 7]);
  assert.deepEqual(totals, [5, null, null, null, null, null, 7, 7, Infinity]);
  assert.deepEqual(slipsIn(totals), [{ move: 8, before: 7, after: Infinity }]);
});

test("slips are the moves after which the best game was longer, or was none", () => {
  assert.deepEqual(slipsIn([9, 9, 10, 12, 12, Infinity, Infinity]), [
    { move: 2, before: 9, after: 10 },
    { move: 3, before: 10, after: 12 },
    { move: 5, before: 12, after: Infinity },
  ]);
  assert.deepEqual(slipsIn([7]), []);
});

// The fewest moves to the goal, jumps of one peg in a row being one; Infinity if there are none.
function distance({ model, goal, start }, known = new Map()) {
  const search = (content, traced) => {
    const key = content.join("");
    if (known.has(key)) return known.get(key);
    if (goalMet({ goal, model }, content, traced)) return 0;
    let best = Infinity;
    const jumpOn = (at, from) => {
      for (const step of stepsFrom(model, at, from)) {
        const after = afterStep(at, step, model);
        best = Math.min(best, 1 + search(after, traced));
        jumpOn(after, step.to);
      }
    };
    content.forEach((_, place) => jumpOn(content, place));
    known.set(key, best);
    return best;
  };
  return search(start, untouched(start));
}

test("totals never fall in a game: no move makes the whole game shorter", () => {
  const { entry, puzzle: document } = EXAMPLES.find(({ entry: { name } }) => name === "hoppers");
  const puzzle = readPuzzle(document, entry);
  const [roll, known] = [random(3), new Map()];
  for (let game = 0; game < 50; game += 1) {
    let [content, moves, peg, last] = [puzzle.start, 0, null, distance(puzzle, known)];
    for (;;) {
      const steps = content.flatMap((_, place) => stepsFrom(puzzle.model, content, place));
      if (!steps.length) break;
      const step = steps[Math.floor(roll() * steps.length)];
      if (step.from !== peg) {
        const total = moves + distance({ ...puzzle, start: content }, known); // after whole moves
        assert.ok(total >= last);
        last = total;
        moves += 1;
      }
      [content, peg] = [afterStep(content, step, puzzle.model), step.to];
    }
  }
});

test("the puzzle from a position on names the survivor by where it is", () => {
  const puzzle = readPuzzle({
    kind: "jump",
    board: { grid: ["....."], lines: "orthogonal" },
    start: { pegs: [0, 1, 3] },
    goal: { survivor: 0, hole: 4 },
    opening: [[0, 1, 2]],
  });
  const after = (steps) =>
    steps.reduce(
      ({ content, traced }, step) => ({ content: afterStep(content, step), traced: tracedAfter(traced, step) }),
      { content: puzzle.start, traced: untouched(puzzle.start) },
    );
  const moved = puzzleAt(puzzle, after([{ from: 0, over: 1, to: 2 }]));
  assert.deepEqual([moved.start, moved.opening], [[0, 0, 1, 1, 0], []]);
  assert.deepEqual(moved.goal.document, { survivor: 2, hole: 4 });
  const gone = after([
    { from: 0, over: 1, to: 2 },
    { from: 3, over: 2, to: 1 },
  ]);
  assert.equal(puzzleAt(puzzle, gone), null);
});

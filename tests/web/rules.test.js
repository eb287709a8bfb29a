import assert from "node:assert/strict";
import { test } from "node:test";
import { readPuzzle, writePuzzle } from "../../fewest/studio/static/rules/puzzle.js";
import {
  afterOpening,
  afterStep,
  anyStep,
  framesOf,
  goalMet,
  goalsOf,
  stepsFrom,
  untouched,
} from "../../fewest/studio/static/rules/rules.js";
import { EXAMPLES } from "./catalogue.js";

// Five holes in a row; one jump is possible.
const LINE_DOCUMENT = {
  kind: "jump",
  board: { grid: ["....."], lines: "orthogonal" },
  start: { pegs: [0, 1, 3] },
  goal: { count: 1 },
};
const LINE = readPuzzle(LINE_DOCUMENT);

test("a peg jumps over a peg into an empty hole, and the jumped one is gone", () => {
  assert.deepEqual(stepsFrom(LINE.model, LINE.start, 0), [{ from: 0, over: 1, to: 2 }]);
  assert.deepEqual(stepsFrom(LINE.model, LINE.start, 4), []);
  assert.deepEqual(afterStep(LINE.start, { from: 0, over: 1, to: 2 }), [0, 0, 1, 1, 0]);
});

test("every step of every example moves one peg or piece; a jump takes one peg away, a slide none", () => {
  for (const { entry, puzzle: document } of EXAMPLES) {
    const { model, start } = readPuzzle(document, entry);
    const lost = model.kind === "jump" ? 1 : 0;
    for (const step of start.flatMap((_, place) => stepsFrom(model, start, place))) {
      const after = afterStep(start, step, model);
      if (model.kind !== "block") assert.equal(after[step.from], 0); // else another part of the piece may be there
      assert.equal(after[step.to], start[step.from]);
      assert.equal(after.filter(Boolean).length, start.filter(Boolean).length - lost);
    }
  }
});

test("a solution has one frame for every jump of every move, and ends at the goal", () => {
  const frames = framesOf(LINE, { moves: [[0, 2, 4]], removed: [[1, 3]] });
  assert.deepEqual(
    frames.map(({ content, move, hop, hops }) => [content.join(""), move, hop, hops]),
    [
      ["11010", 0, 0, 0],
      ["00110", 1, 1, 2],
      ["00001", 1, 2, 2],
    ],
  );
  assert.ok(goalMet(LINE, frames[2].content));
  assert.ok(!anyStep(LINE.model, frames[2].content));
});

test("a peg is traced to where it started from, and captured ones are in order", () => {
  const [begin, , end] = framesOf(LINE, { moves: [[0, 2, 4]], removed: [[1, 3]] });
  assert.deepEqual(begin.traced, untouched(LINE.start));
  assert.equal(end.traced.origins[4], 0);
  assert.deepEqual(end.traced.captured, [1, 3]);
});

test("the opening is made before the search begins", () => {
  assert.deepEqual(afterOpening({ ...LINE, opening: [[0, 1, 2]] }), [0, 0, 1, 1, 0]);
});

test("each form of a goal is met by its positions only", () => {
  const goals = [
    [{ form: "exact", content: [0, 1] }, [0, 1], [1, 0]],
    [{ form: "exact", content: [null, 0] }, [7, 0], [0, 7]],
    [{ form: "count", count: 1 }, [1, 0], [1, 1]],
    [{ form: "among", content: [0, 1] }, [0, 1], [1, 0]],
    [{ form: "other", document: { any_of: [{ pegs: [0, 1] }, { empty: [0, 1] }] } }, [0, 0], [0, 1]],
    [{ form: "other", document: { count: 2 } }, [1, 1], [0, 1]],
  ];
  for (const [goal, met, missed] of goals) {
    assert.ok(goalMet({ goal }, met));
    assert.ok(!goalMet({ goal }, missed));
  }
});

test("goals about a game: over with no jump left, or with a certain peg the last, in some hole or anywhere", () => {
  const played = (goal, moves, removed) => {
    const puzzle = readPuzzle({ ...LINE_DOCUMENT, goal });
    assert.deepEqual(writePuzzle(puzzle).goal, goal);
    const end = framesOf(puzzle, { moves, removed }).at(-1);
    return goalMet(puzzle, end.content, end.traced);
  };
  const [part, whole] = [
    [[[0, 2]], [[1]]],
    [[[0, 2, 4]], [[1, 3]]],
  ];
  for (const goal of [{ fewest_pegs: true }, { dead_end: true }, { survivor: 0 }, { survivor: 0, hole: 4 }]) {
    assert.ok(played(goal, ...whole));
    assert.ok(!played(goal, ...part));
  }
  for (const goal of [{ survivor: 3 }, { survivor: 0, hole: 2 }]) assert.ok(!played(goal, ...whole));
});

test("marked are the holes of the last pegs, or the peg that must survive, until it is gone", () => {
  const at = (survivor) => {
    const puzzle = readPuzzle({ ...LINE_DOCUMENT, goal: { survivor } });
    return framesOf(puzzle, { moves: [[0, 2]], removed: [[1]] }).map(({ content, traced }) =>
      goalsOf(puzzle, content, traced),
    );
  };
  assert.deepEqual(at(0), [[0], [2]]);
  assert.deepEqual(at(1), [[1], []]);
  const puzzle = readPuzzle({ ...LINE_DOCUMENT, goal: { pegs: [2] } });
  assert.deepEqual(goalsOf(puzzle, puzzle.start, framesOf(puzzle, { moves: [] })[0].traced), [2]);
});

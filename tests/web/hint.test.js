import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnHints, hintWords, ownHint } from "../../fewest/studio/static/play/hint.js";

const known = {
  moves: [
    [2, 6],
    [8, 4, 0],
    [1, 3],
  ],
};
const pegs = Array(10).fill(1);

test("without the service, the next move of the known solution is the hint, also in the midst of a move", () => {
  const next = (moves, path) => ownHint(known, { moves, path, content: pegs })?.moves[0];
  assert.deepEqual(next(0, []), { move: [2, 6], status: "solved", distance: 2 });
  assert.deepEqual(next(1, [2, 6]), { move: [8, 4, 0], status: "solved", distance: 1 });
  assert.deepEqual(next(2, [8, 4]), { move: [4, 0], status: "solved", distance: 1 });
  assert.deepEqual(next(2, [8, 4, 0]), { move: [1, 3], status: "solved", distance: 0 });
});

test("there is none where the player left the known solution, or where none is known", () => {
  for (const [moves, path] of [
    [1, [10, 6]],
    [2, [8, 5]],
    [2, [8, 4, 1]],
    [3, [1, 3]],
    [4, [3, 5]],
  ])
    assert.equal(ownHint(known, { moves, path, content: pegs }), null);
  assert.equal(ownHint(null, { moves: 0, path: [], content: pegs }), null);
});

test("the moves to go are the same in the midst of a move as before it", () => {
  const said = (state) => hintWords({ hint: ownHint(known, { content: pegs, ...state }), state });
  const whole = said({ moves: 1, path: [2, 6], peg: 6 });
  assert.match(whole, /^2 moves to go, 3 in all\./);
  assert.match(said({ moves: 2, path: [8, 4], peg: 4 }), /^1 move to go, 3 in all\./);
});

test("moves that lose the goal are drawn as lost, and the best ones on top of all others", () => {
  const moves = [
    { move: [4, 2], status: "solved", distance: 0 },
    { move: [2, 0], status: "unsolvable", distance: null },
    { move: [2, 4], status: "queued", distance: null },
    { move: [5, 3], status: "solved", distance: 1 },
  ];
  const drawn = drawnHints({ moves }, { moves: 3, peg: null });
  assert.deepEqual(
    drawn.map(({ path, text, tone }) => [path[0], text, tone]),
    [
      [2, "×", "lost"],
      [2, "…", ""],
      [5, 1, ""],
      [4, 0, "best"],
    ],
  );
});

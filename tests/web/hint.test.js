import assert from "node:assert/strict";
import { test } from "node:test";
import { drawnHints, hintWords, ownHint, spokenHints } from "../../fewest/studio/static/play/hint.js";

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

const hint = {
  moves: [
    { move: [0, 3], status: "unsolvable", distance: null },
    { move: [0, 1], status: "running", distance: null },
    { move: [0, 2, 4], status: "solved", distance: 7 },
    { move: [4, 2], status: "solved", distance: 1 },
  ],
};
const row = [0, 1, 2, 3, 4].map((x) => [40 * x, 0]);

test("the label of a peg says where it can jump, the best first, and how far the goal is then", () => {
  const game = {
    hint,
    content: [1, 1, 0, 0, 1],
    puzzle: { model: { kind: "jump", points: row } },
    state: { moves: 0 },
  };
  const lost = ", jump to 3: no way to the goal";
  assert.equal(spokenHints(game, 0), `, jump to 2, 4: 7 moves to go, jump to 1: not known yet${lost}`);
  assert.equal(spokenHints(game, 4), ", jump to 2: 1 move to go");
  assert.equal(spokenHints(game, 1), "");
  assert.equal(spokenHints({ ...game, hint: { error: Error(), moves: [] } }, 0), "");
});

test("the label of a piece says where it can move, that of each part of a block where this part comes to lie", () => {
  const [left, moves] = [[{ move: [1, 2], status: "solved", distance: 3 }], { moves: 0 }];
  const board = (kind, content, points = row) => ({
    hint: { moves: left },
    content,
    puzzle: { model: { kind, points } },
    state: moves,
  });
  const spoken = (game) => row.map((_, place) => spokenHints(game, place));
  const pieces = ["", ", move to 2: 3 moves to go", "", "", ""];
  const uneven = row.map((_, place) => [place / 7 + 0.1, place / 3]); // as on a board drawn from a table
  assert.deepEqual(spoken(board("slide", [1, 2, 0, 3, 4], uneven)), pieces);
  const parts = [", move to 1: 3 moves to go", ", move to 2: 3 moves to go", "", "", ""];
  assert.deepEqual(spoken(board("block", ["A", "A", 0, 0, "B"])), parts);
});

const states = [0, 1, 2, 2, 3, 4].map((moves, at) => ({ moves, path: [at, at + 2], step: { over: 1 }, content: [] }));
const lostGame = {
  at: 5,
  hint: { solvable: false, moves: [] },
  known: { moves: [] },
  states,
  moveTo: ({ path }) => path.join("-"),
};

test("the move that lost a game is named as soon as it is known, though not which of its jumps", () => {
  const said = (more) => hintWords({ ...lostGame, state: states[5], ...more });
  assert.equal(said({ lastWinnable: 3, firstLost: 4 }), "The goal is out of reach now. Move 3 (4-6) lost it.");
  assert.equal(said({ lastWinnable: 1, firstLost: 3 }), "The goal is out of reach now. Move 2 (3-5) lost it.");
  assert.equal(
    said({ lastWinnable: 2, firstLost: 5 }),
    "The goal is out of reach now. One of your last 3 steps lost it.",
  );
  assert.equal(said({ lastWinnable: 0, firstLost: 0 }), "There is no way to the goal, not even from the start.");
  assert.equal(said({ lastWinnable: 4, firstLost: 5, stuck: true }), "Move 4 (5-7) lost it.");
  assert.equal(said({ lastWinnable: 5, firstLost: Infinity, stuck: true }), "Undo a few moves and try another way.");
});

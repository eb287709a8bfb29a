import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Games } from "../../fewest/studio/static/play/games.js";
import { storage } from "./storage.js";

const record = (...jumps) => ({ steps: jumps.map(([from, to]) => ({ from, over: null, to })), at: jumps.length });

beforeEach(() => (globalThis.localStorage = storage()));

test("the best game of a problem is the one with the fewest moves", () => {
  const games = new Games();
  for (const moves of [9, 7, 8]) games.keep("hoppers/0", record([2, 6]), moves);
  assert.deepEqual(games.of("hoppers/0"), { won: true, best: 7, game: null, answer: null });
});

test("the game in progress is kept until it is won or taken back to its start", () => {
  const games = new Games();
  games.keep("hoppers/0", record([2, 6]));
  assert.deepEqual(games.of("hoppers/0"), { won: false, best: null, game: record([2, 6]), answer: null });
  games.keep("hoppers/0", record());
  assert.equal(games.of("hoppers/0").game, null);
});

test("a shortest solution stays with the games of its problem", () => {
  const games = new Games();
  games.keep("hoppers/0", record([2, 6]));
  games.learn("hoppers/0", { moves: [[2, 6]], length: 1 });
  games.keep("hoppers/0", record([2, 6]), 7);
  assert.deepEqual(games.of("hoppers/0"), { won: true, best: 7, game: null, answer: { moves: [[2, 6]] } });
});

test("the problems played last are kept", () => {
  const games = new Games();
  for (let number = 0; number < 250; number += 1) games.keep(`board/${number}`, record([0, 1]));
  assert.equal(games.of("board/49").game, null);
  assert.notEqual(games.of("board/50").game, null);
});

test("what is kept is parsed once, and again when another tab has written", () => {
  const [games, other] = [new Games(), new Games()];
  games.keep("hoppers/0", record([2, 6]));
  assert.equal(games.of("hoppers/0"), games.of("hoppers/0"));
  other.keep("hoppers/0", record([2, 6]), 7);
  assert.equal(games.of("hoppers/0").best, 7);
});

test("a damaged entry is dropped, and only that", () => {
  const whole = { won: true, best: 7, game: null };
  const damaged = [
    null,
    7,
    {},
    { ...whole, best: "7" },
    { ...whole, game: {} },
    { ...whole, game: { at: 1, steps: [null] } },
    { ...whole, answer: { moves: 7 } },
  ];
  const problems = { ...damaged, "hoppers/0": whole };
  localStorage.setItem("fewest-games", JSON.stringify({ version: 1, problems }));
  const games = new Games();
  assert.deepEqual(games.of("hoppers/0"), { ...whole, answer: null });
  for (const number of damaged.keys()) assert.equal(games.of(String(number)).best, null);
  games.keep("tritri/0", record([0, 1]));
  assert.deepEqual(new Games().of("hoppers/0"), { ...whole, answer: null });
});

test("without storage a game goes on, and nothing is kept", () => {
  const refuse = () => {
    throw new DOMException("no storage");
  };
  globalThis.localStorage = { getItem: refuse, setItem: refuse };
  const games = new Games();
  games.keep("hoppers/0", record([2, 6]), 7);
  assert.deepEqual(games.of("hoppers/0"), { won: false, best: null, game: null, answer: null });
});

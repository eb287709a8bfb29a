import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { before, dateOf } from "../../fewest/studio/static/play/dates.js";
import {
  drawn,
  earned,
  FEWEST,
  IN_TIME,
  keepStars,
  SOLVED,
  streak,
  won,
} from "../../fewest/studio/static/play/stars.js";
import { storage } from "./storage.js";

beforeEach(() => (globalThis.localStorage = storage()));

test("a date is that of the clock at hand, and days before it follow the calendar", () => {
  assert.equal(dateOf(new Date(2026, 10, 9, 23, 59)), "2026-11-09");
  assert.equal(before("2026-03-01", 1), "2026-02-28");
  assert.equal(before("2026-11-09", 400), "2025-10-05");
});

test("stars add up", () => {
  keepStars("2026-11-09", "easy", SOLVED);
  keepStars("2026-11-09", "easy", SOLVED | FEWEST);
  keepStars("2026-11-09", "hard", SOLVED);
  assert.deepEqual(won("2026-11-09"), { easy: SOLVED | FEWEST, hard: SOLVED });
  assert.deepEqual(won("2026-11-10"), {});
});

test("a streak ends today or yesterday, and counts what was solved on its own day", () => {
  for (const [date, stars] of [
    ["2026-11-05", SOLVED | IN_TIME],
    ["2026-11-06", SOLVED],
    ["2026-11-07", SOLVED | IN_TIME],
    ["2026-11-08", SOLVED | IN_TIME],
  ])
    keepStars(date, "normal", stars);
  assert.deepEqual(["2026-11-08", "2026-11-09", "2026-11-10"].map(streak), [2, 2, 0]);
});

test("stars of a class set are kept by the numbers of its puzzles", () => {
  const game = (moves, aided = false) => ({ state: { moves }, fewest: 3, aided });
  keepStars("c_0123", "2", earned(game(4), null));
  assert.equal(drawn(won("c_0123")[2]), "★☆★");
  keepStars("c_0123", "2", earned(game(3, true), null));
  assert.equal(drawn(won("c_0123")[2]), "★★★");
  assert.equal(drawn(earned(game(3), { moves: [] })), "★★☆");
});

test("what is damaged is passed over, and what was won last is kept", () => {
  const damaged = { "2026-11-01": { easy: "1" }, "2026-11-02": null, "2026-11-03": { easy: 1 } };
  localStorage.setItem("fewest-days", JSON.stringify({ version: 1, days: damaged }));
  assert.deepEqual(["2026-11-01", "2026-11-02", "2026-11-03"].map(won), [{}, {}, { easy: 1 }]);
  for (let days = 401; days >= 0; days -= 1) keepStars(before("2026-11-30", days), "easy", SOLVED);
  assert.deepEqual([won("2026-11-30"), won(before("2026-11-30", 401))], [{ easy: 1 }, {}]);
  localStorage.setItem("fewest-days", "{");
  assert.deepEqual(won("2026-11-30"), {});
});

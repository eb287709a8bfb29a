import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dropLevel, keepLevel, keptLevels } from "../../fewest/studio/static/making/levels.js";
import { storage } from "./storage.js";

const level = (length) => ({ puzzle: { board: { name: "hoppers" }, start: { empty: [length] } }, length });

beforeEach(() => (globalThis.localStorage = storage()));

test("the levels made last come first, each once, as many as a sheet has room for", () => {
  for (const length of [1, 2, 1]) keepLevel(level(length));
  assert.deepEqual(keptLevels(), [level(1), level(2)]);
  dropLevel(level(1));
  assert.deepEqual(keptLevels(), [level(2)]);
  for (let length = 0; length < 61; length += 1) keepLevel(level(length));
  assert.deepEqual([keptLevels().length, keptLevels().at(-1)], [60, level(1)]);
});

test("what is damaged is passed over, and a new level is kept", () => {
  const damaged = [null, { puzzle: { board: {} } }, { ...level(3), length: "3" }];
  const parts = JSON.stringify({ version: 1, levels: [...damaged, level(4)] });
  for (const [kept, found] of [
    ["{", []],
    ['{"version": 9, "levels": []}', []],
    [parts, [level(4)]],
  ]) {
    localStorage.setItem("fewest-levels", kept);
    assert.deepEqual(keptLevels(), found);
    keepLevel(level(5));
    assert.deepEqual(keptLevels(), [level(5), ...found]);
  }
});

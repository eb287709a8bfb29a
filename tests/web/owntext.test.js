// The characters that errors of a text are about.
import assert from "node:assert/strict";
import { test } from "node:test";
import { charactersOf } from "../../fewest/studio/static/setup/owntext.js";

// The characters in a text, from a line and a column on.
const at = (text, line, column, length) => text.slice(...charactersOf(text, { line, column, length }));

test("lines and columns begin at 1", () => {
  assert.deepEqual([at("ab\ncd", 1, 1, 1), at("ab\ncd", 2, 2, 1), at("ab\ncd\nef", 2, 1, 4)], ["a", "d", "cd\ne"]);
});

test("a column is a character, however it is stored", () => {
  assert.equal(at("🟡🟡x🟡\n🟡●y🟡", 2, 3, 2), "y🟡");
});

test("an error at the end is about no character", () => {
  assert.deepEqual(charactersOf("[[1]\n", { line: 2, column: 1, length: 0 }), [5, 5]);
  assert.deepEqual(charactersOf("", { line: 1, column: 1, length: 0 }), [0, 0]);
});

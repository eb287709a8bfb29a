import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../../fewest/studio/static/rules/puzzle.js";
import { EXAMPLES } from "./catalogue.js";

test("a puzzle comes back from the fragment it is put into, which needs no escaping", async () => {
  for (const { puzzle } of EXAMPLES) {
    const fragment = await encode({ puzzle, note: "三角" });
    assert.match(fragment, /^p=[\w-]+$/);
    assert.deepEqual(await decode(`#${fragment}`), { puzzle, note: "三角" });
  }
});

test("a fragment may name an example a problem of the atlas or one of a class set, or be empty", async () => {
  assert.deepEqual(await decode("#english/0-15"), { name: "english", problem: "0-15" });
  assert.deepEqual(await decode("#english"), { name: "english", index: 0 });
  assert.deepEqual(await decode("#english/2"), { name: "english", index: 2 });
  assert.deepEqual(await decode("#c/peg-solitaire/2"), { name: "c", problem: "peg-solitaire/2" });
  assert.deepEqual(await decode(""), {});
});

test("a fragment that makes no sense, or is cut off, is null", async () => {
  const fragment = await encode(EXAMPLES[0]);
  for (const text of ["#a/b/c", "#p=!", fragment.slice(0, -9)]) assert.equal(await decode(text), null);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonTextError, lineAndColumn, placeOf, places } from "../../service/web/static/plaintext.js";

const DOCUMENT = { "a/b": [1, -2.5e3, { "c~": 'say "x"' }], empty: {}, none: null };

test("the characters at a pointer are those of its value", () => {
  for (const indent of [0, 2]) {
    const text = JSON.stringify(DOCUMENT, null, indent);
    const value = (pointer) => JSON.parse(text.slice(...places(text).get(pointer)));
    assert.deepEqual(value(""), DOCUMENT);
    assert.deepEqual(value("/a~1b/2/c~0"), 'say "x"');
    assert.deepEqual([value("/a~1b/1"), value("/empty"), value("/none")], [-2500, {}, null]);
  }
});

test("a pointer to nothing leads to the nearest part around it", () => {
  const found = places('{"a": [1]}');
  assert.deepEqual(placeOf(found, "/a/7/b"), [6, 9]);
  assert.deepEqual(placeOf(new Map(), "/a"), [0, 0]);
});

test("an error is where the text stops being JSON", () => {
  const at = (text) => {
    try {
      places(text);
    } catch (error) {
      assert.ok(error instanceof JsonTextError);
      return error.at;
    }
    return null;
  };
  assert.deepEqual(["[1 2]", '{"a" 1}', "[1", "1 1", "[tru]", "[1]"].map(at), [3, 5, 2, 2, 1, null]);
});

test("what passes is JSON", () => {
  const texts = [
    '"\\x"',
    '"a\nb"',
    "01",
    "1.",
    "[1,]",
    "\u00a01",
    '{"\\u12": 1}',
    "-",
    "[".repeat(1e5),
    '"\\u00e9\\/"',
    "-0.5e+3 ",
  ];
  for (const text of texts) {
    const result = (read) => {
      try {
        read(text);
        return true;
      } catch {
        return false;
      }
    };
    assert.equal(result(places), result(JSON.parse), text.slice(0, 9));
  }
  assert.throws(() => places("[".repeat(1e5)), { key: "textTooDeep", at: 100 });
});

test("lines and columns begin at 1", () => {
  assert.deepEqual(
    [lineAndColumn("ab\ncd", 0), lineAndColumn("ab\ncd", 4)],
    [
      [1, 1],
      [2, 2],
    ],
  );
});

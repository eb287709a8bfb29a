import assert from "node:assert/strict";
import { test } from "node:test";
import "../../fewest/studio/static/texts/modetexts.js";
import { speak, t } from "../../fewest/studio/static/texts/texts.js";

test("values stand where the pattern names them, numbers with their noun", () => {
  assert.equal(t("openingJump", 4, 5, 6), "4 over 5 to 6");
  assert.equal(t("moves", 1), "1 move");
  assert.equal(t("moves", 2000), "2,000 moves");
  assert.equal(t("dare", 1), "1 move is enough. Can you do it?");
});

test("numbers that JSON may have rounded are not written as if they were exact", () =>
  assert.match(t("moves", 2 ** 60), /^≈\u00a01,152,920,/));

test("a text may choose between patterns", () => {
  assert.equal(t("solvedHere", 7, 7), "★ in 7, the fewest");
  assert.equal(t("solvedHere", 9, 7), "✓ in 9 (fewest: 7)");
  assert.equal(t("atMove", 2, 7, [1, 5, 9], 1, 2, null), "Move 2 of 7: 1 → 5 → 9 (jump 1 of 2)");
  assert.equal(t("noSolution", "pegs"), "There is no solution: the numbers of pegs rule it out.");
  assert.equal(t("noSuchText"), undefined);
});

test("another language has the values where it names them; a context comes before the text alone", () => {
  speak("ja", {
    "Move {move} of {all}: {path}": "{all}手中{move}手目：{path}",
    Clear: "消す",
    "clear\u0004Clear": "すべて消す",
  });
  assert.equal(t("atMove", 2, 7, [1, 5], 1, 1, null), "7手中2手目：1 → 5");
  assert.equal(t("clear"), "すべて消す");
  assert.equal(t("copied"), "Copied."); // until somebody translates it
});

test("what is one is not named in the plural, even if the number is a text", () => {
  assert.equal(t("hard-choices", "1"), "On the way there is 1 move to choose from, on average.");
  assert.equal(t("hard-choices", "1.4"), "On the way there are 1.4 moves to choose from, on average.");
});

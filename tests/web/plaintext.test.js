import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonTextError } from "../../service/web/static/plaintext.js";
import { onBoard, readPlain } from "../../service/web/static/plaintext.js";
import { readPuzzle } from "../../service/web/static/puzzle.js";

// The text at a pointer.
const at = (text, pointer) => text.slice(...readPlain(text).found.get(pointer));

test("a picture has pegs and holes in its rows, and walls where nothing is", () => {
  const text = "   ooo\n  o.ooo\n   o#o  \n";
  const { puzzle, board } = readPlain(text);
  assert.deepEqual(
    puzzle.board.grid,
    ["#...#", ".....", "#.#.#"].map((row) => row),
  );
  assert.deepEqual(puzzle.start.picture, ["#ooo#", "o.ooo", "#o#o#"]);
  assert.equal(board, false);
  assert.equal(at(text, "/puzzle/start/picture/1"), "o.ooo");
});

test("a picture without pegs, or without holes, is a board", () => {
  for (const text of ["...\n.#.", "ooo", "***\n***"]) assert.equal(readPlain(text).board, true, text);
});

// The number of holes and of jumps of the board that a text draws, and the pegs in it.
const drawn = (text) => {
  const { puzzle } = readPlain(text);
  const { model, start } = readPuzzle(puzzle);
  return [
    puzzle.board.lines,
    model.points.length,
    model.jumps.length,
    start.flatMap((peg, hole) => (peg ? [hole] : [])),
  ];
};

test("rows offset by half a hole are a triangle, a hexagon or a star", () => {
  const triangle = "    o\n   o o\n  . o o\n o o o o\no o o o o\n";
  const pegs = [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  for (const text of [
    triangle,
    triangle.replace(/\n/g, "\r\n"),
    triangle.replace(/\n/g, "\n\n"),
    triangle.replace(/o/g, "*"),
  ])
    assert.deepEqual(drawn(text), ["triangular", 15, 36, pegs], text);
  assert.deepEqual(drawn(triangle.replace(/o/g, "*").replace(".", "o")), ["triangular", 15, 36, pegs]);
  assert.deepEqual(drawn(triangle.replace(/ /g, "#")), ["triangular", 15, 36, pegs]);
  assert.deepEqual(drawn("  . o .\n . . . .\n. . . . .\n . . . .\n  . . .").slice(0, 3), ["triangular", 19, 54]);
  assert.deepEqual(drawn("   o\n. . . .\n . . .\n. . . .\n   .").slice(0, 3), ["triangular", 13, 30]);
});

test("blanks between the holes of other boards are left out", () => {
  assert.deepEqual(drawn(". o .\n. o .\n. o ."), ["orthogonal", 9, 12, [1, 4, 7]]);
  assert.deepEqual(drawn("    o\n    .\n. . . . .").slice(0, 3), ["orthogonal", 7, 8]);
  assert.deepEqual(drawn(".#o#.\n"), ["orthogonal", 3, 0, [1]]);
});

test("a dot among pieces is an empty cell, and a gap between them no cell", () => {
  const { board, start } = readPlain(" 3  2  1\n 5     4\n 8  7  6\n . 10  9").puzzle;
  assert.deepEqual(board, { grid: ["...", ".#.", "...", "..."] });
  assert.deepEqual(start, [3, 2, 1, 5, 4, 8, 7, 6, 0, 10, 9]);
  assert.deepEqual(readPlain("8 6 7\n2 5 4\n3 . 1").puzzle.board, { rows: 3, columns: 3 });
});

test("numbers are the pieces of a rectangle: the rows written, or the nearest to a square", () => {
  const shape = (text) => {
    const { rows, columns } = readPlain(text).puzzle.board;
    return [rows, columns];
  };
  assert.deepEqual(shape("8 6 7 2 5 4 3 0 1"), [3, 3]);
  assert.deepEqual(shape("1, 2, 3, 4, 5, 0"), [2, 3]);
  assert.deepEqual(shape("1 2\n3 4\n5 0"), [3, 2]);
  assert.deepEqual(readPlain("8 6 7 2 5 4 3 0 1").puzzle.goal, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.equal(at("8 6 7 2 5 4 3 0 12", "/puzzle/start/8"), "12");
});

test("jump tables and adjacency lists are read in the brackets of any language", () => {
  const jumps = [[[1, 2]], [], [[1, 0]]];
  for (const text of ["[[[1, 2]], [], [[1, 0]]]", "[[(1, 2)], [], [(1, 0)],]", "#( ((1 2)) nil ((1 0)))"])
    assert.deepEqual(readPlain(text).puzzle.board.jump_table, jumps, text);
  const neighbours = [[1], [0, 2], [1]];
  for (const text of ["[[1],[0,2],[1]]", "((1) (0 2) (1))", "0: 1\n1: 0, 2\n2: 1\n"])
    assert.deepEqual(readPlain(text).puzzle.board.adjacency, neighbours, text);
  assert.equal(at("0: 1\n1: 0 22\n2: 1", "/puzzle/board/adjacency/1/1"), "22");
  assert.equal(at("(((1 2)) () ((1 77)))", "/puzzle/board/jump_table/2/0/1"), "77");
});

test("an error is at the character that does not fit", () => {
  const wrong = (text) => {
    try {
      readPlain(text);
    } catch (error) {
      assert.ok(error instanceof JsonTextError);
      return error.at;
    }
    return null;
  };
  assert.deepEqual(
    ["1 2 3\n4 0", "0: 1\n2: 0", "[[1], x]", "[[1)", "[[1]", "[[1]] 2", "0: 1: 2", "0: 1\n2"].map(wrong),
    [6, 5, 6, 3, 4, 6, 4, 5],
  );
  assert.equal(wrong("   .\n  . .\n . . .\n. . . .\n. . . . ."), 26, "a row that is not offset");
});

const LONG = 1_000_000; // characters: reading in time that grows with the square would take ten minutes and more

test("a long text is read, or refused at a character", () => {
  const read = (text) => {
    try {
      const { puzzle } = readPlain(text) ?? {};
      return puzzle?.start?.length ?? puzzle?.board.adjacency?.length ?? null;
    } catch (error) {
      assert.ok(error instanceof JsonTextError, error);
      return [error.key, error.at];
    }
  };
  const text = (part, end = "x") => part.repeat(LONG / part.length) + end;
  for (const strange of [text("."), text("1 "), text("1\n"), text("1"), text(" "), text("\n"), `0:${text("1 \n")}`])
    assert.equal(read(strange), null, strange.slice(0, 9));
  assert.equal(read(text("1 ", "")), LONG / 2);
  assert.equal(read(`1\n${text("1   ", "")}`)[0], "textUneven");
  assert.deepEqual(read(`0:${text("\n", ",")}`), ["textCell", LONG + 2]);
  assert.deepEqual(read(text("o\n", "o")), ["textTooLarge", 128]);
  assert.deepEqual(read(text("o", "")), ["textTooLarge", 0]);
  assert.deepEqual(read(text("[", "")), ["textTooDeep", 100]);
});

test("anything else is no such text", () => {
  for (const text of ["", "hello", '{"kind": "jump"}', "7"]) assert.equal(readPlain(text), null, text);
});

test("a board alone is a puzzle on it, of the kind that its form has", () => {
  for (const [board, kind, size] of [
    [{ jump_table: [[[1, 2]], [], [[1, 0]]] }, "jump", 3],
    [{ grid: ["...", ".#."], lines: "orthogonal" }, "jump", 5],
    [{ adjacency: [[1], [0, 2], [1]] }, "slide", 3],
    [{ grid: ["...", ".#."] }, "slide", 5],
    [{ rows: 2, columns: 3 }, "slide", 6],
  ]) {
    const puzzle = onBoard(board);
    assert.deepEqual([puzzle.kind, readPuzzle(puzzle).model.points.length], [kind, size]);
  }
});

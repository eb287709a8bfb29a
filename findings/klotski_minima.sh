#!/usr/bin/env bash
# klotski (npm): two of its own forty games are solved in one step more than needed, by Dijkstra's algorithm.
# Guess: its solutions are minima, as its read-me says, which lists 73 for the first of the two.
# Seen (4.0.0, Node 20): 73 and 57 steps; a search that takes all blocks of one shape as equal finds 72 and 56. A step is any way
# of one block. The memory of positions has the picture of the board and the number of the block moved last; after blocks
# of one shape have changed places, the number stands for another block, and the better way is cut.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-save --prefix "$folder" klotski@4.0.0
cat > "$folder/seen.js" << 'JS'
const Klotski = require('klotski');
const games = require('klotski/src/hrd-games.json');
const [ROWS, COLUMNS] = [5, 4];

const cellsOf = ([height, width, row, column]) =>
  Array.from({ length: height * width }, (_, i) => (row + Math.floor(i / width)) * COLUMNS + column + (i % width));
const textOf = ([first, ...others]) => [first, ...others.map(String).sort()].join(' ');

function ways(blocks, which) {
  const full = new Set(blocks.flatMap((block, i) => (i === which ? [] : cellsOf(block))));
  const [height, width, ...begin] = blocks[which];
  const found = [begin];
  for (const [row, column] of found) {
    for (const [y, x] of [[row + 1, column], [row - 1, column], [row, column + 1], [row, column - 1]]) {
      const inside = y >= 0 && x >= 0 && y + height <= ROWS && x + width <= COLUMNS;
      if (!inside || found.some((at) => at[0] === y && at[1] === x)) continue;
      if (!cellsOf([height, width, y, x]).some((cell) => full.has(cell))) found.push([y, x]);
    }
  }
  return found.slice(1).map((at) => blocks.with(which, [height, width, ...at]));
}

function fewest(blocks) {
  const seen = new Set([textOf(blocks)]);
  for (let steps = 0, layer = [blocks]; layer.length; steps++) {
    const next = [];
    for (const position of layer) {
      if (position[0][2] === 3 && position[0][3] === 1) return steps;
      for (const moved of position.flatMap((_, which) => ways(position, which))) {
        const text = textOf(moved);
        if (!seen.has(text)) next.push(moved);
        seen.add(text);
      }
    }
    layer = next;
  }
  return null;
}

for (const { name, blocks } of games.filter(({ name }) => ['横刀立马', '并分三路', '四面楚歌'].includes(name))) {
  const solution = new Klotski().solve({ blocks, boardSize: [ROWS, COLUMNS], escapePoint: [3, 1] });
  console.log(name, solution.at(-1).step, fewest(blocks.map(({ shape, position }) => [...shape, ...position])));
}
JS
NODE_PATH="$folder/node_modules" node "$folder/seen.js" | tee "$folder/seen"
diff "$folder/seen" - << 'SEEN'
横刀立马 81 81
并分三路 73 72
四面楚歌 57 56
SEEN

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS } from "../../fewest/studio/static/setup/lattices.js";
import { straightJumps } from "../../fewest/studio/static/setup/lattices.js";

const adjacencyOf = ({ nodes, edges }) =>
  nodes.map((_, i) => edges.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : [])));

test("every graph is connected and has no edge twice", () => {
  for (const [name, graph] of Object.entries(GRAPHS)) {
    const adjacency = adjacencyOf(graph);
    const reached = new Set([0]);
    for (const node of reached) for (const other of adjacency[node]) reached.add(other);
    assert.equal(reached.size, graph.nodes.length, name);
    assert.ok(
      adjacency.every((row) => new Set(row).size === row.length),
      name,
    );
  }
});

test("every node of the Petersen graph has three neighbours, and none of them are joined", () => {
  const adjacency = adjacencyOf(GRAPHS.petersen);
  for (const row of adjacency) {
    assert.equal(row.length, 3);
    for (const a of row) for (const b of row) assert.ok(!adjacency[a].includes(b));
  }
});

test("the lines of the stars and of the wheel are straight: pegs can jump along them", () => {
  const jumps = (graph) => straightJumps(graph.nodes, adjacencyOf(graph)).length;
  assert.deepEqual([GRAPHS.pentagram, GRAPHS.hexagram, GRAPHS.wheel].map(jumps), [20, 24, 6]);
});

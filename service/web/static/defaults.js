// A start and a goal for a new jump board that has a solution.
import { firstPuzzle, fromMiddle } from "./firstpuzzle.js";
import { writePuzzle } from "./puzzle.js";

const CANDIDATES = 5; // holes tried as the empty one, from the middle
const OPEN = ["queued", "running"];

// All pegs but one, the last of them to end in the hole that was empty, or else anywhere: the first that the service
// can solve quickly. If there is none, a position made by jumping backwards. `live` says whether to go on.
export async function solvablePuzzle(client, model, live) {
  if (model.kind === "slide") return firstPuzzle(model);
  const size = model.points.length;
  const holes = fromMiddle(model).slice(0, CANDIDATES);
  const start = (empty) => Array.from({ length: size }, (_, hole) => +(hole !== empty));
  const exact = (empty) => ({ form: "exact", content: start(empty).map((peg) => 1 - peg) });
  /** @type {any[]} */
  const candidates = holes.map((hole) => ({ model, start: start(hole), goal: exact(hole), opening: [] }));
  candidates.push(
    ...holes.map((hole) => ({ model, start: start(hole), goal: { form: "count", count: 1 }, opening: [] })),
  );
  for (const puzzle of model.jumps.length ? candidates : []) {
    if (!live()) return null;
    if (await solvedQuickly(client, writePuzzle(puzzle))) return { ...puzzle, solvable: true };
  }
  const backwards = grown(model);
  return backwards ? { ...backwards, solvable: true } : firstPuzzle(model);
}

async function solvedQuickly(client, puzzle) {
  const checked = await client.check(puzzle);
  if (checked.solvable === false) return false;
  const job = await client.submit(puzzle, { want: "any", limits: { seconds: 1 }, wait: 3 });
  if (OPEN.includes(job.status)) client.cancel(job).catch(() => {});
  return job.status === "solved";
}

// Jump backwards at random from one peg, so that the puzzle has a solution; null if no jump is possible at all.
function grown(model) {
  let best = null;
  for (const last of fromMiddle(model).slice(0, 12)) {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const content = model.points.map((_, hole) => +(hole === last));
      for (;;) {
        const back = model.jumps.filter(([from, over, to]) => content[to] && !content[from] && !content[over]);
        if (!back.length) break;
        const [from, over, to] = back[Math.floor(Math.random() * back.length)];
        [content[from], content[over], content[to]] = [1, 1, 0];
      }
      const pegs = content.filter(Boolean).length;
      if (pegs > 1 && (!best || pegs > best.pegs)) best = { pegs, last, start: content };
    }
  }
  if (!best) return null;
  const goal = { form: "exact", content: best.start.map((_, hole) => +(hole === best.last)) };
  return { model, start: best.start, goal, opening: [] };
}

// The rules of all kinds: single steps (a jump or a slide), moves, and the positions of a solution.
/** @import { Content, Position, Goal, GoalDocument, Model, Moves, Puzzle, Step, Traced } from "../../types.js" */
/** @import { OtherKind } from "../../types.js" */

// Kinds of puzzles that are loaded when one is shown, by name; the others are everywhere.
/** @type {Record<string, OtherKind>} */
export const KINDS = {};

// The steps a peg or piece can make: { from, over, to }; over is null for a slide.
/** @type {(model: Model, content: Content, from: number) => Step[]} */
export const stepsFrom = (model, content, from) => {
  const { kind, jumps, edges } = model;
  if (!content[from]) return [];
  if (KINDS[kind]) return KINDS[kind].steps(model, content, from);
  if (kind === "jump") {
    return jumps.flatMap(([f, over, to]) => (f === from && content[over] && !content[to] ? [{ from, over, to }] : []));
  }
  return edges.flatMap(([a, b]) => {
    const to = a === from ? b : b === from ? a : null;
    return to !== null && content[to] === 0 ? [{ from, over: null, to }] : [];
  });
};

/** @type {(model: Model, content: Content) => boolean} */
export const anyStep = (model, content) => content.some((_, place) => stepsFrom(model, content, place).length > 0);

/** @type {(content: Content, step: Step, model?: Model) => Content} */
export const afterStep = (content, step, model) => {
  if (model && KINDS[model.kind]) return KINDS[model.kind].after(model, content, step);
  const { from, over, to } = step;
  const after = [...content];
  [after[to], after[from]] = [after[from], 0];
  if (over !== null) after[over] = 0;
  return after;
};

// What became of each peg or piece, by the place it started from: where it is now, and those captured, in order.
/** @type {(content: Content) => Traced} */
export const untouched = (content) => ({ origins: content.map((_, place) => place), captured: [] });

/** @type {(traced: Traced, step: Step) => Traced} */
export const tracedAfter = ({ origins, captured }, step) => ({
  origins: afterStep(origins, step),
  captured: step.over === null ? captured : [...captured, origins[step.over]],
});

// The position after the opening.
/** @type {(puzzle: Puzzle) => Content} */
export const afterOpening = ({ start, opening }) =>
  opening.reduce((content, [from, over, to]) => afterStep(content, { from, over, to }), start);

// Where a goal is about the pegs left, every game that is over meets it.
/** @type {(puzzle: Pick<Puzzle, "goal" | "model">, content: Content, traced: Traced) => boolean} */
export const goalMet = ({ goal, model }, content, traced) => {
  const pegs = content.filter(Boolean).length;
  if (goal.form === "fewest_pegs" || goal.form === "dead_end") return !anyStep(model, content);
  if (goal.form === "survivor") {
    const last = survivorOf(goal, content, traced)[0];
    return pegs === 1 && content[last] === 1 && last === (goal.document.hole ?? last);
  }
  if (goal.form === "count") return pegs === goal.count;
  if (goal.form === "among") return pegs === 1 && content.every((peg, hole) => !peg || goal.content[hole]);
  if (goal.form === "exact") return goal.content.every((piece, place) => piece === null || piece === content[place]);
  return documentMet(goal.document, content);
};

/** @type {(goal: GoalDocument, content: Content) => boolean} */
const documentMet = ({ pegs, empty, count, any_of: parts }, content) => {
  if (parts) return parts.some((part) => documentMet(part, content));
  if (count !== undefined) return content.filter(Boolean).length === count;
  const listed = /** @type {number[]} */ (pegs ?? empty);
  return content.every((peg, hole) => Boolean(peg) === (listed.includes(hole) === Boolean(pegs)));
};

// Where the peg that must survive is: one hole, or none if it is gone or there is no such peg.
/** @type {(goal: Goal, content: Content, traced: Traced) => number[]} */
const survivorOf = ({ document }, content, { origins }) =>
  content.flatMap((peg, hole) => (peg && origins[hole] === document?.survivor ? [hole] : []));

// The holes to mark in a position: those that must have a peg at the end, or the peg that must survive.
/** @type {(puzzle: Puzzle, content: Content, traced: Traced) => number[]} */
export const goalsOf = ({ model, goal }, content, traced) =>
  (model.kind === "jump" && goal.content?.flatMap((peg, hole) => (peg ? [hole] : []))) ||
  survivorOf(goal, content, traced);

// The puzzle that begins in a position of a game; null if the peg that must survive is gone.
/** @type {(puzzle: Puzzle, position: { content: Content, traced: Traced }) => Puzzle | null} */
export const puzzleAt = (puzzle, { content, traced }) => {
  const { goal } = puzzle;
  const left = { ...puzzle, start: content, opening: [] };
  if (goal.form !== "survivor") return left;
  const [survivor] = survivorOf(goal, content, traced);
  return survivor === undefined ? null : { ...left, goal: { ...goal, document: { ...goal.document, survivor } } };
};

// All positions of a solution, one for every step: { content, move, hop, hops, step, traced }. The first is the start.
/** @type {(puzzle: Puzzle, solution: Moves) => Position[]} */
export const framesOf = ({ model, start }, { moves, removed }) => {
  /** @type {Position[]} */
  const frames = [{ content: start, move: 0, hop: 0, hops: 0, step: null, traced: untouched(start) }];
  moves.forEach((path, index) => {
    for (let hop = 1; hop < path.length; hop += 1) {
      const { content, traced } = frames[frames.length - 1];
      /** @type {Step} */
      let step = { from: path[hop - 1], over: removed ? removed[index][hop - 1] : null, to: path[hop] };
      if (KINDS[model.kind]) step = KINDS[model.kind].whole(model, content, step);
      const place = { move: index + 1, hop, hops: path.length - 1, step };
      frames.push({ content: afterStep(content, step, model), ...place, traced: tracedAfter(traced, step) });
    }
  });
  return frames;
};

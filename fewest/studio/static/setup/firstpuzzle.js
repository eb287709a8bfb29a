// A puzzle to begin with on a new board.
/** @import { Model, Point, Puzzle, Wanted } from "../../types.js" */
import { distance } from "../rules/geometry.js";

// The holes by their distance from the middle of the board.
/** @type {(model: Model) => number[]} */
export const fromMiddle = ({ points }) => {
  /** @type {(axis: 0 | 1) => number} */
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  /** @type {Point} */
  const middle = [mean(0), mean(1)];
  const far = points.map((point) => distance(point, middle));
  return points.map((_, place) => place).sort((a, b) => far[a] - far[b]);
};

// A puzzle to begin with on a new board: pegs in every hole but the middle one; pieces in order, then shuffled.
/** @type {(model: Model) => Puzzle} */
export const firstPuzzle = (model) => {
  const size = model.points.length;
  if (model.kind === "slide") {
    const content = Array.from({ length: size }, (_, cell) => (cell + 1) % size);
    return shuffled({ model, start: content, goal: { form: "exact", content }, opening: [] });
  }
  const middle = fromMiddle(model)[0];
  const start = Array.from({ length: size }, (_, hole) => +(hole !== middle));
  return { model, start, goal: { form: "exact", content: start.map((peg) => 1 - peg) }, opening: [] };
};

// Slide at random from the goal, so that the puzzle has a solution.
/** @type {(puzzle: Puzzle) => Puzzle} */
export const shuffled = (puzzle) => {
  const wanted = /** @type {Wanted} */ (puzzle.goal.content);
  const content = wanted.map((piece) => piece ?? 0);
  const atGoal = () => content.every((piece, cell) => piece === wanted[cell]);
  for (let step = 0; step < 40 * content.length || atGoal(); step += 1) {
    const slides = puzzle.model.edges.filter(([a, b]) => !content[a] !== !content[b]);
    if (!slides.length) break;
    const [a, b] = slides[Math.floor(Math.random() * slides.length)];
    [content[a], content[b]] = [content[b], content[a]];
  }
  return { ...puzzle, start: content, solvable: true };
};

// Proofs that there is no solution, drawn on the board and said in two sentences with something to count.
import { afterOpening, afterStep } from "./rules.js";
import { t } from "./texts.js";

const weigh = (weights, content) => content.reduce((sum, peg, hole) => sum + (peg ? weights[hole] : 0), 0);

// The arguments of a proof, in order: { marks (see Board.mark), says: [sentence, sentence], check: sentence or "" }.
export function explain(puzzle, proof) {
  if (proof.by !== "goals") return [explained(puzzle, proof, exactGoal(puzzle))];
  const all = proof.goals.reduce((sum, { pegs }) => sum + pegs.length, 0);
  return proof.goals.map(({ pegs, proof: part }) => {
    const goal = puzzle.start.map((_, hole) => +pegs[0].includes(hole));
    const { marks, says, check } = explained(puzzle, part, goal);
    return { marks: { ...marks, goals: pegs.length === 1 ? pegs[0] : [] }, says, check, covers: t("covers", pegs.length, all) };
  });
}

const exactGoal = ({ goal }) => (goal.form === "exact" ? goal.content : null);

function explained(puzzle, proof, goal) {
  const reader = READERS[proof.by];
  return reader ? reader(puzzle, proof, goal) : { marks: {}, says: [t("proofOther", proof.by)], check: "" };
}

const READERS = {
  pegs: (_, { start, goal }) => ({ marks: {}, says: t("proofPegs", start, goal), check: "" }),

  parity(puzzle, { weights, goal: wanted }, goal) {
    const start = weigh(weights, afterOpening(puzzle));
    const check = t("checkParity", start, goal ? weigh(weights, goal) : null, wanted);
    return { marks: { classes: weights }, says: t("proofParity"), check };
  },

  pagoda: (_, { weights, start, goal }) => ({
    marks: { weights, classes: weights.map((weight) => (weight ? +(weight > 0) : null)) },
    says: t("proofPagoda"),
    check: t("checkPagoda", start, goal),
  }),

  contents: ({ model }, { cells }) => ({ marks: { classes: group(model, cells) }, says: t("proofContents"), check: "" }),

  permutation(puzzle, { rule, cells, entry, way }) {
    const { model } = puzzle;
    let content = puzzle.start;
    for (let i = 1; i < way.length; i += 1) content = afterStep(content, { from: way[i], over: null, to: way[i - 1] });
    const marks = { classes: group(model, cells), path: way };
    if (rule === "parity") {
      marks.classes = twoColours(model, cells);
      return { marks, says: t("proofSwaps"), check: t("checkSwaps", swaps(content, puzzle.goal.content, cells, entry)) };
    }
    return { marks, says: t({ ring: "proofRing", theta: "proofTheta", contents: "proofContents" }[rule]), check: "" };
  },

  exhaustion: (_, { nodes }) => ({ marks: {}, says: t("proofExhaustion", nodes ?? 0), check: "" }),
};

const group = ({ points }, cells) => points.map((_, cell) => (cells.includes(cell) ? 1 : null));

// The cells of a bipartite block in two colours, like a chessboard.
function twoColours({ points, edges }, cells) {
  const colour = points.map(() => null);
  const stack = [cells[0]];
  colour[cells[0]] = 0;
  while (stack.length) {
    const cell = stack.pop();
    for (const [a, b] of edges) {
      const other = a === cell ? b : b === cell ? a : null;
      if (other === null || colour[other] !== null || !cells.includes(other)) continue;
      colour[other] = 1 - colour[cell];
      stack.push(other);
    }
  }
  return colour;
}

// Pairs of pieces to exchange, one after the other, that turn one arrangement of the cells into the other.
export function swaps(content, goal, cells, entry) {
  const now = [...content];
  const pairs = [];
  for (const cell of cells) {
    if (cell === entry || now[cell] === goal[cell]) continue;
    const other = cells.find((place) => place !== entry && now[place] === goal[cell]);
    if (other === undefined) continue;
    pairs.push([now[cell], now[other]]);
    [now[cell], now[other]] = [now[other], now[cell]];
  }
  return pairs;
}

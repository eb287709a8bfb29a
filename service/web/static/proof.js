// Proofs that there is no solution, drawn on the board and said in two sentences with something to count.
import { PROOF_TEXTS } from "./prooftexts.js";
import { afterOpening, afterStep } from "./rules.js";
import { TEXTS, t } from "./texts.js";

Object.assign(TEXTS.en, PROOF_TEXTS);

const weigh = (weights, content) => content.reduce((sum, peg, hole) => sum + (peg ? weights[hole] : 0), 0);

// The arguments of a proof, in order: { marks (see Board.mark), says: [sentence, sentence], check: sentence or "" }.
export function explain(puzzle, proof) {
  if (proof.by === "ends") return explainEnds(puzzle, proof, listedGoals(puzzle));
  if (proof.by !== "goals") return [explained(puzzle, proof, exactGoal(puzzle))];
  const all = proof.goals.reduce((sum, { pegs }) => sum + pegs.length, 0);
  return proof.goals.flatMap(({ pegs, proof: part }) => {
    const goals = pegs.map((list) => puzzle.start.map((_, hole) => +list.includes(hole)));
    if (part.by === "ends") return explainEnds(puzzle, part, goals);
    const { marks, says, check } = explained(puzzle, part, goals[0]);
    return {
      marks: { ...marks, goals: pegs.length === 1 ? pegs[0] : [] },
      says,
      check,
      covers: t("covers", pegs.length, all),
    };
  });
}

// One argument for every first jump with every last one.
function explainEnds(puzzle, { functions, trees }, goals) {
  const start = afterOpening(puzzle);
  const { jumps } = puzzle.model;
  const exchange = (content, jump) => content.map((peg, hole) => (jump.includes(hole) ? 1 - peg : peg));
  const legal = (content, [from, over, to]) => content[from] && content[over] && !content[to];
  const firsts = jumps.filter((jump) => legal(start, jump)).map((jump) => ({ jump, content: exchange(start, jump) }));
  const before = (goal) =>
    jumps.map((jump) => ({ jump, content: exchange(goal, jump) })).filter(({ jump, content }) => legal(content, jump));
  const lasts = goals.flatMap(before);
  const pairs = firsts.flatMap((first) => lasts.map((last) => ({ first, last })));
  if (!pairs.length) return [{ marks: {}, says: t(firsts.length ? "proofNoLast" : "proofNoFirst"), check: "" }];
  return pairs.map(({ first, last }) => {
    const hints = [
      [first, "1", ""],
      [last, "∎", "lost"],
    ].map(([{ jump }, text, tone]) => ({ path: [jump[0], jump[2]], text, tone }));
    const covers = t("coversEnds", first.jump, last.jump);
    const weights = functions.find((each) => weigh(each, first.content) < weigh(each, last.content));
    if (!weights) return { marks: { hints }, says: t("proofCases", trees.map(leaves)), check: "", covers };
    const marks = { ...pagodaMarks(weights), hints };
    return {
      marks,
      says: t("proofEnds"),
      check: t("checkEnds", weigh(weights, first.content), weigh(weights, last.content)),
      covers,
    };
  });
}

const leaves = (tree) => (tree.weights ? 1 : leaves(tree.then) + leaves(tree.else));

// The goals of a puzzle that are positions.
function listedGoals({ start, goal }) {
  const only = (pegs) => start.map((_, hole) => +pegs.includes(hole));
  if (goal.form === "exact") return [goal.content];
  if (goal.form === "among") return goal.content.flatMap((peg, hole) => (peg ? [only([hole])] : []));
  if (goal.form === "count" && goal.count === 1) return start.map((_, hole) => only([hole]));
  return [];
}

const pagodaMarks = (weights) => ({ weights, classes: weights.map((weight) => (weight ? +(weight > 0) : null)) });

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
    marks: pagodaMarks(weights),
    says: t("proofPagoda"),
    check: t("checkPagoda", start, goal),
  }),

  contents: ({ model }, { cells }) => ({
    marks: { classes: group(model, cells) },
    says: t("proofContents"),
    check: "",
  }),

  permutation(puzzle, { rule, cells, entry, way }) {
    const { model } = puzzle;
    let content = puzzle.start;
    for (let i = 1; i < way.length; i += 1) content = afterStep(content, { from: way[i], over: null, to: way[i - 1] });
    const marks = { classes: group(model, cells), path: way };
    if (rule === "parity") {
      marks.classes = twoColours(model, cells);
      return {
        marks,
        says: t("proofSwaps"),
        check: t("checkSwaps", swaps(content, puzzle.goal.content, cells, entry)),
      };
    }
    return { marks, says: t({ ring: "proofRing", theta: "proofTheta", contents: "proofContents" }[rule]), check: "" };
  },

  programs: (_, { pairs, programs }) => ({ marks: {}, says: t("proofPrograms", pairs, programs), check: "" }),

  separation: ({ model, start }, { piece, cells, target }) => ({
    marks: { classes: group(model, cells), goals: [target] },
    says: t("proofSeparation", start[piece[0]]),
    check: "",
  }),

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
function swaps(content, goal, cells, entry) {
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

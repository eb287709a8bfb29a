// Proofs that there is no solution, drawn on the board and said in two sentences with something to count.
import { afterOpening, afterStep } from "../rules/rules.js";
import { TEXTS, t } from "../texts/texts.js";

Object.assign(TEXTS, {
  covers: "rules out {some} of {all|# goal|# goals}",
  proofPegs: (start, goal) => t(goal > start ? "tooManyPegs" : "numberOfPegs", start, goal),
  tooManyPegs: "Every jump removes exactly one peg.\n{start|# peg|# pegs} cannot become {goal}, or more.",
  numberOfPegs:
    "Every jump removes exactly one peg, and the last peg stays.\n{start|# peg|# pegs} cannot become as many in " +
    "other holes, more, or none.",
  proofParity:
    "Look only at the golden holes. Every jump touches two of them or none, so the number of pegs on them " +
    "changes by two or not at all.\nAn even number stays even; an odd number stays odd.",
  checkParity: (start, goal, wanted) =>
    t(
      "parityCounts",
      start,
      t(start % 2 ? "odd" : "even"),
      goal === null ? t(wanted ? "anOdd" : "anEven") : t("pegCount", goal),
    ),
  parityCounts: "at the start {start|# peg is|# pegs are} on gold, which is {parity}; the goal has {wanted}.",
  odd: "odd",
  even: "even",
  anOdd: "an odd number",
  anEven: "an even number",
  pegCount: "{count}",
  proofPagoda: "Add up the numbers under the pegs: no jump can make this sum larger.\nThe goal needs a larger one.",
  checkPagoda: (opening, start, goal) => t(opening ? "checkPagodaOpened" : "checkPagodaStart", start, goal),
  checkPagodaStart: "the start adds up to {start}, the goal to {goal} or more.",
  checkPagodaOpened: "after the opening it is {start}, in the goal {goal} or more.",
  proofEnds:
    "Add up the numbers under the pegs: no jump can make this sum larger.\nAfter this first jump it is smaller " +
    "than it must be before this last one.",
  checkEnds: "after the first jump the sum is {first}, before the last one it must be {last}.",
  coversEnds: (first, last) => t("endJumps", ...first, ...last),
  endJumps: "first {from} over {over} to {to}, last {lastFrom} over {lastOver} to {lastTo}",
  proofCases: (cases) => t("proofByCases", Math.max(0, ...cases)),
  proofByCases:
    "How often can each jump be made between these two? The proof divides this into {cases} cases.\nIn each " +
    "case, weights in the proof show that no numbers of jumps are possible.",
  proofNoFirst: "No jump is possible.\nThe start does not meet the goal.",
  proofNoLast: "No jump leads to the goal.\nThe start does not meet the goal.",
  proofPrograms: (pairs, programs) => t("proofByPrograms", programs, pairs),
  proofByPrograms:
    "For the goals that nothing simpler rules out, {programs|# linear program|# linear programs} ruled out every " +
    "position before a last jump for every one after a first jump ({pairs|# pair|# pairs}).\n" +
    "The weights are too many to store, so there is nothing to check by hand.",
  proofContents:
    "Pieces cannot leave the golden part of the board.\nIt lacks pieces or empty cells that the goal needs there.",
  proofStuck:
    "Pieces cannot leave the golden part of the board, and no cell of it is empty.\nSo they cannot move, but the " +
    "goal has them in other places.",
  proofOthers:
    "The empty cell enters the golden part at cell {entry}. The other cells keep their pieces, in whatever order.\n" +
    "The goal needs other pieces there.",
  proofSwaps:
    "Colour the cells like a chessboard. Every slide moves the empty cell to the other colour and swaps it " +
    "with a piece.\nOnce the empty cell is back in its place, the number of swaps is even. The goal needs an " +
    "odd number.",
  checkSwaps: (pairs) =>
    t(
      pairs.length < 9 ? "swapsListed" : "swapsCounted",
      pairs.length,
      pairs.map((pair) => t("swap", ...pair)).join(t("comma")),
    ),
  swapsListed: "the goal needs {count|# swap|# swaps} of two pieces: {pairs}.",
  swapsCounted: "the goal needs {count|# swap|# swaps} of two pieces.",
  swap: "{piece} ↔ {other}",
  proofRing:
    "The golden cells form a ring, and pieces on a ring cannot overtake each other.\nThe goal has them in " +
    "another order around the ring.",
  proofTheta:
    "The golden cells are the one exception to Wilson's theorem: a ring of six with one cell in the middle.\n" +
    "All arrangements that slides can reach were listed, and the goal is not among them.",
  proofSeparation:
    "Even with all other pieces removed, piece {piece} could cover only the golden cells.\nIts goal, the " +
    "dashed line, is somewhere else, or the piece cannot get into that position.",
  proofExhaustion: (nodes) => t(nodes ? "proofSearchOf" : "proofSearch", nodes),
  proofSearchOf:
    "A complete search of {nodes|# node|# nodes} found no way to the goal. It skipped only positions whose bounds " +
    "rule out the goal.\nThe service knows no shorter argument.",
  proofSearch:
    "A complete search found no way to the goal. It skipped only positions whose bounds rule out the goal.\n" +
    "The service knows no shorter argument.",
  proofOther: "Proven by {by}.",
});

const weigh = (weights, content) => content.reduce((sum, peg, hole) => sum + (peg ? weights[hole] : 0), 0);

// The arguments of a proof, in order: { marks (see Board.mark), says: a line or two, check: a sentence or "" }.
export function explain(puzzle, proof) {
  if (proof.by === "ends") return explainEnds(puzzle, proof, listedGoals(puzzle));
  if (proof.by !== "goals") return [explained(puzzle, proof, exactGoal(puzzle))];
  const all = proof.goals.reduce((sum, { pegs }) => sum + pegs.length, 0);
  return proof.goals.flatMap(({ pegs, proof: part }) => {
    const goals = pegs.map((list) => puzzle.start.map((_, hole) => +list.includes(hole)));
    if (part.by === "ends") return explainEnds(puzzle, part, goals);
    const { marks, says, check } = explained(puzzle, part, goals.length === 1 ? goals[0] : null);
    return {
      marks: { ...marks, goals: pegs.length === 1 ? pegs[0] : [] },
      says,
      check,
      covers: t("covers", pegs.length, all),
    };
  });
}

// One argument for every first jump with every last one, where the goals are positions; else the proof's own text.
function explainEnds(puzzle, { functions, trees, pairs: number, text: said }, goals) {
  const start = afterOpening(puzzle);
  const { jumps } = puzzle.model;
  const exchange = (content, jump) => content.map((peg, hole) => (jump.includes(hole) ? 1 - peg : peg));
  const legal = (content, [from, over, to]) => content[from] && content[over] && !content[to];
  const firsts = jumps.filter((jump) => legal(start, jump)).map((jump) => ({ jump, content: exchange(start, jump) }));
  const before = (goal) =>
    jumps.map((jump) => ({ jump, content: exchange(goal, jump) })).filter(({ jump, content }) => legal(content, jump));
  const lasts = goals.flatMap(before);
  const pairs = firsts.flatMap((first) => lasts.map((last) => ({ first, last })));
  if (!pairs.length && number) return [{ marks: {}, says: said ?? t("proofOther", "ends"), check: "" }];
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
  return reader ? reader(puzzle, proof, goal) : { marks: {}, says: t("proofOther", proof.by), check: "" };
}

const READERS = {
  pegs: (_, { start, goal }) => ({ marks: {}, says: t("proofPegs", start, goal), check: "" }),

  parity(puzzle, { weights, goal: wanted }, goal) {
    const start = weigh(weights, puzzle.start);
    const check = t("checkParity", start, goal ? weigh(weights, goal) : null, wanted);
    return { marks: { classes: weights }, says: t("proofParity"), check };
  },

  pagoda: ({ opening }, { weights, start, goal }) => ({
    marks: pagodaMarks(weights),
    says: t("proofPagoda"),
    check: t("checkPagoda", opening.length, start, goal),
  }),

  contents: ({ model, start, goal }, { cells }) => ({
    marks: { classes: group(model, cells) },
    says: t(lacks(start, goal.content, cells) ? "proofContents" : "proofStuck"),
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
    return {
      marks,
      says: t({ ring: "proofRing", theta: "proofTheta", contents: "proofOthers" }[rule], entry),
      check: "",
    };
  },

  programs: (_, { pairs, programs }) => ({ marks: {}, says: t("proofPrograms", pairs, programs), check: "" }),

  separation: ({ model, start }, { piece, cells, target }) => ({
    marks: { classes: group(model, cells), goals: [target] },
    says: t("proofSeparation", start[piece[0]]),
    check: "",
  }),

  exhaustion: (_, { nodes }) => ({ marks: {}, says: t("proofExhaustion", nodes ?? 0), check: "" }),
};

// Whether the goal has more of a piece, or of empty cells, on some cells than the start.
function lacks(start, goal, cells) {
  const number = (content, piece) => cells.filter((cell) => content[cell] === piece).length;
  return cells.some((cell) => goal[cell] !== null && number(goal, goal[cell]) > number(start, goal[cell]));
}

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

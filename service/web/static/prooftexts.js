// The sentences of proofs in English: opening the page does not need them.
import { n, plural } from "./texts.js";

export const PROOF_TEXTS = {
  covers: (some, all) => `rules out ${n(some)} of ${plural(all, "goal")}`,
  proofPegs: (start, goal) => [
    `Every jump takes exactly one peg off the board.`,
    `From ${plural(start, "peg")} it cannot come to ${goal}.`,
  ],
  proofParity: [
    "Look only at the golden holes: every jump touches two of them or none, " +
      "so the pegs on them change by two or not at all.",
    "An even number stays even, an odd number stays odd.",
  ],
  checkParity: (start, goal, wanted) =>
    `at the start ${plural(start, "peg")} ${start === 1 ? "is" : "are"} on gold, ` +
    `which is ${start % 2 ? "odd" : "even"}; ` +
    `the goal has ${goal === null ? `an ${wanted ? "odd" : "even"} number` : goal}.`,
  proofPagoda: [
    "Add up the numbers under the pegs: no jump can make this sum larger.",
    "The goal would need a larger sum than the start has.",
  ],
  checkPagoda: (start, goal) => `the start adds up to ${start}, the goal to ${goal} or more.`,
  proofEnds: [
    "Add up the numbers under the pegs: no jump can make this sum larger.",
    "After the first jump it is smaller than it must be before the last one.",
  ],
  checkEnds: (first, last) => `after the first jump the sum is ${first}, before the last one it must be ${last}.`,
  coversEnds: (first, last) =>
    `first ${first[0]} over ${first[1]} to ${first[2]}, last ${last[0]} over ${last[1]} to ${last[2]}`,
  proofCases: (cases) => [
    "How often would each jump be made between the two? One of them at most so often, or more often: " +
      "so it goes on, case by case.",
    `In each of the ${n(Math.max(0, ...cases))} cases weights in the proof leave no number of jumps.`,
  ],
  proofNoFirst: ["No jump is possible.", "And the goal is not met."],
  proofNoLast: ["No jump leads to the goal.", "And the goal is not met at the start."],
  proofPrograms: (pairs, programs) => [
    `${n(programs)} linear programs excluded every last jump after every first one (${plural(pairs, "pair")}).`,
    "Their weights are too many to be kept, so there is nothing to check by hand.",
  ],
  proofContents: [
    "No piece ever leaves the golden part of the board.",
    "It does not hold the pieces or empty cells that the goal wants there.",
  ],
  proofSwaps: [
    "Colour the cells like a chessboard: every slide moves the empty cell to the other colour and is one exchange.",
    "Back on its own cell, the empty cell has made an even number of exchanges; the goal needs an odd number.",
  ],
  checkSwaps: (pairs) =>
    `${plural(pairs.length, "exchange")} of two pieces ${pairs.length === 1 ? "is" : "are"} missing` +
    `${pairs.length < 9 ? `: ${pairs.map((pair) => pair.join(" ↔ ")).join(", ")}` : ""}.`,
  proofRing: [
    "The golden cells form a ring, and pieces on a ring cannot overtake each other.",
    "The goal wants them in another order around the ring.",
  ],
  proofTheta: [
    "The golden cells are the one exception of Wilson's theorem: a ring of six with one cell in the middle.",
    "All 120 arrangements that slides can reach were listed, and the goal is not among them.",
  ],
  proofSeparation: (piece) => [
    `Even if all others were taken away, piece ${piece} could cover only the golden cells.`,
    "Its goal, the dashed line, is somewhere else or fits only where it cannot get to.",
  ],
  proofExhaustion: (nodes) => [
    `A search${nodes ? ` of ${n(nodes)} nodes` : ""} found no way to the goal; ` +
      "it left out only positions from which its bounds exclude the goal.",
    "There is no shorter argument to check by hand.",
  ],
  proofOther: (by) => `Proven by ${by}.`,
};

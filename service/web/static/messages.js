// The texts of the page: progress of a job, its result, and errors.

const PROOFS = {
  pegs: "jumps cannot turn the number of pegs at the start into the number the goal requires",
  parity: "on some set of holes no jump changes whether the number of pegs is even or odd, but the goal would",
  pagoda: "the holes can be weighted so that no jump adds weight, but the goal weighs more than the start",
  goals: "every possible goal is ruled out",
  contents: "part of the board lacks pieces or empty cells that the goal requires there",
  permutation: "slides cannot produce this order of the pieces",
  exhaustion: "the search visited every reachable position",
};

const count = (number, noun) => `${number.toLocaleString()} ${noun}${number === 1 ? "" : "s"}`;

// The progress of a job that has not ended.
export function progressText({ status, progress, queue_position: before = 0 }) {
  if (status === "queued") return before ? `Queued at position ${before + 1}.` : "Queued, next in line.";
  if (status !== "running" || !progress) return "";
  const { lower_bound: least, length, nodes, seconds } = progress;
  const most = length === undefined ? "" : `, at most ${length}`;
  return `At least ${count(least, "move")}${most}. ${count(nodes, "position")} searched in ${seconds.toFixed(0)} s.`;
}

export function resultText({ status, length, optimal, lower_bound: least, limit, count: solutions, proof }) {
  if (status === "unsolvable") return `There is no solution: ${PROOFS[proof.by] ?? proof.by}.`;
  if (status === "stopped") {
    const best = length === null ? "" : ` The best solution found has ${length}.`;
    return `Stopped by the limit on ${limit}. A solution takes at least ${count(least, "move")}.${best}`;
  }
  if (length === 0) return "The start already meets the goal.";
  if (!optimal) return `${count(length, "move")}, not proven optimal. A solution takes at least ${least}.`;
  const optimum = `${count(length, "move")}, proven optimal.`;
  if (solutions === undefined) return optimum;
  return `${optimum} There ${solutions === 1 ? "is" : "are"} ${count(solutions, "optimal solution")}.`;
}

export function errorText(error) {
  if (error.name === "JobEnded") {
    return error.job.status === "cancelled" ? "Cancelled." : "The search failed: an error in the service. Try again.";
  }
  if (error.name !== "FewestProblem") return "Cannot reach the service. Check your connection and try again.";
  if (error.status === 401) return "This service requires an API key. Enter it below and press Solve again.";
  const retry = error.retrySeconds ? ` Try again in ${count(error.retrySeconds, "second")}.` : "";
  return error.message + retry;
}

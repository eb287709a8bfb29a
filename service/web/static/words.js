// What the page says of a job, of its result, and of what went wrong.

const PROOFS = {
  pegs: "the goal has too many pegs, or none",
  parity: "no jump changes whether the pegs on some of the holes are odd or even in number, and the goal would",
  pagoda: "holes can be weighted so that no jump adds weight, and the goal weighs more than the start",
  goals: "each of the possible ends is ruled out",
  contents: "some part of the board lacks pieces or room that the goal asks of it",
  permutation: "no way of sliding leads to that order of the pieces",
  exhaustion: "every position that can be reached was looked at",
};

const count = (number, noun) => `${number.toLocaleString()} ${noun}${number === 1 ? "" : "s"}`;

// How far a job is that has not ended.
export function waiting({ status, progress, queue_position: before = 0 }) {
  if (status === "queued") return before ? `In the queue, ${before} before it.` : "In the queue, the next one.";
  if (status !== "running" || !progress) return "";
  const { lower_bound: least, length, nodes, seconds } = progress;
  const most = length === undefined ? "" : `, at most ${length}`;
  return `At least ${count(least, "move")}${most}. ${count(nodes, "position")} in ${seconds.toFixed(0)} s.`;
}

// What came out.
export function answered({ status, length, optimal, lower_bound: least, limit, count: ways, proof }) {
  if (status === "unsolvable") return `There is no solution: ${PROOFS[proof.by] ?? proof.by}.`;
  if (status === "stopped") {
    const most = length === null ? "" : ` and at most ${length}`;
    return `Stopped by the limit on ${limit}: at least ${count(least, "move")}${most} are needed.`;
  }
  if (length === 0) return "Nothing to do: the start is a goal.";
  if (!optimal) return `${count(length, "move")}; at least ${least} are needed.`;
  const many = ways === undefined ? "" : ` There ${ways === 1 ? "is" : "are"} ${count(ways, "such solution")}.`;
  return `${count(length, "move")}, and none has fewer.${many}`;
}

// Why there is no answer.
export function sorry(error) {
  if (error.name === "JobEnded") {
    return error.job.status === "cancelled" ? "Cancelled." : "The search failed. That is our fault; try again.";
  }
  if (error.name !== "FewestProblem") return "The service does not answer. Is it running, and are you connected?";
  if (error.status === 401) return "This service asks for a key: enter it, and solve again.";
  const again = error.retrySeconds ? ` Try again in ${count(error.retrySeconds, "second")}.` : "";
  return error.message + again;
}

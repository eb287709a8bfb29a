// What the page shows: a puzzle, where it came from, what was found, and how it is looked at.
import { writePuzzle } from "../rules/puzzle.js";

// Counts beyond 2 ** 53 are BigInts. What is kept or linked to has them as text.
Object.assign(BigInt.prototype, {
  toJSON() {
    return String(this);
  },
});

export class Session {
  puzzle = null;
  origin = null; // { entry, index } of an example of the catalogue; null for a puzzle of one's own
  mode = "play";
  side = "start"; // set up: board, start or goal
  blank = false; // nothing is drawn: there is no puzzle to solve or play
  ended = null; // the last job of this puzzle that has ended with a result
  shared = null; // { id, length } of the short link that was opened; length of the game to beat, or null
  problem = null; // [id, title] of a problem of the atlas, [id] of a day, [id, title, aim, total, solvable] of a set
  arrived = null; // the result that came with the puzzle
  answer; // { status, length, count }: what a check says that the service has proven; null if nothing
  record = null; // of the game of this puzzle in an earlier visit
  level = null; // { length, count } of a level that was made, with a status of a puzzle of a set; null for another

  get jump() {
    return this.puzzle.model.kind === "jump";
  }

  get document() {
    return writePuzzle(this.puzzle);
  }

  get solution() {
    return this.ended?.result.moves ? this.ended.result : null;
  }

  // Whether a search has ended with a proof: of the fewest moves, or that there is no solution.
  get proven() {
    return Boolean(this.ended?.result.optimal || this.ended?.result.proof);
  }

  // The id of the solution; null if the service has not told one.
  get solutionId() {
    if (!this.solution) return null; // that of a proof is no film
    return this.ended.links?.solution?.split("/").at(-1) ?? this.solution.id ?? null;
  }

  // Length of the shortest solution; null if it is not known.
  get fewest() {
    if (this.ended?.result.optimal) return this.ended.result.length;
    return this.#expected?.length ?? null;
  }

  // Whether there is no solution: a search has proven it, now or before, or the catalogue says it.
  get impossible() {
    if (this.ended?.result.proof) return true;
    return this.#expected?.status === "unsolvable";
  }

  // The number of shortest solutions; null if it is not known.
  get count() {
    return this.ended?.result.count ?? this.#expected?.count ?? null;
  }

  // What the catalogue, the level or a check says of its answer.
  get #expected() {
    return this.level ?? this.origin?.entry.examples[this.origin.index].expect ?? this.answer;
  }

  // The puzzle is another one now: whatever was found no longer applies.
  change(puzzle, { from: origin = null, result = null, link: shared = null, level = null, problem = null } = {}) {
    Object.assign(this, { puzzle, origin, shared, level, problem, arrived: result, record: null, answer: undefined });
    this.ended = result && { result };
  }

  // What an entry of the history keeps; `short` is its address if it has a name. `record` is that of a game.
  kept(record) {
    const { puzzle, origin, shared, solution, mode, level, problem } = this;
    if (this.blank || !puzzle) return null;
    const example = origin && [origin.entry.name, origin.index];
    const found = solution && { ...brief(solution), id: this.solutionId };
    const { atlas } = puzzle.model;
    const opened = { puzzle: this.document, solution: found, example, atlas, problem, mode, shared, level };
    return { ...opened, game: record, short: this.#short };
  }

  // The address within the service, if what is shown has a short one.
  get #short() {
    const { origin, problem, shared, solution } = this;
    if (this.asShared) return `s/${shared.id}`;
    if (solution && !solution.optimal && solution !== this.arrived) return undefined; // nobody else would find it again
    if (problem) return `#${problem[0]}`;
    return origin ? ["#" + origin.entry.name, ...(origin.index ? [origin.index] : [])].join("/") : undefined;
  }

  // Whether the short link that was opened leads to what is shown.
  get asShared() {
    const { arrived, shared, solution } = this;
    return Boolean(shared) && (!solution || solution === arrived);
  }
}

function brief(result) {
  const names = ["status", "moves", "removed", "length", "optimal", "count", "lower_bound", "limit", "statistics"];
  return Object.fromEntries(names.map((name) => [name, result[name]]));
}

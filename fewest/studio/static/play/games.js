// One's own games, kept in this browser: of each problem the best one, the one in progress, and a shortest solution,
// for hints without the service.
import { keep, kept } from "../elements/browser.js";

const KEPT = "fewest-games";
const VERSION = 1;
const MOST = 200; // problems kept: those played last
const UNPLAYED = { won: false, best: null, game: null, answer: null };

export class Games {
  #text = null; // what was read last
  #read = {}; // the problems in it

  // What is kept of a problem: { won, best, game, answer }. Whether it was solved by hand, the least number of moves
  // (null if it was not), the record of the game in progress (null if none is), and { moves, removed } of a shortest
  // solution (null if none is known).
  of(problem) {
    return this.#problems()[problem] ?? UNPLAYED;
  }

  // Keep a shortest solution of a problem.
  learn(problem, { moves, removed }) {
    const { [problem]: before = UNPLAYED, ...others } = this.#problems();
    write({ ...others, [problem]: { ...before, answer: { moves, removed } } });
  }

  // Keep the game of a problem: its record, and its number of moves if it is won.
  keep(problem, record, moves = null) {
    const { [problem]: before = UNPLAYED, ...others } = this.#problems();
    const best = moves === null ? before.best : Math.min(moves, before.best ?? Infinity);
    const going = moves === null && record.steps.length > 0;
    const now = { ...before, won: before.won || moves !== null, best, game: going ? record : null };
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    write({ ...others, [problem]: now });
  }

  // What is kept, parsed once: another tab may have changed it since.
  #problems() {
    const text = kept(KEPT);
    if (text !== this.#text) [this.#text, this.#read] = [text, parsed(text)];
    return this.#read;
  }
}

// The name of a problem: that of an example of the catalogue, or else the puzzle itself.
export const problemOf = ({ origin, document }) =>
  origin ? exampleName(origin.entry.name, origin.index) : JSON.stringify(document);

export const exampleName = (board, index) => `${board}/${index}`;

function parsed(text) {
  try {
    const { version, problems } = JSON.parse(text);
    const whole = Object.entries(version === VERSION ? problems : {}).filter(([, each]) => sound(each));
    return Object.fromEntries(whole.map(([problem, each]) => [problem, { ...UNPLAYED, ...each }]));
  } catch {
    // nothing is kept, or something else
  }
  return {};
}

function write(problems) {
  keep(KEPT, { version: VERSION, problems: Object.fromEntries(Object.entries(problems).slice(-MOST)) });
}

// Whether an entry is one that was written here; a damaged one is dropped, and only that.
function sound(entry) {
  if (typeof entry?.won !== "boolean") return false;
  const { best, game, answer = null } = entry;
  const going = Number.isInteger(game?.at) && Array.isArray(game.steps) && game.steps.every((step) => step?.from >= 0);
  const known = answer === null || Array.isArray(answer?.moves);
  return known && (best === null || Number.isInteger(best)) && (game === null || going);
}

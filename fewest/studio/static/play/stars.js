// The stars that one has won, kept in this browser: of the puzzles of a day by date and difficulty, of those of a class
// set by its id and their numbers.
import { keep, keptDocument } from "../elements/browser.js";
import { before } from "./dates.js";

const KEPT = "fewest-days";
const VERSION = 1;
const MOST = 400; // days and sets kept: those with stars won last

export const DIFFICULTIES = ["easy", "normal", "hard"];

// Stars, and whether it was on the day itself.
export const [SOLVED, FEWEST, UNAIDED, IN_TIME] = [1, 2, 4, 8];

// { difficulty: stars } of a date, { number: stars } of a set.
export const won = (name) => kept()[name] ?? {};

// The stars of a game that is won. `helped`: whether a solution of its puzzle was there to be seen.
export const earned = ({ state, fewest, aided }, helped) =>
  SOLVED | (state.moves <= fewest ? FEWEST : 0) | (aided || helped ? 0 : UNAIDED);

// Stars as they are shown.
export const drawn = (stars) => [SOLVED, FEWEST, UNAIDED].map((star) => (stars & star ? "★" : "☆")).join("");

// Keep what was won, beside what was won before.
export function keepStars(name, part, stars) {
  const { [name]: old = {}, ...others } = kept();
  const now = { ...old, [part]: (old[part] ?? 0) | stars };
  const last = Object.entries({ ...others, [name]: now }).slice(-MOST);
  keep(KEPT, { version: VERSION, days: Object.fromEntries(last) });
}

// On how many days in a row, up to today or yesterday, one has solved a puzzle of that day.
export function streak(today) {
  const days = kept();
  const solved = (date) => Object.values(days[date] ?? {}).some((stars) => stars & IN_TIME);
  const first = solved(today) ? 0 : 1;
  let length = 0;
  while (solved(before(today, first + length))) length += 1;
  return length;
}

function kept() {
  const { version, days } = keptDocument(KEPT);
  return version === VERSION ? Object.fromEntries(Object.entries(days ?? {}).filter(sound)) : {};
}

const sound = ([, parts]) => parts && Object.values(parts).every(Number.isInteger);

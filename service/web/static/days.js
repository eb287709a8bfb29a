// The days of which one has solved puzzles, kept in this browser: by date and difficulty, the stars won.

const KEPT = "fewest-days";
const VERSION = 1;
const MOST = 400; // days kept: the last ones
const DAY_MILLISECONDS = 86_400_000;

export const DIFFICULTIES = ["easy", "normal", "hard"];

// Stars, and whether it was on the day itself.
export const [SOLVED, FEWEST, UNAIDED, IN_TIME] = [1, 2, 4, 8];

// A date as the puzzles are named by: that of the person's clock.
export const dateOf = (time) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

// The date so many days before another one.
export const before = (date, days) =>
  new Date(Date.parse(`${date}T00:00Z`) - days * DAY_MILLISECONDS).toISOString().slice(0, 10);

// { difficulty: stars } of a date.
export const wonOn = (date) => keptDays()[date] ?? {};

// Keep what was won, beside what was won before.
export function keepDay(date, difficulty, stars) {
  const days = keptDays();
  const won = days[date] ?? {};
  days[date] = { ...won, [difficulty]: (won[difficulty] ?? 0) | stars };
  const last = Object.entries(days).sort().slice(-MOST);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ version: VERSION, days: Object.fromEntries(last) }));
  } catch {
    // no storage in a sandboxed frame: it is not kept
  }
}

// On how many days in a row, up to today or yesterday, one has solved a puzzle of that day.
export function streak(today) {
  const days = keptDays();
  const solved = (date) => Object.values(days[date] ?? {}).some((stars) => stars & IN_TIME);
  const first = solved(today) ? 0 : 1;
  let length = 0;
  while (solved(before(today, first + length))) length += 1;
  return length;
}

function keptDays() {
  try {
    const { version, days } = JSON.parse(localStorage.getItem(KEPT));
    return version === VERSION ? Object.fromEntries(Object.entries(days).filter(sound)) : {};
  } catch {
    return {}; // nothing is kept, or something else
  }
}

const sound = ([date, won]) => /^\d{4}-\d\d-\d\d$/.test(date) && won && Object.values(won).every(Number.isInteger);

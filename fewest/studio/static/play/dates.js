// Dates as the puzzles of the day are named by: 2026-11-09.

const DAY_MILLISECONDS = 86_400_000;

// The date of a time by the person's clock.
export const dateOf = (time) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

export const timeOf = (date) => new Date(`${date}T12:00`);

// The date so many days before another one.
export const before = (date, days) =>
  new Date(Date.parse(`${date}T00:00Z`) - days * DAY_MILLISECONDS).toISOString().slice(0, 10);

export const dateWords = (date) =>
  timeOf(date).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long" });

// Levels that were made, kept in this browser, the last ones first: { puzzle, length, count, features, atlas }.
// `atlas` is the name and title of a board of the atlas; it may be missing.
import { keep, keptDocument } from "../elements/browser.js";

const KEPT = "fewest-levels";
const VERSION = 1;
const MOST = 60; // as many as a sheet has room for

// What is kept, or nothing if it is damaged.
export function keptLevels() {
  const { version, levels } = keptDocument(KEPT);
  return version === VERSION && Array.isArray(levels) ? levels.filter(sound) : [];
}

// Keep a level; one that is there already comes first.
export const keepLevel = (level) => write([level, ...without(level)]);

export const dropLevel = (level) => write(without(level));

// What tells levels apart.
export const nameOf = ({ puzzle }) => JSON.stringify(puzzle);

const without = (level) => keptLevels().filter((other) => nameOf(other) !== nameOf(level));

const write = (levels) => keep(KEPT, { version: VERSION, levels: levels.slice(0, MOST) });

const sound = (level) => Boolean(level?.puzzle?.start) && Number.isInteger(level.length);

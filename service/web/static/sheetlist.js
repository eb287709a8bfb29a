// The sheet of puzzles that one has in hand, kept in this browser: the ids of its puzzles.

const KEPT = "fewest-sheet";
const MOST = 60; // as many as a sheet has room for
const base = new URL("..", import.meta.url).href; // the service may be reached under a prefix

export function keptSheet() {
  try {
    const ids = JSON.parse(localStorage.getItem(KEPT));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return []; // nothing is kept, or something else, or there is no storage in a sandboxed frame
  }
}

export function keepSheet(ids) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(ids));
  } catch {
    // no storage: the address still has them
  }
}

// The sheet with more puzzles on it, as far as there is room.
export const withMore = (ids) => [...new Set([...keptSheet(), ...ids])].slice(0, MOST);

export const sheetAddress = (ids) => `${base}sheet?${new URLSearchParams(ids.map((id) => ["puzzle", id]))}`;

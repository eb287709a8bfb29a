// The set of puzzles that one has in hand, a sheet to print, kept in this browser: { ids, title, aims }, with an aim
// for each id; and the class sets that were made in this browser.
import { base, keep, keptDocument } from "../elements/browser.js";

const KEPT = "fewest-sheet";
const MADE = "fewest-sets";
export const MOST = 60; // as many as a sheet has room for
const WAIT_SECONDS = 10;
const EMPTY = { ids: [], title: "", aims: {} };

export function keptSheet() {
  const kept = { ...EMPTY, ...keptDocument(KEPT) };
  return Array.isArray(kept.ids) && kept.ids.every((id) => typeof id === "string") ? kept : EMPTY;
}

// Without storage, the address still has the puzzles.
export const keepSheet = (sheet) => keep(KEPT, sheet);

// The class sets made in this browser, the newest first: { id, title, name, count, date }, with a name for this list.
/** @returns {{ id: string, title: string, name: string, count: number, date: string }[]} */
export function madeSets() {
  const { sets } = keptDocument(MADE);
  return Array.isArray(sets) ? sets.filter((set) => set && typeof set.id === "string") : [];
}

export const keepMade = (sets) => keep(MADE, { sets });

// Put a puzzle on the sheet; null if there is no room for it, else the ids on the sheet.
export function addToSheet(id) {
  const kept = keptSheet();
  if (kept.ids.includes(id)) return kept.ids;
  if (kept.ids.length === MOST) return null;
  const ids = [...kept.ids, id];
  keepSheet({ ...kept, ids });
  return ids;
}

// The id under which a sheet prints a puzzle: of its solution, if it is solved within WAIT_SECONDS, else of a share.
export async function sheetId(client, puzzle) {
  const job = await client.submit(puzzle, { wait: WAIT_SECONDS });
  if (job.solution_id) return job.solution_id;
  client.cancel(job.id).catch(() => {}); // it may have ended meanwhile
  return (await client.request("POST", "/v1/shares", { body: { puzzle } })).id;
}

export const sheetAddress = (ids) => `${base}sheet?${new URLSearchParams(ids.map((id) => ["puzzle", id]))}`;

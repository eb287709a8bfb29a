// The set of puzzles that one has in hand, a sheet to print, kept in this browser: { ids, title, aims }, with an aim
// for each id.

const KEPT = "fewest-sheet";
export const MOST = 60; // as many as a sheet has room for
const WAIT_SECONDS = 10;
const EMPTY = { ids: [], title: "", aims: {} };
const base = new URL("../..", import.meta.url).href; // the service may be reached under a prefix

export function keptSheet() {
  try {
    const kept = { ...EMPTY, ...JSON.parse(localStorage.getItem(KEPT)) };
    return Array.isArray(kept.ids) && kept.ids.every((id) => typeof id === "string") ? kept : EMPTY;
  } catch {
    return EMPTY; // nothing is kept, or something else, or there is no storage in a sandboxed frame
  }
}

export function keepSheet(sheet) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(sheet));
  } catch {
    // no storage: the address still has the puzzles
  }
}

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

// Kinds of puzzles that opening the page does not load: their code, and their boards of the catalogue.

// Load what a puzzle of a kind needs; `entry` is that of its board, if it has a name. Throws if it cannot be had.
export async function loadKind(kind, entry) {
  if (kind !== "block") return;
  const brief = entry && !entry.examples;
  const [answer] = await Promise.all([
    brief && fetch(new URL(`../v1/boards/${entry.name}`, import.meta.url)),
    import("./blocks.js"),
  ]);
  if (answer && !answer.ok) throw new Error(answer.statusText);
  if (answer) Object.assign(entry, await answer.json());
}

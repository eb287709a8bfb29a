// The boards of the catalogue: what they and their problems are called, and how those of other kinds are loaded.
import { briefTitle, translated } from "../texts/texts.js";

export const boardTitle = ({ name, title }) => translated("boards", name) ?? briefTitle(title);
export const boardNote = ({ name, note }) => translated("notes", name) ?? note ?? "";
export const exampleTitle = ({ title }) => translated("examples", title) ?? title;

// Load what a puzzle of a kind needs that opening the page does not load: its code, and its board of the catalogue, of
// which `entry` is the entry, if it has a name. Throws if it cannot be had.
export async function loadKind(kind, entry) {
  if (kind !== "block") return;
  const brief = entry && !entry.examples;
  const [answer] = await Promise.all([
    brief && fetch(new URL(`../../v1/boards/${entry.name}`, import.meta.url)),
    import("./blocks.js"),
  ]);
  if (answer && !answer.ok) throw new Error(answer.statusText);
  if (answer) Object.assign(entry, await answer.json());
}

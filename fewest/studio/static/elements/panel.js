// The page by the ids of its elements, and what it says.
import { t } from "../texts/texts.js";
import { paragraphs } from "./elements.js";

/** @type {(id: string) => any} */
export const get = (id) => document.getElementById(id);

// Show lines in the panel: what was found, or what went wrong.
export const report = (lines) => get("message").replaceChildren(...paragraphs(lines));

// Say something of the board.
export const say = (text) => (get("say").textContent = text);

/** @type {Set<string>} */
const fetched = new Set();

// An import() that can be tried again: a browser that could not fetch a module may not fetch it until the page is left
// (Chromium 150). So none is fetched without a connection.
export async function importModule(url, imported) {
  if (!navigator.onLine && !fetched.has(url.href)) throw new Error(url.href);
  const module = await imported();
  fetched.add(url.href);
  return module;
}

// The same; null, with a message, if the module cannot be loaded.
export async function load(url, imported) {
  try {
    return await importModule(url, imported);
  } catch {
    report([t("unreachable")]);
    return null;
  }
}

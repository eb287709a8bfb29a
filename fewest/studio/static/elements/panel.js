// The page by the ids of its elements, and what it says.
import { t } from "../texts/texts.js";
import { paragraphs } from "./elements.js";

/** @type {(id: string) => any} */
export const get = (id) => document.getElementById(id);

// Show lines in the panel: what was found, or what went wrong.
export const report = (lines) => get("message").replaceChildren(...paragraphs(lines));

// Say something of the board.
export const say = (text) => (get("say").textContent = text);

// What an import() leads to; null, with a message, if it cannot be loaded.
export async function load(imported) {
  try {
    return await imported;
  } catch {
    report([t("unreachable")]);
    return null;
  }
}

// The page by the ids of its elements, and what it says.
import { t } from "../texts/texts.js";
import { paragraphs } from "./elements.js";
import { style } from "./stylesheet.js";

/** @type {(id: string) => any} */
export const get = (id) => document.getElementById(id);

// Show lines in the panel: what was found, or what went wrong.
export const report = (lines) => get("message").replaceChildren(...paragraphs(lines));

// Say something of the board.
export const say = (text) => (get("say").textContent = text);

/** @type {Map<string, number>} */
const failures = new Map();
let styled = null; // resolves when the styles of what is loaded late are here

// An import() of a module that opening the page does not need, with the styles of such modules. It can be tried again:
// a browser that could not fetch a module may not fetch it until the page is left (Chromium 150), so that after a
// failure its address is another one.
export async function importModule(url, imported) {
  const failed = failures.get(url.href);
  styled ??= style(new URL("../home/modes.css", import.meta.url)).then(({ type }) => {
    if (type === "error") styled = null;
  });
  try {
    const loaded = await (failed ? import(`${url.href}?${failed}`) : imported());
    await styled;
    return loaded;
  } catch (error) {
    failures.set(url.href, (failed ?? 0) + 1);
    throw error;
  }
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

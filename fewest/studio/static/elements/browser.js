// What this browser keeps for the page, by name, and where the page is.

// The address of the service, which may be reached under a prefix, up to its last slash.
export const base = new URL("../..", import.meta.url).href;

// A text that was kept; null if none was. A sandboxed frame has no storage.
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// A document that was kept; {} if none was, or something else.
/** @type {(name: string) => any} */
export function keptDocument(name) {
  try {
    return JSON.parse(kept(name)) ?? {};
  } catch {
    return {};
  }
}

// Keep a text, or a document as JSON. Without storage the page goes on, and nothing is kept; then false.
/** @type {(name: string, kept: string | object) => boolean} */
export function keep(name, given) {
  try {
    localStorage.setItem(name, typeof given === "string" ? given : JSON.stringify(given));
    return true;
  } catch {
    return false;
  }
}

// Small makers of HTML and SVG elements.

const SVG = "http://www.w3.org/2000/svg";

// An element with properties and children; `on` has listeners, `aria` attributes.
/** @type {(name: string, options?: any, ...children: any[]) => any} */
export function element(name, { on = {}, aria = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  for (const [event, action] of Object.entries(on)) made.addEventListener(event, action);
  for (const [key, value] of Object.entries(aria)) made.setAttribute(`aria-${key}`, value);
  made.append(...children);
  return made;
}

/** @type {(name: string, attributes?: object, parent?: Element | null) => any} */
export function node(name, attributes = {}, parent = null) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (parent) parent.append(made);
  return made;
}

const ICONS = {
  first: "M5 5v14M19 5 9 12l10 7z",
  back: "M15 5 8 12l7 7",
  play: "M7 4.5 19 12 7 19.5z",
  pause: "M7 5h4v14H7zM14 5h4v14h-4z",
  forward: "M9 5l7 7-7 7",
  last: "M19 5v14M5 5l10 7-10 7z",
  undo: "M8 4 3 9l5 5M3.5 9H14a6 6 0 0 1 0 12h-4",
  redo: "M16 4l5 5-5 5M20.5 9H10a6 6 0 0 0 0 12h4",
  restart: "M19.5 12A7.5 7.5 0 1 1 17 6.4M17.5 2.5v4.3h-4.3",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-1 1.2-1 2h-5c0-.8-.4-1.5-1-2z",
};
const HOLLOW = new Set(["back", "forward", "undo", "redo", "restart", "hint"]);

export function icon(name) {
  const look = HOLLOW.has(name) ? "icon hollow" : "icon";
  const svg = node("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: look });
  node("path", { d: ICONS[name] }, svg);
  return svg;
}

// A small button with a text on it; `aria` has its attributes.
/** @type {(text: string, action: any, more?: object) => any} */
export const smallButton = (text, action, { className = "small", ...more } = {}) =>
  element("button", { type: "button", className, textContent: text, on: { click: action }, ...more });

// A list of options [value, text] with its label; `action` gets the value that is chosen. The focus stays on the list,
// which may have been made anew.
/** @type {(id: string, label: string, options: string[][], value: string, action: (value: string) => any) => any} */
export function choice(id, label, options, value, action) {
  const list = element("select", { id }, ...options.map(([key, text]) => new Option(text, key, false, key === value)));
  list.addEventListener("change", () => {
    action(list.value);
    document.getElementById(id)?.focus();
  });
  return element("label", {}, element("span", { textContent: label }), list);
}

// One of several choices, which share a name.
/** @type {(name: string, value: string, label: string, checked: boolean, action: () => any) => any} */
export function radio(name, value, label, checked, action) {
  const input = element("input", { type: "radio", name, value, checked, on: { change: action } });
  return element("label", { className: "choice" }, input, element("span", { textContent: label }));
}

// Elements side by side, and a text that is less important than others.
export const rowOf = (...children) => element("div", { className: "row" }, ...children);
export const noteOf = (textContent) => element("p", { className: "note", textContent });

export const paragraphs = (lines) => lines.map((text) => element("p", { textContent: text }));

export const button = (name, label, action) =>
  element(
    "button",
    { type: "button", className: `round ${name}`, title: label, aria: { label }, on: { click: action } },
    icon(name),
  );

export function setIcon(made, name, label) {
  made.replaceChildren(icon(name));
  made.title = label;
  made.setAttribute("aria-label", label);
}

// One tab stop for a list of buttons: arrow keys move within it.
export function rove(list) {
  const buttons = () => [...list.querySelectorAll("button")];
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = buttons();
    const at = all.indexOf(event.target);
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step ?? NaN);
    if (at < 0 || !all[next]) return;
    event.preventDefault();
    all[next].focus();
  });
  list.addEventListener("focusin", (event) => {
    for (const other of buttons()) other.tabIndex = other === event.target ? 0 : -1;
  });
}

// Make one button of the list its tab stop.
export function tabStop(list, current) {
  for (const other of list.querySelectorAll("button")) other.tabIndex = other === current ? 0 : -1;
}

// Keys that mean the same wherever the focus is. Fields keep theirs, and so does a button that was reached by keys: the
// space bar presses it. On one that was clicked, the space bar means what it means elsewhere.
let pointed = false; // whether the focus is where a pointer has put it

// `action` gets each key that nothing else wants; it returns whether it was used.
export function listen(action) {
  let used = null;
  addEventListener("pointerdown", () => (pointed = true), true);
  addEventListener("keydown", (event) => (pointed &&= event.key !== "Tab"), true);
  document.addEventListener("keydown", (event) => {
    used = null;
    if (event.defaultPrevented || taken(event) || !action(event)) return;
    event.preventDefault();
    used = event.key;
  });
  document.addEventListener("keyup", (event) => event.key === used && event.preventDefault()); // or it presses a button
}

// Fields that a person types into; others have no undo of their own.
const TYPED = "input:not([type=range], [type=radio]), textarea, dialog";

function taken({ target, key, ctrlKey, metaKey }) {
  const space = key === " ";
  if (ctrlKey || metaKey) return Boolean(target.closest(TYPED));
  if (target.closest(space ? "input:not([type=range]), select, textarea, dialog" : "input, select, textarea, dialog"))
    return true;
  return space && !pointed && Boolean(target.closest("button, summary, a")) && !target.closest("#film");
}

// Copying to the clipboard.

// Copy a text. Where the clipboard API is missing, as it is without HTTPS, a field in `parent` is copied from.
export async function copyText(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { value: text, readOnly: true });
    parent.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

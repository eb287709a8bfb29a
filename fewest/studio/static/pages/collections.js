// The levels of collections: those that have all words asked for are shown.
import { t } from "../texts/texts.js";
import "./served.js";

const get = (id) => document.getElementById(id);
const search = /** @type {HTMLInputElement} */ (get("search"));
const tables = [...document.querySelectorAll("details")];
const opened = new Map(tables.map((table) => [table, table.open]));
const rows = tables.flatMap((table) =>
  [...table.querySelectorAll("tbody tr")].map((/** @type {any} */ row) => {
    const words = [table.querySelector("summary").textContent, ...Array.from(row.cells, (cell) => cell.textContent)];
    return { row, table, text: words.join(" ").toLowerCase() };
  }),
);

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter(({ text }) => words.every((word) => text.includes(word)));
  for (const each of rows) each.row.hidden = !found.includes(each);
  for (const table of tables) {
    table.hidden = !found.some((each) => each.table === table);
    table.open = words.length > 0 || opened.get(table);
  }
  get("found").textContent = words.length ? t("foundLevels", found.length) : "";
}

for (const table of tables)
  table.addEventListener("toggle", () => {
    if (!search.value) opened.set(table, table.open);
  });
search.value = new URLSearchParams(location.search).get("q") ?? "";
search.addEventListener("input", () => {
  history.replaceState(
    history.state,
    "",
    search.value ? `?${new URLSearchParams({ q: search.value })}` : location.pathname,
  );
  show();
});
get("tools").hidden = false;
if (search.value) show();

// The atlas: its rows searched, ordered and chosen. They come from the server, a table for every board; an order other
// than by board moves them into one table. The entry of the history keeps which tables a person has opened.
import "./served.js";
import { briefTitle, t, TEXTS } from "./texts.js";

const COLUMNS = { moves: 2, solutions: 3, cost: 4 }; // of the numbers that rows are ordered by
const get = (id) => document.getElementById(id);
const [search, order, kind, metric, openOnly, form] = [
  "search",
  "order",
  "kind",
  "metric",
  "open-only",
  "problems",
].map(get);
const tables = [...form.querySelectorAll("details")];
const mixed = get("mixed");

const plainNumber = (text) => text.replaceAll(",", "");

// The number in a cell, the lower one of two; NaN if there is none.
const numberIn = (row, column) => parseFloat(row.cells[column].textContent.replaceAll(",", ""));

const rows = tables.flatMap((table) =>
  [...table.querySelectorAll("tbody tr")].map((/** @type {any} */ row) => {
    const title = table.querySelector("[data-board]").textContent;
    const link = row.querySelector("a");
    link.dataset.of = briefTitle(title); // said where boards are mixed
    // `loading` comes first, so that a picture is asked for when it is in sight
    link.prepend(
      Object.assign(new Image(), { loading: "lazy", alt: "", width: 56, height: 56, src: `${link.href}.svg` }),
    );
    const box = row.querySelector("input");
    const { t: proof } = row.lastElementChild.dataset; // "by-pagoda"
    const words = [title, table.dataset.words, box.value, row.dataset.words, proof, TEXTS[proof]];
    const text = [...words, ...Array.from(row.cells, (cell) => cell.textContent)].join(" ").toLowerCase();
    const numbers = new Set(text.match(/\d[\d,]*(\.\d+)?/g)?.map(plainNumber));
    return { row, table, box, text, numbers, open: "open" in row.dataset, metric: row.dataset.metric };
  }),
);
const opened = new Set(history.state?.opened ?? []); // tables that a person has opened

// Whether a word is found: a number as a whole, any other word as a part.
const has = ({ text, numbers }, word) =>
  /^\d[\d,.]*$/.test(word) ? numbers.has(plainNumber(word)) : text.includes(word);

// Rows in the order asked for, "moves" or "-moves"; those without a number come last.
function ordered(found) {
  const column = COLUMNS[order.value.replace("-", "")];
  const sign = order.value.startsWith("-") ? -1 : 1;
  const numbers = new Map(found.map(({ row }) => [row, numberIn(row, column)]));
  const last = (row) => Number(Number.isNaN(numbers.get(row)));
  const apart = (a, b) => last(a) - last(b) || (last(a) ? 0 : sign * (numbers.get(a) - numbers.get(b)));
  return found.map(({ row }) => row).sort(apart);
}

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const narrowed = words.length > 0 || openOnly.checked || metric.value !== "";
  const limited = narrowed || kind.value !== "";
  const fits = (each) =>
    (each.open || !openOnly.checked) &&
    (!kind.value || each.table.dataset.kind === kind.value) &&
    (!metric.value || each.metric === metric.value) &&
    words.every((word) => has(each, word));
  const shown = rows.filter(fits);
  const byBoard = order.value === "";
  for (const { row, table } of rows) table.querySelector("tbody").append(row);
  for (const each of rows) each.row.hidden = !shown.includes(each);
  if (!byBoard) mixed.tBodies[0].append(...ordered(shown));
  mixed.hidden = byBoard || !shown.length;
  for (const table of tables) {
    table.hidden = !byBoard || !shown.some((each) => each.table === table);
    table.open = narrowed || opened.has(table.id) || table.id === location.hash.slice(1);
  }
  get("found").textContent = limited || !byBoard ? t("found", shown.length) : "";
}

// The address keeps what is asked for.
function keep() {
  const asked = new URLSearchParams({
    q: search.value,
    order: order.value,
    kind: kind.value,
    metric: metric.value,
    open: openOnly.checked ? "1" : "",
  });
  for (const [name, value] of [...asked]) if (!value) asked.delete(name);
  history.replaceState(history.state, "", `${location.pathname}${asked.size ? "?" : ""}${asked}${location.hash}`);
}

function count() {
  const chosen = rows.filter(({ box }) => box.checked).length;
  const most = Number(form.dataset.most);
  get("chosen").hidden = !chosen;
  get("print-chosen").disabled = chosen > most;
  get("number-chosen").textContent = chosen > most ? t("tooManyChosen", chosen, most) : t("chosenProblems", chosen);
}

const asked = new URLSearchParams(location.search);
search.value = asked.get("q") ?? "";
for (const [name, field] of Object.entries({ order, kind, metric })) {
  field.value = asked.get(name) ?? "";
  if (field.selectedIndex < 0) field.value = "";
}
openOnly.checked = asked.has("open");
for (const field of [search, order, kind, metric, openOnly])
  field.addEventListener("input", () => {
    show();
    keep();
  });
form.addEventListener("change", count);
form.addEventListener("reset", () => setTimeout(count));
addEventListener("pageshow", count); // Back brings the choice back
addEventListener("hashchange", show);
for (const table of tables)
  table
    .querySelector("summary")
    .addEventListener("click", () => (table.open ? opened.delete(table.id) : opened.add(table.id)));
addEventListener("pagehide", () => history.replaceState({ opened: [...opened], top: scrollY }, ""));
get("tools").hidden = false;
show();
count();
if (history.state?.top) scrollTo(0, history.state.top);
else get(location.hash.slice(1))?.scrollIntoView();

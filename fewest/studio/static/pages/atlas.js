// The atlas: its rows searched, ordered and chosen. They come from the server, a table for every board; an order other
// than by board moves them into one table. The entry of the history keeps which tables a person has opened.
import { briefTitle, t, TEXTS } from "../texts/texts.js";
import "./served.js";

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

const NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;
const numbersOf = (text) => (text.match(NUMBER) ?? []).map((number) => number.replaceAll(",", ""));

// The number in a cell, the lower one of two; NaN if there is none.
const numberIn = (row, column) => parseFloat(row.cells[column].textContent.replaceAll(",", ""));

const rows = tables.flatMap((table) =>
  [...table.querySelectorAll("tbody tr")].map((/** @type {any} */ row) => {
    const title = table.querySelector("[data-board]");
    row.querySelector("a").dataset.of = briefTitle(title.textContent); // said where boards are mixed
    const box = row.querySelector("input");
    const { t: proof } = row.lastElementChild.dataset; // "by-pagoda"
    const example = row.querySelector("[data-example]")?.dataset.english;
    const said = [
      title.textContent,
      title.dataset.english,
      example,
      ...Array.from(row.cells, (cell) => cell.textContent),
    ];
    const source = table.querySelector(".source").textContent;
    const text = [...said, source, box.value, proof, TEXTS[proof]].join(" ").toLowerCase();
    const numbers = new Set(numbersOf(said.join(" ")));
    const names = [
      `boards\u0004${table.id}`,
      `examples\u0004${example}`,
      `${proof}\u0004${TEXTS[proof]}`,
      TEXTS[proof],
    ];
    return { row, table, box, text, names, numbers, open: "open" in row.dataset, metric: row.dataset.metric };
  }),
);
const named = () => location.hash.slice(1); // the table that the address names
const opened = new Set(history.state?.opened ?? [named()]);
let learned = false;
let narrowed = false; // by a search: then all tables are open, and opening one is not kept

// Whether a word is found: a number as a whole, with a full stop or a comma behind it, any other word as a part.
function has({ text, numbers }, word) {
  const plain = word.replace(/[.,]$/, "");
  const number = plain.replaceAll(",", "");
  return number && numbersOf(plain).join() === number ? numbers.has(number) : text.includes(word);
}

// Words of the other language: an English page has what it needs of Japanese once somebody searches for it.
async function learnJapanese() {
  learned = true;
  const { JAPANESE } = await import("../japanese.js");
  for (const each of rows) each.text += ` ${each.names.map((name) => JAPANESE[name]).join(" ")}`;
  show();
}

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
  narrowed = words.length > 0 || openOnly.checked || metric.value !== "";
  if (!learned && /[^\0-\x7f]/.test(search.value)) void learnJapanese();
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
    table.open = narrowed || opened.has(table.id);
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
    if (form.getBoundingClientRect().top < 0) form.scrollIntoView(); // what is found is read from its first row on
  });
form.addEventListener("change", count);
form.addEventListener("reset", () => setTimeout(count));
addEventListener("pageshow", count); // Back brings the choice back
addEventListener("hashchange", () => {
  opened.add(named());
  show();
});
// A table is opened by a press, and by browsers that find words in it.
for (const table of tables)
  table.addEventListener("toggle", () => {
    if (!narrowed) opened[table.open ? "add" : "delete"](table.id);
  });
addEventListener("pagehide", () => history.replaceState({ opened: [...opened], top: scrollY }, ""));
get("tools").hidden = false;
show();
count();
if (history.state?.top) scrollTo(0, history.state.top);
else get(named())?.scrollIntoView();

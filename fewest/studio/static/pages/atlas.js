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

// The number of moves among the words of a search: "29 moves", "29手".
const MOVES = /(?<![\d.,])(\d+)\s*(?:moves?(?!\S)|手)/g;
const YEAR = /\b(?:1[5-9]|20)\d\d\b/g;
const NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;
const numbersOf = (text) => (text.match(NUMBER) ?? []).map((number) => number.replaceAll(",", ""));

// A text as it is searched: Japanese long vowels, such as that of クロツキー, may be left out.
const plainly = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ー", "");

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
    const source = `${table.querySelector(".source").textContent} ${row.dataset.source ?? ""}`;
    const cell = row.cells[COLUMNS.moves];
    const none = cell.dataset.t === "unsolvable" ? TEXTS.searchUnsolvable : undefined;
    const text = plainly([...said, source, box.value, proof, TEXTS[proof], none].join(" "));
    const moves = numbersOf(cell.textContent);
    const numbers = new Set([...numbersOf(said.join(" ")), ...(source.match(YEAR) ?? [])]);
    const names = [
      `boards\u0004${table.id}`,
      `examples\u0004${example}`,
      `${proof}\u0004${TEXTS[proof]}`,
      TEXTS[proof],
      none,
    ];
    return { row, table, box, text, names, numbers, moves, open: "open" in row.dataset, metric: row.dataset.metric };
  }),
);
const named = () => location.hash.slice(1); // the table that the address names
const opened = new Set(history.state?.opened ?? [named()]);
let learned = false;
let narrowed = false; // by a search: then all tables are open, and opening one is not kept

// Whether a word is found: a number as a whole, with a full stop or a comma behind it, any other word as a part.
function has({ text, numbers }, word) {
  const plain = word.replace(/[.,年]$/, "");
  const number = plain.replaceAll(",", "");
  return number && numbersOf(plain).join() === number ? numbers.has(number) : text.includes(word);
}

// Words of the other language: an English page has what it needs of Japanese once somebody searches for it.
async function learnJapanese() {
  learned = true;
  const { JAPANESE } = await import("../japanese.js");
  for (const each of rows) each.text += plainly(` ${each.names.map((name) => JAPANESE[name]).join(" ")}`);
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
  const asked = plainly(search.value);
  const lengths = Array.from(asked.matchAll(MOVES), ([, number]) => number);
  const words = asked.replace(MOVES, " ").split(/\s+/).filter(Boolean);
  narrowed = asked.trim() !== "" || openOnly.checked || metric.value !== "";
  if (!learned && /[^\0-\x7f]/.test(search.value)) void learnJapanese();
  const limited = narrowed || kind.value !== "";
  const fits = (each) =>
    (each.open || !openOnly.checked) &&
    (!kind.value || each.table.dataset.kind === kind.value) &&
    (!metric.value || each.metric === metric.value) &&
    lengths.every((number) => each.moves.includes(number)) &&
    words.every((word) => has(each, word));
  const shown = rows.filter(fits);
  const byBoard = order.value === "";
  for (const { row, table } of rows) table.querySelector("tbody").append(row);
  for (const each of rows) each.row.hidden = !shown.includes(each);
  if (!byBoard) mixed.tBodies[0].append(...ordered(shown));
  mixed.hidden = byBoard || !shown.length;
  mixed.dataset.by = order.value.replace("-", "");
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

// What is scrolled to comes beside the bars that stay in view.
function makeRoom() {
  const covers = (bar) => (getComputedStyle(bar).position === "sticky" ? `${bar.offsetHeight + 8}px` : "");
  const [scrollPaddingTop, scrollPaddingBottom] = [get("tools"), get("chosen")].map(covers);
  Object.assign(document.documentElement.style, { scrollPaddingTop, scrollPaddingBottom });
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
makeRoom();
for (const bar of ["tools", "chosen"]) new ResizeObserver(makeRoom).observe(get(bar));
if (history.state?.top) scrollTo(0, history.state.top);
else get(named())?.scrollIntoView();

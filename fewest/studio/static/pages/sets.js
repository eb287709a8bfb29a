// The pages of sets: of one, to print and to make a class set of, or to see what one has solved; and of all lessons,
// which leads to the set that one has in hand and to those that were made in this browser.
import { base } from "../elements/browser.js";
import { copyText, element, noteOf, rowOf, smallButton } from "../elements/elements.js";
import { keepMade, keepSheet, keptSheet, madeSets, sheetAddress } from "../making/setinhand.js";
import { drawn, won } from "../play/stars.js";
import { t } from "../texts/texts.js";
import "./served.js";

const get = (id) => document.getElementById(id);
const list = /** @type {HTMLElement} */ (document.querySelector(".puzzles"));

if (!list) showOwn();
else if (list.dataset.set) showSet();
else import("../making/setmaker.js").then(({ offerSet }) => offerSet(list));
if (list) get("print").hidden = false;
get("print")?.addEventListener("click", () => print());

function showOwn() {
  const { ids } = keptSheet();
  const link = /** @type {HTMLAnchorElement} */ (get("last-sheet"));
  Object.assign(link, { hidden: !ids.length, href: sheetAddress(ids) });
  showMade();
}

// List the class sets that were made here.
function showMade() {
  const sets = madeSets();
  get("made").hidden = !sets.length;
  get("made")
    .querySelector("ul")
    .replaceChildren(...sets.map(madeItem));
}

function madeItem({ id, title, name, count, date }) {
  const tool = (text, click) => smallButton(t(text), click, { aria: { label: `${t(text)}: ${name}` } });
  const made = new Date(date).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
  return element(
    "li",
    {},
    element("a", { href: `${base}c/${id}`, textContent: name }),
    noteOf([...(name === title ? [] : [title]), t("puzzlesOfSet", count), made].join(t("dot"))),
    rowOf(
      tool("edit", () => edit(id)),
      tool("renameSet", () => rename(id, title, name)),
      tool("forgetSet", () => forget(id, name)),
    ),
  );
}

// A set never changes: its name in this list does.
function rename(id, title, old) {
  const name = prompt(t("renameHow", title), old)?.trim();
  if (!name) return;
  keepMade(madeSets().map((set) => (set.id === id ? { ...set, name } : set)));
  showMade();
  focusOn(id);
}

function forget(id, name) {
  if (!confirm(t("forgetHow", name))) return;
  const sets = madeSets();
  const at = sets.findIndex((set) => set.id === id);
  const left = sets.filter((set) => set.id !== id);
  keepMade(left);
  showMade();
  if (left.length) focusOn(left[Math.min(at, left.length - 1)].id);
  else Object.assign(document.querySelector("h1"), { tabIndex: -1 }).focus();
}

const focusOn = (id) => /** @type {HTMLElement} */ (get("made").querySelector(`a[href$="/${id}"]`))?.focus();

// Put the puzzles of a set on the sheet in hand, with its title and its aims.
async function edit(id) {
  const said = get("made").querySelector("[role=status]");
  said.textContent = "";
  try {
    const { Service } = await import("../service.js");
    const service = new Service(base, { language: document.documentElement.lang });
    const { title, puzzles } = await service.request("GET", `/v1/sets/${id}`);
    const ids = puzzles.map((each) => each.id);
    const kept = keptSheet();
    const sheet = { ids, title, aims: Object.fromEntries(puzzles.map((each) => [each.id, each.aim])) };
    const other = kept.ids.length && JSON.stringify(kept) !== JSON.stringify(sheet);
    if (other && !confirm(t("replaceSheet", kept.ids.length))) return;
    keepSheet(sheet);
    location.assign(sheetAddress(ids));
  } catch (error) {
    const loaded = await import("../texts/messages.js").catch(() => null);
    said.textContent = loaded ? loaded.errorLines(error).join(" ") : t("unreachable");
  }
}

function showSet() {
  const { set: id } = list.dataset;
  const address = /** @type {HTMLElement} */ (get("address"));
  const give = get("give");
  const show = (shown) => {
    address.classList.toggle("shown", shown);
    give.setAttribute("aria-expanded", String(shown));
  };
  give.hidden = false;
  give.addEventListener("click", () => show(!address.classList.contains("shown")));
  show(madeSets().some((set) => set.id === id));
  const field = address.querySelector("input");
  field.addEventListener("focus", () => field.select());
  get("copy").addEventListener("click", async () => {
    await copyText(field.value, document.body);
    get("copy").textContent = t("linkCopied");
  });
  for (const link of list.querySelectorAll("h2 a")) {
    const number = link.parentElement.querySelector("b").textContent;
    link.setAttribute("aria-label", `${link.textContent} ${number}`);
  }
  list.before(element("p", { className: "note stars", id: "legend", textContent: `★ ${t("starsLegend")}` }));
  showStars();
  addEventListener("storage", showStars); // won in another tab
}

function showStars() {
  const solved = won(list.dataset.set);
  get("legend").hidden = !Object.keys(solved).length;
  for (const [index, item] of [...list.children].entries())
    item.querySelector(".stars").textContent = solved[index + 1] ? drawn(solved[index + 1]) : "";
}

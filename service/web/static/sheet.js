// A sheet of puzzles: to print, and to make a class set of, with a title and an aim for each. The page of a set shows
// what one has solved of it.
import { copyText, element, smallButton } from "./elements.js";
import "./served.js";
import { keepSheet, sheetAddress } from "./sheetlist.js";
import { drawn, won } from "./stars.js";
import { t } from "./texts.js";

const base = new URL("..", import.meta.url).href.replace(/\/$/, ""); // the service may be reached under a prefix
const get = (id) => document.getElementById(id);
const list = /** @type {HTMLElement} */ (document.querySelector(".puzzles"));
const items = () => /** @type {HTMLElement[]} */ ([...list.children]);

get("print").hidden = false;
get("print").addEventListener("click", () => print());
if (list.dataset.set) showSet();
else offerSet();

function showSet() {
  get("copy").hidden = false;
  get("copy").addEventListener("click", async () => {
    await copyText(location.href, document.body);
    get("copy").textContent = t("linkCopied");
  });
  const solved = won(list.dataset.set);
  for (const [index, item] of items().entries())
    item.querySelector(".stars").textContent = solved[index + 1] ? drawn(solved[index + 1]) : "";
}

// The puzzles in another order, or fewer of them: the address, the numbers and the solutions follow.
function arrange() {
  const ids = items().map(({ dataset }) => dataset.id);
  const solutions = document.querySelector(".solutions ol");
  const byId = new Map([...solutions.children].map((line) => [/** @type {HTMLElement} */ (line).dataset.id, line]));
  solutions.replaceChildren(...ids.map((id) => byId.get(id)));
  for (const each of [list, solutions])
    for (const [index, item] of [...each.children].entries()) item.querySelector("b").textContent = String(index + 1);
  history.replaceState(null, "", sheetAddress(ids));
  keepSheet(ids);
  get("make-set").disabled = !ids.length;
}

// Fields for a class set; they are not printed.
function offerSet() {
  const title = element("input", { id: "set-title", maxLength: 100, required: true });
  const key = element("input", { id: "key", type: "password", autocomplete: "current-password" });
  const access = element("label", { hidden: true }, `${t("key")} `, key);
  const said = element("p", { role: "status" });
  const make = element("button", { id: "make-set", textContent: t("makeSet") });
  const submit = async (event) => {
    event.preventDefault();
    make.disabled = true;
    const { Service } = await import("./service.js");
    const service = new Service(base, { key: key.value.trim() || null, language: document.documentElement.lang });
    try {
      const body = { title: title.value, puzzles: items().map(puzzleIn) };
      const { id } = await service.request("POST", "/v1/sets", { body });
      location.assign(`${base}/c/${id}`);
    } catch (error) {
      access.hidden = error.status !== 401;
      const { errorLines } = await import("./messages.js");
      said.textContent = errorLines(error).join(" ");
    }
    make.disabled = false;
  };
  const form = element(
    "form",
    { className: "making", on: { submit } },
    element("h2", { textContent: t("classSet") }),
    element("p", { className: "note", textContent: t("classSetHow") }),
    element("label", {}, `${t("setTitle")} `, title),
    access,
    make,
    said,
  );
  list.before(form);
  for (const item of items()) item.append(toolsOf(item));
  keepSheet(items().map(({ dataset }) => dataset.id));
}

const puzzleIn = (item) => ({ id: item.dataset.id, aim: item.querySelector("textarea").value });

// An aim to write, and buttons to move a puzzle and to take it off the sheet.
function toolsOf(item) {
  const move = (steps) => {
    const others = items().filter((other) => other !== item);
    others.splice(Math.max(0, items().indexOf(item) + steps), 0, item);
    list.replaceChildren(...others);
    arrange();
  };
  const remove = () => {
    item.remove();
    arrange();
  };
  const tool = (sign, name, click) => smallButton(sign, click, { title: t(name), ariaLabel: t(name) });
  const aim = element("textarea", { rows: 2, maxLength: 300, placeholder: t("aimExample") });
  return element(
    "div",
    { className: "making" },
    element("label", {}, t("setAim"), aim),
    element(
      "div",
      { className: "row" },
      tool("↑", "moveUp", () => move(-1)),
      tool("↓", "moveDown", () => move(1)),
      tool("×", "takeOff", remove),
    ),
  );
}

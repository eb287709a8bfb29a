// The pages of sets: of one, to print and to make a class set of, or to see what one has solved; and of all lessons,
// which leads to the set that one has in hand.
import { copyText, element } from "../elements/elements.js";
import { keptSheet, sheetAddress } from "../making/setinhand.js";
import { drawn, won } from "../play/stars.js";
import { t } from "../texts/texts.js";
import "./served.js";

const get = (id) => document.getElementById(id);
const list = /** @type {HTMLElement} */ (document.querySelector(".puzzles"));

if (!list) showLast();
else if (list.dataset.set) showSet();
else import("../making/setmaker.js").then(({ offerSet }) => offerSet(list));
if (list) get("print").hidden = false;
get("print")?.addEventListener("click", () => print());

function showLast() {
  const { ids } = keptSheet();
  const link = /** @type {HTMLAnchorElement} */ (get("last-sheet"));
  Object.assign(link, { hidden: !ids.length, href: sheetAddress(ids) });
}

function showSet() {
  list.before(element("p", { className: "printed-only", textContent: location.host + location.pathname }));
  get("copy").hidden = false;
  get("copy").addEventListener("click", async () => {
    await copyText(location.href, document.body);
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

// A sheet of puzzles: to print, to make a class set of, or the page of such a set, which shows what one has solved.
import { copyText, element } from "../elements/elements.js";
import { drawn, won } from "../play/stars.js";
import { t } from "../texts/texts.js";
import "./served.js";

const get = (id) => document.getElementById(id);
const list = /** @type {HTMLElement} */ (document.querySelector(".puzzles"));

get("print").hidden = false;
get("print").addEventListener("click", () => print());
if (list.dataset.set) showSet();
else import("../making/setmaker.js").then(({ offerSet }) => offerSet(list));

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

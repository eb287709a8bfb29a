// Pages that come complete from the server, in English: the atlas, its sheets, the page of what is missing. Here they
// are put into the language asked for.
import "./atlastexts.js";
import { translate, translated } from "./texts.js";

const printing = document.getElementById("print"); // of a sheet of puzzles
if (printing) {
  printing.hidden = false;
  printing.addEventListener("click", () => print());
}
await translate(document.documentElement.dataset.title);
for (const [group, kind] of Object.entries({ boards: "board", notes: "note", examples: "example" }))
  for (const named of document.querySelectorAll(`[data-${kind}]`)) {
    named.dataset.english = named.textContent;
    named.textContent = translated(group, named.dataset[kind] || named.textContent) ?? named.textContent;
  }

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
for (const name of document.querySelectorAll("[data-board]"))
  name.textContent = translated("boards", name.dataset.board) ?? name.textContent;
for (const note of document.querySelectorAll("[data-note]"))
  note.textContent = translated("notes", note.dataset.note) ?? note.textContent;
for (const link of document.querySelectorAll("[data-example]"))
  link.textContent = translated("examples", link.textContent) ?? link.textContent;

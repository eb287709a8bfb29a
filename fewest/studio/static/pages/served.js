// Pages that come complete from the server, in English: the atlas, its sheets, the page of what is missing. Here they
// are put into the language asked for.
import { translate, translated } from "../texts/texts.js";
import "./atlastexts.js";

await translate(document.documentElement.dataset.title);
for (const [group, kind] of Object.entries({ boards: "board", notes: "note", examples: "example", lessons: "lesson" }))
  for (const named of document.querySelectorAll(`[data-${kind}]`)) {
    named.dataset.english = named.textContent;
    named.textContent = translated(group, named.dataset[kind] || named.textContent) ?? named.textContent;
  }

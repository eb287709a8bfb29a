// The head of the panel: what the board is called, which of its problems is shown, and what is to be said of it.
import { boardNote, boardTitle, exampleTitle } from "./gallery.js";
import { exampleName } from "./games.js";
import { t } from "./texts.js";

export class Heading {
  constructor(page) {
    this.page = page;
  }

  // Show that of the puzzle of a session.
  show({ origin, puzzle }) {
    const { byName, gallery, get } = this.page;
    const { document: given, atlas } = puzzle.model;
    const entry = origin?.entry ?? byName.get(given.name);
    const named = entry ?? (atlas && { name: atlas[0], title: atlas[1] });
    get("title").textContent = named ? boardTitle(named) : t("ownBoard");
    get("note").textContent = entry ? boardNote(entry) : "";
    get("note").hidden = !get("note").textContent;
    this.#offerExamples(origin);
    gallery.mark(entry?.name ?? "");
  }

  #offerExamples(origin) {
    const { get } = this.page;
    const examples = origin?.entry.examples ?? [];
    get("examples").hidden = examples.length < 2;
    get("example").replaceChildren(...examples.map((_, index) => new Option("", index, false, index === origin.index)));
    if (origin) this.award(origin);
  }

  // Mark which problems of a board were solved by playing.
  award({ entry }) {
    const { games, get } = this.page;
    entry.examples.forEach((example, index) => {
      const { won } = games.of(exampleName(entry.name, index));
      const option = get("example").options[index];
      const text = (won ? "✓ " : "") + exampleTitle(example);
      if (option.text !== text) option.text = text; // the list may be open
    });
  }
}

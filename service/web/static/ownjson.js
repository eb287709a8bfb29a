// A puzzle of one's own as JSON, with every error at its exact place.
import { element } from "./elements.js";
import { JsonTextError, lineAndColumn, placeOf, places } from "./jsontext.js";
import { errorLines, paragraphs } from "./solve.js";
import { t } from "./texts.js";

export class OwnJson {
  // `use` gets a puzzle's document once the service has found it valid.
  constructor(parent, client, use) {
    Object.assign(this, { client, use });
    this.text = element("textarea", { id: "json", rows: 9, spellcheck: false, autocapitalize: "off" });
    this.errors = element("ul", { className: "errors", role: "status" });
    const button = element("button", { type: "button", className: "small", id: "use-json", textContent: t("useJson"), on: { click: () => this.#check() } });
    parent.append(element("label", { htmlFor: "json", textContent: t("jsonLabel") }), this.text, button, this.errors);
  }

  set(document) {
    this.text.value = JSON.stringify(document, null, 1).replace(/\[[-\d\s,.null]*\]/g, (list) => list.replace(/\s+/g, " "));
    this.errors.replaceChildren();
  }

  async #check() {
    const text = this.text.value;
    try {
      const found = places(text);
      const puzzle = JSON.parse(text);
      await this.client().check(puzzle);
      this.errors.replaceChildren();
      this.use(puzzle);
      return found;
    } catch (error) {
      if (error instanceof JsonTextError) return this.#list([[error.at, error.at + 1, error.message]]);
      const errors = error.document?.errors;
      if (!errors) return this.errors.replaceChildren(...paragraphs(errorLines(error)).map((line) => element("li", {}, line)));
      const found = places(text);
      return this.#list(errors.map(({ pointer, detail }) => [...placeOf(found, pointer.replace(/^\/puzzle/, "")), detail]));
    }
  }

  // Each error is a button that selects the characters it is about.
  #list(errors) {
    const items = errors.map(([begin, end, message]) => {
      const [line, column] = lineAndColumn(this.text.value, begin);
      const select = () => {
        this.text.focus();
        this.text.setSelectionRange(begin, end);
      };
      const button = element("button", { type: "button", className: "link", on: { click: select } }, t("lineColumn", line, column));
      return element("li", {}, button, ` ${message}`);
    });
    this.errors.replaceChildren(...items);
    this.text.setSelectionRange(errors[0][0], errors[0][1]);
  }
}

// How hard a puzzle is: its features, asked for at the press of a button.
import { element, smallButton } from "./elements.js";
import "./modetexts.js";
import { errorLines } from "./messages.js";
import { Order } from "./order.js";
import { writePuzzle } from "./puzzle.js";
import { t } from "./texts.js";

const LIMITS = { seconds: 30 }; // traps and walks of large boards take longer than a person waits
const SHARES = new Set(["forced", "traps"]);
const language = document.documentElement.lang;

// A value of a feature, in words.
export const featureWords = (name, value) =>
  SHARES.has(name)
    ? value.toLocaleString(language, { style: "percent", maximumFractionDigits: 0 })
    : value.toLocaleString(language, { maximumFractionDigits: 1 });

export class Hardness {
  #puzzle = null;

  constructor(client) {
    this.order = new Order("features", client);
    this.button = smallButton(t("howHard"), () => this.#press(), { className: "small hard" });
    this.said = element("p", { className: "note", role: "status" });
    this.features = element("dl", { className: "features" });
    this.element = element("div", {}, this.features, this.said);
  }

  // What was measured of another puzzle does not apply.
  load(puzzle) {
    if (puzzle === this.#puzzle) return;
    this.order.cancel();
    this.#puzzle = puzzle;
    this.features.replaceChildren();
    this.#idle("");
  }

  async #press() {
    if (this.order.running) {
      this.order.cancel();
      return this.#idle(t("cancelled"));
    }
    const puzzle = this.#puzzle;
    this.button.textContent = t("cancel");
    this.said.textContent = t("measuring");
    try {
      const body = { puzzle: writePuzzle(puzzle), limits: LIMITS };
      const measured = await this.order.carryOut(body, ({ progress }) => this.#wait(progress));
      if (measured) this.#show(measured);
    } catch (error) {
      if (puzzle === this.#puzzle) this.#idle(errorLines(error).join(" "));
    }
    return undefined;
  }

  #wait(progress) {
    this.said.textContent = t("measuring", progress?.seconds);
  }

  #show({ features, missing, walk, proof, status }) {
    if (!features || proof) return this.#idle(proof ? t("noSolution", proof.by) : t(status));
    const names = Object.keys(features).filter((name) => name !== "length");
    const rows = names.map((name) => [name, valueWords(name, features[name], missing[name], walk)]);
    this.features.replaceChildren(...rows.flatMap(([name, value]) => described(name, value)));
    this.#idle("");
    this.button.hidden = true;
    return undefined;
  }

  #idle(said) {
    this.said.textContent = said;
    this.button.textContent = t("howHard");
    this.button.hidden = false;
  }
}

// A number that is not exact has its error beside it.
function valueWords(name, value, reason, walk) {
  if (value === null) return t(`missing-${reason}`) ?? t("notMeasured");
  const error = name === "walk" && walk?.samples ? ` ± ${featureWords(name, walk.error)}` : "";
  return featureWords(name, value) + error;
}

const described = (name, value) => [
  element("dt", {}, t(`feature-${name}`), element("small", { textContent: t(`about-${name}`) })),
  element("dd", { textContent: value }),
];

// How hard a puzzle is, in sentences: its features, measured by the service.
import { element, smallButton } from "../elements/elements.js";
import { writePuzzle } from "../rules/puzzle.js";
import { errorLines } from "../texts/messages.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { Task } from "./task.js";

const LIMITS = { seconds: 30 }; // traps and walks of large boards take longer than a person waits
const SHARES = new Set(["forced", "traps"]);
const language = document.documentElement.lang;

// A value of a feature, in words.
export const featureWords = (name, value) =>
  SHARES.has(name)
    ? value.toLocaleString(language, { style: "percent", maximumFractionDigits: 0 })
    : value.toLocaleString(language, { maximumFractionDigits: 1 });

export class Hardness {
  // `client` returns the client of the service.
  constructor(puzzle, client) {
    this.puzzle = puzzle;
    this.task = new Task("features", client);
    this.button = smallButton("", () => this.press());
    this.list = element("ul", { className: "features" });
    this.said = element("p", { className: "note", role: "status" });
    this.element = element("div", { className: "hard" }, this.list, this.button, this.said);
  }

  // Measure, or stop measuring.
  async press() {
    if (this.task.running) {
      this.end();
      return this.#idle(t("cancelled"));
    }
    this.button.textContent = t("cancel");
    this.said.textContent = t("measuring");
    try {
      const body = { puzzle: writePuzzle(this.puzzle), limits: LIMITS };
      const measured = await this.task.carryOut(body, ({ progress }) => this.#wait(progress));
      if (measured) this.#end(measured);
    } catch (error) {
      this.#idle(errorLines(error).join(" "));
    }
    return undefined;
  }

  end() {
    this.task.cancel();
  }

  #wait(progress) {
    this.said.textContent = t("measuring", progress?.seconds);
    this.#list(progress?.features ?? {});
  }

  #end({ features, missing, proof, status }) {
    if (!features || proof) return this.#idle(proof ? t("noSolution", proof.by) : t(status));
    this.#list(features);
    const more = Object.values(missing).some((reason) => reason !== "no_position"); // there is no move to choose
    this.#idle(more ? t("notMeasured") : "");
    this.button.hidden = true;
    return undefined;
  }

  #list(features) {
    const said = Object.entries(features).flatMap(([name, value]) =>
      value === null ? [] : (hardWords(name, value, this.puzzle.model.kind) ?? []),
    );
    this.list.replaceChildren(...said.map((textContent) => element("li", { textContent })));
  }

  #idle(said) {
    this.said.textContent = said;
    this.button.textContent = t("howHard");
  }
}

// What a feature means to a player; undefined for the number of moves, which the dare says.
function hardWords(name, value, kind) {
  if (name === "length") return undefined;
  if (name === "traps" && !value) return t(kind === "jump" ? "hardNoTraps" : "hardBack");
  if (name === "detours" && !value) return t("hardStraight");
  if (name === "count") return t("hard-count", value);
  if (name === "walk") return t("hard-walk", Math.round(value));
  return t(`hard-${name}`, featureWords(name, value));
}

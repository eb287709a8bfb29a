// Two sliders for a range of numbers: its least and its greatest. One pushes the other.
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { element } from "./elements.js";

export class Between {
  /** @type {number} */ least;
  /** @type {number} */ most;
  /** @type {boolean} */ free;
  /** @type {(value: any) => string} */ words;
  // Of `name`, from `least` to `most`, at first from `from` to `to`; `words` writes a number. Without a first range any
  // number will do.
  /** @param {string} name @param {any} range */
  constructor(name, { least, most, step = 1, from, to, words = String }) {
    Object.assign(this, { least, most, words, free: from === undefined });
    const slider = (bound, value) =>
      element("input", {
        type: "range",
        min: least,
        max: most,
        step,
        value,
        aria: { label: t(bound, t(name)) },
        on: { input: () => this.#moved(bound) },
      });
    this.sliders = { atLeast: slider("atLeast", from ?? least), atMost: slider("atMost", to ?? most) };
    this.said = element("output");
    this.element = element(
      "div",
      { className: "between", role: "group", aria: { label: t(name) } },
      element("p", {}, element("span", { textContent: t(name) }), this.said),
      ...Object.values(this.sliders),
    );
    this.element.dataset.of = name;
    this.#say();
  }

  // Both ends.
  get range() {
    const { atLeast, atMost } = this.sliders;
    return { min: Number(atLeast.value), max: Number(atMost.value) };
  }

  // The ends that exclude anything; null if neither does.
  get wish() {
    const { min, max } = this.range;
    const wish = { ...(min > this.least && { min }), ...(max < this.most && { max }) };
    return Object.keys(wish).length ? wish : null;
  }

  #moved(bound) {
    const { atLeast, atMost } = this.sliders;
    const { min, max } = this.range;
    if (min > max) (bound === "atLeast" ? atMost : atLeast).value = this.sliders[bound].value;
    this.#say();
  }

  #say() {
    const { min, max } = this.range;
    for (const slider of Object.values(this.sliders))
      slider.setAttribute("aria-valuetext", this.words(Number(slider.value)));
    const ends = min === max ? this.words(min) : t("fromTo", this.words(min), this.words(max));
    this.said.textContent = this.free && !this.wish ? t("anyOne") : ends;
  }
}

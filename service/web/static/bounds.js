import { line } from "./draw.js";
import { node } from "./elements.js";
import "./modetexts.js";
import { t } from "./texts.js";

const [WIDTH, HEIGHT] = [300, 92];

// Both bounds over time: what is proven rises from below, the best solution comes down from above.
export class BoundsPicture {
  #samples = [];

  constructor() {
    this.svg = node("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "bounds", role: "img" });
  }

  add(seconds, lower, upper) {
    if (!this.#samples.length) this.#samples.push({ seconds: 0, lower: 0, upper: null });
    this.#samples.push({ seconds, lower, upper });
    const samples = this.#samples;
    const end = Math.max(1, seconds);
    const uppers = samples.flatMap((sample) => (sample.upper === null ? [] : [sample.upper]));
    const most = Math.max(4, ...uppers, lower * (uppers.length ? 1 : 1.5)) * 1.08;
    const least = Math.max(0, samples[1].lower * 0.6);
    const x = (value) => 4 + (value / end) * (WIDTH - 52);
    const y = (value) => HEIGHT - 8 - (Math.max(0, value - least) / (most - least)) * (HEIGHT - 16);
    const steps = (pick) => {
      const points = [];
      for (const sample of samples) {
        const value = pick(sample);
        if (points.length) points.push([x(sample.seconds), points[points.length - 1][1]]);
        points.push([x(sample.seconds), y(value)]);
      }
      return points;
    };
    const area = (points, edge) => line([[points[0][0], edge], ...points, [points[points.length - 1][0], edge]]);
    this.svg.replaceChildren();
    node("rect", { width: WIDTH, height: HEIGHT, rx: 8, class: "gap" }, this.svg);
    node(
      "path",
      {
        d: area(
          steps((sample) => sample.lower),
          HEIGHT,
        ),
        class: "lower",
      },
      this.svg,
    );
    node(
      "path",
      {
        d: area(
          steps((sample) => sample.upper ?? most),
          0,
        ),
        class: "upper",
      },
      this.svg,
    );
    const label = (value, place, name) =>
      (node("text", { x: WIDTH - 42, y: place, class: name }, this.svg).textContent = value);
    label(`≥ ${lower}`, Math.min(HEIGHT - 4, y(lower) + 14), "");
    if (upper !== null) label(upper === lower ? `= ${upper}` : `≤ ${upper}`, Math.max(13, y(upper) - 4), "");
    this.svg.setAttribute("aria-label", t("boundsPicture", lower, upper));
  }
}

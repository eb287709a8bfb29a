// How far a search is: both bounds as a picture, what the job reports, and the best solution so far.
import { line } from "../board/draw.js";
import { element, node, paragraphs, smallButton } from "../elements/elements.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

export class SearchProgress {
  /** @type {HTMLElement} */ box;
  picture;
  watch;
  #fewest = null; // length of the best solution the search knows of

  // `watch` gets the solution that is offered, when its button is pressed.
  constructor(box, watch) {
    Object.assign(this, { box, watch });
    this.facts = element("div");
    this.button = smallButton("", () => this.watch(this.offered), { className: "small best", hidden: true });
    box.replaceChildren(this.facts, this.button);
  }

  // Another search begins: the picture begins anew.
  begin() {
    Object.assign(this, { picture: null, offered: null });
    this.#fewest = null;
    this.facts.replaceChildren();
    this.hide();
  }

  hide() {
    this.box.hidden = true;
    this.button.hidden = true;
  }

  // The search was cancelled: its picture and the solution stay.
  end() {
    this.facts.replaceChildren(...(this.picture ? [this.picture.svg] : []));
    this.box.hidden = !this.picture && !this.offered;
    this.#label(false);
  }

  // Show a job, or nothing once it has ended; returns whether it is open. `best` is a solution found beside the search,
  // `away` says that the connection is lost for now.
  show(job, rate, best, away) {
    const { status, progress } = job;
    const open = status === "queued" || status === "running";
    this.box.hidden = !open;
    if (!open) return false;
    this.#fewest = shortest(progress, best);
    if (status === "running" && progress) {
      this.picture ??= new BoundsPicture();
      this.picture.add(progress.seconds, progress.lower_bound, this.#fewest);
    }
    const lines = away ? [t("reconnecting")] : progressLines(job, rate, this.#fewest);
    this.facts.replaceChildren(...(this.picture ? [this.picture.svg] : []), ...paragraphs(lines));
    this.#label(true);
    return true;
  }

  // While the search goes on, a solution that need not be the shortest can be watched.
  offer(result) {
    this.offered = result;
    this.#fewest = Math.min(this.#fewest ?? Infinity, result.length);
    this.#label(true);
  }

  #label(running) {
    this.button.hidden = !this.offered;
    if (this.offered) this.button.textContent = t("watchBest", this.offered.length, this.#fewest, running);
  }
}

function shortest(progress, best) {
  const lengths = [progress?.length, best?.length].filter((length) => length !== undefined && length !== null);
  return lengths.length ? Math.min(...lengths) : null;
}

// Both bounds, in words.
export const boundsLine = (progress, best) => t("between", progress.lower_bound, shortest(progress, best));

// What a running job reports, as lines for the panel.
function progressLines({ status, progress, queue_position: before = 0, waits_for: waitsFor }, rate, fewest) {
  const bounds = progress && t("between", progress.lower_bound, fewest);
  if (status === "queued") return [t(waitsFor ?? "queued", before), ...(bounds ? [bounds] : [])];
  if (!progress) return [t("starting")];
  return [bounds, t("speedLine", progress.nodes, rate, progress.seconds)];
}

const [WIDTH, HEIGHT] = [300, 92];

// Both bounds over time: what is proven rises from below, the best solution comes down from above.
class BoundsPicture {
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

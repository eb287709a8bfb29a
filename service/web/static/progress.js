// How far a search is: both bounds as a picture, what the job reports, and the best solution so far.
import { BoundsPicture } from "./bounds.js";
import { element } from "./elements.js";
import { paragraphs } from "./solve.js";
import { t } from "./texts.js";

export class SearchProgress {
  constructor(box) {
    this.box = box;
  }

  // Another search begins: the picture begins anew.
  begin() {
    this.picture = null;
  }

  // Show a job, or nothing once it has ended; returns whether it is open. `best` is a solution found beside the search.
  show(job, rate, best) {
    const { status, progress } = job;
    if (status === "running" && progress) {
      this.picture ??= new BoundsPicture();
      const upper = [progress.length, best?.length].filter((length) => length !== undefined);
      this.picture.add(progress.seconds, progress.lower_bound, upper.length ? Math.min(...upper) : null);
    }
    const open = status === "queued" || status === "running";
    this.box.hidden = !open;
    if (!open) return false;
    const length = best ? Math.min(best.length, progress?.length ?? Infinity) : progress?.length;
    const lines = paragraphs(progressLines({ ...job, progress: progress && { ...progress, length } }, rate));
    const offer = this.box.querySelector(".best");
    this.box.replaceChildren(...(this.picture ? [this.picture.svg] : []), ...lines, ...(offer ? [offer] : []));
    return true;
  }

  // While the search goes on, a solution that need not be the shortest can be watched.
  offer(result, watch) {
    this.box.querySelector(".best")?.remove();
    this.box.append(element("button", { type: "button", className: "small best", textContent: t("watchBest", result.length), on: { click: watch } }));
  }
}

// What a running job reports, as lines for the panel.
function progressLines({ status, progress, queue_position: before = 0 }, rate) {
  if (status === "queued") return [t("queued", before)];
  if (!progress) return [t("starting")];
  const { lower_bound: lower, length, nodes, seconds } = progress;
  return [t("between", lower, length ?? null), t("speedLine", nodes, rate, seconds)];
}

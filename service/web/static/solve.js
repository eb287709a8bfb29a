// Solving: a job followed by its events.
import { element } from "./elements.js";
import { t } from "./texts.js";

const OPEN = ["queued", "running"];
const QUICK_AFTER_MILLISECONDS = 1200; // then any solution is looked for as well, to have one to play

export class Solver {
  job = null;
  quick = null; // a job that looks for any solution
  best = null; // result of the quick job

  // `report` gets (job, nodes per second) after every event; `playable` gets a solution found while the search goes on.
  constructor({ client, report, playable }) {
    Object.assign(this, { client, report, playable });
  }

  get running() {
    return this.job !== null;
  }

  // Solve a puzzle; resolves with the ended job, or null if another search was begun or this one abandoned.
  async solve(puzzle, { want = "one", limits = {} } = {}) {
    const token = (this.token = {});
    const client = this.client();
    this.best = null;
    const job = await client.submit(puzzle, { want, limits, wait: 1 });
    if (token !== this.token) {
      if (OPEN.includes(job.status)) client.cancel(job).catch(() => {});
      return null;
    }
    if (!OPEN.includes(job.status)) return job;
    this.job = job;
    if (want === "one") this.timer = setTimeout(() => this.#lookQuickly(puzzle, token), QUICK_AFTER_MILLISECONDS);
    const ended = await this.#follow(client, job, token);
    if (token !== this.token) return null;
    this.#forget();
    return ended;
  }

  async #follow(client, job, token) {
    let before = null;
    const update = (now) => {
      if (token !== this.token) return;
      const { nodes = 0, seconds = 0 } = now.progress ?? {};
      const rate = before && seconds > before.seconds ? (nodes - before.nodes) / (seconds - before.seconds) : null;
      if (!before || seconds > before.seconds) before = { nodes, seconds, rate };
      this.report(now, rate ?? before.rate ?? null);
    };
    update(job);
    const stop = new AbortController();
    this.close = () => stop.abort();
    let last = job;
    try {
      for await (const now of client.events(job, { signal: stop.signal })) update((last = now));
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    return last;
  }

  async #lookQuickly(puzzle, token) {
    try {
      const client = this.client();
      this.quick = await client.submit(puzzle, { want: "any", limits: { seconds: 20 } });
      const { result } = await client.wait(this.quick);
      if (token !== this.token || !result?.moves) return;
      this.best = result;
      this.playable(result);
    } catch {
      // It is only for the pleasure of having something to watch.
    } finally {
      this.quick = null;
    }
  }

  // Cancel the search; its end arrives as an event.
  cancel() {
    if (this.job) this.client().cancel(this.job).catch(() => {});
    this.#cancelQuick();
  }

  // The puzzle has changed: cancel, and ignore whatever still arrives.
  abandon() {
    this.token = null;
    this.cancel();
    this.close?.();
    this.#forget();
  }

  #cancelQuick() {
    clearTimeout(this.timer);
    if (this.quick) this.client().cancel(this.quick).catch(() => {});
  }

  #forget() {
    this.#cancelQuick();
    this.job = this.close = null;
  }
}

export function resultText({ status, length, optimal, lower_bound: lower, limit, count, proof }) {
  if (status === "unsolvable") return t("noSolution", proof.by);
  if (status === "stopped") return t("stoppedBy", limit, lower, length);
  if (length === 0) return t("alreadyThere");
  if (!optimal) return t("notProven", length, lower);
  return count === undefined ? t("optimal", length) : t("optimalCount", length, count);
}

export function errorLines(error) {
  if (error.name === "JobEnded") return [t(error.job.status === "cancelled" ? "cancelled" : "failed")];
  if (error.name !== "FewestProblem") return [t("unreachable")];
  if (error.status === 401) return [t("needsKey")];
  const lines = [`${error.document.title ?? error.status} ${error.document.detail ?? ""}`.trim()];
  for (const { pointer, detail } of error.document.errors ?? []) lines.push(`${pointer.replace(/^\/puzzle/, "")}: ${detail}`);
  if (error.retrySeconds) lines.push(t("retry", error.retrySeconds));
  return lines;
}

export const paragraphs = (lines) => lines.map((text) => element("p", { textContent: text }));

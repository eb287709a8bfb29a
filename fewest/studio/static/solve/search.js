// A search, from the press of the button to its end: its job, its progress, and what was found.
/** @import { Client } from "../../types.js" */
import { errorLines, resultText } from "../texts/messages.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { boundsLine, SearchProgress } from "./progress.js";

const LISTED_SECONDS = 60; // limit of a search for all solutions
const SOON_SECONDS = 5; // a service that asks for no more patience than this is starting

export class Search {
  /** @type {Client} */ client;
  report;
  refused = null; // status of the error that ended the last one
  leaf = null; // all solutions, to leaf through

  // `keep` is called when a job is there to wait for; `report` gets lines for the panel, `offer` a solution that need
  // not be the shortest, to watch it.
  constructor(box, { client, keep, report, offer }) {
    Object.assign(this, { client, report });
    this.progress = new SearchProgress(box, offer);
    const progressed = (job, rate, away) => this.progress.show(job, rate, this.solver.best, away) && report([]);
    this.solver = new Solver({ client, keep, report: progressed, playable: (result) => this.progress.offer(result) });
  }

  // { id, want } of the job that is waited for; null if none is.
  get job() {
    const { job } = this.solver;
    return job && { id: job.id, want: job.want };
  }

  // The best solution known so far; null if there is none.
  get best() {
    return this.solver.best;
  }

  describe(result, puzzle) {
    return resultText(result, puzzle);
  }

  // Solve a puzzle, or wait for a job that was `begun` before, by its id. Returns the job that has ended; null if there
  // is none, or none that still matters.
  async solve(document, want, begun) {
    const token = {};
    this.token = token;
    Object.assign(this, { refused: null, leaf: null });
    this.progress.begin();
    try {
      const limits = want === "all" ? { seconds: LISTED_SECONDS } : {};
      const job = await this.#solve(document, { want, limits, begun }, token);
      if (token !== this.token) return null;
      this.progress.hide();
      if (!job.result) this.report(begun ? [] : [t(job.status === "cancelled" ? "cancelled" : "failed")]);
      return job;
    } catch (error) {
      if (token !== this.token) return null;
      this.progress.hide();
      this.refused = error.status ?? 0;
      const gone = begun && error.status === 404; // it ended long ago
      this.report(gone ? [] : errorLines(error, document));
      return null;
    }
  }

  // While the service is starting, say what it waits for, and try again.
  async #solve(document, options, token) {
    for (;;) {
      try {
        return await this.solver.solve(document, options);
      } catch (error) {
        const soon = error.retrySeconds > 0 && error.retrySeconds <= SOON_SECONDS;
        if (token !== this.token || !soon || !error.document.type.endsWith("/no-worker")) throw error;
        this.report(errorLines(error, document));
        await new Promise((resolve) => setTimeout(resolve, 1000 * error.retrySeconds));
        if (token !== this.token) return null;
      }
    }
  }

  // End the search; what it has found stays in sight.
  cancel() {
    const { last } = this.solver;
    this.#end();
    this.progress.end();
    this.report([t("cancelled"), ...(last?.progress ? [boundsLine(last.progress, this.best)] : [])]);
  }

  // The puzzle has changed: end the search, and show nothing more of it.
  abandon() {
    this.#end();
    this.progress.hide();
    this.leaf = null;
  }

  #end() {
    this.token = null;
    this.solver.abandon();
  }

  // Leaf through all solutions of a job, from the one that is `shown` on; `show` gets each.
  async leafThrough({ solution_id: id, result }, puzzle, { shown, show }) {
    const { token } = this;
    const fail = (error) => {
      if (token !== this.token) return; // another search was begun, or the puzzle has changed
      this.report(error.status === 404 ? [resultText(result), t("noListing")] : errorLines(error));
    };
    try {
      const { Leaf } = await import("./leaf.js");
      if (token !== this.token) return;
      const page = async (...place) => (await this.client()).page(...place);
      this.leaf = new Leaf({ id, count: Number(result.count), puzzle, page, shown, show, fail });
    } catch (error) {
      fail(error);
    }
  }
}

// Solving: a job followed by its events.
const OPEN = ["queued", "running"];
const QUICK_AFTER_MILLISECONDS = 1200; // then any solution is looked for as well, to have one to play

class Solver {
  /** @type {Client} */ client;
  keep;
  playable;
  report;
  job = null;
  quick = null; // a job that looks for any solution
  best = null; // result of the quick job
  last = null; // the job as it was last reported
  asked = null; // the client that the jobs were submitted with

  // `report` gets (job, nodes per second, whether the connection is lost) after every event; `playable` gets a solution
  // found while the search goes on; `keep` is called when there is a job.
  constructor({ client, keep, report, playable }) {
    Object.assign(this, { client, keep, report, playable });
  }

  // Solve a puzzle; resolves with the ended job, or null if another search was begun or this one abandoned.
  async solve(puzzle, { want = "one", limits = {}, begun = null } = {}) {
    const token = {};
    this.token = token;
    this.best = this.last = null;
    const client = await this.client();
    if (token !== this.token) return null;
    this.asked = client;
    const job = await (begun ? client.job(begun) : client.submit(puzzle, { want, limits, wait: 1 }));
    if (token !== this.token) {
      if (OPEN.includes(job.status)) client.cancel(job).catch(() => {});
      return null;
    }
    if (!OPEN.includes(job.status)) return job;
    this.job = job;
    this.keep();
    if (want === "one") this.timer = setTimeout(() => this.#lookQuickly(puzzle, token), QUICK_AFTER_MILLISECONDS);
    const ended = await this.#follow(client, job, token);
    if (token !== this.token) return null;
    this.#forget();
    return ended;
  }

  async #follow(client, job, token) {
    let before = null;
    const update = (now, away = false) => {
      if (token !== this.token) return;
      this.last = now;
      const { nodes = 0, seconds = 0 } = now.progress ?? {};
      const rate = before && seconds > before.seconds ? (nodes - before.nodes) / (seconds - before.seconds) : null;
      if (!before || seconds > before.seconds) before = { nodes, seconds, rate };
      this.report(now, rate ?? before.rate ?? null, away);
    };
    update(job);
    const stop = new AbortController();
    this.close = () => stop.abort();
    try {
      const reconnecting = () => update(this.last, true);
      for await (const now of client.events(job, { signal: stop.signal, reconnecting })) update(now);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    return this.last;
  }

  async #lookQuickly(puzzle, token) {
    try {
      const client = this.asked;
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

  // End the search, and ignore whatever still arrives.
  abandon() {
    this.token = null;
    if (this.job) this.asked.cancel(this.job).catch(() => {});
    this.close?.();
    this.#forget();
  }

  #cancelQuick() {
    clearTimeout(this.timer);
    if (this.quick) this.asked.cancel(this.quick).catch(() => {});
  }

  #forget() {
    this.#cancelQuick();
    this.job = this.close = null;
  }
}

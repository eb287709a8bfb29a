// A search, from the press of the button to its end: its job, its progress, and what was found.
import { errorLines } from "./messages.js";
import { boundsLine, SearchProgress } from "./progress.js";
import { resultText } from "./results.js";
import { Solver } from "./solve.js";
import "./modestyle.js";
import "./modetexts.js";
import { t } from "./texts.js";

const LISTED_SECONDS = 60; // limit of a search for all solutions
const SOON_SECONDS = 5; // a service that asks for no more patience than this is starting

export class Search {
  refused = null; // status of the error that ended the last one
  leaf = null; // all solutions, to leaf through

  // `report` gets lines for the panel, `offer` a solution that need not be the shortest, to watch it.
  constructor(box, { client, report, offer }) {
    Object.assign(this, { client, report });
    this.progress = new SearchProgress(box, offer);
    const progressed = (job, rate, away) => this.progress.show(job, rate, this.solver.best, away) && report([]);
    this.solver = new Solver({ client, report: progressed, playable: (result) => this.progress.offer(result) });
  }

  // The best solution known so far; null if there is none.
  get best() {
    return this.solver.best;
  }

  describe(result) {
    return resultText(result);
  }

  // Solve a puzzle. Returns the job that has ended; null if there is none, or none that still matters.
  async solve(document, want) {
    const token = {};
    this.token = token;
    Object.assign(this, { refused: null, leaf: null });
    this.progress.begin();
    try {
      const limits = want === "all" ? { seconds: LISTED_SECONDS } : {};
      const job = await this.#solve(document, { want, limits }, token);
      if (token !== this.token) return null;
      this.progress.hide();
      if (!job.result) this.report([t(job.status === "cancelled" ? "cancelled" : "failed")]);
      return job;
    } catch (error) {
      if (token !== this.token) return null;
      this.progress.hide();
      this.refused = error.status ?? 0;
      this.report(errorLines(error, document));
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

  // Leaf through all solutions of a job; `show` gets each.
  async leafThrough({ solution_id: id, result }, puzzle, show) {
    const { token } = this;
    const fail = (error) => {
      if (token !== this.token) return; // another search was begun, or the puzzle has changed
      this.report(error.status === 404 ? [resultText(result), t("noListing")] : errorLines(error));
    };
    try {
      const { Leaf } = await import("./leaf.js");
      if (token !== this.token) return;
      const page = async (...place) => (await this.client()).page(...place);
      this.leaf = new Leaf({ id, count: result.count, puzzle, page, show, fail });
    } catch (error) {
      fail(error);
    }
  }
}

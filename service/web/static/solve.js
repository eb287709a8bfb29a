// Solving: a job followed by its events.
const OPEN = ["queued", "running"];
const QUICK_AFTER_MILLISECONDS = 1200; // then any solution is looked for as well, to have one to play

export class Solver {
  job = null;
  quick = null; // a job that looks for any solution
  best = null; // result of the quick job
  last = null; // the job as it was last reported
  asked = null; // the client that the jobs were submitted with

  // `report` gets (job, nodes per second, whether the connection is lost) after every event; `playable` gets a solution
  // found while the search goes on.
  constructor({ client, report, playable }) {
    Object.assign(this, { client, report, playable });
  }

  // Solve a puzzle; resolves with the ended job, or null if another search was begun or this one abandoned.
  async solve(puzzle, { want = "one", limits = {} } = {}) {
    const token = {};
    this.token = token;
    this.best = this.last = null;
    const client = await this.client();
    if (token !== this.token) return null;
    this.asked = client;
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

// Client of the fewest service for browsers, Node and other runtimes with fetch: one module, no dependencies, types in
// fewest.d.ts.
//
//   import { Fewest } from "fewest-client"; // or the address of this file
//   const fewest = new Fewest("http://127.0.0.1:8000");
//   const { length, moves } = await fewest.solve(puzzle, { signal: AbortSignal.timeout(60_000) });
//
// Every method rejects with a FewestProblem if the service returns an error, with fetch's own error if the service
// cannot be reached, and with the reason of the signal if it is aborted.

const OPEN = new Set(["queued", "running"]);

// Sleep; rejects with the reason of the signal as soon as it is aborted.
const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });

// Yield the server-sent events of a response, each with its fields by name.
async function* eventsIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop();
      for (const block of blocks) {
        const lines = block.split("\n").map((line) => [line, line.indexOf(": ")]);
        yield Object.fromEntries(lines.map(([line, at]) => [line.slice(0, at), line.slice(at + 2)]));
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // closes the connection if reading stops early
  }
}

// An error response. `document` is its body (RFC 9457); `retrySeconds` is when to retry, or null.
export class FewestProblem extends Error {
  constructor(status, document, retrySeconds) {
    const errors = (document.errors ?? []).map(({ pointer, detail }) => `\n${pointer}: ${detail}`).join("");
    super(`${document.title ?? status} ${document.detail ?? ""}${errors}`);
    Object.assign(this, { name: "FewestProblem", status, document, retrySeconds });
  }
}

// A job ended without a result: it failed or was cancelled.
export class JobEnded extends Error {
  constructor(job) {
    super(`job ${job.id} ${job.status}`);
    Object.assign(this, { name: "JobEnded", job });
  }
}

export class Fewest {
  // address: "" for the origin of the page; key: an API key, if the service requires one.
  constructor(address = "", { key = null } = {}) {
    this.address = address.replace(/\/$/, "");
    this.headers = key ? { Authorization: `Bearer ${key}` } : {};
  }

  // Submit a puzzle and wait for its result. `progress` is called with every state of the job. If waiting ends early,
  // the job is cancelled.
  async solve(puzzle, { want = "one", limits = {}, progress, signal } = {}) {
    const job = await this.submit(puzzle, { want, limits, signal }); // without waiting: cancelling needs the id
    const path = `/v1/jobs/${job.id}`;
    return this.#cancelling(path, async () => (await this.wait(job, { progress, signal })).result);
  }

  submit(puzzle, { want = "one", limits = {}, wait = 0, signal } = {}) {
    return this.#send("POST", "/v1/jobs", { body: { puzzle, want, limits }, wait, signal });
  }

  job(id, { wait = 0, signal } = {}) {
    return this.#send("GET", `/v1/jobs/${id}`, { wait, signal });
  }

  // Wait until a job ends.
  async wait(job, { progress = () => {}, signal } = {}) {
    for (let now = job; ; ) {
      progress(now);
      if (!OPEN.has(now.status)) {
        if (!now.result) throw new JobEnded(now);
        return now;
      }
      const asked = Date.now();
      now = await this.job(job.id, { wait: 2, signal });
      if (OPEN.has(now.status) && Date.now() - asked < 500) await pause(1000, signal); // long polls are exhausted
    }
  }

  // Yield every state of a job until its end. Reconnects if the stream breaks.
  async *events(job, { signal } = {}) {
    let [last, delay, connected] = ["", 2000, false];
    while (last !== "end") {
      try {
        const headers = last ? { "Last-Event-ID": last } : {};
        const answer = await this.#open("GET", `/v1/jobs/${job.id}/events`, { headers, signal });
        if (answer.status === 204) return;
        connected = true;
        for await (const { id, data, retry } of eventsIn(answer.body)) {
          if (retry) delay = Number(retry);
          if (!data) continue;
          last = id;
          yield JSON.parse(data);
        }
      } catch (error) {
        if (!connected || !(error instanceof TypeError)) throw error; // fetch reports a broken connection as TypeError
      }
      if (last !== "end") await pause(delay, signal);
    }
  }

  cancel(job) {
    return this.#send("DELETE", `/v1/jobs/${job.id}`);
  }

  // Submit many puzzles and wait for all of them. Returns one item per puzzle, in order.
  async batch(puzzles, { want = "one", limits = {}, progress = () => {}, signal } = {}) {
    let batch = await this.#send("POST", "/v1/batches", { body: { puzzles, want, limits }, signal });
    const path = `/v1/batches/${batch.id}`;
    return this.#cancelling(path, async () => {
      while (batch.status === "running") {
        progress(batch);
        await pause(1000, signal);
        batch = await this.#send("GET", path, { signal });
      }
      return batch.items;
    });
  }

  hint(puzzle) {
    return this.#send("POST", "/v1/hints", { body: { puzzle } });
  }

  // A hint as it stands now.
  hintAgain(id) {
    return this.#send("GET", `/v1/hints/${id}`);
  }

  check(puzzle) {
    return this.#send("POST", "/v1/puzzles/check", { body: { puzzle } });
  }

  // Check whether moves are legal and lead to the goal.
  replay(puzzle, moves) {
    return this.#send("POST", "/v1/replays", { body: { puzzle, moves } });
  }

  boards() {
    return this.#send("GET", "/v1/boards");
  }

  board(name) {
    return this.#send("GET", `/v1/boards/${encodeURIComponent(name)}`);
  }

  solution(id) {
    return this.#send("GET", `/v1/solutions/${id}`);
  }

  // The solution as SVG text: its start, the position after `move` moves, or the whole solution with `animate`.
  async picture(id, { move = 0, animate = false } = {}) {
    const answer = await this.#open("GET", `/v1/solutions/${id}/picture.svg?${animate ? "animate=1" : `move=${move}`}`);
    return answer.text();
  }

  // A page of all optimal solutions of a puzzle solved with want: "all".
  page(id, offset = 0, limit = 100) {
    return this.#send("GET", `/v1/solutions/${id}/all?offset=${offset}&limit=${limit}`);
  }

  // Iterate over all optimal solutions of a puzzle solved with want: "all".
  async *solutions(id) {
    for (let path = `/v1/solutions/${id}/all`; path; ) {
      const page = await this.#send("GET", path);
      yield* page.solutions;
      path = page.next && new URL(page.next, new URL(`${this.address}/`, globalThis.location?.href)); // has the prefix
    }
  }

  // Cancel the job or batch at the path if waiting for it ends early.
  async #cancelling(path, wait) {
    try {
      return await wait();
    } catch (error) {
      if (error instanceof JobEnded) throw error;
      await this.#send("DELETE", path, { signal: AbortSignal.timeout(5000) }).catch(() => {});
      throw error;
    }
  }

  async #send(method, path, options) {
    return (await this.#open(method, path, options)).json();
  }

  // Send a request; rejects with a FewestProblem unless the response is a success.
  async #open(method, path, { body, headers = {}, wait = 0, signal } = {}) {
    const sent = { ...this.headers, ...headers };
    if (wait) sent.Prefer = `wait=${wait}`;
    if (body !== undefined) sent["Content-Type"] = "application/json";
    const url = path instanceof URL ? path : this.address + path;
    const answer = await fetch(url, { method, headers: sent, body: JSON.stringify(body), signal });
    if (answer.ok) return answer;
    const document = await answer.json().catch(() => ({ title: answer.statusText }));
    const retry = answer.headers.get("Retry-After");
    throw new FewestProblem(answer.status, document, retry ? Number(retry) : null);
  }
}

// Client of the fewest service for browsers, Node and other runtimes with fetch: no dependencies; types are in
// fewest.d.ts and documents.d.ts, the former with what each method does.
//
//   import { Fewest } from "fewest-client"; // or the address of this file
//   const fewest = new Fewest("http://127.0.0.1:8000");
//   const { length, moves } = await fewest.solve(puzzle, { signal: AbortSignal.timeout(60_000) });
//
// Every method rejects with a FewestProblem if the service returns an error, with a TypeError that names the address if
// the service cannot be reached, with a TimeoutError if it does not respond in time, and with the reason of the signal
// if it is aborted. Before that, a request is sent again while the service is busy or away, if it may arrive twice;
// the pauses are those that the service asks for. A batch may not: it is sent again only if nothing of it was accepted.

import { AWAY, FewestProblem, JobEnded, Service, asked, newId, pause, segment, timeoutError } from "./service.js";

export { FewestProblem, JobEnded };

// Types of problems with status 503 that had no effect. Others may have: a part of a batch may be in the store that is
// then unavailable, and a proxy knows nothing of what it has passed on.
const NOTHING_ACCEPTED = new Set(["/problems/no-worker", "/problems/busy", "/problems/queue-full"]);
const REPEATABLE_POSTS = new Set(
  ["conversions", "hints", "lookups", "puzzles/check", "readings", "replays", "sets", "shares"].map(
    (path) => `/v1/${path}`,
  ),
);
const [FIRST_PAUSE, LAST_PAUSE] = [0.5, 8]; // seconds; each pause is twice the one before

const hadNoEffect = ({ status, document }) => status === 429 || (status === 503 && NOTHING_ACCEPTED.has(document.type));

// Seconds to wait before a request is sent again after an error; null if it is not. Fetch reports a broken connection
// as TypeError.
const pauseBefore = (attempt, error, repeatable) => {
  if (error instanceof FewestProblem) {
    if (!AWAY.has(error.status) || !(repeatable || hadNoEffect(error))) return null;
    if (error.retrySeconds !== null) return error.retrySeconds;
  } else if (!repeatable || !(error instanceof TypeError || error.name === "TimeoutError")) return null;
  return Math.min(FIRST_PAUSE * 2 ** attempt, LAST_PAUSE);
};

// Run something with a signal that is aborted with the given one, or after some seconds.
const within = async (seconds, signal, run) => {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const abort = () => stop.abort(signal.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => stop.abort(timeoutError("no response", seconds)), seconds * 1000);
  try {
    return await run(stop.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
};

const asText = (answer) => answer.text();
const asBlob = (answer) => answer.blob();

const FAILED = new Set(["failed", "cancelled"]);
const taskPath = (noun, id) => `/v1/${noun}/${segment(id)}`;
// The path of a task, from its own link, which begins with the prefix of the service, if it has one.
const pathOf = ({ links }) => taskPath(...links.self.split("/").slice(-2));

export class Fewest extends Service {
  // Methods that the service has responded to; otherwise it is rather at another address, or CORS does not allow them.
  #reached = new Set();

  constructor(address, { key, language, timeout = 30, patience = 60 } = {}) {
    super(address, { key, language });
    Object.assign(this, { timeout, patience });
  }

  async solve(puzzle, { want, limits, reading, wait, progress, signal } = {}) {
    // Without waiting: cancelling needs the id.
    const job = await this.submit(puzzle, { want, limits, reading, signal });
    const ended = () => this.wait(job, { seconds: wait, progress, signal });
    const state = await this.#cancelling(`/v1/jobs/${job.id}`, ended);
    return state.reading ? { ...state.result, reading: state.reading } : state.result;
  }

  put(id, puzzle, { want = "one", limits = {}, webhook, wait, signal } = {}) {
    return this.request("PUT", `/v1/jobs/${segment(id)}`, { body: { puzzle, want, limits, webhook }, wait, signal });
  }

  jobs({ status } = {}) {
    return this.#items(`/v1/jobs${status ? `?status=${status}` : ""}`, "jobs");
  }

  async batch(puzzles, { want, limits, wait = 3600, progress, signal } = {}) {
    const batch = await this.submitBatch(puzzles, { want, limits, signal });
    const path = `/v1/batches/${batch.id}`;
    const ended = () => this.waitAt(path, batch, { seconds: wait, progress, signal });
    return (await this.#cancelling(path, ended)).items;
  }

  async submitBatch(puzzles, { want = "one", limits = {}, webhook, wait, signal } = {}) {
    const headers = { "Idempotency-Key": newId() };
    const [path, body] = asked("/v1/batches", puzzles, { puzzles, want, limits, webhook });
    return this.request("POST", path, { body, headers, wait, signal });
  }

  getBatch(id, { wait, signal } = {}) {
    return this.request("GET", `/v1/batches/${segment(id)}`, { wait, signal });
  }

  cancelBatch(batch) {
    return this.request("DELETE", `/v1/batches/${segment(batch)}`);
  }

  batchSheet(id, offset = 0) {
    return this.request("GET", `/v1/batches/${segment(id)}/sheet?offset=${offset}`, {}, asText);
  }

  async survey(kind, board, { wait = 3600, progress, signal, ...options } = {}) {
    const survey = await this.submitSurvey(kind, board, { ...options, signal });
    const path = `/v1/surveys/${survey.id}`;
    return this.#cancelling(path, () => this.waitAt(path, survey, { seconds: wait, progress, signal }));
  }

  submitSurvey(kind, board, { starts, goals, rules, want = "one", limits = {}, webhook, wait, signal } = {}) {
    const body = { kind, board, starts, goals, ...rules, want, limits, webhook };
    const headers = { "Idempotency-Key": newId() };
    return this.request("POST", "/v1/surveys", { body, headers, wait, signal });
  }

  putSurvey(id, kind, board, { starts, goals, rules, want = "one", limits = {}, webhook, wait, signal } = {}) {
    const body = { kind, board, starts, goals, ...rules, want, limits, webhook };
    return this.request("PUT", `/v1/surveys/${segment(id)}`, { body, wait, signal });
  }

  getSurvey(id, { wait, signal } = {}) {
    return this.request("GET", `/v1/surveys/${segment(id)}`, { wait, signal });
  }

  cancelSurvey(survey) {
    return this.request("DELETE", `/v1/surveys/${segment(survey)}`);
  }

  surveyPicture(id) {
    return this.request("GET", `/v1/surveys/${segment(id)}/picture.svg`, {}, asText);
  }

  surveySheet(id, offset = 0) {
    return this.request("GET", `/v1/surveys/${segment(id)}/sheet?offset=${offset}`, {}, asText);
  }

  replay(puzzle, moves) {
    return this.request("POST", "/v1/replays", { body: { puzzle, moves } });
  }

  convert(puzzle, to, { moves, removed } = {}) {
    const body = { puzzle, moves, removed };
    return this.request("POST", `/v1/conversions?to=${encodeURIComponent(to)}`, { body });
  }

  share(puzzle, { moves, removed } = {}) {
    return this.request("POST", "/v1/shares", { body: { puzzle, moves, removed } });
  }

  shared(id) {
    return this.request("GET", `/v1/shares/${segment(id)}`);
  }

  makeSet(title, puzzles) {
    return this.request("POST", "/v1/sets", { body: { title, puzzles } });
  }

  classSet(id) {
    return this.request("GET", `/v1/sets/${segment(id)}`);
  }

  solution(id) {
    return this.request("GET", `/v1/solutions/${segment(id)}`);
  }

  picture(id, { move = 0, animate = false } = {}) {
    const query = animate ? "animate=1" : `move=${move}`;
    return this.request("GET", `/v1/solutions/${segment(id)}/picture.svg?${query}`, {}, asText);
  }

  solutions(id) {
    return this.#items(`/v1/solutions/${segment(id)}/all`, "solutions");
  }

  player(id) {
    return this.request("GET", `/embed/${segment(id)}`, {}, asText);
  }

  film(id) {
    return this.request("GET", `/v1/solutions/${segment(id)}/film.gif`, {}, asBlob);
  }

  sharedPage(id) {
    return this.request("GET", `/s/${segment(id)}`, {}, asText);
  }

  card(id) {
    return this.request("GET", `/s/${segment(id)}/card.png`, {}, asBlob);
  }

  async formats() {
    return (await this.request("GET", "/v1/formats")).formats;
  }

  async boards() {
    return (await this.request("GET", "/v1/boards")).boards;
  }

  async limits() {
    return (await this.request("GET", "/v1/limits")).limits;
  }

  problem(code) {
    return this.request("GET", `/problems/${segment(code)}`);
  }

  overview() {
    return this.request("GET", "/v1");
  }

  version() {
    return this.request("GET", "/version");
  }

  alive() {
    return this.request("GET", "/livez");
  }

  ready() {
    return this.request("GET", "/readyz", { accepted: 503 });
  }

  metrics() {
    return this.request("GET", "/metrics", {}, asText);
  }

  // Iterate over what is in a field of a page and of all that follow it.
  async *#items(path, field) {
    for (let following = path; following;) {
      const page = await this.request("GET", following);
      yield* page[field];
      const base = new URL(`${this.address}/`, globalThis.location?.href);
      following = page.next && new URL(page.next, base); // has the prefix
    }
  }

  // Spaces, generations and features have the same methods, under names with their own word.
  static {
    for (const [noun, name, carryOut] of [
      ["spaces", "space", "explore"],
      ["generations", "generation", "generate"],
      ["features", "features", "measure"],
    ]) {
      const word = name[0].toUpperCase() + name.slice(1);
      Object.assign(this.prototype, {
        async [carryOut](task, { wait, progress, ...options } = {}) {
          const { signal } = options;
          const begun = await this[`submit${word}`](task, options); // without waiting: cancelling needs the id
          return this.#cancelling(pathOf(begun), () => this.waitForTask(begun, { seconds: wait, progress, signal }));
        },
        [`submit${word}`](task, { limits = {}, webhook, wait, signal } = {}) {
          const headers = { "Idempotency-Key": newId() };
          return this.request("POST", `/v1/${noun}`, { body: { ...task, limits, webhook }, headers, wait, signal });
        },
        [`put${word}`](id, task, { limits = {}, webhook, wait, signal } = {}) {
          return this.request("PUT", taskPath(noun, id), { body: { ...task, limits, webhook }, wait, signal });
        },
        [name](id, { wait, signal } = {}) {
          return this.request("GET", taskPath(noun, id), { wait, signal });
        },
        [`cancel${word}`](task) {
          return this.request("DELETE", taskPath(noun, task));
        },
        [`${name}Events`](task, options) {
          return this.states(taskPath(noun, task), options);
        },
      });
    }
  }

  spacePicture(id) {
    return this.request("GET", `${taskPath("spaces", id)}/picture.svg`, {}, asText);
  }

  async waitForTask(task, options) {
    const ended = await this.waitAt(pathOf(task), task, options);
    if (FAILED.has(ended.status)) throw new JobEnded(ended);
    return ended;
  }

  // Cancel the job, task or batch at the path if waiting for it ends early.
  async #cancelling(path, wait) {
    try {
      return await wait();
    } catch (error) {
      if (error instanceof JobEnded) throw error;
      await this.open("DELETE", path, { signal: AbortSignal.timeout(5000) }).catch(() => {});
      throw error;
    }
  }

  // As Service has it, but in time, and again as long as patience allows.
  async request(method, path, { signal, ...options } = {}, read) {
    const repeatable = method !== "POST" || "Idempotency-Key" in (options.headers ?? {}) || REPEATABLE_POSTS.has(path);
    const until = Date.now() + this.patience * 1000;
    for (let attempt = 0; ; attempt++) {
      try {
        return await within(this.timeout + (options.wait ?? 0), signal, (limit) =>
          super.request(method, path, { ...options, signal: limit }, read),
        );
      } catch (error) {
        const seconds = signal?.aborted ? null : pauseBefore(attempt, error, repeatable);
        if (seconds === null || !this.#reached.has(method) || Date.now() + seconds * 1000 >= until) throw error;
        await pause(seconds * 1000, signal);
      }
    }
  }

  async open(method, path, options) {
    try {
      const answer = await super.open(method, path, options);
      this.#reached.add(method);
      return answer;
    } catch (error) {
      if (error instanceof FewestProblem) this.#reached.add(method);
      throw error;
    }
  }
}

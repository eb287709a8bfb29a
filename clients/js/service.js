// What the page of the service uses of the client: the errors, the operations of one search, and requests that are sent
// once. `fewest.js` adds the rest.

const OPEN = new Set(["queued", "running"]);
export const AWAY = new Set([429, 502, 503, 504]); // statuses that pass

// Sleep; rejects with the reason of the signal as soon as it is aborted.
export const pause = (milliseconds, signal) =>
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

export const timeoutError = (what, seconds) => new DOMException(`${what} after ${seconds} s`, "TimeoutError");

// An id of 128 random bits; crypto.randomUUID is missing on pages without TLS.
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// A name, or the id of a document, as a part of a path.
export const segment = (given) => encodeURIComponent(given.id ?? given);

// A string or a number of JSON; and whether a number is an integer of which a number of JavaScript would lose digits.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const isLong = (token) => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));

// Read JSON; integers beyond 2 ** 53 - 1 become BigInts. Each is marked by a run of NULs longer than any in the text;
// JSON writes a NUL in one way only.
export const parseJson = (text) => {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  let mark = "\\u0000";
  while (text.includes(mark)) mark += "\\u0000";
  const begin = JSON.parse(`"${mark}"`);
  const exact = (_, value) =>
    typeof value === "string" && value.startsWith(begin) ? BigInt(value.slice(begin.length)) : value;
  const marked = text.replace(TOKEN, (token) => (isLong(token) ? `"${mark}${token}"` : token));
  return JSON.parse(marked, exact);
};

const asJson = async (answer) => parseJson(await answer.text());
// A body as JSON. The service takes no integers beyond 2 ** 53: a BigInt is sent as a number.
const written = (body) => JSON.stringify(body, (_, value) => (typeof value === "bigint" ? Number(value) : value));

// Fetch, whose error names the address that it could not reach; it stays a TypeError.
const reach = async (url, options) => {
  void new Headers(options.headers); // throws at a key that no header can have: that is no lost connection
  try {
    return await fetch(url, options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new TypeError(`cannot reach ${url}: ${error.message}`, { cause: error });
  }
};

// Yield the server-sent events of a response, each with its fields by name.
async function* eventsIn(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ""; ;) {
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

// The address and the body of a request for solutions. If the puzzles are a text, the query has all else.
export const asked = (path, puzzles, body, reading = 1) => {
  if (typeof puzzles !== "string") return [path, body];
  const { seconds, ...others } = body.limits;
  if (body.webhook || Object.keys(others).length) throw new TypeError("a text takes want, seconds and reading");
  const query = { want: body.want, ...(seconds !== undefined && { seconds }), ...(reading > 1 && { reading }) };
  return [`${path}?${new URLSearchParams(query)}`, puzzles];
};

// A service at an address. Every method rejects as soon as the service refuses.
export class Service {
  patience = Infinity; // seconds in which to reconnect

  // address: "" for the origin of the page; key: an API key; language: of errors, else what the browser asks for.
  constructor(address = "", { key = null, language = null } = {}) {
    this.address = address.replace(/\/$/, "");
    this.headers = key ? { Authorization: `Bearer ${key}` } : {};
    if (language) this.headers["Accept-Language"] = language;
  }

  async submit(puzzle, { want = "one", limits = {}, reading, webhook, wait, signal } = {}) {
    const headers = { "Idempotency-Key": newId() };
    const [path, body] = asked("/v1/jobs", puzzle, { puzzle, want, limits, webhook }, reading);
    return this.request("POST", path, { body, headers, wait, signal });
  }

  job(id, { wait, signal } = {}) {
    return this.request("GET", `/v1/jobs/${segment(id)}`, { wait, signal });
  }

  // Wait until a job ends, which is given as its state or by its id.
  async wait(job, options) {
    const state = typeof job === "string" ? await this.job(job, { signal: options?.signal }) : job;
    const ended = await this.waitAt(`/v1/jobs/${segment(job)}`, state, options);
    if (!ended.result) throw new JobEnded(ended);
    return ended;
  }

  // Wait until what is at a path ends: a job, a task, a batch, a survey or a hint; `document` is its state. The
  // service is asked to hold each response for `hold` seconds.
  async waitAt(path, document, { seconds = 600, progress, signal, hold = progress ? 2 : 20 } = {}) {
    const until = Date.now() + seconds * 1000;
    for (let now = document; ;) {
      progress?.(now);
      if (!OPEN.has(now.status)) return now;
      const sent = Date.now();
      const left = (until - sent) / 1000;
      if (left <= 0) throw timeoutError(`${path} is ${now.status}`, seconds);
      const wait = Math.max(1, Math.min(hold, Math.floor(left)));
      now = await this.request("GET", path, { wait, signal });
      if (OPEN.has(now.status) && Date.now() - sent < 500) await pause(1000, signal); // long polls are exhausted
    }
  }

  events(job, options) {
    return this.states(`/v1/jobs/${segment(job)}`, options);
  }

  // Yield every state of the job at a path until its end. Reconnects within `patience`, and calls `reconnecting` each
  // time.
  async *states(path, { signal, reconnecting = () => {} } = {}) {
    let [last, delay, until] = ["", 2000, 0]; // not before a first response
    while (last !== "end") {
      try {
        const headers = last ? { "Last-Event-ID": last } : {};
        const answer = await this.open("GET", `${path}/events`, { headers, signal });
        if (answer.status === 204) return;
        until = Infinity;
        for await (const { id, data, retry } of eventsIn(answer.body)) {
          if (retry) delay = Number(retry);
          if (!data) continue;
          last = id;
          yield parseJson(data);
        }
      } catch (error) {
        // fetch reports a broken connection as TypeError; a proxy answers for a service that is away
        const passing = error instanceof TypeError || AWAY.has(error.status);
        until = Math.min(until, Date.now() + this.patience * 1000);
        if (!passing || Date.now() + delay >= until) throw error;
        reconnecting();
      }
      if (last !== "end") await pause(delay, signal);
    }
  }

  cancel(job) {
    return this.request("DELETE", `/v1/jobs/${segment(job)}`);
  }

  hint(puzzle, { wait, signal } = {}) {
    return this.request("POST", "/v1/hints", { body: { puzzle }, wait, signal });
  }

  hintAgain(id, { wait, signal } = {}) {
    return this.request("GET", `/v1/hints/${segment(id)}`, { wait, signal });
  }

  lookUp(puzzle, { want = "one", limits = {} } = {}) {
    return this.request("POST", "/v1/lookups", { body: { puzzle, want, limits } });
  }

  check(puzzle) {
    return this.request("POST", "/v1/puzzles/check", { body: { puzzle } });
  }

  async read(text) {
    return (await this.request("POST", "/v1/readings", { body: text })).readings;
  }

  board(name) {
    return this.request("GET", `/v1/boards/${segment(name)}`);
  }

  // A page of all optimal solutions of a puzzle solved with want: "all".
  page(id, offset = 0, limit = 100) {
    return this.request("GET", `/v1/solutions/${segment(id)}/all?offset=${offset}&limit=${limit}`);
  }

  // Send a request that has no method of its own, and read the response, by default as JSON.
  async request(method, path, { wait = 0, headers = {}, ...options } = {}, read = asJson) {
    const sent = wait ? { ...headers, Prefer: `wait=${wait}` } : headers;
    return read(await this.open(method, path, { ...options, headers: sent }));
  }

  // One attempt; rejects with a FewestProblem unless the response is a success or has the accepted status. A body is
  // sent as JSON, a string as plain text.
  async open(method, path, { body, headers = {}, signal, accepted } = {}) {
    const sent = { ...this.headers, ...headers };
    const plain = typeof body === "string";
    if (body !== undefined) sent["Content-Type"] = plain ? "text/plain; charset=utf-8" : "application/json";
    const url = path instanceof URL ? path : this.address + path;
    const answer = await reach(url, { method, headers: sent, body: plain ? body : written(body), signal });
    if (answer.ok || answer.status === accepted) return answer;
    const document = await answer.json().catch(() => ({ title: answer.statusText }));
    const retry = answer.headers.get("Retry-After") ?? "";
    throw new FewestProblem(answer.status, document, /^\d+$/.test(retry) ? Number(retry) : null);
  }
}

// A task of the service, for levels or for features: submitted, followed by its events, cancelled.
/** @import { Client } from "../../types.js" */
import { errorLines } from "../texts/messages.js";

const OPEN = ["queued", "running"];

export class Task {
  /** @type {Client} */ client;
  /** @type {string} */ noun;
  #token = null; // of the task that is under way

  // `noun` is what addresses call it; `client` returns the client of the service.
  constructor(noun, client) {
    Object.assign(this, { noun, client });
  }

  get running() {
    return this.#token !== null;
  }

  // Carry out a task; `report` gets its states. Returns the last one, null if it was cancelled here.
  async carryOut(body, report) {
    const token = {};
    this.#token = token;
    try {
      return await this.#follow(body, report, token);
    } catch (error) {
      if (this.#token !== token) return null;
      throw error;
    } finally {
      if (this.#token === token) this.#token = null;
    }
  }

  async #follow(body, report, token) {
    const client = await this.client();
    const first = await client.request("POST", `/v1/${this.noun}`, { body, wait: 1 });
    const path = `/v1/${this.noun}/${first.id}`;
    const stop = new AbortController();
    token.cancel = () => {
      stop.abort();
      client.request("DELETE", path).catch(() => {});
    };
    if (this.#token !== token) token.cancel();
    let last = first;
    if (OPEN.includes(first.status))
      for await (last of client.states(path, { signal: stop.signal })) if (this.#token === token) report(last);
    return this.#token === token ? last : null;
  }

  cancel() {
    const token = this.#token;
    this.#token = null;
    token?.cancel?.();
  }
}

// What the service refuses, a line for each error in its own words.
export function refusalLines(error, line) {
  const errors = error.status === 422 ? (error.document.errors ?? []) : [];
  return errors.length ? errors.map(line) : errorLines(error);
}

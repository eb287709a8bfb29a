// Visits: every board that is opened is an entry of the browser's history. Its entry and the address keep what is
// shown, so that Back, Forward, a reload and a copied link bring it back.
import { decode, encode } from "./link.js";

const base = new URL("..", import.meta.url).href; // the service may be reached under a prefix
const PAUSE_MILLISECONDS = 200; // browsers limit how often an address changes

export class Visits {
  #timer = 0;
  #token = null; // of what is not written yet
  #entry = null; // the name of the entry at hand
  #late = new Map(); // what entries that were left in a hurry should keep
  #fresh = true; // whether nothing is written to the entry yet

  // `now` returns what to keep: { puzzle, … } and `short`, its address if it has a short one; or null.
  // `open` gets what an entry kept or what its address says; null if the address makes no sense.
  constructor({ now, open }) {
    Object.assign(this, { now, open });
    addEventListener("popstate", () => this.arrive());
    for (const leaving of ["beforeunload", "pagehide"]) addEventListener(leaving, () => this.#flush());
  }

  // Show what the entry at hand keeps.
  async arrive() {
    if (this.#token) this.#late.set(this.#entry, this.now());
    this.#forget();
    const { state } = history;
    this.#name(state?.entry);
    const token = {};
    this.arriving = token;
    const kept = state?.puzzle ? (this.#late.get(state.entry) ?? state) : await decode(location.hash);
    if (token === this.arriving) await this.open(kept);
  }

  // What is opened next is an entry of its own.
  enter() {
    this.#flush();
    this.arriving = null;
    this.#name();
    history.pushState(null, "");
  }

  #name(entry) {
    this.#fresh = entry === undefined;
    this.#entry = entry ?? `${Date.now()} ${Math.random()}`;
  }

  // What is shown has changed.
  keep() {
    this.#forget();
    this.#token = {};
    if (this.#fresh) this.#put(this.now(), true);
    this.#timer = setTimeout(() => this.#write(), PAUSE_MILLISECONDS);
  }

  // Resolves when the address is up to date.
  async settled() {
    if (this.#token) await this.#write();
  }

  async #write() {
    clearTimeout(this.#timer);
    const [token, kept] = [this.#token, this.now()];
    if (!kept || JSON.stringify({ ...kept, entry: this.#entry, behind: false }) === JSON.stringify(history.state)) {
      this.#token = null;
      return;
    }
    const { puzzle, solution, example, atlas } = kept;
    const address = base + (kept.short ?? `#${await encode({ puzzle, solution, example, atlas })}`);
    if (token !== this.#token) return;
    this.#token = null;
    this.#put(kept, false, address);
  }

  // Keep at once what is not written yet; its address stays behind.
  #flush() {
    if (this.#token) this.#put(this.now(), true);
    this.#forget();
  }

  #put(kept, behind, ...address) {
    if (!kept) return;
    this.#fresh = false;
    this.#late.delete(this.#entry);
    history.replaceState({ ...kept, entry: this.#entry, behind }, "", ...address);
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#token = null;
  }
}

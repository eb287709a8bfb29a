// Visits: every board that is opened is an entry of the browser's history, and every mode that a person turns to. Its
// entry and the address keep what is shown, so that Back, Forward, a reload and a copied link bring it back.
import { boardTitle, loadKind } from "../board/catalogue.js";
import { base } from "../elements/browser.js";
import { load, report } from "../elements/panel.js";
import { opened } from "../play/daily.js";
import { decode, encode, readPuzzle } from "../rules/puzzle.js";
import { t } from "../texts/texts.js";

const PAUSE_MILLISECONDS = 200; // browsers limit how often an address changes

// What the address says; the job of a search is nothing that a link can name.
async function addressed() {
  const said = await decode(location.hash);
  return said && { ...said, job: null };
}

export class Visits {
  now;
  /** @type {(...given: any[]) => any} */ open;
  #timer = 0;
  #token = null; // of what is not written yet
  #entry = null; // the name of the entry at hand
  #late = new Map(); // what entries that were left in a hurry should keep
  #fresh = true; // whether nothing is written to the entry yet
  astray = false; // whether another board is shown than the entry says, because that one could not be loaded

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
    this.astray = false;
    const token = {};
    this.arriving = token;
    const kept = state?.puzzle ? (this.#late.get(state.entry) ?? state) : await addressed();
    if (token === this.arriving) await this.open(kept);
  }

  // What is opened next is an entry of its own.
  enter() {
    this.#flush();
    this.arriving = null;
    this.astray = false;
    this.#name();
    history.pushState(null, "");
  }

  #name(entry) {
    this.#fresh = entry === undefined;
    this.#entry = entry ?? `${Date.now()} ${Math.random()}`;
  }

  // What is shown has changed.
  keep() {
    if (this.astray) return;
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

// Opening what a person chooses, or what an address or an entry of the history says.

const FIRST = "hoppers"; // the board that is shown if the address names none
const FOLDERS = ["c", "day"]; // of problems other than those of the atlas

export class Opening {
  begin;
  byName;
  change;
  clear;
  setMode;
  setup;
  session;
  shared;
  stop;
  visits;
  waitFor;
  // `byName` has the boards of the catalogue; `shared` is what a short link says, null if none was opened; `begin`
  // returns a function that says whether nothing was begun since. `change` gets the puzzle to show and what is known of
  // it, `stop` ends a search, `clear` forgets what can be undone; `setup` resolves with the mode to set up, null if it
  // cannot be had; `waitFor` gets the job of a search that goes on.
  constructor(session, { byName, shared, visits, begin, change, clear, setMode, setup, stop, waitFor }) {
    Object.assign(this, { session, byName, shared, visits, begin, change, clear, setMode, setup, stop, waitFor });
  }

  // Show what an entry of the history kept, or what an address says.
  async arrive(asked) {
    const { byName } = this;
    const current = this.begin();
    if (this.#shown(asked)) return this.setMode(asked.mode);
    this.clear();
    try {
      if (asked?.problem && !asked.puzzle) asked = await this.#ofProblem(asked); // an entry has the puzzle, too
      const given = asked?.puzzle ?? (asked?.name ? null : this.shared?.puzzle);
      const named = byName.get(asked?.name ?? given?.board?.name);
      await loadKind(given?.kind ?? named?.kind, named);
    } catch {
      if (!current()) return undefined;
      this.visits.astray = true;
      return this.#lost("unreachable");
    }
    if (!current()) return undefined;
    try {
      if (asked?.puzzle) return this.open(asked);
    } catch {
      return this.#lost("notFound");
    }
    if (!asked) return this.#lost("brokenLink");
    if (this.shared && !asked.name) return this.open(this.shared);
    const { name = FIRST, index = 0, problem } = asked;
    if (FOLDERS.includes(name)) return this.#lost(name === "day" ? "noDay" : "noSet");
    if (!byName.has(name)) return this.#lost("noBoard", [problem ? `${name}/${problem}` : name]);
    const entry = byName.get(name);
    const missing = problem ?? (entry.examples[index] ? null : index);
    if (missing !== null) return this.#lost("noExample", [boardTitle(entry), missing], name);
    return this.#choose(name, index);
  }

  // Whether an entry keeps another mode of what is shown: its game and its edits go on.
  #shown(entry) {
    const now = entry?.mode && this.session.kept(null);
    const named = ({ puzzle, example, problem, shared }) => JSON.stringify([puzzle, example, problem, shared]);
    return now && named(now) === named(entry) && (entry.mode !== "watch" || now.solution);
  }

  // The document of a problem of the atlas, a day or a class set; what was asked for if there is none.
  async #ofProblem(asked) {
    const { name, problem } = asked;
    return (await opened(problem, FOLDERS.includes(name) ? name : `atlas/${name}`)) ?? asked;
  }

  // A person opens a problem that has a document of its own.
  async visitProblem(named) {
    const current = this.begin();
    const asked = await this.#ofProblem(named).catch(() => named);
    const { board, kind } = asked.puzzle ?? {};
    const loaded = await loadKind(kind, this.byName.get(board?.name)).then(
      () => kind,
      () => null,
    );
    if (!current()) return undefined;
    if (!loaded) return report([t("unreachable")]);
    return this.enter(asked);
  }

  // Open a document as an entry of its own.
  enter(asked) {
    this.#leave();
    return this.open(asked);
  }

  #leave() {
    this.stop();
    this.visits.keep();
    this.visits.enter();
    scrollTo(0, 0);
    this.clear();
  }

  // Show another board, and say why.
  async #lost(text, values = [], name = FIRST) {
    const { session } = this;
    this.#choose(name);
    const { puzzle } = session;
    if (
      (await load(new URL("../texts/modetexts.js", import.meta.url), () => import("../texts/modetexts.js"))) &&
      session.puzzle === puzzle
    )
      report([t(text, ...values)]);
  }

  // A person opens a board of the catalogue, or a sheet to draw one (null).
  async visit(name, index = 0) {
    const current = this.begin();
    const setup = name === null && (await this.setup());
    if (name === null && (!setup || !current() || !(await setup.loadDrawing()))) return undefined;
    const entry = this.byName.get(name);
    try {
      if (entry) await loadKind(entry.kind, entry);
    } catch {
      return current() ? report([t("notLoaded", boardTitle(entry))]) : undefined;
    }
    if (!current()) return undefined;
    this.#leave();
    return setup ? setup.paintNew() : this.#choose(name, index);
  }

  #choose(name, index = 0) {
    const { puzzle } = this.byName.get(name).examples[index];
    return this.open({ puzzle, example: [name, index], mode: "play" });
  }

  // Open a document with what an entry or an address keeps beside it.
  /** @param {any} opened */
  open({ puzzle: given, solution: result = null, example, atlas, mode, game = null, shared: link = null, ...kept }) {
    const { byName, session } = this;
    const { job, level, problem } = kept;
    for (const each of [result, level]) if (typeof each?.count === "string") each.count = BigInt(each.count);
    const puzzle = readPuzzle(given, byName.get(given.board?.name), result);
    if (atlas) puzzle.model.atlas = atlas.map(String);
    const entry = byName.get(example?.[0]);
    session.side = "start";
    const from = entry?.examples[example[1]] ? { entry, index: example[1] } : null;
    this.stop();
    this.change(puzzle, { from, result, link, level, problem });
    session.record = game;
    const said = job ? this.waitFor(job) : result && this.#report(result);
    return Promise.all([said, this.setMode(mode ?? (session.solution ? "watch" : "play"))]);
  }

  // Say what was found in an earlier visit.
  async #report(result) {
    const loaded = await load(new URL("../texts/messages.js", import.meta.url), () => import("../texts/messages.js"));
    if (loaded && this.session.ended?.result === result) report([loaded.resultText(result)]);
  }
}

// The button to solve: a search from its press on, and what is done with what was found.
import { get, load, report } from "../elements/panel.js";
import { t } from "../texts/texts.js";

export class Solving {
  client;
  keep;
  session;
  showProof;
  turnTo;
  watching;
  #token = null; // of the search from the press of the button on
  #search = null; // loaded when first needed
  #begun = null; // { id, want } of the job of an earlier visit, until it is here

  // `keep` is called when what to keep has changed; `showProof` gets a proof, `turnTo` the mode to show; `watching`
  // returns the mode that shows solutions, null if it is not loaded.
  constructor(session, { client, keep, showProof, turnTo, watching }) {
    Object.assign(this, { session, client, keep, showProof, turnTo, watching });
    this.button = get("solve");
  }

  get running() {
    return this.#token !== null;
  }

  // { id, want } of the job that is waited for; null if none is.
  get job() {
    return (this.running && (this.#search?.job ?? this.#begun)) || null;
  }

  // All solutions to leaf through; null if there are none.
  get leaf() {
    return this.#search?.leaf ?? null;
  }

  // The puzzle has changed: end the search, and show nothing more of it.
  stop() {
    this.#token = null;
    this.#search?.abandon();
  }

  // Nothing runs. What is proven needs no search.
  idle() {
    this.button.textContent = t("solve");
    this.button.hidden = this.session.proven;
  }

  // Solve the puzzle, or wait for a job of it that was begun in an earlier visit, by its id.
  async solve(want = "one", begun = null) {
    const { session } = this;
    if (this.running) return this.#cancel();
    if (session.blank || !session.puzzle) return;
    const token = {};
    this.#token = token;
    this.#begun = begun && { id: begun, want };
    report([t("submitting")]);
    get("all").hidden = true;
    get("access").hidden = true;
    this.button.textContent = t("cancel");
    this.button.hidden = false;
    const job = await this.#job(token, want, begun);
    if (this.#token !== token) return;
    this.#token = null;
    if (this.#search?.refused === 401) get("access").hidden = false;
    this.keep();
    if (job?.result) this.#finish(job);
    this.idle();
  }

  async #job(token, want, begun) {
    const { client, session } = this;
    const loaded = await load(new URL("./search.js", import.meta.url), () => import("./search.js"));
    if (!loaded || this.#token !== token) return null;
    const offer = (result) => this.#watch({ result });
    this.#search ??= new loaded.Search(get("progress"), { client, keep: this.keep, report, offer });
    return this.#search.solve(session.document, want, begun);
  }

  // What was found stays, to be watched.
  #cancel() {
    const { session } = this;
    this.#token = null;
    report([t("cancelled")]);
    this.#search?.cancel();
    if (this.#search?.best) session.ended ??= { result: this.#search.best };
    this.keep();
    this.idle();
  }

  #finish(job) {
    const { session } = this;
    const { result, want } = job;
    report([this.#search.describe(result, session.puzzle)]);
    if (result.proof) {
      session.ended = job;
      this.showProof(result.proof);
    }
    if (result.proof || !result.moves) return;
    get("all").hidden = want === "all" || !result.optimal || !result.length;
    this.#watch(job).then(() => want === "one" && this.watching()?.playOnce(job));
    if (want === "all" && result.count > 1) this.#leafThrough(job);
  }

  #watch(job) {
    this.session.ended = job;
    return this.turnTo("watch");
  }

  async #leafThrough(job) {
    const { session } = this;
    const show = (solution) => this.watching()?.watchInstead(job, solution);
    const { solution: shown = job.result } = this.watching()?.player ?? {};
    await this.#search.leafThrough(job, session.puzzle, { shown, show });
    if (this.leaf && session.ended === job && session.mode === "watch") get("watch").prepend(this.leaf.element);
  }
}

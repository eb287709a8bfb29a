// Setting up on the page: the start and the goal, the board itself, and what can be undone.
import { loadKind } from "../board/catalogue.js";
import { get, load, report, say } from "../elements/panel.js";
import { assumed, errorLines } from "../texts/messages.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { LiveCheck } from "./livecheck.js";
import { Edits, Setup, Sides } from "./setup.js";

export class SetupMode {
  begin;
  board;
  byName;
  change;
  client;
  open;
  session;
  setBlank;
  setMode;
  solving;
  still;
  #drawing = null; // loaded when first needed
  #ownText = null; // likewise
  #loading = null; // of its module
  #blocks = null; // the editor of sliding blocks, likewise
  #written = null; // the puzzle whose text was shown last

  // `byName` has the boards of the catalogue; `still` is the control of a board until its own is here; `begin` returns
  // a function that says whether nothing was begun since. `change` gets the puzzle that is set up, `open` a document to
  // show, `setBlank` whether nothing is drawn.
  constructor(board, session, { byName, client, solving, still, begin, change, open, setBlank, setMode }) {
    Object.assign(this, { board, session, byName, client, solving, still, begin, change, open, setBlank, setMode });
    this.check = new LiveCheck(get("check"), client, {
      draw: (marks) => this.drawCheck(marks),
      fewest: () => session.fewest,
    });
    this.sides = new Sides(get("sides"), (side) => this.showSide(side));
    this.setup = new Setup(board, (puzzle) => this.edited(puzzle));
    this.edits = new Edits(board, { now: () => this.#state(), restore: (state) => this.#restore(state) });
    const own = get("own");
    own.addEventListener("toggle", async () => {
      if (own.open) await this.#openText();
      own.scrollIntoView({ block: "nearest" });
    });
    if (own.open) this.#openText(); // it was opened while this module was on its way
  }

  start() {
    const { session } = this;
    this.sides.draw(session.puzzle, session.side);
    this.#write();
    return this.showSide(session.side);
  }

  // The puzzle is another one now.
  changed() {
    const { session } = this;
    if (session.mode !== "setup") return;
    this.sides.draw(session.puzzle, session.side);
    this.check.ask(session.puzzle, session.document);
    this.#write();
  }

  // Show the text of the puzzle at hand; one that is there already stays, with what was typed.
  #write() {
    const { document, puzzle } = this.session;
    if (!this.#ownText || !get("own").open || this.#written === puzzle) return;
    this.#ownText.set(document);
    this.#written = puzzle;
  }

  // An edit, which can be undone.
  edited(puzzle) {
    this.#begin();
    this.change(puzzle);
  }

  // A search has found a proof; one that is shown already stays.
  know(proof) {
    const { session } = this;
    if (session.side === "board") session.side = "start";
    if (session.puzzle !== this.check.puzzle || !this.check.verdict?.proof)
      this.check.know(session.puzzle, proof, session.document);
  }

  key(event) {
    return this.edits.key(event);
  }

  async showSide(side) {
    const { board, check, session } = this;
    session.side = side;
    this.sides.press(side);
    get("bar").replaceChildren(this.edits.bar);
    board.element.classList.toggle("paint", side === "board" || session.jump);
    board.element.classList.toggle("grab", true);
    if (session.puzzle.model.kind === "block") return this.#editBlocks();
    if (side === "board") return this.#paint();
    board.control = this.setup.control;
    get("tools").replaceChildren(this.setup.tools);
    this.setup.load(session.puzzle, side);
    check.show(session.puzzle, session.document);
    return this.drawCheck(check.marks);
  }

  drawCheck(marks) {
    const { board, session } = this;
    if (session.mode === "setup" && session.side !== "board") board.mark(marks);
  }

  // A sheet to draw a board of one's own, once its module is loaded.
  paintNew(kind) {
    this.session.side = "board";
    this.#drawing.renew(kind, this.begin());
    this.setMode("setup");
  }

  // Sliding blocks have one editor for all sides.
  async #editBlocks() {
    const { board, check, session } = this;
    const { puzzle } = session;
    board.control = this.still;
    const loaded = this.#blocks
      ? null
      : await load(new URL("./blockeditor.js", import.meta.url), () => import("./blockeditor.js"));
    if (session.mode !== "setup" || session.puzzle !== puzzle) return;
    if (loaded)
      this.#blocks ??= new loaded.BlockEditor(board, {
        changed: (edited) => this.edited(edited),
        kind: (kind) => this.#drawOther(kind),
        warn: say,
      });
    if (!this.#blocks) return;
    get("tools").replaceChildren(this.#blocks.tools);
    board.control = this.#blocks.control;
    this.#blocks.load(puzzle, session.side);
    check.show(puzzle, session.document);
    this.drawCheck(check.marks);
  }

  // Begin to draw sliding blocks.
  async #drawBlocks() {
    const current = this.begin();
    const loaded = await load(new URL("./blockeditor.js", import.meta.url), () => import("./blockeditor.js"));
    if (!loaded || !current()) return;
    this.session.side = "board";
    this.edited(loaded.firstBlocks());
    this.setMode("setup");
  }

  // Draw a board of another kind instead.
  async #drawOther(kind) {
    const current = this.begin();
    if (!(await this.loadDrawing()) || !current()) return;
    this.#begin();
    this.paintNew(kind);
  }

  // What can be undone: the puzzle, and the drawing of its board.
  #state() {
    const { puzzle, origin, side, blank } = this.session;
    return { puzzle, origin, side, blank, kept: this.#drawing?.kept, made: this.#drawing?.made };
  }

  #begin() {
    const current = this.begin();
    this.edits.begin();
    return current;
  }

  #restore({ puzzle, origin, side, blank, kept, made }) {
    this.begin();
    this.session.side = side;
    if (kept) this.#drawing.restore(kept, made);
    this.change(puzzle, { from: origin });
    this.setMode("setup");
    if (blank) this.#nothingDrawn();
  }

  // What draws boards; null, with a message, if it cannot be loaded.
  async loadDrawing() {
    const { board, client, session, solving } = this;
    const loaded = this.#drawing
      ? null
      : await load(new URL("./drawing.js", import.meta.url), () => import("./drawing.js"));
    if (!loaded) return this.#drawing;
    this.#drawing ??= new loaded.Drawing(board, {
      client,
      check: this.check,
      begin: () => this.#begin(),
      change: (puzzle) => this.#drawn(puzzle),
      live: (first) => session.puzzle === first && !session.blank && session.mode === "setup" && !solving.running,
      own: () => (session.origin ? null : session.puzzle),
      blank: () => this.#nothingDrawn(),
      fail: (error) => report(errorLines(error)),
      say,
      blocks: () => this.#drawBlocks(),
    });
    return this.#drawing;
  }

  async #paint() {
    const { board, byName, session } = this;
    board.control = this.still;
    const drawing = await this.loadDrawing();
    if (!drawing) return void this.showSide("start");
    if (session.mode !== "setup" || session.side !== "board") return;
    const { model } = session.puzzle;
    if (session.blank) drawing.made = model;
    drawing.show(model, model.document.name ? byName.get(model.document.name).board : model.document);
    get("tools").replaceChildren(drawing.tools);
    board.control = drawing.control;
    board.relabel();
  }

  // A puzzle on the board that is drawn: the first there is, or one that was found to have a solution.
  #drawn(puzzle) {
    const { session } = this;
    this.change(puzzle);
    if (session.mode === "setup" && session.side !== "board") this.setup.load(puzzle, session.side);
  }

  // Solve, Play and Watch wait until something is drawn.
  #nothingDrawn() {
    this.solving.stop();
    this.check.clear();
    get("all").hidden = true;
    this.solving.idle();
    this.setBlank(true);
    say(t("nothingDrawn"));
  }

  // Take over a text that was pasted, if it is still `current`; what is wrong with it is said in its place.
  async paste(text, current) {
    const own = get("own");
    const opened = !own.open && new Promise((resolve) => own.addEventListener("toggle", resolve, { once: true }));
    own.open = true;
    await opened; // which shows the puzzle at hand
    const panel = await this.#openText();
    if (current()) await panel?.paste(text);
  }

  // A person goes on with what is set up: read a text that was changed. False if it cannot be, which is said beside it.
  async takeText() {
    const waits = this.session.mode === "setup" && get("own").open && this.#ownText?.changed;
    return !waits || this.#ownText.take();
  }

  // The panel for texts, with the puzzle at hand; null if it cannot be loaded.
  async #openText() {
    const { begin, byName, client, session } = this;
    this.#loading ??= load(new URL("./owntext.js", import.meta.url), () => import("./owntext.js"));
    const loaded = await this.#loading;
    if (!loaded) this.#loading = null;
    const use = async (puzzle, read) => {
      const current = begin();
      try {
        await loadKind(puzzle.kind, byName.get(puzzle.board?.name));
      } catch {
        report([t("unreachable")]);
        return false;
      }
      if (!current()) return false;
      this.edits.begin();
      await this.open({ ...loaded.named(puzzle, byName), mode: "setup" });
      if (current() && read) {
        assumed.set(session.puzzle, read);
        this.check.show(session.puzzle, session.document);
      }
      return current();
    };
    if (loaded) this.#ownText ??= new loaded.OwnText(get("own").lastElementChild, { client, byName, begin, use });
    this.#written = null; // it was opened: perhaps on a text that was left there
    this.#write();
    return this.#ownText;
  }
}

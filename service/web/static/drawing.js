// Drawing the board of a puzzle: the painter's sheet, and a start and a goal for what is drawn.
import { solvablePuzzle } from "./defaults.js";
import { firstPuzzle } from "./firstpuzzle.js";
import { Painter } from "./painter.js";
import { boardModel } from "./puzzle.js";
import "./modetexts.js";
import { t } from "./texts.js";

const PAUSE_MILLISECONDS = 600; // after the last stroke

export class Drawing {
  made = null; // the model of the board that the sheet shows
  kept = null; // what the sheet showed when the puzzle was last changed

  // `begin` is called before an edit, `change` gets a puzzle on the board that is drawn now, and a better one as long
  // as it is `live`; `blank` is called if nothing is drawn, `fail` with an error, `say` with a text. `check` is the
  // live check, which has nothing to say meanwhile. `blocks` is called when sliding blocks shall be drawn.
  constructor(board, { client, check, begin, change, live, blank, fail, say, blocks }) {
    Object.assign(this, { board, client, check, begin, change, live, blank, fail, say });
    const changed = (document, { same }) => this.#edited(document, same);
    this.painter = new Painter(board, { changed, warn: say, blocks });
  }

  get tools() {
    return this.painter.tools;
  }

  get control() {
    return this.painter.control;
  }

  // Show the sheet with the board of a model, whose grid and lines are given if it has any.
  show(model, { grid, lines, rows, columns }) {
    if (this.made !== model)
      this.painter.take(model.kind, model, grid ?? (rows && Array(rows).fill(".".repeat(columns))), lines);
    this.made = model;
    this.kept = this.painter.drawing;
    this.painter.load();
  }

  // Show what the sheet showed once, with the model it had then.
  restore(kept, made) {
    Object.assign(this.painter, kept);
    Object.assign(this, { kept, made });
  }

  // A fresh sheet.
  renew(kind) {
    this.painter.begin(kind);
    this.#drawn(this.painter.document());
  }

  #edited(document, same) {
    this.begin();
    this.kept = this.painter.drawing;
    this.say("");
    if (!same) this.#drawn(document);
  }

  // The board was drawn anew: look for a start and a goal that have a solution.
  async #drawn(document) {
    this.kept = this.painter.drawing;
    if (!document) return this.blank();
    const model = boardModel(this.painter.kind, document);
    this.made = model;
    const first = firstPuzzle(model);
    this.change(first);
    if (model.kind === "slide") return undefined;
    this.check.clear();
    await this.board.stroke?.ended;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    const live = () => this.live(first);
    if (!live()) return undefined;
    this.check.wait(t("lookingForStart"));
    try {
      const better = await solvablePuzzle(await this.client(), model, live);
      if (live() && better) this.change(better);
    } catch (error) {
      if (live()) this.fail(error);
    }
    return undefined;
  }
}

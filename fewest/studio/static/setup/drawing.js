// Drawing the board of a puzzle: the painter's sheet, and a start and a goal for what is drawn.
/** @import { Client, Say } from "../../types.js" */
/** @import { Board } from "../board/board.js" */
import { boardModel, writePuzzle } from "../rules/puzzle.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { firstPuzzle, fromMiddle } from "./firstpuzzle.js";
import { quickly } from "./livecheck.js";
import { Painter } from "./painter.js";

const PAUSE_MILLISECONDS = 600; // after the last stroke

export class Drawing {
  /** @type {() => () => boolean} */ begin;
  blank;
  /** @type {Board} */ board;
  /** @type {(...given: any[]) => void} */ change;
  check;
  /** @type {Client} */ client;
  /** @type {(error: any) => void} */ fail;
  live;
  own;
  /** @type {Say} */ say;
  made = null; // the model of the board that the sheet shows
  kept = null; // what the sheet showed when the puzzle was last changed
  #current = () => true; // whether nothing was begun since the last edit of the sheet
  #places = []; // of the board that the sheet shows
  #suggested = new WeakSet(); // puzzles that were found for what is drawn

  // `begin` is called before an edit, and returns a function that says whether that is still what was begun last.
  // `change` gets a puzzle on the board that is drawn now, and a better one as long as it is `live`; `blank` is called
  // if nothing is drawn, `fail` with an error, `say` with a text. `check` is the live check, which has nothing to say
  // meanwhile. `own` returns the puzzle that is set up, null if it is one of the catalogue. `blocks` is called when
  // sliding blocks shall be drawn.
  constructor(board, { client, check, begin, change, live, own, blank, fail, say, blocks }) {
    Object.assign(this, { board, client, check, begin, change, live, own, blank, fail, say });
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
    this.#places = this.painter.places;
    this.painter.load();
  }

  // Show what the sheet showed once, with the model it had then.
  restore(kept, made) {
    Object.assign(this.painter, kept);
    Object.assign(this, { kept, made });
    this.#places = this.painter.places;
  }

  // A fresh sheet; `current` says whether that is still what was begun last.
  renew(kind, current) {
    this.#current = current;
    this.painter.begin(kind);
    this.made = null;
    this.#drawn(this.painter.document());
  }

  #edited(document, same) {
    this.#current = this.begin();
    this.kept = this.painter.drawing;
    this.say("");
    if (same) this.#places = this.painter.places;
    else this.#drawn(document);
  }

  // The board was drawn anew. Pegs that a person has set stay, where their holes stay.
  #drawn(document) {
    const before = this.#places;
    this.kept = this.painter.drawing;
    this.#places = this.painter.places;
    if (!document) return this.blank();
    const model = boardModel(this.painter.kind, document);
    const own = this.own();
    const mine = own?.model === this.made && !this.#suggested.has(own);
    const carried = mine && carriedOver(own, before, model, this.#places);
    this.made = model;
    return carried ? this.change(carried) : this.#begin(model);
  }

  async #begin(model) {
    const first = firstPuzzle(model);
    this.#suggest(first);
    if (model.kind !== "slide") await this.#improve(first);
  }

  #suggest(puzzle) {
    this.#suggested.add(puzzle);
    this.change(puzzle);
  }

  // Look for a start and a goal that have a solution. What else is begun meanwhile, if only a text, is not overwritten:
  // then the first puzzle stays and is checked.
  async #improve(first) {
    this.check.clear();
    await this.board.stroke?.ended;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    const live = () => this.#current() && this.live(first);
    if (live()) await this.#lookFor(first, live);
    if (!this.#current() && this.live(first)) this.check.ask(first, writePuzzle(first));
  }

  async #lookFor(first, live) {
    this.check.wait(t("lookingForStart"));
    try {
      const better = await solvablePuzzle(await this.client(), first.model, live);
      if (live() && better) this.#suggest(better);
    } catch (error) {
      if (live()) this.fail(error);
    }
  }
}

// A jump puzzle on another board: what is in the holes that stay, new holes like most of the others. null if no hole
// stays, or if its goal names holes otherwise than by pegs.
function carriedOver({ model: { kind }, start, goal }, before, model, after) {
  if (kind !== "jump" || model.kind !== kind || goal.form === "survivor" || goal.form === "other") return null;
  const isGraph = [before, after].every(([place]) => typeof place === "object");
  const same = isGraph && before.length === after.length; // a node was moved, or an edge was drawn
  const from = after.map((place, hole) => (same ? hole : before.indexOf(place)));
  if (from.every((hole) => hole < 0)) return null;
  const onto = (content) => {
    const most = +(2 * content.filter(Boolean).length > content.length);
    return from.map((hole) => content[hole] ?? most);
  };
  const aim = goal.content ? { ...goal, content: onto(goal.content) } : goal;
  return { model, start: onto(start), goal: aim, opening: [] };
}

// A start and a goal for a new jump board that has a solution.

const CANDIDATES = 5; // holes tried as the empty one, from the middle

// All pegs but one, the last of them to end in the hole that was empty, or else anywhere: the first that the service
// can solve quickly. If there is none, a position made by jumping backwards. `live` says whether to go on.
async function solvablePuzzle(client, model, live) {
  if (model.kind === "slide") return firstPuzzle(model);
  const size = model.points.length;
  const holes = fromMiddle(model).slice(0, CANDIDATES);
  const start = (empty) => Array.from({ length: size }, (_, hole) => +(hole !== empty));
  const exact = (empty) => ({ form: "exact", content: start(empty).map((peg) => 1 - peg) });
  /** @type {any[]} */
  const candidates = holes.map((hole) => ({ model, start: start(hole), goal: exact(hole), opening: [] }));
  candidates.push(
    ...holes.map((hole) => ({ model, start: start(hole), goal: { form: "count", count: 1 }, opening: [] })),
  );
  for (const puzzle of model.jumps.length ? candidates : []) {
    if (!live()) return null;
    if (await solvedQuickly(client, writePuzzle(puzzle))) return { ...puzzle, solvable: true };
  }
  const backwards = grown(model);
  return backwards ? { ...backwards, solvable: true } : firstPuzzle(model);
}

async function solvedQuickly(client, puzzle) {
  const checked = await client.check(puzzle);
  if (checked.solvable === false) return false;
  return (await quickly(client, puzzle, "any")).status === "solved";
}

// Jump backwards at random from one peg, so that the puzzle has a solution; null if no jump is possible at all.
function grown(model) {
  let best = null;
  for (const last of fromMiddle(model).slice(0, 12)) {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const content = model.points.map((_, hole) => +(hole === last));
      for (;;) {
        const back = model.jumps.filter(([from, over, to]) => content[to] && !content[from] && !content[over]);
        if (!back.length) break;
        const [from, over, to] = back[Math.floor(Math.random() * back.length)];
        [content[from], content[over], content[to]] = [1, 1, 0];
      }
      const pegs = content.filter(Boolean).length;
      if (pegs > 1 && (!best || pegs > best.pegs)) best = { pegs, last, start: content };
    }
  }
  if (!best) return null;
  const goal = { form: "exact", content: best.start.map((_, hole) => +(hole === best.last)) };
  return { model, start: best.start, goal, opening: [] };
}

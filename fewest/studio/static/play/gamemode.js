// Playing on the page: a game of its puzzle, with its keys and its panel.
import { motionless } from "../board/board.js";
import { still } from "../board/draw.js";
import { kept, keep as keepText } from "../elements/browser.js";
import { element, noteOf, rowOf, smallButton } from "../elements/elements.js";
import { MoveList } from "../elements/movelist.js";
import { get, importModule, load, report, say } from "../elements/panel.js";
import { GAME_GOALS } from "../rules/puzzle.js";
import { puzzleAt } from "../rules/rules.js";
import { t } from "../texts/texts.js";
import { setOf } from "./sets.js";
import { problemOf } from "./games.js";
import { Game } from "./play.js";

const HOW = { jump: "howPlay", slide: "howSlide", block: "howBlock" };
const AIMS = {
  count: ({ count }) => t("aimCount", count),
  among: () => t("aimAmong"),
  fewest_pegs: () => t("aimFewest"),
  dead_end: () => t("aimDeadEnd"),
  survivor: () => t("aimSurvivor"),
  other: () => t("aimOther"),
  exact: ({ content }) => t(content.filter(Boolean).length === 1 ? "aimOne" : "aimExact"),
}; // of jump boards, by the form of the goal
const SOUND = "fewest-sound"; // in this browser: "on" if it is wanted

export class GameMode {
  awarded;
  board;
  byName;
  client;
  dare;
  games;
  keep;
  series;
  session;
  setUp;
  share;
  visit;
  #greeted = true; // whether nothing is to be celebrated
  #asked = null; // the puzzle whose solution was asked for
  #hardness = null; // what was measured of the puzzle
  #review = null; // of the game, once it was asked for

  // `byName` has the boards of the catalogue, and `visit` opens a problem of one; `series` returns what other puzzles
  // are of: a class set or the days. `awarded` is called when a game may be won, `keep` when what to keep has changed;
  // `setUp` gets changes of the puzzle, to set it up; `share` opens the dialog to share it.
  constructor(board, session, { byName, client, dare, games, awarded, keep, series, setUp, share, visit }) {
    Object.assign(this, { board, session, byName, client, dare, games, awarded, keep, series, setUp, share, visit });
    this.best = element("p", { className: "best-game" });
    this.here = rowOf();
    this.next = smallButton("", () => this.#next()());
    const challenge = smallButton(t("challengeFriend"), () => share());
    this.look = smallButton("", () => this.#look(), { className: "small look" });
    this.hard = element("div");
    this.after = element("div", { className: "row after" }, this.next, challenge);
    this.moves = new MoveList(t("ownMoves"), (move) => this.game.go(this.game.endOf(move)));
    this.sound = smallButton(t("sound"), () => this.#pressSound());
    this.sound.setAttribute("aria-pressed", String(soundWanted()));
    this.game = new Game(board, {
      client,
      hints: () => importModule(new URL("./hint.js", import.meta.url), () => import("./hint.js")),
      changed: (game) => this.#played(game),
    });
  }

  start() {
    const { board, game, session } = this;
    board.element.classList.add("grab");
    get("bar").replaceChildren(element("div", { className: "gamebar" }, game.bar, this.look, this.after));
    const buttons = [smallButton(t("playFromHere"), () => this.#setUpHere())];
    if (session.jump) buttons.push(smallButton(t("makeOpening"), () => this.#makeOpening()));
    this.here.replaceChildren(...buttons);
    get("play").replaceChildren(
      ...aimOf(session.puzzle),
      ...this.series().beside(session),
      this.hard,
      this.best,
      this.moves.element,
      this.here,
      rowOf(this.sound),
    );
    const ask = smallButton(t("howHard"), () => this.#measure());
    this.hard.replaceChildren(this.#hardness?.element ?? ask);
    this.hard.hidden = session.impossible || GAME_GOALS.includes(session.puzzle.goal.form);
    if (this.#review) get("film").replaceChildren(this.#review.element);
    board.control = game.control;
    this.#greeted = true;
    const before = this.games.of(problemOf(session));
    game.known = session.solution ?? before.answer;
    game.fewest = session.fewest;
    game.impossible = session.impossible;
    game.load(session.puzzle, session.record ?? before.game);
    this.#greeted = game.won;
  }

  // The service has said how many moves are enough.
  learned() {
    const { game, session } = this;
    game.fewest = session.fewest;
    game.impossible = session.impossible;
    if (session.puzzle === game.puzzle) this.#played(game);
  }

  // A puzzle that is played is kept with a shortest solution, if the service has one: hints then work offline.
  async #learn() {
    const { games, session } = this;
    const { puzzle, document, solution } = session;
    if (this.#asked === puzzle || session.impossible) return;
    this.#asked = puzzle;
    if (solution?.optimal) games.learn(problemOf(session), solution);
    if (this.game.known) return;
    try {
      const service = await this.client();
      const { answer } = session.answer === undefined ? await service.check(document) : session;
      if (answer?.status !== "solved") return;
      const { result } = await service.lookUp(document);
      games.learn(problemOf(session), result);
      if (session.puzzle === puzzle) this.game.known = result;
    } catch {
      // offline, or the answer is gone: hints ask the service
    }
  }

  async #sayChallenge(made) {
    const { session } = this;
    const { puzzle, shared } = session;
    const texts =
      shared?.length &&
      (await load(new URL("../texts/modetexts.js", import.meta.url), () => import("../texts/modetexts.js")));
    if (texts && session.puzzle === puzzle) report([t("challengeMet", made, shared.length)]);
  }

  key(event) {
    return this.game.key(event);
  }

  // Show what can be moved, and go there.
  offer() {
    this.game.offer();
    this.board.focus();
  }

  #makeOpening() {
    const opening = this.game.jumps;
    if (opening.length) this.setUp({ opening });
  }

  #setUpHere() {
    const { content, puzzle, state } = this.game;
    this.setUp(puzzleAt(puzzle, state) ?? { start: content, opening: [] });
  }

  #played(game) {
    if (this.session.mode !== "play") return;
    if (game.impossible && !this.session.impossible) return this.#find({ status: "unsolvable", length: null });
    say(game.words());
    this.dare.meet(game.won && game.begun && game.state.moves <= (game.fewest ?? -1));
    if (game.begun) this.#learn();
    this.here.hidden = !game.begun || game.won;
    this.#list(game);
    this.#keep(game);
    this.#offerAfter(game);
    if (game.won) this.#sayChallenge(game.state.moves);
    this.keep();
    const greet = game.won && game.begun && !this.#greeted;
    this.#greeted ||= game.won;
    if (!game.won) this.#greeted = false;
    if (greet) this.#celebrate();
  }

  // The moves of the game, those that can be made again, too.
  #list(game) {
    const ends = new Map(game.states.slice(1).map((state) => [state.moves, state]));
    this.moves.draw(Array.from(ends.values(), game.moveTo), "ownMove");
    this.moves.show(game.state.moves);
  }

  #keep(game) {
    const { games, session } = this;
    const problem = problemOf(session);
    games.keep(problem, game.record, game.won && game.begun ? game.state.moves : null);
    if (game.won && game.begun) this.series().award(session, game);
    const { best } = games.of(problem);
    this.best.textContent = best === null ? "" : t("bestGame", best, game.fewest);
    this.sound.hidden = best === null;
    this.awarded();
  }

  // What one can do after a game: what comes next, and a look at where it went wrong.
  #offerAfter(game) {
    const { session } = this;
    if (!this.#review?.applies) this.#endReview();
    this.#review?.follow();
    const won = game.won && game.begun;
    const longer = won && game.state.moves > (game.fewest ?? 0);
    const lost = game.lost && game.begun && !session.impossible;
    const hidden = !(won || this.#review?.won); // it stays beside the review of a won game
    const appears = this.after.hidden && !hidden;
    this.after.hidden = hidden;
    this.next.hidden = !this.#next();
    this.next.textContent = t(setOf(session)?.next ?? "nextPuzzle");
    this.look.hidden = this.#looked || !(longer || lost);
    this.look.textContent = t(!won ? "lookLost" : game.fewest === null ? "lookFewer" : "lookLonger");
    if (appears) this.after.scrollIntoView({ block: "nearest" });
  }

  get #looked() {
    return this.#review !== null && !this.#review.incomplete;
  }

  // Look back at the game.
  async #look() {
    const { client, game, session } = this;
    const { puzzle, state } = game;
    const loaded = await load(new URL("./review.js", import.meta.url), () => import("./review.js"));
    if (!loaded || this.#looked || game.puzzle !== puzzle || game.state !== state) return;
    game.aided = true; // it shows as much as hints do
    this.#endReview();
    const review = new loaded.Review(game, { client, fewest: session.fewest });
    this.#review = review;
    if (session.mode === "play") get("film").replaceChildren(review.element);
    this.#played(game);
    await review.look();
    if (session.puzzle === puzzle) game.known ??= review.best;
    if (this.#review === review) this.#played(game);
    if (session.puzzle === puzzle && session.fewest === null && review.answer) this.#find(review.answer);
  }

  // The answer was found on the page.
  #find(answer) {
    const { session } = this;
    session.answer = answer;
    this.learned();
    if (session.mode === "play") this.dare.show(session);
  }

  async #measure() {
    const { session } = this;
    const { puzzle } = session;
    const loaded = await load(new URL("../making/hardness.js", import.meta.url), () => import("../making/hardness.js"));
    if (!loaded || session.puzzle !== puzzle) return;
    this.#hardness = new loaded.Hardness(puzzle, this.client);
    this.hard.replaceChildren(this.#hardness.element);
    this.#hardness.press();
  }

  // The puzzle is another one now.
  changed() {
    this.#endReview();
    this.#hardness?.end();
    this.#hardness = null;
  }

  #endReview() {
    this.#review?.end();
    this.#review?.element.remove();
    this.#review = null;
  }

  // Opens what comes after this puzzle: the next problem of the board or the set, the next board, a puzzle of the day;
  // null if nothing does.
  #next() {
    const { byName, session, visit } = this;
    const { origin } = session;
    if (!origin) return this.series().next(session);
    const { entry, index } = origin;
    if (entry.examples[index + 1]) return () => visit(entry.name, index + 1);
    const names = [...byName.keys()];
    return () => visit(names[(names.indexOf(entry.name) + 1) % names.length]);
  }

  // A quiet celebration; offline, none.
  #celebrate() {
    const show = ({ celebrate }) => celebrate(this.board, { sound: soundWanted() });
    if (!motionless()) import("./celebration.js").then(show, () => {});
  }

  #pressSound() {
    const wanted = !soundWanted();
    if (keepText(SOUND, wanted ? "on" : "off")) this.sound.setAttribute("aria-pressed", String(wanted));
  }
}

// What is to be done, and how, in a line; for pieces that are not to come into order, a picture.
function aimOf({ goal, model, start }) {
  const aims = {
    jump: () => AIMS[goal.form](goal),
    slide: () => t(inOrder(goal) ? "aimOrder" : "aimSlide"),
    block: () => t(model.aims.size === 1 ? "aimBlock" : "aimBlocks"),
  };
  const how = t(HOW[model.kind], model);
  const line = noteOf(`${aims[model.kind]()} ${how}`);
  if (model.kind !== "slide" || inOrder(goal)) return [line];
  const content = goal.content.map((piece, cell) => piece ?? (start[cell] === 0 ? 0 : null));
  return [line, element("span", { className: "thumb" }, still(model, content))];
}

const inOrder = ({ content }) => content.every((piece, cell) => piece === (cell + 1) % content.length);

const soundWanted = () => kept(SOUND) === "on";

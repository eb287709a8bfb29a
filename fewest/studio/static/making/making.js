// Making levels on the page: what they should be like, and those that were made.
import { boardTitle, loadKind } from "../board/catalogue.js";
import { still } from "../board/draw.js";
import { Between } from "../elements/between.js";
import { element, paragraphs, rowOf, smallButton } from "../elements/elements.js";
import { get, importModule } from "../elements/panel.js";
import { style } from "../elements/stylesheet.js";
import { GAME_GOALS, readPuzzle, writePuzzle } from "../rules/puzzle.js";
import { errorLines } from "../texts/messages.js";
import "../texts/modetexts.js";
import { briefTitle, t } from "../texts/texts.js";
import { BlockChoice } from "./blocklevels.js";
import { featureWords } from "./hardness.js";
import { dropLevel, keepLevel, keptLevels, nameOf } from "./levels.js";
import { sheetAddress, sheetId } from "./setinhand.js";
import { refusalLines, Task } from "./task.js";

await style(new URL("making.css", import.meta.url));

const SEEDS = 2 ** 32;
const MAX_MOVES = { jump: 24, slide: 100, block: 100 }; // of the sliders
const BLOCK_MOVES = [10, 20];
const DETOURS = 20;
const CHOICES = 8;

export class Making {
  begin;
  byName;
  client;
  enter;
  games;
  session;
  share;
  #model = null; // whose sliders are shown

  // `byName` has the boards of the catalogue, `games` what was solved by playing; `begin` returns a function that says
  // whether nothing was begun since. `enter` opens a document, `share` the dialog to share it.
  constructor(session, { byName, client, games, begin, enter, share }) {
    Object.assign(this, { session, byName, client, games, begin, enter, share });
    this.task = new Task("generations", client);
    this.button = element("button", { type: "button", className: "new-level", on: { click: () => this.#make() } });
    this.said = element("div", { className: "said", role: "status" });
    this.how = element("p", { className: "note" });
    this.lengths = element("div");
    this.wishes = element("div", { className: "wishes" });
    this.list = element("ol", { className: "levels" });
    this.all = smallButton(t("printLevels"), () => this.#print(keptLevels()));
    this.listed = element(
      "section",
      { aria: { label: t("yourLevels") } },
      rowOf(element("h2", { textContent: t("yourLevels") }), this.all),
      this.list,
    );
    this.more = element("details", {}, element("summary", { textContent: t("moreWishes") }), this.wishes);
    this.board = element("details", {}, element("summary", { textContent: t("aboutBoard") }));
    this.board.addEventListener("toggle", () => this.#describe());
    const parts = [this.how, this.lengths, this.more, this.button, this.said, this.board, this.listed];
    get("make").lastElementChild.replaceChildren(...parts);
    this.#idle();
    this.changed();
    this.#loadBlocks();
    addEventListener("storage", () => this.award()); // another tab has made one
  }

  // The puzzle at hand is another one now.
  changed() {
    const { puzzle } = this.session;
    const board = ({ kind, document, places }) => JSON.stringify([kind, document, places]);
    if (!this.#model || board(this.#model) !== board(puzzle.model)) this.#offer(puzzle.model);
    if (!this.task.running) this.#say();
    this.positions?.changed();
    this.award();
  }

  // The panel about all positions of the board has been opened.
  async #describe() {
    const { Positions } = await importModule(
      new URL("./positions.js", import.meta.url),
      () => import("./positions.js"),
    );
    if (!this.positions) {
      const { byName, client, enter, session } = this;
      this.positions = new Positions(session, { byName, client, enter });
      this.board.append(this.positions.element);
    }
    this.board.scrollIntoView({ block: "nearest" });
  }

  // A game was won, perhaps: say in the list which levels were solved.
  award() {
    const written = keptLevels().flatMap((level) => this.#item(level) ?? []);
    const focused = [...this.list.querySelectorAll("button")].indexOf(document.activeElement);
    this.list.replaceChildren(...written);
    this.list.querySelectorAll("button")[focused]?.focus();
    this.listed.hidden = !written.length;
    this.all.hidden = written.length < 2;
  }

  // Load what levels of blocks in the list need, and list them.
  async #loadBlocks() {
    const listed = keptLevels().filter(({ puzzle }) => puzzle.kind === "block");
    if (!listed.length) return;
    const loads = listed.map(({ puzzle }) => loadKind("block", this.byName.get(puzzle.board?.name)));
    await Promise.allSettled(loads); // what cannot be loaded is not listed
    this.award();
  }

  // The sliders for a board.
  #offer(model) {
    this.#model = model;
    const size = model.points.length;
    const [jump, block] = ["jump", "block"].map((kind) => model.kind === kind);
    const most = Math.max(1, Math.min(MAX_MOVES[model.kind], jump ? size - 2 : Math.round(size ** 1.6)));
    const some = block ? BLOCK_MOVES : [Math.ceil(0.4 * most), Math.ceil(0.6 * most)];
    const [from, to] = jump ? [Math.min(5, most), Math.min(8, most)] : some.map((moves) => Math.min(moves, most));
    this.length = new Between("lengthName", { least: 1, most, from, to });
    this.blocks = block ? new BlockChoice(this.session.puzzle) : null;
    this.pegs = jump && size > 2 ? new Between("levelPegs", { least: 1, most: size - 1 }) : null;
    const share = { least: 0, most: 1, step: 0.05, words: (value) => featureWords("forced", value) };
    this.features = {
      forced: new Between("feature-forced", share),
      choices: new Between("feature-choices", { least: 1, most: CHOICES, step: 0.5 }),
      ...(jump && { traps: new Between("feature-traps", share) }),
      ...(!jump && { detours: new Between("feature-detours", { least: 0, most: DETOURS }) }),
    };
    this.count = element("select", {}, new Option(t("anyCount"), ""), new Option(t("onlyOne"), "1"));
    this.how.textContent = t(block ? "makeBlocks" : "makeHow");
    this.lengths.replaceChildren(this.length.element, ...(this.blocks ? [this.blocks.element] : []));
    this.wishes.replaceChildren(
      element("label", { className: "between" }, element("span", { textContent: t("countName") }), this.count),
      ...(this.pegs ? [this.pegs.element] : []),
      ...Object.values(this.features).map((each) => each.element),
    );
  }

  // What is wished for, as the body of a task.
  #body() {
    const { document: puzzle } = this.session;
    const wishes = Object.entries(this.features).map(([name, { wish }]) => [name, wish]);
    const features = Object.fromEntries(wishes.filter(([, wish]) => wish));
    const pegs = this.pegs?.wish;
    return {
      ...(this.blocks?.body(this.session.puzzle) ?? {
        kind: puzzle.kind,
        board: puzzle.board,
        goal: wantedGoal(puzzle),
      }),
      length: this.length.range,
      ...(this.count.value && { solutions: { max: Number(this.count.value) } }),
      ...(pegs && { start: { pegs } }),
      features,
      seed: Math.floor(Math.random() * SEEDS),
    };
  }

  async #make() {
    const { byName, session } = this;
    if (this.task.running) return this.#cancel();
    const body = this.#body();
    const { atlas } = body.board?.name ? {} : session.puzzle.model;
    const current = this.begin();
    get("access").hidden = true;
    this.button.textContent = t("cancel");
    this.#say(t("looking"));
    try {
      const made = await this.task.carryOut({ ...body, number: 1 }, (state) => this.#say(stateWords(state)));
      if (!made) return undefined;
      const [level] = made.puzzles ?? [];
      this.#idle();
      if (!level) return this.#tell(noneWords(made));
      const puzzle = writePuzzle(readPuzzle(level.puzzle, byName.get(body.board?.name)));
      const kept = { ...level, puzzle, atlas };
      keepLevel(kept);
      if (current()) return this.#open(kept);
      this.award();
      this.#tell(t("levelListed"));
    } catch (error) {
      this.#idle();
      if (error.status === 401) get("access").hidden = false;
      this.#tell(...refusalLines(error, ({ detail }) => t("noSuchLevel", `${detail}.`)));
    }
    return undefined;
  }

  #cancel() {
    this.task.cancel();
    this.#idle();
    this.#say(t("cancelled"));
  }

  #idle() {
    this.button.textContent = t("newLevel");
  }

  #say(...lines) {
    this.said.replaceChildren(...paragraphs(lines));
  }

  // Say what a person has waited for, and bring it into sight.
  #tell(...lines) {
    this.#say(...lines);
    this.said.scrollIntoView({ block: "nearest" });
  }

  // Show a level to be played, as an entry of the browser's history.
  async #open({ puzzle, length, count, atlas }) {
    await this.enter({ puzzle, atlas, level: { length, count }, mode: "play" });
    this.#say(t("levelReady", length, count));
    get("stage").scrollIntoView({ block: "nearest" });
  }

  // A level in the list; null if what is kept makes no sense.
  #item(level) {
    const { byName, games, session } = this;
    const entry = byName.get(level.puzzle.board?.name);
    const puzzle = readable(level, entry);
    if (!puzzle) return null;
    const { features = {}, length, count } = level;
    const name = entry ? boardTitle(entry) : (level.atlas && briefTitle(level.atlas[1])) || t("ownBoard");
    const { best } = games.of(nameOf(level));
    const title = `${t("moves", length)}, ${name}`;
    const facts = [name, t("levelSolutions", count)];
    for (const [feature, value] of Object.entries(features))
      if (value !== null) facts.push([t(`feature-${feature}`), featureWords(feature, value)].join(" "));
    const open = element(
      "button",
      { type: "button", className: "level", on: { click: () => this.#open(level) } },
      element("span", { className: "thumb" }, still(puzzle.model, puzzle.start)),
      element(
        "span",
        {},
        element("strong", { textContent: t("moves", length) }),
        element("small", { textContent: facts.join(t("dot")) }),
        ...(best === null
          ? []
          : [element("small", { className: "solved", textContent: t("solvedHere", best, length) })]),
      ),
    );
    if (nameOf(level) === JSON.stringify(session.document)) open.setAttribute("aria-current", "true");
    const press = (text, action) => smallButton(t(text), action, { aria: { label: `${t(text)}: ${title}` } });
    const row = rowOf(
      press("share", () => this.#share(level)),
      press("printLevel", () => this.#print([level])),
      press("removeLevel", () => this.#remove(level)),
    );
    return element("li", {}, open, row);
  }

  async #share(level) {
    await this.#open(level);
    await this.share();
  }

  #remove(level) {
    dropLevel(level);
    this.award();
    if (!this.list.contains(document.activeElement)) this.button.focus();
  }

  // A sheet of levels, with their solutions on another page.
  async #print(levels) {
    this.#say(t("printing"));
    try {
      const client = await this.client();
      const ids = [];
      for (const { puzzle } of levels) ids.push(await sheetId(client, puzzle));
      location.assign(sheetAddress(ids));
      this.#say();
    } catch (error) {
      this.#tell(...errorLines(error));
    }
  }
}

// The goal of levels: that of the puzzle at hand, if levels can have it; undefined for the usual one.
function wantedGoal({ kind, goal }) {
  if (kind === "slide") return goal.includes(null) ? undefined : goal;
  return GAME_GOALS.some((name) => name in goal) ? undefined : goal;
}

function readable({ puzzle }, entry) {
  try {
    return readPuzzle(puzzle, entry);
  } catch {
    return null;
  }
}

function stateWords({ status, progress, queue_position: before = 0, waits_for: waitsFor }) {
  return status === "queued" ? t(waitsFor ?? "queued", before) : t("looking", progress?.tried, progress?.seconds);
}

// Why there is no level, or none was found.
function noneWords({ status, refusal, reason, tried }) {
  if (refusal) return t("noSuchLevel", refusalWords(refusal));
  if (reason === "exhausted") return t("noSuchLevel", t("noOtherLevel"));
  if (reason === "tried") return t("noneFound", tried);
  return status === "stopped" ? t("noneInTime", tried) : t(status === "cancelled" ? "cancelled" : "failed");
}

function refusalWords({ by, moves, deepest, counts, counts_cap: cap }) {
  if (by === "pegs") return t("longestLevel", moves);
  if (counts && cap) return t("leastCountOfLevels", counts[0]);
  if (counts) return t("countsOfLevels", ...counts);
  return deepest === null ? t("noLevelAtAll") : t("longestLevel", deepest);
}

// All positions of a board: how many there are at each distance, the farthest ones, and every problem with its length.
import { still } from "../board/draw.js";
import { element, paragraphs, rowOf, smallButton } from "../elements/elements.js";
import { get } from "../elements/panel.js";
import { style } from "../elements/stylesheet.js";
import { GAME_GOALS, readPuzzle } from "../rules/puzzle.js";
import { t } from "../texts/texts.js";
import { refusalLines, Task } from "./task.js";

await style(new URL("positions.css", import.meta.url));

const FARTHEST = 6; // that are shown
const SURVEY_SECONDS = 2; // between two pictures of a survey
const PARTS = ["kind", "board", "goal", "metric", "axis", "doors"];

export class Positions {
  byName;
  client;
  enter;
  session;
  #about = ""; // the puzzle that what is shown is about
  #survey = null; // what ends the survey that is under way

  // `byName` has the boards of the catalogue; `enter` opens a document.
  constructor(session, { byName, client, enter }) {
    Object.assign(this, { session, byName, client, enter });
    this.task = new Task("spaces", client);
    this.depths = smallButton("", () => this.#explore());
    this.problems = smallButton("", () => this.#solveAll());
    this.said = element("div", { className: "said", role: "status" });
    this.image = element("img");
    const larger = { type: "button", title: t("largerPicture"), hidden: true, on: { click: () => this.#enlarge() } };
    this.picture = element("button", larger, this.image);
    this.farthest = element("div", { className: "farthest" });
    const buttons = rowOf(this.depths, this.problems);
    this.element = element("div", { className: "positions" }, buttons, this.said, this.picture, this.farthest);
    this.changed();
  }

  // The puzzle at hand is another one now.
  changed() {
    const { document: puzzle } = this.session;
    const about = JSON.stringify(puzzle);
    if (about === this.#about) return;
    this.#about = about;
    this.#cancel();
    this.#clear();
    this.problems.hidden = puzzle.kind === "slide"; // too many starts
  }

  #clear(...lines) {
    this.said.replaceChildren(...paragraphs(lines));
    this.picture.hidden = true;
    this.farthest.replaceChildren();
  }

  #idle() {
    this.depths.textContent = t("allPositions");
    this.problems.textContent = t(this.session.document.kind === "block" ? "eachBlock" : "eachProblem");
    this.depths.disabled = this.problems.disabled = false;
  }

  #cancel() {
    this.task.cancel();
    this.#survey?.abort();
    this.#survey = null;
    this.#idle();
  }

  // Carry out some work, of which its button becomes the one that cancels it.
  async #carryOut(own, other, work) {
    if (this.task.running || this.#survey) {
      this.#cancel();
      this.#clear(t("cancelled"));
      return;
    }
    const about = this.#about;
    this.#clear(t("looking"));
    own.textContent = t("cancel");
    other.disabled = true;
    try {
      await work(() => about === this.#about);
    } catch (error) {
      if (about === this.#about && error.name !== "AbortError")
        this.#clear(...refusalLines(error, ({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`));
    }
    if (about === this.#about) this.#cancel();
  }

  #explore() {
    const { document: puzzle } = this.session;
    return this.#carryOut(this.depths, this.problems, async (current) => {
      const space = await this.task.carryOut(spaceOf(puzzle), ({ progress }) => {
        if (current()) this.#clear(t("exploring", progress?.nodes ?? 0));
      });
      if (!space || !current()) return;
      this.#clear(...spaceWords(space));
      if (space.depths?.length) await this.#draw(space.links.picture, t("depthsPicture"));
      if (!current()) return;
      if (space.status === "finished") this.#list(puzzle, space);
      this.said.scrollIntoView({ block: "start" });
    });
  }

  #solveAll() {
    const { document: puzzle } = this.session;
    return this.#carryOut(this.problems, this.depths, async (current) => {
      const stop = new AbortController();
      this.#survey = stop;
      const client = await this.client();
      let survey = await client.request("POST", "/v1/surveys", { body: surveyOf(puzzle), wait: 1 });
      const path = survey.links.self;
      const drop = () => {
        if (survey.status === "running") client.request("DELETE", path).catch(() => {});
      };
      stop.signal.addEventListener("abort", drop);
      if (stop.signal.aborted) drop(); // while it was submitted
      stop.signal.throwIfAborted();
      for (;;) {
        const { solved = 0, unsolvable = 0 } = survey.progress;
        const running = survey.status === "running";
        this.said.replaceChildren(
          ...paragraphs([t(running ? "surveying" : "surveyed", solved + unsolvable, survey.total)]),
        );
        const first = this.picture.hidden;
        await this.#draw(survey.links.picture, t("problemsPicture"));
        if (first && current()) this.picture.scrollIntoView({ block: "nearest" });
        if (!running || !current()) return;
        survey = await client.request("GET", path, { wait: SURVEY_SECONDS, signal: stop.signal });
      }
    });
  }

  // Show a picture of the service, which may ask for a key.
  async #draw(path, alt) {
    const about = this.#about;
    const client = await this.client();
    const drawn = await client.request("GET", path, {}, (answer) => answer.text());
    if (about !== this.#about) return;
    Object.assign(this.image, { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt });
    this.picture.hidden = false;
  }

  // Show the picture as large as the window; any press or Escape closes it.
  #enlarge() {
    const { alt, src } = this.image;
    const close = element("button", { type: "button", title: t("close"), on: { click: () => dialog.close() } });
    close.append(element("img", { alt, src }));
    const dialog = element("dialog", { className: "larger", on: { close: () => dialog.remove() } }, close);
    document.body.append(dialog);
    dialog.showModal();
  }

  // The farthest positions, to be played: of blocks, one of each component.
  #list(puzzle, { depth, deepest, components, component_count: parts = 1 }) {
    const apart = parts > 1 ? components.filter((each) => each.depth) : [];
    const found = apart.length
      ? apart.map((each) => ({ position: each.farthest, far: each.depth, of: each.positions }))
      : deepest.map((position) => ({ position, far: depth }));
    const shown = depth ? found.slice(0, FARTHEST) : [];
    this.farthest.replaceChildren(...shown.map((each) => this.#button(puzzle, each)));
  }

  #button(puzzle, { position, far, of }) {
    const start = puzzle.kind === "slide" ? position.pieces : position;
    const given = { ...puzzle, start };
    delete given.opening;
    const { model, start: content } = readPuzzle(given, this.byName.get(puzzle.board?.name));
    const words = [farWords(puzzle, far), ...(of ? [t("positionCount", of)] : [])].join(t("dot"));
    return element(
      "button",
      { type: "button", title: t("playThis"), on: { click: () => this.#open(given, far) } },
      element("span", { className: "thumb" }, still(model, content)),
      element("small", { textContent: words }),
    );
  }

  // Play a position, as an entry of the browser's history.
  async #open(puzzle, length) {
    const { atlas } = puzzle.board?.name ? {} : this.session.puzzle.model;
    const level = puzzle.kind === "jump" || !puzzle.goal ? undefined : { length };
    await this.enter({ puzzle, atlas, level, mode: "play" });
    get("stage").scrollIntoView({ block: "nearest" });
  }
}

const partsOf = (puzzle) => Object.fromEntries(Object.entries(puzzle).filter(([name]) => PARTS.includes(name)));

// The space of a puzzle: all that leads to its goal; or what its start leads to, if the goal leaves much open.
function spaceOf(puzzle) {
  const { goal, kind, start } = puzzle;
  const parts = partsOf(puzzle);
  const open = kind === "slide" ? goal.includes(null) : kind === "jump" && GAME_GOALS.some((name) => name in goal);
  if (open) delete parts.goal;
  return { ...parts, start };
}

function surveyOf(puzzle) {
  const parts = partsOf(puzzle);
  delete parts.goal;
  return puzzle.kind === "block" ? { ...parts, starts: [puzzle.start] } : parts;
}

const farWords = ({ kind }, far) => t(kind === "jump" ? "jumpsFar" : "moves", far);

// What is said of a space.
function spaceWords({ status, limit, needed, depths = [], pegs, depth, start_depth: own, hardest, ...more }) {
  if (status === "refused") return [t("tooManyPositions", needed, t(`limit-${limit}`) ?? limit)];
  if (status !== "finished") return [t("exploredPart", t(`limit-${limit}`) ?? limit, Math.max(0, depths.length - 1))];
  const lines = [t(pegs ? "spaceOfJumps" : "spaceOfMoves", more.positions, depth ?? 0)];
  if (own === null) lines.push(t("startOutside"));
  else if (own !== undefined) lines.push(t(hardest ? "startFarthest" : pegs ? "startJumps" : "startMoves", own));
  if (more.component_count > 1) lines.push(t("spaceParts", more.component_count));
  return lines;
}

// The page: one board in the middle, to set up, play and watch. Here its parts are put together.
import { Board, STYLE, adoptStyle } from "./board.js";
import { element } from "./elements.js";
import { Fewest } from "./fewest.js";
import { Gallery, boardTitle, exampleTitle, keepSolved } from "./gallery.js";
import { decode, encode } from "./link.js";
import { LiveCheck } from "./livecheck.js";
import { boardModel, firstPuzzle, readPuzzle, writePuzzle } from "./puzzle.js";
import { Setup } from "./setup.js";
import { Sides } from "./sides.js";
import { Solver, errorLines, paragraphs, resultText } from "./solve.js";
import { LANGUAGES, fillIn, keepLanguage, speak, t, wanted } from "./texts.js";
import { Player } from "./watch.js";

const get = (id) => document.getElementById(id);
const catalogue = JSON.parse(get("catalogue").textContent);
const byName = new Map(catalogue.map((entry) => [entry.name, entry]));
const LISTED_SECONDS = 60; // limit of a search for all solutions

const language = wanted();
if (language === "ja") speak("ja", (await import("./japanese.js")).JAPANESE);
document.documentElement.lang = language;
document.title = t("documentTitle");
fillIn(document);
adoptStyle(document, STYLE);

const base = new URL("..", import.meta.url).href.replace(/\/$/, ""); // the service may be reached under a prefix
let client = new Fewest(base);
let puzzle = null;
let origin = null; // { entry, index } of an example of the catalogue; null for a puzzle of one's own
let mode = "setup";
let side = "start"; // set up: board, start or goal
let ended = null; // the last job of this puzzle that has ended with a result
let [painter, ownJson, game, leaf, film, progress] = [null, null, null, null, null, null]; // loaded when they are first needed

const board = new Board(get("board"));
const setup = new Setup(board, (edited) => change(edited));
const player = new Player(board, watched);
const check = new LiveCheck(get("check"), () => client, drawCheck);
const gallery = new Gallery({ drawer: get("gallery"), opener: get("open-gallery"), list: get("cards") }, catalogue, choose);
const sides = new Sides(get("sides"), showSide);
const solver = new Solver({ client: () => client, report: progressed, playable: offerBest });

const report = (lines) => get("message").replaceChildren(...paragraphs(lines));
const say = (text) => (get("say").textContent = text);

// The puzzle is another one now: whatever was found no longer applies.
function change(next, { from = null, solution = null } = {}) {
  if (solver.running) report([t("cancelled")]);
  else report([]);
  solver.abandon();
  puzzle = next;
  origin = from;
  ended = solution && { result: solution };
  get("progress").hidden = true;
  get("all").hidden = true;
  leaf?.element.replaceChildren();
  idle();
  title();
  sides.draw(puzzle, side);
  check.ask(puzzle, writePuzzle(puzzle));
  if (get("own").open) ownJson?.set(writePuzzle(puzzle));
  keepLink();
}

function title() {
  get("title").textContent = origin ? boardTitle(origin.entry) : t("ownBoard");
  get("examples").hidden = !origin || origin.entry.examples.length < 2;
  gallery.mark(origin?.entry.name ?? puzzle.model.document.name ?? "");
}

let linking = 0;

// Keep the address in step with the puzzle, so that a reload or a copied link brings it back.
function keepLink() {
  clearTimeout(linking);
  linking = setTimeout(async () => {
    const solution = ended?.result.moves ? ended.result : null;
    const short = origin && !solution ? `${origin.entry.name}${origin.index ? `/${origin.index}` : ""}` : null;
    const fragment = short ?? (await encode({ puzzle: writePuzzle(puzzle), solution: solution && brief(solution), example: origin && [origin.entry.name, origin.index] }));
    history.replaceState(null, "", `#${fragment}`);
  }, 150);
}

const brief = ({ status, moves, removed, length, optimal, count }) => ({ status, moves, removed, length, optimal, count });

function choose(name, index = 0) {
  gallery.close();
  if (name === null) return paintNew();
  const entry = byName.get(name);
  const example = entry.examples[index] ?? entry.examples[0];
  get("example").replaceChildren(...entry.examples.map((each, i) => new Option(exampleTitle(each), i, false, i === index)));
  side = "start";
  change(readPuzzle(example.puzzle, entry), { from: { entry, index } });
  return setMode("setup");
}

// Take a document of the API: from a link or written by hand.
function open(document, solution = null, example = null) {
  const name = document.board.name;
  const from = example && byName.has(example[0]) ? { entry: byName.get(example[0]), index: example[1] } : null;
  side = "start";
  change(readPuzzle(document, name && byName.get(name)), { from, solution });
  if (from) get("example").replaceChildren(...from.entry.examples.map((each, i) => new Option(exampleTitle(each), i, false, i === from.index)));
  if (!solution) return setMode("setup");
  report([resultText(solution)]);
  return setMode("watch");
}

// Modes

function setMode(next) {
  if (next === "watch" && !ended?.result.moves) return solve();
  mode = next;
  if (mode !== "watch") player.pause();
  for (const name of ["setup", "play", "watch"]) {
    get(`mode-${name}`).setAttribute("aria-pressed", String(name === mode));
    get(name).hidden = name !== mode;
  }
  get("film").hidden = mode !== "watch";
  document.body.dataset.mode = mode;
  if (mode === "setup") return showSide(side);
  say("");
  check.parent.replaceChildren();
  board.element.classList.remove("paint", "grab");
  return mode === "play" ? startGame() : startWatching();
}

async function startGame() {
  board.control = {}; // until the rules of play are here, a press must not paint
  const { Game } = await import("./play.js");
  if (mode !== "play") return;
  game ??= new Game(board, { ask: (document) => client.hint(document), again: (id) => client.hintAgain(id), changed: played });
  board.element.classList.add("grab");
  game.known = ended?.result.moves ? ended.result : null;
  game.fewest = ended?.result.optimal ? ended.result.length : origin?.entry.examples[origin.index].expect.length ?? null;
  board.show(puzzle.model, puzzle.start, { label: t("playBoard") });
  get("bar").replaceChildren(game.bar);
  const opening = element("button", { type: "button", className: "small", textContent: t("makeOpening"), on: { click: makeOpening } });
  const here = element("button", { type: "button", className: "small", textContent: t("playFromHere"), on: { click: setUpHere } });
  const how = element("p", { className: "note", textContent: t(puzzle.model.kind === "jump" ? "howPlay" : "howSlide") });
  get("play").replaceChildren(how, element("div", { className: "row" }, here, ...(puzzle.model.kind === "jump" ? [opening] : [])));
  board.control = game.control;
  game.load(puzzle);
}

function makeOpening() {
  const opening = game.jumps;
  if (!opening.length) return;
  change({ ...puzzle, opening, solvable: false });
  setMode("setup");
}

function setUpHere() {
  change({ ...puzzle, start: game.content, opening: [], solvable: false });
  setMode("setup");
}

function startWatching() {
  board.control = { press: () => player.toggle(), label: (place) => t(puzzle.model.kind === "jump" ? "hole" : "cell", place, board.content[place]) };
  board.show(puzzle.model, puzzle.start, { label: t("watchBoard") });
  get("bar").replaceChildren(player.bar);
  get("watch").replaceChildren(...(leaf ? [leaf.element] : []));
  watch(ended.result);
}

async function watch(solution) {
  player.load(puzzle, solution);
  const { Film } = await import("./film.js");
  film ??= new Film(get("film"), (frame) => player.go(frame));
  if (player.solution === solution) film.load(player);
}

function watched(now) {
  if (mode !== "watch") return;
  const { move } = now.frames[now.at];
  film?.show(move);
  board.relabel();
  say(now.words());
}

function played(now) {
  if (mode === "play") say(now.words());
}

// Setting up

async function showSide(name) {
  side = name;
  sides.press(side);
  say("");
  get("bar").replaceChildren();
  board.element.classList.toggle("paint", name === "board" || puzzle.model.kind === "jump");
  board.element.classList.toggle("grab", true);
  if (name === "board") return paint();
  board.control = setup.control;
  get("tools").replaceChildren(setup.tools);
  setup.load(puzzle, name);
  if (!check.verdict) check.ask(puzzle, writePuzzle(puzzle));
  return drawCheck(check.marks);
}

function drawCheck(marks) {
  if (mode !== "setup") return;
  if (side !== "board") board.mark(marks);
}

async function loadPainter() {
  const { Painter } = await import("./painter.js");
  painter ??= new Painter(board, { changed: painted, warn: say });
  return painter;
}

async function paint() {
  const { kind, document: given } = puzzle.model;
  const { grid, lines, rows, columns } = given.name ? byName.get(given.name).board : given;
  await loadPainter();
  if (painter.made !== puzzle.model) painter.take(kind, puzzle.model, grid ?? (rows && Array(rows).fill(".".repeat(columns))), lines);
  showPainter();
}

async function paintNew() {
  await loadPainter();
  painter.lattice = "square";
  painter.symmetry = "none";
  painter.diagonal = false;
  painter.size = 7;
  painter.renew();
  side = "board";
  painted(painter.document());
  setMode("setup");
}

function showPainter() {
  get("tools").replaceChildren(painter.tools);
  board.control = painter.control;
  painter.load();
}

let looking = null;

// The board was drawn anew: look for a start and a goal that have a solution.
async function painted(document) {
  const token = (looking = {});
  if (!document) return say(t("nothingDrawn"));
  const model = boardModel(painter.kind, document);
  painter.made = model;
  change(firstPuzzle(model));
  if (model.kind === "slide") return;
  check.clear();
  const before = puzzle;
  await new Promise((resolve) => setTimeout(resolve, 600));
  const live = () => token === looking && puzzle === before;
  if (!live()) return;
  check.parent.className = "check open";
  check.parent.replaceChildren(...paragraphs([t("lookingForStart")]));
  try {
    const { solvablePuzzle } = await import("./defaults.js");
    const found = await solvablePuzzle(client, model, live);
    if (live() && found) change(found);
  } catch (error) {
    report(errorLines(error));
  }
  if (mode === "setup" && token === looking) {
    if (side === "board") painter.show();
    else setup.load(puzzle, side);
  }
}

// Solving

function idle() {
  get("solve").textContent = t("solve");
  get("solve").classList.toggle("running", Boolean(ended));
}

async function solve(want = "one") {
  if (solver.running) return solver.cancel();
  const asked = puzzle;
  report([t("submitting")]);
  get("all").hidden = true;
  get("access").hidden = true;
  get("solve").textContent = t("cancel");
  get("solve").classList.add("running");
  try {
    const { SearchProgress } = await import("./progress.js");
    progress ??= new SearchProgress(get("progress"));
    progress.begin();
    const job = await solver.solve(writePuzzle(asked), { want, limits: want === "all" ? { seconds: LISTED_SECONDS } : {} });
    if (!job || asked !== puzzle) return undefined;
    get("progress").hidden = true;
    return finish(job);
  } catch (error) {
    if (asked !== puzzle) return undefined;
    report(errorLines(error));
    get("progress").hidden = true;
    if (error.status === 401) get("access").hidden = false;
    return undefined;
  } finally {
    if (asked === puzzle && !solver.running) idle();
  }
}

function finish(job) {
  const { result } = job;
  if (!result) return report([t(job.status === "cancelled" ? "cancelled" : "failed")]);
  report([resultText(result)]);
  if (origin) keepSolved(origin.entry.name, origin.index, result);
  if (result.proof) return showProof(result.proof);
  if (!result.moves) return undefined;
  ended = job;
  idle();
  get("all").hidden = job.want === "all" || !result.optimal || !result.length;
  setMode("watch");
  if (job.want === "all" && result.count > 1) leafThrough(job);
  keepLink();
  return undefined;
}

async function leafThrough({ solution_id: id, result }) {
  const { Leaf } = await import("./leaf.js");
  leaf ??= new Leaf({
    page: (...place) => client.page(...place),
    show: watch,
    fail: (error) => report(error.status === 404 ? [resultText(ended.result), t("noListing")] : errorLines(error)),
  });
  if (ended?.result !== result) return;
  get("watch").replaceChildren(leaf.element);
  leaf.load(id, result.count, puzzle);
}

// A proof is drawn on the start of the puzzle.
function showProof(proof) {
  if (side === "board") side = "start";
  check.clear();
  check.verdict = { proof };
  setMode("setup");
  check.puzzle = puzzle;
  check.prove(proof);
}

function progressed(job, rate) {
  if (progress.show(job, rate, solver.best)) report([]);
}

function offerBest(result) {
  progress.offer(result, () => {
    ended = { result };
    setMode("watch");
  });
}

// Around it

async function share() {
  const { fillShare } = await import("./share.js");
  await new Promise((resolve) => setTimeout(resolve, 200)); // until the address is up to date
  const pegs = puzzle.start.filter(Boolean).length;
  const model = puzzle.model;
  const content = board.paper ? puzzle.start : board.content;
  const captured = mode === "setup" || model.kind === "slide" ? 0 : pegs - content.filter(Boolean).length;
  const { move = 0 } = (mode === "watch" && player.frames[player.at]) || {};
  const shown = { model, content, captured, path: move ? player.solution.moves[move - 1] : [] };
  fillShare(get("sharing").lastElementChild, { document: writePuzzle(puzzle), shown, links: ended?.links ?? null });
  get("sharing").showModal();
}

function shortcut(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "Escape") gallery.close();
  if (event.key === "n") board.toggleNumbers();
  if (mode !== "watch" || event.target.closest("button, summary, a")) return;
  const keys = { " ": () => player.toggle(), ArrowLeft: () => player.buttons.back.click(), ArrowRight: () => player.forward() };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
}

async function begin() {
  const asked = await decode(location.hash);
  gallery.draw();
  try {
    if (asked?.puzzle) return open(asked.puzzle, asked.solution, asked.example);
    if (asked?.name && byName.has(asked.name)) return choose(asked.name, asked.index);
  } catch {
    choose("english");
    return report([t("notFound")]);
  }
  return choose("english");
}

get("solve").addEventListener("click", () => solve());
get("all").addEventListener("click", () => solve("all"));
get("share").addEventListener("click", share);
get("example").addEventListener("change", () => choose(origin.entry.name, Number(get("example").value)));
for (const name of ["setup", "play", "watch"]) get(`mode-${name}`).addEventListener("click", () => setMode(name));
get("access").addEventListener("submit", (event) => {
  event.preventDefault();
  solve();
});
get("key").addEventListener("change", () => (client = new Fewest(base, { key: get("key").value.trim() || null })));
get("own").addEventListener("toggle", async () => {
  if (!get("own").open) return;
  const { OwnJson } = await import("./ownjson.js");
  ownJson ??= new OwnJson(get("own").lastElementChild, () => client, (document) => open(document));
  ownJson.set(writePuzzle(puzzle));
});
const other = LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length];
get("language").textContent = t("other");
get("language").lang = other;
get("language").addEventListener("click", () => {
  keepLanguage(other);
  location.reload();
});
document.addEventListener("keydown", shortcut);
addEventListener("hashchange", begin);

await begin();
document.body.dataset.ready = "";

// The page: one board in the middle, to play, watch and set up. Here its parts are put together.
import { Board } from "./board.js";
import { Daily } from "./daily.js";
import { listen, paragraphs } from "./elements.js";
import { Gallery } from "./gallery.js";
import { GameMode } from "./gamemode.js";
import { Games } from "./games.js";
import { Dare, Heading } from "./heading.js";
import { Session } from "./session.js";
import { Solving } from "./solving.js";
import { t, translate } from "./texts.js";
import { Opening, Visits } from "./visits.js";

const MODULES = { setup: ["setupmode", "SetupMode"], watch: ["watchmode", "WatchMode"] }; // of modes loaded when needed
const LABELS = { setup: "start", play: "playBoard", watch: "watchBoard" };

const get = (id) => document.getElementById(id);
const base = new URL("..", import.meta.url).href.replace(/\/$/, ""); // the service may be reached under a prefix
const catalogue = JSON.parse(get("catalogue").textContent);
for (const { kind, name, examples = [] } of catalogue)
  for (const each of examples) {
    each.puzzle = { kind, board: { name }, ...each.puzzle };
    each.expect.status ??= "solved";
  }
const byName = new Map(catalogue.map((entry) => [entry.name, entry]));
const shared = JSON.parse(get("shared")?.textContent ?? "null"); // by a short link
await translate(shared ? null : "documentTitle");
const session = new Session();
const games = new Games();
const board = new Board(get("board"));

// Until the module of a mode is here, the board only says what is on it.
const still = { label: (place) => t(session.jump ? "hole" : "cell", place, board.content[place]) };

// What the modes and the search work with.
const page = {
  get,
  session,
  board,
  byName,
  games,
  still,
  making: null, // loaded when it is opened
  client,
  gallery: new Gallery({ drawer: get("gallery"), opener: get("open-gallery"), list: get("cards") }, catalogue, {
    games,
    choose: (name) => opening.visit(name),
    make: openMaking,
  }),
  visits: new Visits({ now: kept, open: (asked) => opening.arrive(asked) }),
  load,
  begin,
  open: (asked) => opening.open(asked),
  visit: (name, index) => opening.visit(name, index),
  visitProblem: (named) => opening.visitProblem(named),
  report: (lines) => get("message").replaceChildren(...paragraphs(lines)),
  say: (text) => (get("say").textContent = text),
  change,
  setBlank,
  setMode,
  modeOf,
  showProof,
  share,
  playOnce: (job) => modes.watch?.playOnce(job),
  watchInstead: (job, solution) => modes.watch?.watchInstead(job, solution),
};
const solving = new Solving(page);
const heading = new Heading(page);
const dare = new Dare(get("dare"), page.client);
const modes = { setup: null, play: new GameMode(page), watch: null };
const opening = new Opening(page, shared);
const daily = new Daily(page);
Object.assign(page, { solving, heading, modes, dare, daily });
let latest = 0; // the number of what a person has begun last
const waiting = { keys: [] }; // for a mode that is not here yet
const { gallery, report, say, visits } = page;

// The client of the service, which opening the page does not need.
async function client() {
  const { Service } = await import("./service.js");
  return new Service(base, { key: get("key").value.trim() || null, language: document.documentElement.lang });
}

// A module that is needed now; null, with a message, if it cannot be loaded.
async function load(name) {
  try {
    return await import(`./${name}.js`);
  } catch {
    report([t("unreachable")]);
    return null;
  }
}

// A person begins something that may have to wait, for a module or an answer. Returns a function that says whether that
// is still what was begun last: only then it goes on.
function begin() {
  latest += 1;
  const mine = latest;
  return () => mine === latest;
}

// The puzzle is another one now: whatever was found no longer applies.
function change(puzzle, known) {
  report(solving.running ? [t("cancelled")] : []);
  solving.stop();
  say("");
  session.change(puzzle, known);
  get("all").hidden = !(session.proven && session.fewest);
  setBlank(false);
  solving.idle();
  heading.show(session);
  modes.play.changed();
  modes.setup?.changed();
  page.making?.changed();
  visits.keep();
}

// Without any place drawn there is nothing to solve, to play or to set up.
function setBlank(blank) {
  session.blank = blank;
  for (const id of ["solve", "mode-play", "mode-watch", "side-start", "side-goal", "share"]) {
    if (get(id)) get(id).disabled = blank;
  }
}

// What the entry of the browser's history keeps.
function kept() {
  const game = modes.play?.game;
  return session.kept(game?.puzzle === session.puzzle ? (game?.record ?? null) : session.record);
}

function setMode(mode) {
  if (mode === "watch" && !session.solution) return solving.running ? undefined : solving.solve();
  if (session.mode !== mode && !session.blank) say(""); // what was said of a game or a solution
  session.mode = mode;
  waiting.keys = [];
  if (mode !== "watch") modes.watch?.player.pause();
  for (const name of Object.keys(modes)) {
    get(`mode-${name}`).setAttribute("aria-pressed", String(name === mode));
    get(name).hidden = name !== mode;
  }
  get("film").replaceChildren();
  get("make").hidden = mode !== "play";
  document.body.dataset.mode = mode;
  heading.entitle(session);
  visits.keep();
  if (mode === "play") dare.show(session, () => modes.play.learned());
  else dare.hide();
  if (mode === "setup" && modes.setup) return modes.setup.start();
  get("bar").replaceChildren();
  board.control = still;
  board.element.classList.remove("paint", "grab");
  return start(mode);
}

// A person chooses a mode. Play, once more, shows what can be moved.
function pressMode(name) {
  const again = name === "play" && session.mode === name;
  begin();
  if (again) modes.play.offer();
  else setMode(name);
}

// Begin with a mode once its module is here, and with the keys pressed meanwhile.
async function start(mode) {
  const { puzzle, ended } = session;
  board.show(puzzle.model, puzzle.start, { label: t(LABELS[mode]) });
  if (!modes[mode]) {
    const loaded = await modeOf(mode);
    if (session.mode !== mode || session.puzzle !== puzzle || session.ended !== ended) return undefined;
    if (!loaded) return setMode("play");
  }
  const started = modes[mode].start();
  for (const event of waiting.keys.splice(0)) pressed(event);
  return started;
}

// A mode whose module is loaded when it is first needed; null, with a message, if it cannot be.
async function modeOf(mode) {
  const [module, name] = MODULES[mode];
  const loaded = modes[mode] ? null : await load(module);
  if (loaded) modes[mode] ??= new loaded[name](page);
  return modes[mode];
}

// A proof is drawn on the start of the puzzle; one that is shown already stays.
async function showProof(proof) {
  const { puzzle } = session;
  const setup = await modeOf("setup");
  if (session.puzzle !== puzzle || !setup) return;
  setup.know(proof);
  setMode("setup");
}

async function share() {
  const loaded = await load("share");
  await visits.settled();
  if (loaded && !session.blank) loaded.openShare(page);
}

// A person opens the panel to make levels: beside a game.
function openMaking() {
  gallery.close();
  begin();
  setMode("play");
  get("make").open = true;
}

get("make").addEventListener("toggle", async () => {
  if (!get("make").open) return;
  const loaded = await load("making");
  if (loaded) page.making ??= new loaded.Making(page);
  get("make").scrollIntoView();
});
get("solve").addEventListener("click", () => solving.solve());
get("all").addEventListener("click", () => solving.solve("all"));
get("share").addEventListener("click", share);
get("example").addEventListener("change", () => opening.visit(session.origin.entry.name, Number(get("example").value)));
for (const name of Object.keys(modes)) get(`mode-${name}`).addEventListener("click", () => pressMode(name));
get("access").addEventListener("submit", (event) => {
  event.preventDefault();
  solving.solve();
});

const plain = ({ altKey, ctrlKey, metaKey }) => !altKey && !ctrlKey && !metaKey;

// Do what a key means in the mode at hand; false if it means nothing. N may be the name of a piece.
function pressed(event) {
  if (modes[session.mode].key(event)) return true;
  const numbers = plain(event) && ["n", "#"].includes(event.key);
  if (numbers) board.toggleNumbers();
  return numbers;
}

// What is played once can be played offline: the page is kept when a person begins.
const begun = new AbortController();
for (const event of ["pointerdown", "keydown"]) addEventListener(event, keepOffline, { signal: begun.signal });
function keepOffline() {
  begun.abort();
  navigator.serviceWorker?.register(new URL("../offline.js", import.meta.url)).catch(() => {}); // then it is not kept
}

listen((event) => {
  if (plain(event) && event.key === "Escape") gallery.close();
  if (solving.running && event.key === " ") return true; // too early for the player; it would press Cancel
  if (board.control !== still && pressed(event)) return true;
  if (session.mode === "watch" && modes.setup?.edits.key(event)) return true;
  if (board.control !== still) return false;
  const early = plain(event) && /^(.|Arrow.*|Home|End)$/.test(event.key) && session.mode !== "setup";
  if (early) waiting.keys.push(event);
  return early;
});

document.addEventListener("paste", async (event) => {
  const text = event.clipboardData.getData("text/plain");
  if (event.target.closest("input, textarea, dialog") || !text.trim()) return;
  const current = begin();
  const setup = await modeOf("setup");
  if (!setup || !current()) return;
  setMode("setup");
  setup.paste(text, current);
});

gallery.draw();
await visits.arrive();
document.body.dataset.ready = "";
void daily.draw();

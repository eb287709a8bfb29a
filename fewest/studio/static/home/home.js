// The page: one board in the middle, to play, watch and set up. Here its parts are put together.
import { Board } from "../board/board.js";
import { base } from "../elements/browser.js";
import { listen } from "../elements/elements.js";
import { get, importModule, load, report, say } from "../elements/panel.js";
import { Sets, setOf } from "../play/sets.js";
import { Daily } from "../play/daily.js";
import { GameMode } from "../play/gamemode.js";
import { Games } from "../play/games.js";
import { Solving } from "../solve/solving.js";
import { t, translate } from "../texts/texts.js";
import { watchConnection } from "./away.js";
import { Gallery } from "./gallery.js";
import { Dare, Heading } from "./heading.js";
import { Session } from "./session.js";
import { Opening, Visits } from "./visits.js";

const LABELS = { setup: "start", play: "playBoard", watch: "watchBoard" };

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

const keep = () => visits.keep();
const visit = (name, index) => opening.visit(name, index);
const visitProblem = (named) => opening.visitProblem(named);
const visits = new Visits({ now: kept, open: (asked) => opening.arrive(asked) });
const gallery = new Gallery({ drawer: get("gallery"), opener: get("open-gallery"), list: get("cards") }, catalogue, {
  games,
  choose: visit,
  make: openMaking,
});
const solving = new Solving(session, { client, keep, turnTo, showProof, watching: () => modes.watch });
const heading = new Heading({ byName, games, mark: (name) => gallery.mark(name) });
const dare = new Dare(get("dare"), client);
const opening = new Opening(session, {
  byName,
  shared,
  visits,
  begin: turn,
  change,
  clear: () => modes.setup?.edits.clear(),
  setMode,
  setup: () => modeOf("setup"),
  stop: () => solving.stop(),
  waitFor: (job) => solving.solve(job.want, job.id),
});
const daily = new Daily(byName, visitProblem);
const sets = new Sets(visitProblem);
const series = () => (setOf(session) ? sets : daily);
const playing = { byName, client, dare, games, awarded, keep, series, setUp, share, visit };
const modes = { setup: null, play: new GameMode(board, session, playing), watch: null };
let making = null; // loaded when it is opened
let latest = 0; // the number of what a person has begun last
const waiting = { keys: [] }; // for a mode that is not here yet

// Modes whose modules are loaded when they are needed.
const LATER = {
  setup: {
    load: () => load(new URL("../setup/setupmode.js", import.meta.url), () => import("../setup/setupmode.js")),
    make: ({ SetupMode }) => {
      const open = (asked) => opening.open(asked);
      return new SetupMode(board, session, { byName, client, solving, still, begin, change, open, setBlank, setMode });
    },
  },
  watch: {
    load: () => load(new URL("../solve/watchmode.js", import.meta.url), () => import("../solve/watchmode.js")),
    make: ({ WatchMode }) => new WatchMode(board, session, { label: still.label, leaf: () => solving.leaf }),
  },
};

// The client of the service, which opening the page does not need.
async function client() {
  const { Service } = await importModule(new URL("../service.js", import.meta.url), () => import("../service.js"));
  return new Service(base, { key: get("key").value.trim() || null, language: document.documentElement.lang });
}

// A person begins something that may have to wait, for a module or an answer. Returns a function that says whether that
// is still what was begun last: only then it goes on.
function begin() {
  latest += 1;
  const mine = latest;
  return () => mine === latest;
}

// A person turns to another puzzle, perhaps in the gallery.
function turn() {
  gallery.close();
  return begin();
}

// A person opens a document that was made.
function enter(asked) {
  begin();
  return opening.enter(asked);
}

// A game may be won: say in the lists what was solved.
function awarded() {
  making?.award();
  if (!session.origin) return;
  gallery.award(session.origin.entry.name);
  heading.award(session.origin);
}

// Set up the puzzle at hand with changes, such as where a game is.
async function setUp(changes) {
  const current = begin();
  const setup = await modeOf("setup");
  if (!setup || !current()) return;
  visits.enter();
  session.side = "start";
  setup.edited({ ...session.puzzle, ...changes, solvable: false });
  setMode("setup");
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
  making?.changed();
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
  const record = game?.puzzle === session.puzzle ? (game?.record ?? null) : session.record;
  const what = session.kept(record);
  return what && { ...what, job: solving.job };
}

// A person turns to a mode, or a search does that was asked for: another entry of the browser's history.
function turnTo(mode) {
  if (session.mode !== mode && (mode !== "watch" || session.solution)) visits.enter();
  return setMode(mode);
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

// Whether a person can go on with what is set up: a text that was changed is read first.
async function canGoOn() {
  return !modes.setup || modes.setup.takeText();
}

// A person solves, or ends a search.
async function solve(want = "one") {
  if (solving.running || (await canGoOn())) await solving.solve(want);
}

// A person chooses a mode. Play, once more, shows what can be moved.
async function pressMode(name) {
  if (!session.puzzle) return; // it is being opened, and to begin anything else would end that
  if (name !== "setup" && !(await canGoOn())) return;
  const again = name === "play" && session.mode === name;
  begin();
  if (again) modes.play.offer();
  else turnTo(name);
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
  const loaded = modes[mode] ? null : await LATER[mode].load();
  if (loaded) modes[mode] ??= LATER[mode].make(loaded);
  return modes[mode];
}

// A proof is drawn on the start of the puzzle; one that is shown already stays.
async function showProof(proof) {
  const { puzzle } = session;
  const setup = await modeOf("setup");
  if (session.puzzle !== puzzle || !setup) return;
  setup.know(proof);
  turnTo("setup");
}

async function share() {
  gallery.close();
  if (!(await canGoOn())) return;
  const loaded = await load(new URL("./share.js", import.meta.url), () => import("./share.js"));
  await visits.settled();
  if (loaded && !session.blank)
    loaded.openShare(board, session, { client, playing: modes.play, watching: modes.watch });
}

// A person opens the panel to make levels: beside a game.
async function openMaking() {
  gallery.close();
  if (!(await canGoOn())) return;
  turn();
  turnTo("play");
  get("make").open = true;
}

get("make").addEventListener("toggle", async () => {
  if (!get("make").open) return;
  const loaded = await load(new URL("../making/making.js", import.meta.url), () => import("../making/making.js"));
  const given = { byName, client, games, begin, enter, share };
  if (loaded) making ??= new loaded.Making(session, given);
  get("make").scrollIntoView();
});
get("solve").addEventListener("click", () => solve());
get("all").addEventListener("click", () => solve("all"));
get("share").addEventListener("click", share);
get("example").addEventListener("change", () => visit(session.origin.entry.name, Number(get("example").value)));
for (const name of Object.keys(modes)) get(`mode-${name}`).addEventListener("click", () => pressMode(name));
get("access").addEventListener("submit", (event) => {
  event.preventDefault();
  solve();
});

const plain = ({ altKey, ctrlKey, metaKey }) => !altKey && !ctrlKey && !metaKey;

// Do what a key means in the mode at hand; false if it means nothing. N may be the name of a piece.
function pressed(event) {
  if (modes[session.mode].key(event)) return true;
  const numbers = plain(event) && ["n", "#"].includes(event.key);
  if (numbers) board.toggleNumbers();
  return numbers;
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
  turnTo("setup");
  setup.paste(text, current);
});

watchConnection(get("claim"), daily);
gallery.draw();
await visits.arrive();
document.body.dataset.ready = "";
void daily.draw();

// The page: pick or draw a board, set start and goal by clicking, solve, watch, copy the code to embed it.
import { Editor } from "./editor.js";
import { Fewest } from "./fewest.js";
import { answered, sorry, waiting } from "./words.js";

const element = (id) => document.getElementById(id);
const say = (text) => (element("told").textContent = text);
const editor = new Editor(element("picture"), changed);
let fewest = new Fewest();
let entry = null; // the board of the catalogue that is shown
let job = null; // what is being solved
let changes = 0; // of the puzzle

// What was said and shown is about another puzzle now.
function changed() {
  changes += 1;
  if (job) cancel();
  say("");
  element("solution").hidden = true;
  explain();
}

function explain() {
  const { kind, aim, opening } = editor.puzzle;
  element("anywhere").hidden = kind !== "jump";
  element("shuffle").hidden = kind !== "slide";
  element("one").checked = aim?.count === 1;
  const slide = "Click two cells to exchange what is on them.";
  const lines = [kind === "jump" ? "Click a hole to put a peg in or take it out." : slide];
  const jumps = opening.map(([from, over, to]) => `${from} over ${over} to ${to}`);
  if (jumps.length) lines.push(`Played first: ${jumps.join(", ")}.`);
  if (aim && editor.side === "goal") {
    const pegs = aim.count === 1 ? "one peg" : `${aim.count} pegs`;
    lines.push(aim.count === undefined ? "Any of several goals will do." : `Any ${pegs} left will do.`);
  }
  element("how").textContent = lines.join("\n");
}

function neighbours(layout) {
  const near = ([a, b], [c, d]) => Math.abs(a - c) + Math.abs(b - d) === 1;
  return layout.flatMap((p, i) => layout.slice(0, i).flatMap((q, j) => (near(p, q) ? [[j, i]] : [])));
}

// A puzzle for boards without one: pegs everywhere but in the middle, one to be left there; or pieces in order.
function plain(kind, layout) {
  const middle = Math.floor(layout.length / 2);
  const start = layout.map((_, place) => (kind === "jump" ? +(place !== middle) : (place + 1) % layout.length));
  return { start, goal: kind === "jump" ? start.map((peg) => 1 - peg) : [...start] };
}

function example() {
  const { name, kind, layout, board, examples } = entry;
  const edges = board.adjacency?.flatMap((row, a) => row.map((b) => [a, b])) ?? neighbours(layout);
  const base = { kind, board: { name }, layout, edges: kind === "slide" ? edges : [] };
  const chosen = examples[element("example").value]?.puzzle;
  if (!chosen) return editor.set({ ...base, ...plain(kind, layout) });
  if (kind === "slide") return editor.set({ ...base, start: chosen.start, goal: chosen.goal });
  const fill = ({ pegs, empty }) => layout.map((_, hole) => (pegs ? +pegs.includes(hole) : +!empty?.includes(hole)));
  const { start, goal, opening } = chosen;
  const whole = goal.pegs || goal.empty;
  const full = whole ? fill(goal) : fill(start).map((peg) => 1 - peg);
  return editor.set({ ...base, start: fill(start), goal: full, aim: whole ? null : goal, opening });
}

async function choose() {
  const name = element("board").value;
  element("drawing").hidden = name !== "";
  element("examples").hidden = true;
  if (!name) return draw();
  const found = await fewest.board(name);
  if (element("board").value !== name) return undefined; // another one was chosen meanwhile
  entry = found;
  element("example").replaceChildren(...entry.examples.map(({ title }, index) => new Option(title, index)));
  element("examples").hidden = entry.examples.length < 2;
  return example();
}

function draw() {
  const grid = element("rows").value.split("\n").map((row) => row.replace(/[^.]/g, "#"));
  const places = grid.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "." ? [[x, y]] : [])));
  if (!places.length || places.length > 64) return say(`Between 1 and 64 dots are needed, not ${places.length}.`);
  const lines = element("lines").value;
  if (lines === "slide") {
    const kind = "slide";
    return editor.set({ kind, board: { grid }, layout: places, edges: neighbours(places), ...plain(kind, places) });
  }
  const layout = lines === "triangular" ? places.map(([x, y]) => [x - y / 2, (y * Math.sqrt(3)) / 2]) : places;
  return editor.set({ kind: "jump", board: { grid, lines }, layout, ...plain("jump", layout) });
}

async function solve() {
  element("solve").disabled = true;
  element("solution").hidden = true;
  say("Asking …");
  const before = changes;
  try {
    job = await fewest.submit(editor.written(), { want: element("want").value, wait: 1 });
    if (changes !== before) return cancel();
    element("cancel").disabled = false;
    const ended = await fewest.wait(job, { progress: (now) => say(waiting(now)) });
    say(answered(ended.result));
    if (ended.result.moves?.length && ended.links.embed) watch(ended.links.embed);
  } catch (error) {
    say(sorry(error));
    if (error.status === 401) element("access").hidden = false;
  } finally {
    job = null;
    element("solve").disabled = false;
    element("cancel").disabled = true;
  }
}

function cancel() {
  fewest.cancel(job).catch((error) => say(sorry(error)));
}

function watch(path) {
  element("solution").hidden = false;
  element("player").src = path;
  const address = new URL(path, location.href).href;
  const size = 'width="480" height="560"';
  element("code").value = `<iframe src="${address}" ${size} title="A solution, move by move"></iframe>`;
  element("copied").textContent = "";
  element("solution").scrollIntoView({ block: "nearest" });
}

async function copy() {
  element("code").select();
  try {
    await navigator.clipboard.writeText(element("code").value);
  } catch {
    document.execCommand("copy"); // pages that did not come over HTTPS have no clipboard
  }
  element("copied").textContent = "Copied.";
}

function on(id, event, action) {
  element(id).addEventListener(event, action);
}

on("board", "change", () => choose().catch((error) => say(sorry(error))));
on("example", "change", example);
on("redraw", "click", draw);
on("one", "change", () => editor.aimAt(element("one").checked ? { count: 1 } : null));
on("shuffle", "click", () => editor.shuffle());
on("solve", "click", solve);
on("cancel", "click", cancel);
on("copy", "click", copy);
on("access", "submit", (event) => {
  event.preventDefault();
  solve();
});
on("key", "change", () => (fewest = new Fewest("", { key: element("key").value.trim() || null })));
for (const side of ["start", "goal"]) {
  on(side, "change", () => {
    editor.look(side);
    explain();
  });
}

try {
  const { boards } = await fewest.boards();
  element("board").append(...boards.map(({ name, title }) => new Option(title, name)), new Option("Draw one …", ""));
  element("board").value = "hoppers";
  await choose();
  element("solve").disabled = false;
} catch (error) {
  say(sorry(error));
}

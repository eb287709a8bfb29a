// The home page: pick or draw a board, edit start and goal by clicking, solve, play back, copy the embed code.
import { Editor } from "./editor.js";
import { Fewest } from "./fewest.js";
import { errorText, progressText, resultText } from "./messages.js";

const element = (id) => document.getElementById(id);
const report = (text) => (element("message").textContent = text);
const editor = new Editor(element("picture"), changed);
const base = new URL("..", import.meta.url).href; // the service may be reached under a prefix
let fewest = new Fewest(base);
let entry = null; // the current board of the catalogue
let job = null; // the job in progress
let changes = 0; // number of edits of the puzzle

// The puzzle was edited: earlier messages and solutions no longer apply.
function changed() {
  changes += 1;
  if (job) cancel();
  report("");
  element("solution").hidden = true;
  explain();
}

function explain() {
  const { kind, aim, opening } = editor.puzzle;
  element("anywhere").hidden = kind !== "jump";
  element("shuffle").hidden = kind !== "slide";
  element("one").checked = aim?.count === 1;
  const slide = "Click two cells to swap their contents.";
  const lines = [kind === "jump" ? "Click a hole to add or remove a peg." : slide];
  const jumps = opening.map(([from, over, to]) => `${from} over ${over} to ${to}`);
  if (jumps.length) lines.push(`Opening: ${jumps.join(", ")}.`);
  if (aim && editor.side === "goal") {
    const pegs = aim.count === 1 ? "one peg" : `${aim.count} pegs`;
    lines.push(aim.count === undefined ? "Any of several goals." : `Any position with ${pegs} is a goal.`);
  }
  element("how").textContent = lines.join("\n");
}

function adjacentPairs(layout) {
  const adjacent = ([a, b], [c, d]) => Math.abs(a - c) + Math.abs(b - d) === 1;
  return layout.flatMap((p, i) => layout.slice(0, i).flatMap((q, j) => (adjacent(p, q) ? [[j, i]] : [])));
}

// Default puzzle of a board: pegs everywhere but in the middle, where the last one must end; or pieces in order.
function defaultPuzzle(kind, layout) {
  const middle = Math.floor(layout.length / 2);
  const start = layout.map((_, place) => (kind === "jump" ? +(place !== middle) : (place + 1) % layout.length));
  return { start, goal: kind === "jump" ? start.map((peg) => 1 - peg) : [...start] };
}

function example() {
  const { name, kind, layout, board, examples } = entry;
  const edges = board.adjacency?.flatMap((row, a) => row.map((b) => [a, b])) ?? adjacentPairs(layout);
  const base = { kind, board: { name }, layout, edges: kind === "slide" ? edges : [] };
  const chosen = examples[element("example").value]?.puzzle;
  if (!chosen) return editor.set({ ...base, ...defaultPuzzle(kind, layout) });
  if (kind === "slide") return editor.set({ ...base, start: chosen.start, goal: chosen.goal });
  const fill = ({ pegs, empty }) => layout.map((_, hole) => (pegs ? +pegs.includes(hole) : +!empty?.includes(hole)));
  const { start, goal, opening } = chosen;
  const exact = goal.pegs || goal.empty;
  const shown = exact ? fill(goal) : fill(start).map((peg) => 1 - peg);
  return editor.set({ ...base, start: fill(start), goal: shown, aim: exact ? null : goal, opening });
}

async function choose() {
  const name = element("board").value;
  element("drawing").hidden = name !== "";
  element("examples").hidden = true;
  if (!name) return draw();
  const found = await fewest.board(name);
  if (element("board").value !== name) return undefined; // another board was chosen meanwhile
  entry = found;
  element("example").replaceChildren(...entry.examples.map(({ title }, index) => new Option(title, index)));
  element("examples").hidden = entry.examples.length < 2;
  return example();
}

function draw() {
  const grid = element("rows").value.split("\n").map((row) => row.replace(/[^.]/g, "#"));
  const places = grid.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "." ? [[x, y]] : [])));
  if (!places.length || places.length > 64) return report(`A board needs 1 to 64 dots; this one has ${places.length}.`);
  const lines = element("lines").value;
  if (lines === "slide") {
    const edges = adjacentPairs(places);
    return editor.set({ kind: "slide", board: { grid }, layout: places, edges, ...defaultPuzzle("slide", places) });
  }
  const layout = lines === "triangular" ? places.map(([x, y]) => [x - y / 2, (y * Math.sqrt(3)) / 2]) : places;
  return editor.set({ kind: "jump", board: { grid, lines }, layout, ...defaultPuzzle("jump", layout) });
}

async function solve() {
  element("solve").disabled = true;
  element("solution").hidden = true;
  report("Submitting …");
  const before = changes;
  try {
    job = await fewest.submit(editor.puzzleDocument(), { want: element("want").value, wait: 1 });
    if (changes !== before) return cancel();
    element("cancel").disabled = false;
    const ended = await fewest.wait(job, { progress: (now) => report(progressText(now)) });
    report(resultText(ended.result));
    if (ended.result.moves?.length && ended.links.embed) watch(ended.links.embed);
  } catch (error) {
    report(errorText(error));
    if (error.status === 401) element("access").hidden = false;
  } finally {
    job = null;
    element("solve").disabled = false;
    element("cancel").disabled = true;
  }
}

function cancel() {
  fewest.cancel(job).catch((error) => report(errorText(error)));
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
    document.execCommand("copy"); // the clipboard API needs HTTPS
  }
  element("copied").textContent = "Copied.";
}

function on(id, event, action) {
  element(id).addEventListener(event, action);
}

on("board", "change", () => choose().catch((error) => report(errorText(error))));
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
on("key", "change", () => (fewest = new Fewest(base, { key: element("key").value.trim() || null })));
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
  report(errorText(error));
}

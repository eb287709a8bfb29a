// The page: pick or draw a board, set start and goal by clicking, solve, watch, copy the embed code.
import { canvas, cells, token } from "./board.js";
import { Fewest } from "./fewest.js";

const fewest = new Fewest();
const element = (id) => document.getElementById(id);
const UNIT = 40;
const puzzle = { kind: "jump", board: {}, points: [], edges: [], start: [], goal: [] };
let held = null; // the cell whose piece is picked up, on sliding boards
let job = null;

const side = () => document.querySelector("input[name=side]:checked").value;
const say = (text) => (element("told").textContent = text);

function show() {
  const svg = canvas(element("picture"), puzzle.points);
  const content = puzzle[side()];
  const anywhere = side() === "goal" && puzzle.kind === "jump" && element("one").checked;
  const drawn = cells(svg, puzzle.kind, puzzle.points, puzzle.edges);
  drawn.forEach((shape, place) => {
    const label = puzzle.kind === "jump" ? "" : String(content[place]);
    if (content[place] && !anywhere) {
      const made = token(svg, label);
      made.style.transform = `translate(${puzzle.points[place].map((n) => `${n}px`).join(",")})`;
      made.style.pointerEvents = "none";
      made.classList.toggle("moved", held === place);
    }
    const told = content[place] ? (label ? `piece ${label}` : "peg") : "empty";
    const attributes = { class: "hole pick", tabindex: 0, role: "button", "aria-label": `${place}: ${told}` };
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    shape.addEventListener("click", () => pick(place));
    shape.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(place);
      element("picture").querySelectorAll(".pick")[place].focus();
    });
  });
  element("anywhere").hidden = puzzle.kind !== "jump";
  element("shuffle").hidden = puzzle.kind !== "slide";
  const slide = "Click two cells to exchange what is on them.";
  element("how").textContent = puzzle.kind === "jump" ? "Click a hole to put a peg in or take it out." : slide;
}

function pick(place) {
  const content = puzzle[side()];
  if (puzzle.kind === "jump") {
    if (side() === "goal") element("one").checked = false;
    content[place] = content[place] ? 0 : 1;
  } else if (held === null) {
    held = place;
  } else {
    [content[held], content[place]] = [content[place], content[held]];
    held = null;
  }
  show();
}

const pegs = (content) => content.flatMap((peg, hole) => (peg ? [hole] : []));

function written() {
  if (puzzle.kind === "slide") return { kind: "slide", board: puzzle.board, start: puzzle.start, goal: puzzle.goal };
  const goal = element("one").checked ? { count: 1 } : { pegs: pegs(puzzle.goal) };
  return { kind: "jump", board: puzzle.board, start: { pegs: pegs(puzzle.start) }, goal };
}

function set(kind, board, layout, start, goal, edges = []) {
  const left = Math.min(...layout.map(([x]) => x));
  const top = Math.min(...layout.map(([, y]) => y));
  const gaps = layout.flatMap(([a, b], i) => layout.slice(0, i).map(([c, d]) => Math.hypot(a - c, b - d)));
  const scale = UNIT / (gaps.length ? Math.min(...gaps) : 1);
  const points = layout.map(([x, y]) => [(x - left) * scale, (y - top) * scale]);
  held = null;
  Object.assign(puzzle, { kind, board, points, edges, start, goal });
  show();
}

function neighbours(layout) {
  const near = ([a, b], [c, d]) => Math.abs(a - c) + Math.abs(b - d) === 1;
  return layout.flatMap((p, i) => layout.slice(0, i).flatMap((q, j) => (near(p, q) ? [[j, i]] : [])));
}

async function choose() {
  const name = element("board").value;
  element("drawing").hidden = name !== "";
  if (!name) return draw();
  const { kind, layout, examples } = await fewest.board(name);
  const example = examples[0].puzzle;
  element("one").checked = example.goal.count === 1;
  if (kind === "slide") return set(kind, { name }, layout, example.start, example.goal, neighbours(layout));
  const fill = ({ pegs: full, empty }) => layout.map((_, hole) => (full ? +full.includes(hole) : +!empty?.includes(hole)));
  const goal = example.goal.pegs ? fill(example.goal) : layout.map((_, hole) => +example.start.empty?.includes(hole));
  return set(kind, { name }, layout, fill(example.start), goal);
}

function draw() {
  const grid = element("rows").value.split("\n").map((row) => row.replace(/[^.]/g, "#"));
  const layout = grid.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "." ? [[x, y]] : [])));
  if (!layout.length || layout.length > 64) return say(`Between 1 and 64 dots are needed, not ${layout.length}.`);
  const lines = element("lines").value;
  if (lines === "slide") {
    const solved = layout.map((_, cell) => (cell + 1) % layout.length);
    return set("slide", { grid }, layout, [...solved], solved, neighbours(layout));
  }
  const middle = Math.floor(layout.length / 2);
  const start = layout.map((_, hole) => +(hole !== middle));
  return set("jump", { grid, lines }, layout, start, start.map((peg) => 1 - peg));
}

// Slides back from the goal at random, so that there is a way back.
function shuffle() {
  const content = [...puzzle.goal];
  for (let step = 0; step < 200; step += 1) {
    const ways = puzzle.edges.filter(([a, b]) => !content[a] !== !content[b]);
    if (!ways.length) break;
    const [a, b] = ways[Math.floor(Math.random() * ways.length)];
    [content[a], content[b]] = [content[b], content[a]];
  }
  puzzle.start = content;
  show();
}

function progress({ status, progress: far, queue_position: before }) {
  if (status === "queued") say(`In the queue, ${before ?? 0} before it.`);
  if (status === "running" && far) say(`At least ${far.lower_bound} moves; ${far.nodes.toLocaleString()} positions.`);
}

function told({ result }) {
  if (result.status === "unsolvable") return `There is no solution, proven by ${result.proof.by}.`;
  if (result.status === "stopped") return `Stopped by the limit on ${result.limit}: at least ${result.lower_bound} moves.`;
  const moves = result.length === 1 ? "1 move" : `${result.length} moves`;
  return `${moves}${result.optimal ? ", and none has fewer" : ""}.`;
}

async function solve() {
  element("solve").disabled = true;
  element("solution").hidden = true;
  say("Asking …");
  try {
    job = await fewest.submit(written(), { wait: 1 });
    element("cancel").disabled = false;
    const ended = await fewest.wait(job, { progress });
    say(told(ended));
    if (ended.result.moves && ended.links.embed) watch(ended.links.embed);
  } catch (error) {
    say(error.name === "JobEnded" ? "Cancelled." : error.message);
  } finally {
    element("solve").disabled = false;
    element("cancel").disabled = true;
  }
}

function watch(path) {
  element("solution").hidden = false;
  element("player").src = path;
  const address = new URL(path, location.href).href;
  element("code").value = `<iframe src="${address}" width="480" height="520" title="Solution"></iframe>`;
}

element("board").addEventListener("change", choose);
element("redraw").addEventListener("click", draw);
element("one").addEventListener("change", show);
element("shuffle").addEventListener("click", shuffle);
element("solve").addEventListener("click", solve);
element("cancel").addEventListener("click", () => fewest.cancel(job));
element("copy").addEventListener("click", async () => {
  element("code").select();
  await navigator.clipboard.writeText(element("code").value);
});
for (const radio of document.querySelectorAll("input[name=side]")) radio.addEventListener("change", () => pickSide());

function pickSide() {
  held = null;
  show();
}

const { boards } = await fewest.boards();
element("board").append(...boards.map(({ name, title }) => new Option(title, name)), new Option("Draw one …", ""));
element("board").value = "hoppers";
await choose();

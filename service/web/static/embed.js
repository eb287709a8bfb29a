// The embedded player of one solution. Space plays and pauses, arrow keys step, Home and End go to either end.
import { draw } from "./board.js";

const MOVE_MILLISECONDS = 900;
const scene = JSON.parse(document.getElementById("scene").textContent);
const moves = scene.moves.length;
const element = (id) => document.getElementById(id);
const show = draw(element("board"), scene);
let move = 0;
let timer = 0;

function go(to) {
  move = Math.max(0, Math.min(moves, to));
  const description = show(move);
  element("message").textContent = `Move ${move} of ${moves}${description ? `: ${description}` : ""}`;
  element("at").value = move;
  element("first").disabled = element("back").disabled = move === 0;
  element("last").disabled = element("forward").disabled = move === moves;
}

function pause() {
  clearInterval(timer);
  timer = 0;
  element("play").textContent = "Play";
}

function play() {
  if (timer) return pause();
  if (move === moves) go(0);
  element("play").textContent = "Pause";
  timer = setInterval(() => {
    go(move + 1);
    if (move === moves) pause();
  }, MOVE_MILLISECONDS);
}

function step(to) {
  pause();
  go(to);
}

const actions = {
  first: () => step(0),
  back: () => step(move - 1),
  play,
  forward: () => step(move + 1),
  last: () => step(moves),
};
const keys = { " ": "play", ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

// A focused button handles the space bar itself, and the slider the other keys.
function pressed(event) {
  const id = keys[event.key];
  const handled = event.key === " " ? event.target.tagName === "BUTTON" : event.target.tagName === "INPUT";
  if (!id || handled || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  actions[id]();
}

show(0);
if (moves) {
  for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", action);
  document.addEventListener("keydown", pressed);
  element("at").max = moves;
  element("at").addEventListener("input", () => step(Number(element("at").value)));
  element("controls").hidden = false;
  go(0);
}

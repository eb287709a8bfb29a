// The page of an iframe: plays one solution. Space plays and pauses, the arrow keys step, Home and End jump.
import { draw } from "./board.js";

const MOVE_MILLISECONDS = 900;
const scene = JSON.parse(document.getElementById("scene").textContent);
const element = (id) => document.getElementById(id);
const show = draw(element("board"), scene);
let move = 0;
let timer = 0;

function go(to) {
  move = Math.max(0, Math.min(scene.moves.length, to));
  show(move);
  const path = move ? `: ${scene.moves[move - 1].join(" → ")}` : "";
  element("told").textContent = `Move ${move} of ${scene.moves.length}${path}`;
  element("first").disabled = element("back").disabled = move === 0;
  element("last").disabled = element("forward").disabled = move === scene.moves.length;
}

function pause() {
  clearInterval(timer);
  timer = 0;
  element("play").textContent = "Play";
}

function play() {
  if (timer) return pause();
  if (move === scene.moves.length) go(0);
  element("play").textContent = "Pause";
  timer = setInterval(() => (move < scene.moves.length ? go(move + 1) : pause()), MOVE_MILLISECONDS);
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
  last: () => step(scene.moves.length),
};
for (const [id, action] of Object.entries(actions)) element(id).addEventListener("click", action);

const keys = { " ": "play", ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const id = keys[event.key];
  if (!id || (event.key === " " && event.target.tagName === "BUTTON")) return;
  event.preventDefault();
  actions[id]();
});

go(0);

// A puzzle on paper: its start with the numbers of the places, its goal, and the moves of its solution if it is known.
import { still } from "./draw.js";
import { element, node } from "./elements.js";
import "./modetexts.js";
import { style } from "./stylesheet.js";
import { t } from "./texts.js";

await style("print.css");

// A picture with the numbers of holes on it, or those of cells in their corners.
function numbered(model, content, goal = null) {
  const picture = still(model, content);
  const slide = model.kind !== "jump";
  goal?.forEach((peg, hole) => {
    const [cx, cy] = model.points[hole];
    if (peg) node("circle", { cx, cy, r: 18, class: "goal" }, picture);
  });
  model.points.forEach(([x, y], place) => {
    const name = slide ? "corner" : content[place] ? "on" : "off";
    const where = slide ? { x: x + 17, y: y + 17 } : { x, y: y + 4.5 };
    node("text", { ...where, class: name, "text-anchor": slide ? "end" : "middle" }, picture).textContent = place;
  });
  return picture;
}

const captioned = (picture, caption) => element("figure", {}, picture, element("figcaption", { textContent: caption }));

function goalOf({ model, goal }) {
  if (goal.form === "count") return element("p", { textContent: `${t("goal")}: ${t("pegsLeft", goal.count)}` });
  if (goal.form === "other") return element("p", { textContent: `${t("goal")}: ${t("oneOfSeveral")}` });
  if (goal.document) return element("p", { textContent: [t("goal"), t(`goal-${goal.form}`)].join(": ") });
  return captioned(numbered(model, goal.content), t(goal.form === "among" ? "goalAmong" : "goal"));
}

// Slides are written as piece and cells, jumps as the holes of their peg.
const written = (moves, pieces) =>
  moves.map((move, at) => (pieces?.[at] === undefined ? "" : `${pieces[at]}: `) + move.join("–")).join(", ");

// The parts of a sheet with the puzzle and what a session knows of it.
function sheet(title, { puzzle, solution }) {
  const { model, start, goal, opening } = puzzle;
  const marked = goal.form === "exact" && model.kind === "jump" ? goal.content : null;
  const parts = [
    element("h1", { textContent: title }),
    element("div", { className: "boards" }, captioned(numbered(model, start, marked), t("start")), goalOf(puzzle)),
  ];
  if (opening.length) {
    const jumps = opening.map(([from, , to]) => `${from}–${to}`);
    parts.push(element("p", { textContent: `${t("printedOpening")} ${jumps.join(", ")}` }));
  }
  if (solution) {
    parts.push(element("h2", { textContent: t("moves", solution.moves.length) }));
    parts.push(element("p", { textContent: written(solution.moves, solution.pieces ?? solution.blocks) }));
  }
  return parts;
}

// From now on a printer gets a sheet of its own instead of the page. `title` returns the puzzle's name.
export function prepare(session, title) {
  const section = element("section", { id: "print" });
  document.body.append(section);
  addEventListener("beforeprint", () => section.replaceChildren(...sheet(title(), session)));
}

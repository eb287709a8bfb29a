// A puzzle on paper: its start with the numbers of the places, its goal, and the moves of its solution if it is known.
import { adoptStyle } from "./boardstyle.js";
import { still } from "./draw.js";
import { element, node } from "./elements.js";
import "./modetexts.js";
import { t } from "./texts.js";

const STYLE = `
#print { display: none; }
@media print {
  body { display: block; height: auto; overflow: visible; background: #fff; color: #000; }
  body > :not(#print) { display: none !important; }
  #print { display: block; }
  #print .boards { display: flex; gap: 1cm; align-items: center; }
  #print figure { margin: .5cm 0; flex: 1; text-align: center; break-inside: avoid; }
  #print figure + figure { flex: 0 1 40%; }
  #print svg { display: block; max-height: 12cm; width: 100%; margin-bottom: .2cm; }
  #print :is(path, rect, circle) { fill: #fff; stroke: #000; stroke-width: 1.5; }
  #print :is(rect, line) { stroke: #000; stroke-width: .8; }
  #print g[opacity] { display: none; } /* shadows */
  #print .marble { fill: #444; }
  #print .goal { fill: none; }
  #print text { fill: #000; }
  #print svg > text { font: 12px Georgia, serif; }
  #print .on { fill: #fff; }
  #print .corner { font-size: 9px; }
}
`;

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
  adoptStyle(document, STYLE);
  document.body.append(section);
  addEventListener("beforeprint", () => section.replaceChildren(...sheet(title(), session)));
}

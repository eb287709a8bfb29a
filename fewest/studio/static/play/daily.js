// The puzzles of the day: one on the first screen, what is won, and what comes next.
import { exampleTitle } from "../board/catalogue.js";
import { still } from "../board/draw.js";
import { base } from "../elements/browser.js";
import { element, node } from "../elements/elements.js";
import { get, importModule } from "../elements/panel.js";
import { readPuzzle } from "../rules/puzzle.js";
import { t } from "../texts/texts.js";
import { setTitle } from "./sets.js";
import { dateOf, dateWords } from "./dates.js";
import { DIFFICULTIES, earned, IN_TIME, keepStars, streak, won } from "./stars.js";

const NAME = /^day\/(\d{4}-\d\d-\d\d)-(easy|normal|hard)$/;

const todayNow = () => dateOf(new Date());

// Date and difficulty of a puzzle of a day; null for another one.
function dayOf({ problem }) {
  const [, date, difficulty] = NAME.exec(problem?.[0]) ?? [];
  return date ? { date, difficulty } : null;
}

// What a problem with an address is called.
export function problemTitle(problem) {
  const day = dayOf({ problem });
  if (day) return t("ofDay", dateWords(day.date), t(day.difficulty));
  return setTitle(problem) ?? exampleTitle({ title: problem[1] });
}

export class Daily {
  byName;
  visit;
  #shown = null; // the name of the puzzle on the button

  // `byName` has the boards of the catalogue; `visit` opens a problem.
  constructor(byName, visit) {
    Object.assign(this, { byName, visit });
    this.section = element("section", { className: "days" });
    get("today").addEventListener("click", () => this.#open(todayNow()));
    document.addEventListener("visibilitychange", () => this.draw()); // perhaps on another day
  }

  // Draw the puzzle of today on its button: the first difficulty that is not solved.
  async draw() {
    const today = todayNow();
    const name = `${today}-${open(today) ?? "hard"}`;
    const days = streak(today);
    get("streak").textContent = days > 1 ? t("streak", days) : "";
    if (name === this.#shown) return;
    this.#shown = name;
    try {
      const { puzzle } = await opened(name);
      if (name !== this.#shown) return;
      get("today").firstElementChild.replaceChildren(thumbOf(puzzle, this.byName.get(puzzle.board.name)));
      get("today").hidden = get("today").disabled = false;
    } catch {
      this.#shown = null;
      get("today").hidden = navigator.onLine; // the service is away
      get("today").disabled = true;
      get("streak").textContent = t("notHere");
    }
  }

  // The same when the connection is another one.
  redraw() {
    this.#shown = null;
    return this.draw();
  }

  // What stands beside a puzzle of a day.
  beside(session) {
    const day = dayOf(session);
    get("today").classList.toggle("here", day?.date === todayNow());
    if (!day) return [];
    const choose = (date, difficulty) => this.#open(date, difficulty);
    importModule(new URL("./calendar.js", import.meta.url), () => import("./calendar.js")).then(
      ({ fill }) => fill(this.section, { day, today: todayNow(), open: choose }),
      () => {}, // offline: without
    );
    return [this.section];
  }

  // A game of a puzzle of a day is won: in how many moves, and whether with help.
  award(session, game) {
    const day = dayOf(session);
    if (!day) return;
    const stars = earned(game, session.solution) | (day.date === todayNow() ? IN_TIME : 0);
    keepStars(day.date, day.difficulty, stars);
    this.beside(session);
    this.draw();
  }

  // What comes after a puzzle: of the same day what is not solved, then today's; null if all of these are solved.
  next(session) {
    const [today, day] = [todayNow(), dayOf(session)];
    for (const date of day ? [day.date, today] : [today]) {
      const difficulty = open(date, day?.date === date ? day.difficulty : undefined);
      if (difficulty) return () => this.#open(date, difficulty);
    }
    return null;
  }

  #open(date, difficulty = open(date) ?? "normal") {
    return this.visit({ name: "day", problem: `${date}-${difficulty}` });
  }
}

// A small picture; of blocks a sketch, for which no more need be loaded.
function thumbOf(puzzle, entry) {
  const rows = puzzle.start.picture;
  if (!rows) {
    const { model, start } = readPuzzle(puzzle, entry);
    return still(model, start);
  }
  const sketch = node("svg", { viewBox: `0 0 ${rows[0].length} ${rows.length}` });
  const cells = rows.flatMap((row, y) => Array.from(row, (name, x) => ({ name, x, y })));
  for (const { name, x, y } of cells) {
    const [hue, light] = name in puzzle.goal.at ? [8, 55] : [35, 65 + (name.charCodeAt(0) % 4) * 6];
    const fill = `hsl(${hue} 60% ${name === "." ? 25 : light}%)`;
    node("rect", { x, y, width: 1.03, height: 1.03, fill }, sketch);
  }
  return sketch;
}

// The first difficulty of a date that is not solved, from one on; null if all are.
function open(date, from = DIFFICULTIES[0]) {
  const solved = won(date);
  const first = DIFFICULTIES.indexOf(from);
  const order = [...DIFFICULTIES.slice(first), ...DIFFICULTIES.slice(0, first)];
  return order.find((difficulty) => !solved[difficulty]) ?? null;
}

// The document of a problem of the atlas, of a day or of a class set: the puzzle, and what the page says of it; null if
// there is none.
export async function opened(name, folder = "day") {
  const answer = await fetch(`${base}${folder}/${name}.json`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

// The puzzle editor: draws the start or the goal of a puzzle and edits it by clicks or keys.
import { canvas, cells, numbers, token } from "./board.js";

const UNIT = 40;

const filled = (content) => content.flatMap((peg, hole) => (peg ? [hole] : []));

// Scale the points to be at least a unit apart, with the top left corner at the origin.
function spread(layout) {
  const left = Math.min(...layout.map(([x]) => x));
  const top = Math.min(...layout.map(([, y]) => y));
  const gaps = layout.flatMap(([a, b], i) => layout.slice(0, i).map(([c, d]) => Math.hypot(a - c, b - d)));
  const scale = UNIT / (gaps.length ? Math.min(...gaps) : 1);
  return layout.map(([x, y]) => [(x - left) * scale, (y - top) * scale]);
}

export class Editor {
  side = "start";
  puzzle = null;
  #selected = null; // on sliding boards: the first of two cells to swap

  // `changed` is called after every edit.
  constructor(parent, changed) {
    Object.assign(this, { parent, changed });
  }

  // start, goal: content of each hole (1 or 0) or cell (piece); aim: a goal in another form, like {count: 1}, or null.
  set({ kind, board, layout, start, goal, aim = null, opening = [], edges = [] }) {
    this.puzzle = { kind, board, points: spread(layout), start: [...start], goal: [...goal], aim, opening, edges };
    this.#end();
  }

  look(side) {
    this.side = side;
    this.#selected = null;
    this.show();
  }

  aimAt(aim) {
    this.puzzle.aim = aim;
    this.#end();
  }

  // Slide at random from the goal, so that the puzzle has a solution.
  shuffle() {
    const content = this.puzzle.goal.map((piece) => piece ?? 0);
    for (let step = 0; step < 200; step += 1) {
      const slides = this.puzzle.edges.filter(([a, b]) => !content[a] !== !content[b]);
      if (!slides.length) break;
      const [a, b] = slides[Math.floor(Math.random() * slides.length)];
      [content[a], content[b]] = [content[b], content[a]];
    }
    this.puzzle.start = content;
    this.#end();
  }

  // The puzzle as a document of the HTTP API.
  puzzleDocument() {
    const { kind, board, start, goal, aim, opening } = this.puzzle;
    if (kind === "slide") return { kind, board, start, goal };
    return { kind, board, start: { pegs: filled(start) }, goal: aim ?? { pegs: filled(goal) }, opening };
  }

  show() {
    const { kind, points, edges, aim } = this.puzzle;
    const focused = [...this.parent.querySelectorAll(".pick")].indexOf(document.activeElement);
    const name = this.side === "start" ? "The start" : "The goal";
    const svg = canvas(this.parent, points, { role: "group", "aria-label": name });
    const content = aim && this.side === "goal" ? points.map(() => 0) : this.puzzle[this.side];
    const shapes = cells(svg, kind, points, edges);
    shapes.forEach((shape, place) => this.#prepare(shape, place, content[place]));
    content.forEach((piece, place) => {
      if (piece === 0) return;
      const label = kind === "jump" ? "" : String(piece ?? "?");
      token(svg, label, points[place]).classList.toggle("moved", this.#selected === place);
    });
    numbers(svg, kind, points).forEach((number, hole) => number.classList.toggle("on", content[hole] !== 0));
    shapes[focused]?.focus();
  }

  #prepare(shape, place, piece) {
    const jump = this.puzzle.kind === "jump";
    const occupant = piece === 0 ? "empty" : jump ? "peg" : piece === null ? "any piece" : `piece ${piece}`;
    const attributes = {
      class: "hole pick",
      tabindex: 0,
      role: "button",
      "aria-label": `${jump ? "hole" : "cell"} ${place}: ${occupant}`,
      "aria-pressed": String(jump ? piece !== 0 : this.#selected === place),
    };
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
    shape.addEventListener("click", () => this.#pick(place));
    shape.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#pick(place);
    });
  }

  #pick(place) {
    const content = this.puzzle[this.side];
    if (this.puzzle.kind === "jump") {
      this.puzzle.opening = [];
      if (this.side === "goal" && this.puzzle.aim) {
        this.puzzle.aim = null;
        content.fill(0);
      }
      content[place] = 1 - content[place];
      return this.#end();
    }
    if (this.#selected === null) {
      this.#selected = place;
      return this.show();
    }
    [content[this.#selected], content[place]] = [content[place], content[this.#selected]];
    return this.#end();
  }

  #end() {
    this.#selected = null;
    this.show();
    this.changed();
  }
}

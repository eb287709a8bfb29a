// What a search has found, beside the board: what it took, and the moves to click and to copy.
import { copyText, element, rowOf, smallButton } from "../elements/elements.js";
import { MoveList } from "../elements/movelist.js";
import { framesOf } from "../rules/rules.js";
import "../texts/modetexts.js";
import { n, t } from "../texts/texts.js";

const FIGURES = 3; // of a number of seconds

export class Found {
  // `go` gets the number of the move that is to be shown, `number` shows or hides the numbers of the places.
  constructor(go, number) {
    this.facts = element("dl", { className: "facts" });
    this.list = new MoveList(t("foundMoves"), go);
    this.said = element("span", { className: "note", role: "status" });
    const press = (name, action) => smallButton(t(name), action, { className: `small ${name}` });
    const row = rowOf(
      press("copyMoves", () => this.#copy()),
      press("numbers", number),
      this.said,
    );
    this.element = element("div", { className: "found" }, this.facts, this.list.element, row);
  }

  // Show a result; `count` is the number of shortest solutions, null if it is not known.
  load(puzzle, result, count) {
    const written = notation(puzzle, result);
    const [wait, label] = puzzle.model.kind !== "jump" ? [" ", "foundPiece"] : ["\n", "foundMove"];
    this.text = written.join(wait);
    this.said.textContent = "";
    this.facts.replaceChildren(...facts(result, count));
    this.list.draw(written, label);
  }

  async #copy() {
    await copyText(this.text, this.element);
    this.said.textContent = t("copied");
  }
}

// The moves of a solution as players write them: the holes that a peg passes, or the piece that slides.
function notation(puzzle, { moves, removed }) {
  if (puzzle.model.kind === "jump") return moves.map((path) => path.join("-"));
  const frames = framesOf(puzzle, { moves, removed });
  return moves.map((_, index) => {
    const { content, step } = frames.find(({ move }) => move === index + 1);
    return String(content[step.to]);
  });
}

const language = document.documentElement.lang;

function facts({ length, optimal, lower_bound: lower, statistics }, count) {
  const known = [["lengthName", t(optimal ? "foundProven" : "foundBounds", length, lower)]];
  if (statistics) {
    known.push(["foundSeconds", statistics.seconds.toLocaleString(language, { maximumSignificantDigits: FIGURES })]);
    known.push(["foundNodes", n(statistics.nodes)]);
  }
  if (count !== null && optimal) known.push(["countName", n(count)]);
  return known.flatMap(([name, text]) => [
    element("dt", { textContent: t(name) }),
    element("dd", { textContent: text }),
  ]);
}

// <fewest-puzzle src="https://…/v1/solutions/p_…"></fewest-puzzle>: a solved puzzle to watch and to play, in any page.
//
// The service joins this module and those it imports into one file, /fewest-puzzle.js. Without `src`, the element takes
// the solution's document from a <script type="application/json"> inside it. `mode="play"` begins with playing.
import { Board, STYLE, adoptStyle } from "./board.js";
import { element } from "./elements.js";
import { Fewest } from "./fewest.js";
import { JAPANESE } from "./japanese.js";
import { Game } from "./play.js";
import { readPuzzle } from "./puzzle.js";
import { speak, t, wanted } from "./texts.js";
import { Player } from "./watch.js";

const OWN_STYLE = `
:host { display: flex; flex-direction: column; gap: .3rem; height: 34rem; max-width: 100%; color-scheme: light dark; color: CanvasText;
  font: 1rem/1.4 system-ui, "Hiragino Sans", sans-serif; }
.stage { flex: 1; min-height: 0; }
p { margin: 0; text-align: center; min-height: 1.4em; }
.transport { display: flex; gap: .4rem; justify-content: center; align-items: center; flex-wrap: wrap; }
.watchbar input { display: block; width: min(100%, 30rem); margin: 0 auto .3rem; }
button, select { font: inherit; color: inherit; background: color-mix(in srgb, CanvasText 7%, Canvas); border: 1px solid color-mix(in srgb, CanvasText 25%, Canvas);
  border-radius: 1.4rem; min-width: 2.75rem; height: 2.75rem; padding: 0 .6rem; cursor: pointer; }
button:disabled { opacity: .4; cursor: default; }
button[aria-pressed=true] { background: #f3cf73; color: #2a2018; }
.icon { width: 1.2rem; height: 1.2rem; fill: currentColor; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; display: block; margin: auto; }
.icon.hollow { fill: none; }
:focus-visible { outline: 3px solid #2f6fd0; outline-offset: 2px; }
[hidden] { display: none; }
`;

if (wanted() === "ja") speak("ja", JAPANESE);

class FewestPuzzle extends HTMLElement {
  async connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    adoptStyle(root, STYLE + OWN_STYLE);
    this.stage = element("div", { className: "stage" });
    this.words = element("p", { part: "words" });
    this.words.setAttribute("role", "status");
    this.bar = element("div");
    root.append(this.stage, this.words, this.bar);
    try {
      await this.#open(root);
    } catch {
      this.words.textContent = t("notFound");
    }
  }

  async #open(root) {
    const source = this.getAttribute("src");
    // The service may be reached under a prefix.
    const [address] = source ? new URL(source, location.href).href.split("/v1/") : location.href.split("/embed/");
    const client = new Fewest(address);
    const solution = source ? await (await fetch(source)).json() : JSON.parse(this.querySelector("script").textContent);
    const { name } = solution.puzzle.board;
    this.puzzle = readPuzzle(solution.puzzle, name && (await client.board(name)));
    this.result = solution.result;
    this.board = new Board(this.stage, root);
    const say = (text) => (this.words.textContent = text);
    this.player = new Player(this.board, (player) => this.mode === "watch" && say(player.words()));
    const changed = (game) => this.mode === "play" && say(game.words());
    this.game = new Game(this.board, { ask: (puzzle) => client.hint(puzzle), again: (id) => client.hintAgain(id), changed });
    const start = element("button", { type: "button", textContent: t("playYourself"), on: { click: () => this.show("play") } });
    const watch = element("button", { type: "button", textContent: t("watch"), on: { click: () => this.show("watch") } });
    this.player.bar.lastElementChild.append(start);
    this.game.bar.append(watch);
    watch.hidden = !this.result.moves?.length;
    this.addEventListener("keydown", (event) => this.#pressed(event));
    this.show(this.getAttribute("mode") === "play" ? "play" : "watch");
  }

  // Show the solution ("watch") or a game ("play").
  show(mode) {
    const { board, puzzle, result, player, game } = this;
    this.mode = mode;
    const moves = result.moves ?? [];
    board.control = {};
    board.element.classList.toggle("grab", mode === "play");
    if (mode === "play") {
      player.pause();
      board.show(puzzle.model, puzzle.start, { label: t("playBoard") });
      Object.assign(game, { known: result.moves ? result : null, fewest: result.optimal ? result.length : null });
      board.control = game.control;
      game.load(puzzle);
      this.bar.replaceChildren(game.bar);
      return;
    }
    board.show(puzzle.model, puzzle.start, { label: t("watchBoard") });
    board.control = { label: (place) => t(puzzle.model.kind === "jump" ? "hole" : "cell", place, board.content[place]) };
    if (moves.length) board.control.press = () => player.toggle();
    player.load(puzzle, { moves, removed: result.removed });
    this.bar.replaceChildren(...(moves.length ? [player.bar] : []));
    if (result.status === "unsolvable") this.words.textContent = t("noSolution", result.proof.by);
  }

  // Space plays and pauses, arrows step; a focused control keeps its own keys.
  #pressed(event) {
    const inside = event.composedPath()[0];
    if (this.mode !== "watch" || !this.player.moves || inside.closest("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", ...(inside.closest("button") ? {} : { " ": "play" }) };
    if (!keys[event.key]) return;
    event.preventDefault();
    this.player.buttons[keys[event.key]].click();
  }
}

customElements.define("fewest-puzzle", FewestPuzzle);

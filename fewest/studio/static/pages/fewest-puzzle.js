// <fewest-puzzle src="https://…/v1/solutions/p_…"></fewest-puzzle>: a solved puzzle to watch and to play, in any page.
//
// The service joins this module and those it imports into one file, /fewest-puzzle.js. Without `src`, the element takes
// the solution's document from a <script type="application/json"> inside it. `mode="play"` begins with playing.
//
// SPDX-License-Identifier: MIT, with the modules it imports; the text is in clients/js/LICENSE.
import "../board/blocks.js";
import { Board } from "../board/board.js";
import { element } from "../elements/elements.js";
import { JAPANESE } from "../japanese.js";
import { ask, drawnHints, hintWords, refuse, spokenHints } from "../play/hint.js";
import { Game } from "../play/play.js";
import { readPuzzle } from "../rules/puzzle.js";
import { Service } from "../service.js";
import { Player } from "../solve/watch.js";
import { STYLE } from "../style.js";
import { speak, t, wanted } from "../texts/texts.js";

if (wanted() === "ja") speak("ja", JAPANESE);

class FewestPuzzle extends HTMLElement {
  async connectedCallback() {
    if (this.shadowRoot) return;
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.stage = element("div", { className: "stage" });
    this.words = element("p", { part: "words" });
    this.words.setAttribute("role", "status");
    this.bar = element("div");
    root.append(this.stage, this.bar, this.words);
    this.ready = this.#open(root).catch(() => (this.words.textContent = t("notFound")));
    await this.ready;
  }

  async #open(root) {
    const source = this.getAttribute("src");
    // The service may be reached under a prefix.
    const [address] = source ? new URL(source, location.href).href.split("/v1/") : location.href.split("/embed/");
    const client = new Service(address);
    const solution = source ? await (await fetch(source)).json() : JSON.parse(this.querySelector("script").textContent);
    const { name } = solution.puzzle.board ?? {};
    /** @type {any} */
    const entry = name && (await client.board(name));
    this.puzzle = readPuzzle(solution.puzzle, entry);
    this.result = solution.result;
    this.board = new Board(this.stage, root);
    const say = (text) => (this.words.textContent = text);
    this.player = new Player(this.board, (player) => this.mode === "watch" && say(player.words()));
    const changed = (game) => this.mode === "play" && say(game.words());
    this.game = new Game(this.board, {
      client: () => client,
      hints: async () => ({ ask, drawnHints, hintWords, refuse, spokenHints }), // in one file with the rest
      changed,
    });
    const start = element("button", {
      type: "button",
      textContent: t("playYourself"),
      on: { click: () => this.show("play") },
    });
    const watch = element("button", {
      type: "button",
      textContent: t("watch"),
      on: { click: () => this.show("watch") },
    });
    this.player.bar.lastElementChild.append(start);
    this.game.bar.append(watch);
    watch.hidden = !this.result.moves?.length;
    this.addEventListener("keydown", (event) => this.#pressed(event));
    this.show(this.getAttribute("mode") === "play" ? "play" : "watch");
  }

  // Show the solution ("watch") or a game ("play").
  show(mode) {
    const pressed = this.shadowRoot.activeElement;
    this.#show(mode);
    if (!pressed || pressed.isConnected) return; // else the button is gone, and the keys need another place
    if (mode === "play") this.board.focus();
    else this.player.buttons.play.focus();
  }

  #show(mode) {
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
    board.control = {
      label: (place) => t(puzzle.model.kind === "jump" ? "hole" : "cell", place, board.content[place]),
    };
    if (moves.length)
      Object.assign(board.control, { press: () => player.toggle(), key: (_, event) => player.key(event) });
    player.load(puzzle, { moves, removed: result.removed });
    this.bar.replaceChildren(...(moves.length ? [player.bar] : []));
    if (result.status === "unsolvable") this.words.textContent = t("noSolution", result.proof.by);
  }

  // Keys of the player and of the game; a focused control keeps its own.
  #pressed(event) {
    const inside = event.composedPath()[0];
    if (event.defaultPrevented || inside.closest("input, select") || (event.key === " " && inside.closest("button")))
      return;
    const shown = this.mode === "play" ? this.game : this.player;
    if ((this.mode === "play" || this.player.moves) && shown.key(event)) event.preventDefault();
  }
}

customElements.define("fewest-puzzle", FewestPuzzle);

// Watching on the page: the player and the film strip of the solution at hand.
import { motionless } from "./board.js";
import { still } from "./draw.js";
import { element, tabStop } from "./elements.js";
import { Found } from "./found.js";
import "./modetexts.js";
import { t } from "./texts.js";
import { Player } from "./watch.js";

export class WatchMode {
  #job = null; // whose solution is shown

  constructor(page) {
    this.page = page;
    this.player = new Player(page.board, (player) => this.#watched(player));
    this.film = new Film(page.get("film"), (frame) => this.player.go(frame));
    this.found = new Found(
      (move) => this.player.go(this.player.frameOf(move)),
      () => page.board.toggleNumbers(),
      page.client,
    );
  }

  start() {
    const { player } = this;
    const { board, get, session, solving } = this.page;
    board.control = {
      press: () => player.toggle(),
      key: (_, event) => player.key(event),
      label: this.page.still.label,
    };
    get("bar").replaceChildren(player.bar);
    get("watch").replaceChildren(...(solving.leaf ? [solving.leaf.element] : []), this.found.element);
    if (this.#job === session.ended) player.show();
    else this.#load(session.ended.result);
    this.#job = session.ended; // going on with the same solution goes on where it was
    const { activeElement } = document;
    const pressed = ["solve", "all"].includes(activeElement.id) || activeElement === document.body;
    if (pressed) player.buttons.play.focus({ preventScroll: true });
  }

  key(event) {
    return this.player.key(event);
  }

  // Play the solution of a job from its start, unless motion is not wanted.
  playOnce(job) {
    if (this.page.session.ended === job && this.#job === job && !motionless()) this.player.play();
  }

  // Show another solution of a job, if it is still the one that is watched.
  watchInstead(job, solution) {
    if (this.page.session.ended === job && this.#job === job) this.#load(solution);
  }

  // The move that is shown, as its places; none at the start.
  get path() {
    const { move = 0 } = this.player.frames?.[this.player.at] ?? {};
    return move ? this.player.solution.moves[move - 1] : [];
  }

  #load(solution) {
    const { session } = this.page;
    this.found.load(session.puzzle, { ...session.ended.result, ...solution }, session.count);
    this.player.load(session.puzzle, solution);
    this.film.load(this.player);
  }

  #watched(player) {
    if (this.page.session.mode !== "watch") return;
    const { move } = player.frames[player.at];
    this.film.show(move);
    this.found.show(move);
    this.page.board.relabel();
    this.page.say(player.words());
  }
}

// The film strip: a small picture of the position after every move.

const MAX_PICTURES = 130;

export class Film {
  /** @type {(index: number) => void} */ go;
  /** @type {HTMLElement} */ list;
  constructor(list, go) {
    Object.assign(this, { list, go, buttons: [] });
  }

  // Draw the strip of a player's solution.
  load(player) {
    const { frames, puzzle, solution } = player;
    const count = Math.min(player.moves, MAX_PICTURES);
    this.buttons = Array.from({ length: count + 1 }, (_, move) => {
      const frame = frames[player.frameOf(move)];
      const path = move ? solution.moves[move - 1] : [];
      const picture = still(puzzle.model, frame.content, { path });
      const label = move ? t("filmMove", move) : t("filmStart");
      const made = element(
        "button",
        { type: "button", aria: { label }, on: { click: () => this.go(player.frameOf(move)) } },
        picture,
      );
      made.append(element("span", { textContent: move, aria: { hidden: "true" } }));
      return made;
    });
    this.list.replaceChildren(...this.buttons.map((button) => element("li", {}, button)));
    this.show(0);
  }

  // Mark the picture of a move, and bring it into sight; a focus on the strip follows.
  show(move) {
    const current = this.buttons[move];
    this.buttons.forEach((button) => button.removeAttribute("aria-current"));
    if (!current) return;
    current.setAttribute("aria-current", "step");
    tabStop(this.list, current);
    if (this.list.contains(document.activeElement)) current.focus({ preventScroll: true });
    const { left, width } = current.getBoundingClientRect();
    const box = this.list.getBoundingClientRect();
    this.list.scrollLeft += left + width / 2 - (box.left + box.width / 2);
  }
}

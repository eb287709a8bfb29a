// Watching on the page: the player and the film strip of the solution at hand.
import { motionless } from "../board/board.js";
import { get, say } from "../elements/panel.js";
import "../texts/modetexts.js";
import { Film } from "./film.js";
import { Found } from "./found.js";
import { Player } from "./watch.js";

export class WatchMode {
  board;
  label;
  leaf;
  session;
  #job = null; // whose solution is shown

  // `label` says what is at a place of the board; `leaf` returns all solutions to leaf through, null if there are none.
  constructor(board, session, { label, leaf }) {
    Object.assign(this, { board, session, label, leaf });
    this.player = new Player(board, (player) => this.#watched(player));
    this.film = new Film((move) => this.player.go(this.player.frameOf(move)));
    this.found = new Found(
      (move) => this.player.go(this.player.frameOf(move)),
      () => board.toggleNumbers(),
    );
  }

  start() {
    const { board, player, session } = this;
    const leaf = this.leaf();
    board.control = {
      press: () => player.toggle(),
      key: (_, event) => player.key(event),
      label: this.label,
    };
    get("bar").replaceChildren(player.bar);
    get("film").replaceChildren(this.film.list);
    get("watch").replaceChildren(...(leaf ? [leaf.element] : []), this.found.element);
    if (this.#job === session.ended) player.show();
    else this.#load(this.#one(session.ended));
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
    if (this.session.ended === job && this.#job === job && !motionless()) this.player.play();
  }

  // Show another solution of a job, if it is still the one that is watched.
  watchInstead(job, solution) {
    if (this.session.ended === job && this.#job === job) this.#load(solution);
  }

  // The move that is shown, as its places; none at the start.
  get path() {
    const { move = 0 } = this.player.frames?.[this.player.at] ?? {};
    return move ? this.player.solution.moves[move - 1] : [];
  }

  // The solution of a job to show: of all shortest ones the one that is shown already, if one is.
  #one({ want, result }) {
    const { player, session } = this;
    const { moves, removed } = player.solution ?? {};
    const stays = want === "all" && player.puzzle === session.puzzle && moves.length === result.length;
    return stays ? Object.assign(result, { moves, removed }) : result;
  }

  // Load a solution; the one that is shown already stays at its move.
  #load(solution) {
    const { player, session } = this;
    const { puzzle } = session;
    this.found.load(puzzle, { ...session.ended.result, ...solution }, session.count);
    const same = player.puzzle === puzzle && JSON.stringify(player.solution.moves) === JSON.stringify(solution.moves);
    if (same) return player.show();
    player.load(puzzle, solution);
    this.film.load(puzzle.model, player.positions);
    return undefined;
  }

  #watched(player) {
    if (this.session.mode !== "watch") return;
    const { move } = player.frames[player.at];
    this.film.show(move);
    this.found.list.show(move);
    this.board.relabel();
    say(player.words());
  }
}

// What helps in a game. Hints: the moves of a position with their distances from the goal, as the service writes them;
// null if none is here. And why something does not move.
import { motionless } from "../board/board.js";
import { writePuzzle } from "../rules/puzzle.js";
import { puzzleAt } from "../rules/rules.js";
import { t, TEXTS } from "../texts/texts.js";

Object.assign(TEXTS, {
  hopeless: "There is no way to the goal, not even from the start.",
  outOfReach: "The goal is out of reach from here.",
  lost: "The goal is out of reach now.",
  lostBy: "Move {move} ({text}) lost it.",
  lostWithin: "One of your last {back} steps lost it.",
  hintBest: "{left|# move|# moves} to go, {total} in all. Each arrow shows how many moves remain after it.",
  hintJump: ", jump to {to}: {left}",
  hintMove: ", move to {to}: {left}",
  hintLeft: "{left|# move|# moves} to go",
  hintLost: "no way to the goal",
  hintOpen: "not known yet",
  stuckJump: "This peg cannot jump. Those that can are marked.",
  stuckMove: "This piece cannot move. Those that can are marked.",
  thereJump: "This peg cannot jump there. Where it can is marked.",
  thereMove: "This piece cannot move there. Where it can is marked.",
  emptyJump: "There is no peg here. Those that can jump are marked.",
  emptyMove: "There is no piece here. Those that can move are marked.",
});

const MAX_SHOWN = 14; // moves drawn at once
const COUNTED = ["fewest_pegs", "dead_end"]; // goals that the end of a game may meet, as far as one knows
const SHAKE = [0, -5, 5, -3, 3, 0].map((x) => ({ translate: `${x}px 0` }));
const SHAKE_MILLISECONDS = 300;

// Ask for the distance of every move from where a game is, until all of them are known or something else is shown.
export async function ask(game) {
  const { puzzle, state } = game;
  game.asking?.abort();
  const asking = new AbortController();
  game.asking = asking;
  const shown = () => game.state === state && game.board.control === game.control; // not another mode's board
  const current = () => game.asking === asking && game.hinting && shown();
  const from = puzzleAt(puzzle, state);
  if (!from || (game.stuck && !COUNTED.includes(puzzle.goal.form)))
    return game.showHint({ solvable: false, moves: [] });
  try {
    const client = await game.client();
    const hint = await client.hint(writePuzzle(from));
    const progress = (now) => (current() ? game.showHint(now) : asking.abort());
    const { signal } = asking;
    await client.waitAt(`/v1/hints/${hint.id}`, hint, { seconds: Infinity, progress, signal, hold: 1 });
  } catch (error) {
    if (current()) game.showHint(ownHint(game.known, state) ?? { error, moves: [] });
  }
  return undefined;
}

// Without the service: the next move of the known solution, if the player has followed it so far; else null.
export function ownHint(known, { moves: made, content, path }) {
  const moves = known?.moves ?? [];
  const last = made === 0 ? path : (moves[made - 1] ?? []);
  if (last.slice(0, path.length).join() !== path.join()) return null;
  const rest = last.slice(path.length - 1); // of the move that is being made, with the hole where its peg is
  const next = rest.length > 1 ? rest : moves[made];
  if (!next || !content[next[0]]) return null;
  const left = moves.length - made - (next === rest ? 0 : 1);
  return { status: "ended", solvable: true, moves: [{ move: next, status: "solved", distance: left }] };
}

// What a hint says of a game.
export function hintWords(game) {
  const { hint, state, stuck } = game;
  if (stuck || hint?.solvable === false) return lostWords(game);
  if (hint?.error) return t("hintRefused");
  const best = reachable(hint, state);
  return best === null ? t("hintAsking") : t("hintBest", best - state.moves, best);
}

// What lost a game, as far as one knows.
function lostWords({ at, fewest, firstLost, impossible, known, lastWinnable, moveTo, states, stuck, winnable }) {
  if (impossible || firstLost <= lastWinnable) return t("hopeless");
  if (firstLost > at) return t("undoSome");
  if (!winnable && !known && fewest === null) return t("outOfReach"); // what was never there is not lost
  const end = states[firstLost];
  const sure = states[lastWinnable + 1].moves === end.moves;
  const blame = sure ? t("lostBy", end.moves, moveTo(end)) : t("lostWithin", at - lastWinnable);
  return stuck ? blame : `${t("lost")} ${blame}`;
}

// Moves in all if the best continuation is found; null if it is not known.
function reachable(hint, state) {
  const best = totals(hint, state).filter(({ total }) => total !== null);
  return best.length ? Math.min(...best.map(({ total }) => total)) : null;
}

// A jump on with the same peg costs no move.
const totals = (hint, { moves, peg }) =>
  (hint?.moves ?? []).map((each) => {
    const cost = peg !== null && each.move[0] === peg ? 0 : 1;
    return { ...each, total: each.distance === null ? null : moves + cost + each.distance };
  });

// The same, sorted: the best first, those that lose last.
const ranked = (hint, state) => {
  const rank = ({ total, status }) => total ?? (status === "unsolvable" ? 1e6 : 1e5);
  return totals(hint, state).sort((a, b) => rank(a) - rank(b));
};

// What is drawn of it on the board, the best on top.
export function drawnHints(hint, state) {
  const best = reachable(hint, state);
  return ranked(hint, state)
    .slice(0, MAX_SHOWN)
    .reverse()
    .map(({ move, total, status, distance }) => ({
      path: move,
      text: total === null ? (status === "unsolvable" ? "×" : "…") : distance,
      tone: total === null ? (status === "unsolvable" ? "lost" : "") : total === best ? "best" : "",
    }));
}

// What is said of it on a place: where what is there can go, and how many moves remain after it. Of a block, this is
// where the part of it that is on the place comes to lie.
export function spokenHints({ content, hint, puzzle, state }, place) {
  const { kind, points } = puzzle.model;
  const ours = (from) => (kind === "block" ? content[place] && content[from] === content[place] : from === place);
  const shifted = (from, to) => points[to].map((n, axis) => n + points[place][axis] - points[from][axis]).join();
  const texts = points.map(String);
  return ranked(hint, state)
    .filter(({ move }) => ours(move[0]))
    .map(({ distance, move: [from, ...to], status }) => {
      const left = distance === null ? t(status === "unsolvable" ? "hintLost" : "hintOpen") : t("hintLeft", distance);
      if (kind === "jump") return t("hintJump", to.join(", "), left);
      return t("hintMove", kind === "block" ? texts.indexOf(shifted(from, to[0])) : to[0], left);
    })
    .join("");
}

// Say why nothing moves; what does not, if anything, shakes.
export function refuse(game, place, why) {
  const { kind } = game.puzzle.model;
  if (game.notice && game.notice.targets?.length !== 0)
    game.notice.words = t(why + (kind === "jump" ? "Jump" : "Move"));
  if (!motionless()) game.board.tokenAt(place)?.animate(SHAKE, SHAKE_MILLISECONDS);
  game.changed(game);
}

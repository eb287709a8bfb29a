// Hints: the moves of a position with their distances from the goal, as the service writes them; null if none is here.
import { t, TEXTS } from "../texts/texts.js";

Object.assign(TEXTS, {
  hopeless: "There is no way to the goal, not even from the start.",
  outOfReach: "The goal is out of reach from here.",
  lost:
    "The goal is out of reach now: {back|your last step|one of your last # steps} lost it. " +
    "Undo and try another way.",
  hintBest: "{left|# move|# moves} to go, {total} in all. Each arrow shows how many moves remain after it.",
});

const MAX_SHOWN = 14; // moves drawn at once

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
export function hintWords({ hint, state, at, lastWinnable, impossible, winnable, known, fewest }) {
  if (hint?.error) return t("hintRefused");
  if (hint?.solvable === false) {
    const back = at - lastWinnable;
    if (impossible || !back) return t("hopeless");
    return winnable || known || fewest !== null ? t("lost", back) : t("outOfReach"); // what was never there is not lost
  }
  const best = reachable(hint, state);
  return best === null ? t("hintAsking") : t("hintBest", best - state.moves, best);
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

// What is drawn of it on the board, the best on top.
export function drawnHints(hint, state) {
  const best = reachable(hint, state);
  const rank = ({ total, status }) => total ?? (status === "unsolvable" ? 1e6 : 1e5);
  return totals(hint, state)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_SHOWN)
    .reverse()
    .map(({ move, total, status, distance }) => ({
      path: move,
      text: total === null ? (status === "unsolvable" ? "×" : "…") : distance,
      tone: total === null ? (status === "unsolvable" ? "lost" : "") : total === best ? "best" : "",
    }));
}

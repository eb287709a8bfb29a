// How a step comes into sight: what moves, in which frames. Tokens lie at their new places from its beginning on.
import { distance } from "../rules/geometry.js";
import { at, laid } from "./board.js";

// The motions of a step: of the token `moving`, and of the peg `lifted` by a jump to its spot in the groove, if any;
// that one is the last. `times`: how much longer than the step a motion takes.
export function motions(points, { from, over, to, way = [from, to] }, { moving, lifted, spot }) {
  const across = {
    element: moving,
    frames: way.map((place) => ({ transform: at(points[place]) })),
    easing: "ease-in-out",
  };
  return lifted
    ? [across, ...arc(moving, distance(points[from], points[to])), flight(lifted, points[over], spot)]
    : [across];
}

// The peg rises in an arc, and its shadow fades.
function arc(moving, length) {
  const up = -Math.min(34, 0.42 * length);
  const frames = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const height = 4 * part * (1 - part);
    return { transform: `translateY(${(up * height).toFixed(1)}px) scale(${(1 + 0.28 * height).toFixed(3)})` };
  });
  const fall = [{ opacity: 1 }, { opacity: 0.4, transform: "scale(1.2)" }, { opacity: 1 }];
  return [
    { element: moving.querySelector(".marble"), frames, easing: "linear" },
    { element: moving.querySelector(".fall"), frames: fall, easing: "linear" },
  ];
}

// The peg that was jumped is lifted off and comes to lie in the groove.
function flight(lifted, [x, y], spot) {
  const frames = [
    { transform: at([x, y]), offset: 0 },
    { transform: at([x, y]), offset: 0.45, easing: "ease-in" },
    { transform: `${at([(x + spot[0]) / 2, (y + spot[1]) / 2 - 30])} scale(1.3)`, offset: 0.75, easing: "ease-out" },
    { transform: laid(spot), offset: 1 },
  ];
  return { element: lifted, frames, easing: "linear", times: 1.25 };
}

// The gradients of wood, marbles and tiles.
import { node } from "./elements.js";

const stop = (offset, colour, opacity = 1) => ({ offset, "stop-color": colour, "stop-opacity": opacity });

const MARBLES = [
  [stop(0, "#d6ecff"), stop(0.22, "#6ea8f2"), stop(0.6, "#1f55b5"), stop(1, "#0a2258")],
  [stop(0, "#d2f2ff"), stop(0.22, "#55aee0"), stop(0.6, "#12609e"), stop(1, "#07284a")],
  [stop(0, "#e2e2ff"), stop(0.22, "#8795ee"), stop(0.6, "#3443ae"), stop(1, "#131a55")],
];

const GRADIENTS = {
  "fp-wood": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0.6, y2: 1 },
    [stop(0, "#eec68c"), stop(0.5, "#dca968"), stop(1, "#c08a4a")],
  ],
  "fp-rim": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0, y2: 1 },
    [stop(0, "#fff3d6", 0.9), stop(0.5, "#a8743a", 0.2), stop(1, "#4d2c0d", 0.8)],
  ],
  "fp-hole": [
    "radialGradient",
    { cx: 0.5, cy: 0.36, r: 0.62 },
    [stop(0, "#5b3715"), stop(0.7, "#8a5a2a"), stop(0.92, "#a87440"), stop(1, "#c99a60")],
  ],
  "fp-lip": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0, y2: 1 },
    [stop(0, "#4d2c0d", 0.7), stop(0.55, "#4d2c0d", 0), stop(1, "#fff0cf", 0.9)],
  ],
  "fp-tray": ["linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [stop(0, "#3a2312"), stop(1, "#54341a")]],
  "fp-tile": [
    "linearGradient",
    { x1: 0, y1: 0, x2: 0.4, y2: 1 },
    [stop(0, "#fffdf4"), stop(0.6, "#f3e7cd"), stop(1, "#dfcba4")],
  ],
  "fp-tile-edge": ["linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [stop(0, "#ffffff"), stop(1, "#a98d5c")]],
  "fp-shade": ["radialGradient", {}, [stop(0, "#2a1503", 0.55), stop(0.6, "#2a1503", 0.3), stop(1, "#2a1503", 0)]],
  "fp-glint": ["radialGradient", {}, [stop(0, "#ffffff", 0.95), stop(1, "#ffffff", 0)]],
};
MARBLES.forEach((list, i) => (GRADIENTS[`fp-marble-${i}`] = ["radialGradient", { cx: 0.36, cy: 0.3, r: 0.75 }, list]));

// The gradients that drawings refer to; every root (page, shadow root, picture file) needs them once.
export function gradients() {
  const defs = node("defs");
  for (const [id, [name, attributes, list]] of Object.entries(/** @type {any} */ (GRADIENTS))) {
    const made = node(name, { id, ...attributes }, defs);
    for (const values of list) node("stop", values, made);
  }
  return defs;
}

// Put the gradients into a root as an invisible drawing, unless they are there.
export function installGradients(root) {
  if (root.querySelector("#fp-wood")) return;
  const holder = node("svg", { width: 0, height: 0, "aria-hidden": "true", class: "gradients" });
  holder.append(gradients());
  root.prepend(holder);
}

// The English texts of sliding blocks.
import { TEXTS } from "./texts.js";

const METRICS = {
  step: "A move is one piece by one cell.",
  line: "A move is one piece in one direction, however far.",
  path: "A move is one piece, any way through free cells.",
};

Object.assign(TEXTS.en, {
  wall: (cell) => `cell ${cell}: wall`,
  "block-rows": "Rows",
  "block-columns": "Columns",
  "block-metric": "One move is",
  "metricName-path": "one piece, any way",
  "metricName-line": "one piece, one direction",
  "metricName-step": "one piece, one cell",
  "block-axis": "Pieces go",
  "axis-free": "any way",
  "axis-long": "along their long side",
  "axis-own": "as given",
  "block-piece": "Piece",
  "brush-piece": "Piece",
  "brush-empty": "Empty",
  "brush-door": "Door",
  "block-door": "May pass",
  howWalls: "Click or drag for walls. Pieces are drawn on the start.",
  howPieces: "Drag over free cells for a new piece, from a piece on to enlarge it. Keys: a letter, Delete.",
  howDoors:
    "Click or drag over cells that only the chosen piece may enter, again to open them to all. Keys: a letter, Delete.",
  standsInDoor: (name) => `Piece ${name} stands in this door: let it pass first.`,
  howAim: "Choose a piece, then click where its top left corner shall go.",
  dropAim: "No goal for it",
  leavesBoard: (name) => `Piece ${name} does not fit there.`,
  howBlock: (metric) =>
    `Drag a piece; or click it, or type its letter, and move it with the arrow keys. ${METRICS[metric]}`,
  metricSays: (metric) => METRICS[metric],
});

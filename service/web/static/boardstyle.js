// How the parts of a board look; a shadow root needs its own copy of the rules.
export const STYLE = `
.fp-board { position: relative; width: 100%; height: 100%; min-height: 0; }
.fp-board > svg { display: block; width: 100%; height: 100%; overflow: visible; touch-action: manipulation;
  user-select: none; -webkit-user-select: none; }
.fp-board.paint > svg, .fp-board.grab > svg { touch-action: none; }
.gradients { position: absolute; }
.fp-board .place { cursor: pointer; outline: none; }
.fp-board .place .ring { fill: transparent; stroke: none; }
.fp-board .place:focus-visible .ring { stroke: #fff; stroke-width: 3; paint-order: stroke;
  filter: drop-shadow(0 0 1.5px #000) drop-shadow(0 0 1.5px #000); }
@media (hover: hover) { .fp-board .place:hover .ring { fill: rgb(255 255 255 / .14); } }
.fp-board .still .place { cursor: default; }
.fp-board .number { font: 600 10px system-ui, sans-serif; text-anchor: middle; fill: #fff; stroke: #2b1704;
  stroke-width: 2.4; paint-order: stroke; pointer-events: none; }
.fp-board .corner { font-size: 9px; text-anchor: end; }
.fp-board .marks, .fp-board .over { pointer-events: none; }
.fp-board .goal { fill: none; stroke: #fff3d0; stroke-width: 2.5; stroke-dasharray: 5 4; }
.fp-board .target { fill: rgb(255 220 110 / .5); stroke: #fff1bd; stroke-width: 2.5; }
.fp-board .chosen .marble, .fp-board .chosen .tile { translate: 0 -5px;
  filter: drop-shadow(0 6px 3px rgb(30 12 0 / .5)); }
.fp-board .class1 { fill: rgb(255 211 92 / .72); stroke: #fff2c2; stroke-width: 2; }
.fp-board .class0 { fill: rgb(30 14 2 / .42); }
.fp-board .weight { font: 700 15px system-ui, sans-serif; text-anchor: middle; fill: #fff; stroke: #2b1704;
  stroke-width: 3.5; paint-order: stroke; }
.fp-board .hint { fill: none; stroke-width: 4; stroke-linecap: round; stroke: #2b1704; opacity: .75; }
.fp-board .hint.best { stroke: #ffd75e; opacity: 1; filter: drop-shadow(0 0 1px #2b1704) drop-shadow(0 0 1px #2b1704); }
.fp-board .hint.lost { stroke: #e8dccb; opacity: .55; stroke-dasharray: 2 7; }
.fp-board .tag circle { fill: #fff8e6; stroke: #2b1704; stroke-width: 1.5; }
.fp-board .tag.best circle { fill: #ffd75e; }
.fp-board .tag.lost circle { fill: #d8cfc4; }
.fp-board .tag text { font: 700 11px system-ui, sans-serif; text-anchor: middle; fill: #2b1704; }
.fp-board .wrong { fill: none; stroke: #d3261b; stroke-width: 4; }
.fp-board .sheet { fill: #fdfaf1; stroke: #cdbf9f; filter: drop-shadow(0 4px 8px rgb(40 20 0 / .25)); }
.fp-board .pencil line { stroke: #dccfae; stroke-width: 1; }
.fp-board .pencil .inked { stroke: #6f8fb8; stroke-width: 2.5; }
.fp-board .dot { fill: #b7a67d; }
.fp-board .drawn { fill: #4b2f17; stroke: #2b1704; }
.fp-board .paper .place:focus-visible .ring { stroke: #1d4a8f; filter: none; }
.fp-board .axis { stroke: #c26b4a; stroke-width: 1; stroke-dasharray: 4 5; }
.fp-board .tile.any { opacity: .6; }
@media print { .fp-board .place { display: none; } }
`;

export function adoptStyle(root, text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

// What the page says, in English; in Japanese it is in the catalogue fewest/service/locale/ja/LC_MESSAGES/page.po.
// A text is a pattern, or a function that chooses one. In a pattern, {moves} stands for a value, and for a number with
// its noun {moves|# move|# moves}; values are given in the order in which the English pattern names them.

// These texts are those that opening the page needs, and does not have in its elements.
export const TEXTS = {
  other: "日本語",
  documentTitle: "Fewest: peg solitaire and sliding puzzles in the fewest moves",
  boards: "Boards",
  lessons: "Lessons and class sets",
  placeInSet: "puzzle {number} of {total}",
  dot: " · ",
  close: "Close",
  offline: "You are offline. What you have opened can be played.",
  worksOffline: "This page works offline, too: what you have opened can be played.",
  notHere: "offline",
  share: "Share",
  play: "Play",
  watch: "Watch",
  edit: "Edit",
  dare: "{fewest|# move is|# moves are} enough. Can you do it?",
  dareBest: "It can be done in {length|# move|# moves}. Can you find fewer?",
  dareSolvable: "It can be done, in at least {lower|# move|# moves}. Can you do it?",
  canYou: "Can you do it?",
  isItPossible: "Can it be done?",
  challenge: (moves, fewest) =>
    t(fewest === null ? "challengeOpen" : moves <= fewest ? "challengeFewest" : "challengeMore", moves, fewest),
  challengeOpen: "Challenge: someone solved this in {moves|# move|# moves}. Can you beat it?",
  challengeFewest: "Challenge: someone solved this in {moves|# move|# moves}, the fewest possible. Can you, too?",
  challengeMore:
    "Challenge: someone solved this in {moves|# move|# moves}, but {fewest|# is|# are} enough. Can you beat it?",
  dareImpossible: "It cannot be done. Can you see why?",
  probably: "At least {lower|# move|# moves}, if it can be done.",
  modes: "Mode",
  problem: "Problem",
  board: "Board",
  start: "Start",
  goal: "Goal",
  side: "Part to edit",
  watchBoard: "The solution",
  playBoard: "Your game",
  startHere: "Start here",
  yourOwn: "Your own",
  "kind-jump": "Pegs jump",
  "kind-slide": "Pieces slide",
  "kind-block": "Blocks slide",
  newBoard: "Draw a board",
  newBoardFacts: "on a lattice or a graph",
  makePuzzle: "Make a level",
  makePuzzleFacts: "new puzzles, with proof",
  ownBoard: "Your board",
  holes: "{count|# hole|# holes}",
  cells: "{count|# cell|# cells}",
  moves: "{count|# move|# moves}",
  problems: "{count|# problem|# problems}",
  unsolvable: "no solution",
  today: "Today’s puzzle",
  easy: "Easy",
  normal: "Normal",
  hard: "Hard",
  ofDay: "{date}, {difficulty}",
  streak: "{days|# day|# days} in a row",
  nextPuzzle: "Next puzzle",
  toSet: "Back to the set",
  challengeFriend: "Challenge a friend",
  lookLonger: "Where did I lose moves?",
  lookFewer: "Are fewer enough?",
  howHard: "How hard is it?",
  lookLost: "Where did I go wrong?",
  solvedHere: (best, fewest) => t(best <= fewest ? "solvedFewest" : "solvedMore", best, fewest),
  solvedFewest: "★ in {best}, the fewest",
  solvedMore: "✓ in {best} (fewest: {fewest})",
  solvedSome: "✓ {won} of {all} solved",
  bestGame: (best, fewest) => t(fewest === null ? "bestOwn" : best <= fewest ? "bestFewest" : "bestMore", best, fewest),
  bestOwn: "Your best: {best|# move|# moves}.",
  bestFewest: "★ Your best: {best|# move|# moves}, the fewest possible.",
  bestMore: "✓ Your best: {best|# move|# moves} (fewest: {fewest}).",
  sound: "Play a sound when solved",
  ownMoves: "Your moves",
  ownMove: "Your move {move}: {text}",
  hole: (place, peg) => t(peg ? "holePeg" : "holeEmpty", place),
  holePeg: "hole {place}: peg",
  holeEmpty: "hole {place}: empty",
  cell: (place, piece) => t(piece === null ? "cellAny" : piece ? "cellPiece" : "cellEmpty", place, piece),
  cellAny: "cell {place}: any piece",
  cellPiece: "cell {place}: piece {piece}",
  cellEmpty: "cell {place}: empty",
  chosen: ", selected",
  alreadyThere: "The start already meets the goal.",
  canGo: ", can move here",
  canMove: ", can move",
  made: (moves, fewest) => t(fewest === null ? "madeOwn" : "madeOf", moves, fewest),
  madeOwn: "{moves|# move|# moves} made.",
  madeOf: "{moves|# move|# moves} made; the fewest is {fewest}.",
  wonIn: (moves, fewest) => t(fewest === null ? "wonOwn" : moves <= fewest ? "wonFewest" : "wonMore", moves, fewest),
  wonOwn: "Solved in {moves|# move|# moves}!",
  wonFewest: "Solved in {moves|# move|# moves}, the fewest possible!",
  wonMore: "Solved in {moves|# move|# moves}. Well played! It can be done in {fewest}.",
  stuck: (pegs, kind, one) =>
    t(kind !== "jump" ? "stuckPieces" : one && pegs === 1 ? "stuckElsewhere" : "stuckPegs", pegs),
  stuckPegs: "No jumps left, and {pegs|# peg remains|# pegs remain}.",
  stuckElsewhere: "No jumps left, and the last peg is in the wrong hole.",
  stuckPieces: "No piece can move.",
  undoSome: "Undo a few moves and try another way.",
  hintAsking: "Looking for hints …",
  hintRefused: () => t(navigator.onLine === false ? "hintsOffline" : "hintsAway"),
  hintsAway: "No hints here now.",
  hintsOffline: "You are offline. Hints for this position need a connection.",
  makeOpening: "Use these jumps as the opening",
  playFromHere: "Use this position as the start",
  howPlay: "Choose a peg and a hole to jump to, or drag it; the peg jumped over is removed.",
  howSlide: "Choose a piece next to an empty cell, or drag it.",
  aimOne: "Leave one peg, in the ringed hole.",
  aimExact: "Leave a peg in each ringed hole, and no other.",
  aimCount: "Leave {pegs|one peg|# pegs}, anywhere.",
  aimAmong: "Leave one peg, in one of the ringed holes.",
  aimFewest: "Leave as few pegs as you can.",
  aimDeadEnd: "Get stuck with as many pegs as you can.",
  aimSurvivor: "Let the ringed peg be the last one.",
  aimOther: "Reach one of several positions.",
  aimOrder: "Put the pieces in order.",
  aimSlide: "Put the pieces in the places shown here.",
  aimBlock: "Bring the red piece to the outlined place.",
  aimBlocks: "Bring the red pieces to the outlined places.",
  solve: "Solve",
  cancel: "Cancel",
  all: "Find all solutions",
  submitting: "Submitting …",
  cancelled: "Cancelled.",
  unreachable: "Cannot reach the service. Check your connection and try again.",
  key: "API key",
  undo: "Undo ({key})",
  redo: "Redo ({key})",
  restart: "Start over",
  hint: "Hints ({key})",
  notLoaded: "{board} could not be loaded. Check your connection and try again.",
  atlas: "The atlas of problems",
};

const NAMES = { tritri: "Tritri", "horned-triangle": "Horned triangle", walled: "Tray with a wall" };
const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

let language = "en";
let said = {};

// Speak a language: its name and its catalogue, from English to it. Where a text has a context, that stands before it.
export function speak(name, catalogue) {
  language = name;
  said = catalogue;
}

const inContext = (context, text) => said[`${context}\u0004${text}`];

// An English text in the language of the page.
const worded = (name, english) => inContext(name, english) ?? said[english] ?? english;

// A text in the language of the page; undefined if there is none of this name.
export function t(name, ...values) {
  const english = TEXTS[name];
  if (typeof english !== "string") return english?.(...values);
  const names = [...new Set(Array.from(english.matchAll(PLACE), ([, place]) => place))];
  return worded(name, english).replace(PLACE, (_, place, one, others) => {
    const value = values[names.indexOf(place)];
    const written = ["number", "bigint"].includes(typeof value) ? n(value) : value;
    return others === undefined ? written : (Number(value) === 1 ? one : others).replace("#", () => written);
  });
}

// A number as the language of the page writes it; a BigInt exactly.
/** @type {(number: any) => string} */
export const n = (number) => {
  const lost = typeof number === "number" && number > 2 ** 53; // digits, in JSON
  return (lost ? "≈\u00a0" : "") + number.toLocaleString(language, lost ? { maximumSignificantDigits: 6 } : {});
};

// The title of a board without its size.
export const briefTitle = (title) => title.replace(/, \d+ (holes|cells|rows).*/, "");

// A name from the catalogue of boards in the language of the page; undefined where that catalogue's own serves.
export const translated = (group, name) =>
  inContext(group, name) ?? (group === "boards" && language === "en" ? NAMES[name] : undefined);

// The language of a page: the one asked for, and the button that asks for the other one.

const KEPT = "fewest-language";
const LANGUAGES = ["en", "ja"];

// The language asked for: by the person, or else by the browser.
export function wanted() {
  try {
    const kept = localStorage.getItem(KEPT);
    if (LANGUAGES.includes(kept)) return kept;
  } catch {
    // no storage in a sandboxed frame
  }
  return navigator.language?.startsWith("ja") ? "ja" : "en";
}

// Put a page into the language asked for; `title` names the text of its title, null for the one it has. Elements name
// theirs by data-t, and that of their label by data-aria; where only the page has an English text, it is in the page.
export async function translate(title) {
  if (wanted() === "ja") speak("ja", (await import("../japanese.js")).JAPANESE);
  document.documentElement.lang = language;
  if (title) document.title = t(title);
  for (const element of document.querySelectorAll("[data-t]"))
    element.textContent = t(element.dataset.t) ?? worded(element.dataset.t, element.textContent);
  for (const element of document.querySelectorAll("[data-aria]"))
    element.setAttribute("aria-label", t(element.dataset.aria));
  offer(LANGUAGES.find((name) => name !== language));
}

// The button asks for another language from the next load on.
function offer(other) {
  const button = document.getElementById("language");
  Object.assign(button, { textContent: t("other"), lang: other, hidden: false });
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(KEPT, other);
    } catch {
      return; // no storage in a sandboxed frame
    }
    location.reload();
  });
}

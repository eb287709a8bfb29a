// The English texts that opening the page needs; those in Japanese are in japanese.js. A text is a string, or a
// function of what it is about.

export const n = (number) => {
  const lost = number > 2 ** 53; // digits, in JSON
  return (lost ? "≈\u00a0" : "") + number.toLocaleString(language, lost ? { maximumSignificantDigits: 6 } : {});
};
export const plural = (number, noun) => `${n(number)} ${noun}${number === 1 ? "" : "s"}`;
const holeIs = (piece) => (piece ? "peg" : "empty");
const cellIs = (piece) => (piece === null ? "any piece" : piece ? `piece ${piece}` : "empty");

export const TEXTS = {
  en: {
    other: "日本語",
    documentTitle: "Fewest: peg solitaire and sliding puzzles in the fewest moves",
    claim: "Peg solitaire and sliding puzzles, solved in the fewest moves. Proven.",
    boards: "Boards",
    api: "API",
    close: "Close",
    share: "Share",
    play: "Play",
    watch: "Watch",
    showMe: "Show me",
    makeOwn: "Make your own",
    dare: (fewest) => `${plural(fewest, "move")} ${fewest === 1 ? "is" : "are"} enough. Can you?`,
    dareBest: (length) => `It can be done in ${plural(length, "move")}. Who knows of fewer?`,
    dareSolvable: (lower) => `It can be done, in ${plural(lower, "move")} or more. Can you?`,
    dareImpossible: "It cannot be done. Can you see why?",
    probably: (lower) => `Probably solvable: at least ${plural(lower, "move")}.`,
    modes: "Mode",
    problem: "Problem",
    board: "Board",
    start: "Start",
    goal: "Goal",
    side: "What to set up",
    watchBoard: "The solution",
    playBoard: "Your game",
    newBoard: "Draw your own",
    newBoardFacts: "any lattice, any graph",
    makePuzzle: "Make a puzzle",
    makePuzzleFacts: "new levels, proven",
    ownBoard: "Your board",
    holes: (count) => plural(count, "hole"),
    cells: (count) => plural(count, "cell"),
    moves: (count) => plural(count, "move"),
    problems: (count) => plural(count, "problem"),
    unsolvable: "no solution",
    solvedHere: (best, fewest) => (best <= fewest ? `★ in ${best}, the fewest` : `✓ in ${best}; fewest ${fewest}`),
    solvedSome: (won, all) => `✓ ${won} of ${all} solved`,
    bestGame: (best, fewest) =>
      fewest === null
        ? `Your best: ${plural(best, "move")}.`
        : best <= fewest
          ? `★ Your best: ${plural(best, "move")}, the fewest there can be.`
          : `✓ Your best: ${plural(best, "move")}; the fewest: ${fewest}.`,
    sound: "Sound when it is solved",
    ownMoves: "Your moves",
    ownMove: (move, text) => `Your move ${move}: ${text}`,
    hole: (place, peg) => `hole ${place}: ${holeIs(peg)}`,
    cell: (place, piece) => `cell ${place}: ${cellIs(piece)}`,
    chosen: ", chosen",
    ownText: "As text: paste or write",
    alreadyThere: "The start already meets the goal.",
    canGo: ", can go here",
    made: (moves, fewest) => `${plural(moves, "move")} made${fewest === null ? "." : `; the fewest is ${fewest}.`}`,
    wonIn: (moves, fewest) =>
      fewest === null
        ? `Solved in ${plural(moves, "move")}!`
        : moves <= fewest
          ? `Solved in ${plural(moves, "move")}: it cannot be done in fewer!`
          : `Solved in ${plural(moves, "move")}. Well played; it can be done in ${fewest}.`,
    stuck: (pegs, kind) =>
      kind === "jump"
        ? `No jump is left, and ${plural(pegs, "peg")} remain. Undo a few and try another way.`
        : "No piece can move.",
    hintAsking: "Measuring every move …",
    hintRefused: "Hints are not available here.",
    lost: (back) =>
      `From here the goal is out of reach: it slipped away within the last ${back > 1 ? `${back} steps` : "step"}. ` +
      "Undo, and it will be back.",
    hintBest: (left, total) =>
      `${plural(left, "move")} to go, ${total} in all. The number on an arrow is how many remain after it.`,
    makeOpening: "Make these jumps the opening",
    playFromHere: "Set up this position",
    howPlay: "Click a peg and the hole it jumps to, or drag it.",
    howSlide: "Click a piece next to an empty cell, or drag it.",
    solve: "Solve",
    cancel: "Cancel",
    all: "Find all solutions",
    submitting: "Submitting …",
    cancelled: "Cancelled.",
    unreachable: "Cannot reach the service. Check your connection and try again.",
    key: "API key",
    film: "All moves",
    undo: "Undo (U)",
    redo: "Redo (R)",
    restart: "Begin again",
    hint: "Hints (H)",
    notFound: "This puzzle could not be loaded.",
    brokenLink: "This link is broken or incomplete, so here is another board.",
    noBoard: (name) => `There is no board “${name}”, so here is another one.`,
    noExample: (board, number) => `${board} has no problem ${number}, so here is its first.`,
    atlas: "The atlas of problems",
    names: { boards: { tritri: "Tritri", "horned-triangle": "Horned triangle", walled: "Tray with a wall" } },
  },
};

let language = "en";

// Speak a language: its name and its table of texts.
export function speak(name, table) {
  TEXTS[name] = table;
  language = name;
}

// A text in the language of the page.
export function t(key, ...values) {
  const text = TEXTS[language][key];
  return typeof text === "function" ? text(...values) : text;
}

// The title of a board without its size.
export const briefTitle = (title) => title.replace(/, \d+ (holes|cells|rows).*/, "");

// A name from the catalogue in the language of the page; undefined where the catalogue's own serves.
export const translated = (group, name) => TEXTS[language].names?.[group]?.[name];

// All texts of the page in English; those in Japanese are in japanese.js. A text is a string, or a function of what it
// is about.

export const n = (number) => number.toLocaleString(language);
const plural = (number, noun) => `${n(number)} ${noun}${number === 1 ? "" : "s"}`;
const holeIs = (piece) => (piece ? "peg" : "empty");
const cellIs = (piece) => (piece === null ? "any piece" : piece ? `piece ${piece}` : "empty");

const PROOF_NAMES = { pegs: "the number of pegs cannot come out", parity: "a count of odd and even forbids it", pagoda: "a sum that never rises is too small", goals: "every possible goal is ruled out", contents: "a part of the board lacks pieces that the goal wants there", permutation: "slides cannot produce this order", exhaustion: "the search visited every position that can be reached" };

export const TEXTS = {
  en: {
    name: "English", other: "日本語", documentTitle: "Fewest: peg solitaire and sliding puzzles in the fewest moves",
    claim: "Peg solitaire and sliding puzzles, solved in the fewest moves. Proven.",
    boards: "Boards", api: "API", close: "Close", share: "Share", numbers: "Numbers (N)",
    setup: "Set up", play: "Play", watch: "Watch", modes: "Mode", problem: "Problem",
    board: "Board", start: "Start", goal: "Goal", side: "What to set up",
    startBoard: "The start", goalBoard: "The goal", watchBoard: "The solution", playBoard: "Your game", sheet: "A sheet to draw a board on",
    newBoard: "Draw your own", newBoardFacts: "any lattice, any graph", ownBoard: "Your board",
    holes: (count) => plural(count, "hole"), cells: (count) => plural(count, "cell"), moves: (count) => plural(count, "move"),
    problems: (count) => plural(count, "problem"), unsolvable: "no solution", solvedHere: "✓ solved here",
    hole: (place, peg) => `hole ${place}: ${holeIs(peg)}`, cell: (place, piece) => `cell ${place}: ${cellIs(piece)}`,
    chosen: ", chosen", canGo: ", can go here", drawnPlace: (place) => `place ${place}: drawn`, blankPlace: (place) => `place ${place}: blank`,
    fill: "Fill", clear: "Clear", invert: "Swap pegs and holes", shuffle: "Shuffle", inOrder: "In order",
    opening: "Opening:", openingJump: (from, over, to) => `${from} over ${over} to ${to}`, dropOpening: "Drop it",
    makeOpening: "Make these jumps the opening", playFromHere: "Set up this position",
    goalIs: "Goal", "goal-exact": "exactly these pegs", "goal-count": "a number of pegs, anywhere", "goal-among": "one peg, in a marked hole", "goal-other": "one of several", goalCount: "Pegs",
    "tool-swap": "Swap", "tool-number": "Number", "tool-empty": "Empty", "tool-any": "Any piece", pieceNumber: "Number of the piece",
    "paint-kind": "Game", kindJump: "Pegs jump", kindSlide: "Pieces slide", "paint-lattice": "Lattice",
    "lattice-square": "Square", "lattice-triangle": "Triangular", "lattice-hexagon": "Hexagonal", "lattice-graph": "Free graph",
    "paint-size": "Size", "paint-symmetry": "Brush", "symmetry-none": "single", "symmetry-mirror": "mirrored", "symmetry-cross": "mirrored twice", "symmetry-turn": "turned",
    "paint-lines": "Jumps", linesOrthogonal: "along rows and columns", linesDiagonal: "also diagonally",
    howPaint: "Click or drag to draw and erase. What stays blank is wall.",
    howGraph: "Click the paper for a new node, drag to move it, click two nodes to join or part them. Keys: A adds, Delete removes. Pegs jump along straight lines.",
    tooMany: (most) => `A board has at most ${most} places.`, nothingDrawn: "Draw at least one place.", lookingForStart: "Looking for a start that has a solution …",
    ownJson: "As JSON", jsonLabel: "Jump table, adjacency or any puzzle of the API", useJson: "Use this", lineColumn: (line, column) => `Line ${line}, column ${column}:`,
    checkSolvable: "This has a solution.", checkOpen: "No simple argument rules it out.", checkImpossible: "There is no solution.", checkInvalid: "This does not fit together yet.", checkYourself: "Check it yourself:",
    checkBound: (lower, symmetries) => `It takes at least ${plural(lower, "move")}.${symmetries > 1 ? ` The puzzle has ${symmetries} symmetries.` : ""}`,
    argument: (at, all, covers) => `Argument ${at} of ${all} (${covers})`, covers: (some, all) => `rules out ${n(some)} of ${plural(all, "goal")}`,
    proofPegs: (start, goal) => [`Every jump takes exactly one peg off the board.`, `From ${plural(start, "peg")} it cannot come to ${goal}.`],
    proofParity: ["Look only at the golden holes: every jump touches two of them or none, so the pegs on them change by two or not at all.", "An even number stays even, an odd number stays odd."],
    checkParity: (start, goal, wanted) => `at the start ${plural(start, "peg")} ${start === 1 ? "is" : "are"} on gold, which is ${start % 2 ? "odd" : "even"}; the goal has ${goal === null ? `an ${wanted ? "odd" : "even"} number` : goal}.`,
    proofPagoda: ["Add up the numbers under the pegs: no jump can make this sum larger.", "The goal would need a larger sum than the start has."],
    checkPagoda: (start, goal) => `the start adds up to ${start}, the goal to ${goal} or more.`,
    proofContents: ["No piece ever leaves the golden part of the board.", "It does not hold the pieces or empty cells that the goal wants there."],
    proofSwaps: ["Colour the cells like a chessboard: every slide moves the empty cell to the other colour and is one exchange.", "Back on its own cell, the empty cell has made an even number of exchanges; the goal needs an odd number."],
    checkSwaps: (pairs) => `${pairs.length} exchange${pairs.length === 1 ? "" : "s"} of two pieces ${pairs.length === 1 ? "is" : "are"} missing${pairs.length < 9 ? `: ${pairs.map((pair) => pair.join(" ↔ ")).join(", ")}` : ""}.`,
    proofRing: ["The golden cells form a ring, and pieces on a ring cannot overtake each other.", "The goal wants them in another order around the ring."],
    proofTheta: ["The golden cells are the one exception of Wilson's theorem: a ring of six with one cell in the middle.", "All 120 arrangements that slides can reach were listed, and the goal is not among them."],
    proofExhaustion: (nodes) => [`The search visited every position that can be reached${nodes ? ` (${n(nodes)} nodes)` : ""}.`, "None of them is the goal; there is no shorter argument to check by hand."],
    proofOther: (by) => `Proven by ${by}.`,
    solve: "Solve", cancel: "Cancel", all: "Find all solutions", watchBest: (length) => `Watch a solution in ${length} while it goes on`,
    submitting: "Submitting …", starting: "Starting …", cancelled: "Cancelled.", failed: "The search failed: an error in the service. Try again.",
    queued: (before) => (before ? `Waiting in the queue at place ${before + 1}.` : "Waiting in the queue, next in line."),
    between: (lower, upper) => (upper === null ? `At least ${plural(lower, "move")}.` : `Between ${lower} and ${plural(upper, "move")}.`),
    speedLine: (nodes, rate, seconds) => `${n(nodes)} nodes in ${seconds.toFixed(1)} s${rate ? `, ${n(Math.round(rate))} a second` : ""}.`,
    boundsPicture: (lower, upper) => `The bounds over time: at least ${lower}, at most ${upper ?? "unknown"}.`,
    noSolution: (by) => `There is no solution: ${PROOF_NAMES[by] ?? by}.`,
    stoppedBy: (limit, lower, length) => `Stopped by the limit on ${limit}. At least ${plural(lower, "move")}${length === null ? "" : `; the best found has ${length}`}.`,
    alreadyThere: "The start already meets the goal.", notProven: (length, lower) => `${plural(length, "move")}, not proven optimal; at least ${lower}.`,
    optimal: (length) => `${plural(length, "move")}, proven optimal.`,
    optimalCount: (length, count) => `${plural(length, "move")}, proven optimal. There ${count === 1 ? "is" : "are"} ${plural(count, "optimal solution")}.`,
    unreachable: "Cannot reach the service. Check your connection and try again.", needsKey: "This service requires an API key. Enter it below and press Solve again.", retry: (seconds) => `Try again in ${plural(seconds, "second")}.`, key: "API key",
    noListing: "There are too many solutions to list; they were only counted.", fixFirst: "This board cannot be solved yet: see above.",
    first: "To the start", back: "One move back", forward: "One move on", last: "To the end", pause: "Pause", playBack: "Play the solution", playYourself: "Play yourself", slider: "Position in the solution", speed: "Speed",
    noMoves: "No move is needed.", atStart: (all) => `Start of ${plural(all, "move")}`,
    atMove: (move, all, path, hop, hops, piece) => `Move ${move} of ${all}: ${piece === null ? path.join(" → ") : `piece ${piece}`}${hops > 1 ? ` (jump ${hop} of ${hops})` : ""}`,
    film: "All moves", filmMove: (move) => `After move ${move}`, filmStart: "The start",
    solution: "Solution", ofCount: (count) => `of ${n(count)}`, previous: "Previous", next: "Next", filter: "Only some of them", firstMove: "First move", lastPeg: "Last peg", anyOne: "any", filterFirst: (count) => `Among the first ${n(count)}.`,
    undo: "Undo (U)", redo: "Redo (R)", restart: "Begin again", hint: "Hints (H)",
    made: (moves, fewest) => `${plural(moves, "move")} made${fewest === null ? "." : `; the fewest is ${fewest}.`}`,
    wonIn: (moves, fewest) => (fewest === null ? `Solved in ${plural(moves, "move")}!` : moves <= fewest ? `Solved in ${plural(moves, "move")}: it cannot be done in fewer!` : `Solved in ${plural(moves, "move")}. Well played; it can be done in ${fewest}.`),
    stuck: (pegs, kind) => (kind === "jump" ? `No jump is left, and ${plural(pegs, "peg")} remain. Undo a few and try another way.` : "No piece can move."),
    hintAsking: "Measuring every move …", hintRefused: "Hints are not available here.",
    lost: (back) => `From here the goal is out of reach: it slipped away within the last ${back > 1 ? `${back} steps` : "step"}. Undo, and it will be back.`,
    hintBest: (left, total) => `${plural(left, "move")} to go, ${total} in all. The number on an arrow is how many remain if you play it.`,
    howPlay: "Click a peg and the hole it jumps to, or drag it.", howSlide: "Click a piece next to an empty cell, or drag it.",
    copy: "Copy", copied: "Copied.", "share-link": "Link with the whole puzzle", "share-curl": "As a command", "share-json": "The puzzle as JSON", "share-iframe": "Player for a page", "share-component": "Web component",
    saveSvg: "SVG", savePng: "PNG", saveAnimated: "Animated SVG", embedTitle: "A puzzle, solved", solveToEmbed: "Solve the puzzle to get a player for other pages.",
    notFound: "This puzzle could not be loaded.",
    atlas: "The atlas of problems", atlasTitle: "Fewest: the atlas", atlasAbout: "One number of moves is proven to be the fewest. Two are bounds of an open problem. Every solution is replayed.", atlasOpenOne: "Open a problem to see its solution, or to play it.",
    atlasHoles: "Empty → last peg", atlasProblem: "Problem", atlasMoves: "Moves", atlasSolutions: "Solutions", atlasProof: "Proven by", atlasFile: "The file", wordProblem: "problem", wordProblems: "problems", wordMove: "move", wordMoves: "moves", wordOpen: "open",
    "by-open": "open", "by-search": "search", "by-exhaustion": "exhaustion", "by-pegs": "number of pegs", "by-parity": "parity", "by-pagoda": "weights", "by-goals": "every goal", "by-permutation": "permutation", "by-contents": "contents",
    names: { boards: { tritri: "Tritri", "horned-triangle": "Horned triangle", walled: "Tray with a wall" } },
  },
};

const KEPT = "fewest-language";

export const LANGUAGES = ["en", "ja"];

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

// Ask for another language from the next load on.
export function keepLanguage(name) {
  localStorage.setItem(KEPT, name);
}

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

// A name from the catalogue in the language of the page; undefined where the catalogue's own serves.
export const translated = (group, name) => TEXTS[language].names?.[group]?.[name];

// Fill in the texts of a page: data-t names the text of an element, data-aria that of its label.
export function fillIn(root) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-aria]")) element.setAttribute("aria-label", t(element.dataset.aria));
}

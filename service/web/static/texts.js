// All texts of the page, in English and Japanese. A text is a string, or a function of what it is about.

const n = (number) => number.toLocaleString(language);
const plural = (number, noun) => `${n(number)} ${noun}${number === 1 ? "" : "s"}`;
const holeIs = (piece) => (piece ? "peg" : "empty");
const cellIs = (piece) => (piece === null ? "any piece" : piece ? `piece ${piece}` : "empty");
const limitJa = { seconds: "時間", nodes: "ノード数", bytes: "メモリ" };

const PROOF_NAMES = {
  en: { pegs: "the number of pegs cannot come out", parity: "a count of odd and even forbids it", pagoda: "a sum that never rises is too small", goals: "every possible goal is ruled out", contents: "a part of the board lacks pieces that the goal wants there", permutation: "slides cannot produce this order", exhaustion: "the search visited every position that can be reached" },
  ja: { pegs: "ペグの数が合いません", parity: "奇偶の数え方から不可能です", pagoda: "決して増えない和が足りません", goals: "どのゴールも不可能です", contents: "盤の一部に必要な駒がありません", permutation: "この並びは作れません", exhaustion: "到達できるすべての局面を調べました" },
};

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
    noSolution: (by) => `There is no solution: ${PROOF_NAMES.en[by] ?? by}.`,
    stoppedBy: (limit, lower, length) => `Stopped by the limit on ${limit}. At least ${plural(lower, "move")}${length === null ? "" : `; the best found has ${length}`}.`,
    alreadyThere: "The start already meets the goal.", notProven: (length, lower) => `${plural(length, "move")}, not proven optimal; at least ${lower}.`,
    optimal: (length) => `${plural(length, "move")}, proven optimal.`,
    optimalCount: (length, count) => `${plural(length, "move")}, proven optimal. There ${count === 1 ? "is" : "are"} ${plural(count, "optimal solution")}.`,
    unreachable: "Cannot reach the service. Check your connection and try again.", needsKey: "This service requires an API key. Enter it below and press Solve again.", retry: (seconds) => `Try again in ${plural(seconds, "second")}.`, key: "API key",
    noListing: "There are too many solutions to list; they were only counted.", fixFirst: "This board cannot be solved yet: see above.",
    first: "To the start", back: "One move back", forward: "One move on", last: "To the end", pause: "Pause", slider: "Position in the solution", speed: "Speed",
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
    names: { boards: { tritri: "Tritri", "horned-triangle": "Horned triangle", walled: "Tray with a wall" } },
  },
  ja: {
    name: "日本語", other: "English", documentTitle: "Fewest：ペグソリティアとスライドパズルの最少手数",
    claim: "ペグソリティアとスライドパズルを、証明つきの最少手数で。",
    boards: "盤の一覧", api: "API", close: "閉じる", share: "共有", numbers: "番号 (N)",
    setup: "準備", play: "遊ぶ", watch: "見る", modes: "モード", problem: "問題",
    board: "盤", start: "初期局面", goal: "ゴール", side: "準備するもの",
    startBoard: "初期局面", goalBoard: "ゴール", watchBoard: "解", playBoard: "あなたの対局", sheet: "盤を描く紙",
    newBoard: "自分で描く", newBoardFacts: "格子でもグラフでも", ownBoard: "あなたの盤",
    holes: (count) => `${n(count)}穴`, cells: (count) => `${n(count)}マス`, moves: (count) => `${n(count)}手`,
    problems: (count) => `${n(count)}題`, unsolvable: "解なし", solvedHere: "✓ ここで解いた",
    hole: (place, peg) => `穴${place}：${peg ? "ペグ" : "空き"}`, cell: (place, piece) => `マス${place}：${piece === null ? "任意の駒" : piece ? `駒${piece}` : "空き"}`,
    chosen: "、選択中", canGo: "、移動先", drawnPlace: (place) => `位置${place}：あり`, blankPlace: (place) => `位置${place}：なし`,
    fill: "すべて置く", clear: "すべて消す", invert: "ペグと空きを入れ替え", shuffle: "かき混ぜる", inOrder: "順に並べる",
    opening: "初手の指定：", openingJump: (from, over, to) => `${from}→(${over})→${to}`, dropOpening: "やめる",
    makeOpening: "この跳びを初手に指定", playFromHere: "この局面から準備",
    goalIs: "ゴール", "goal-exact": "この配置どおり", "goal-count": "指定の数のペグ（場所は自由）", "goal-among": "印の穴のどれかに1個", "goal-other": "いくつかのうちの一つ", goalCount: "ペグの数",
    "tool-swap": "交換", "tool-number": "番号", "tool-empty": "空き", "tool-any": "任意", pieceNumber: "駒の番号",
    "paint-kind": "種類", kindJump: "ペグが跳ぶ", kindSlide: "駒が滑る", "paint-lattice": "格子",
    "lattice-square": "正方格子", "lattice-triangle": "三角格子", "lattice-hexagon": "六角形", "lattice-graph": "自由なグラフ",
    "paint-size": "大きさ", "paint-symmetry": "筆", "symmetry-none": "一つずつ", "symmetry-mirror": "左右対称", "symmetry-cross": "上下左右対称", "symmetry-turn": "回転対称",
    "paint-lines": "跳ぶ向き", linesOrthogonal: "縦と横", linesDiagonal: "斜めも",
    howPaint: "クリックかドラッグで描いたり消したりします。空白は壁になります。",
    howGraph: "紙をクリックすると点ができ、ドラッグで動かせます。二つの点を続けてクリックすると線を引くか消します。Aで追加、Deleteで削除。ペグは直線に沿って跳びます。",
    tooMany: (most) => `盤は${most}か所までです。`, nothingDrawn: "少なくとも一か所は描いてください。", lookingForStart: "解のある初期局面を探しています…",
    ownJson: "JSONで", jsonLabel: "跳び表、隣接リスト、またはAPIのパズル", useJson: "これを使う", lineColumn: (line, column) => `${line}行${column}列：`,
    checkSolvable: "解があります。", checkOpen: "簡単な理屈では否定できません。", checkImpossible: "解はありません。", checkInvalid: "まだつじつまが合いません。", checkYourself: "確かめてみましょう：",
    checkBound: (lower, symmetries) => `少なくとも${n(lower)}手かかります。${symmetries > 1 ? `対称性は${symmetries}通りです。` : ""}`,
    argument: (at, all, covers) => `論拠 ${at} / ${all}（${covers}）`, covers: (some, all) => `ゴール${n(all)}通りのうち${n(some)}通りを否定`,
    proofPegs: (start, goal) => ["一回跳ぶごとにペグはちょうど一個減ります。", `${start}個から${goal}個にはなりません。`],
    proofParity: ["金色の穴だけを見ます。どの跳びも金色の穴にちょうど二つかかるか、まったくかからないので、そこのペグの数は二つ変わるか、変わりません。", "偶数は偶数のまま、奇数は奇数のままです。"],
    checkParity: (start, goal, wanted) => `初期局面では金色の穴にペグが${start}個（${start % 2 ? "奇数" : "偶数"}）、ゴールでは${goal === null ? (wanted ? "奇数個" : "偶数個") : `${goal}個`}です。`,
    proofPagoda: ["ペグのある穴の数字を足します。どの跳びもこの和を増やせません。", "ゴールには初期局面より大きな和が必要です。"],
    checkPagoda: (start, goal) => `初期局面の和は${start}、ゴールの和は${goal}以上です。`,
    proofContents: ["金色の部分から駒が出ることはありません。", "ゴールがそこに求める駒や空きが足りません。"],
    proofSwaps: ["マスを市松模様に塗ります。一回滑らせると空きは反対の色に移り、それは一回の交換です。", "空きが元のマスに戻るまでの交換は偶数回ですが、ゴールには奇数回が必要です。"],
    checkSwaps: (pairs) => `必要な交換は${pairs.length}回です${pairs.length < 9 ? `（${pairs.map((pair) => pair.join("↔")).join("、")}）` : ""}。`,
    proofRing: ["金色のマスは輪になっていて、輪の上の駒は互いに追い越せません。", "ゴールでは輪の上の順番が違います。"],
    proofTheta: ["金色のマスはウィルソンの定理のただ一つの例外、六つの輪と真ん中の一マスです。", "到達できる120通りをすべて並べても、ゴールはその中にありません。"],
    proofExhaustion: (nodes) => [`到達できるすべての局面を調べました${nodes ? `（${n(nodes)}ノード）` : ""}。`, "ゴールはその中になく、手で確かめられる短い理屈はありません。"],
    proofOther: (by) => `証明の種類：${by}`,
    solve: "解く", cancel: "中止", all: "すべての解を求める", watchBest: (length) => `探索中に${length}手の解を見る`,
    submitting: "送信中…", starting: "開始中…", cancelled: "中止しました。", failed: "サービスの誤りで探索に失敗しました。もう一度試してください。",
    queued: (before) => (before ? `順番待ち：${before + 1}番目` : "順番待ち：次です"),
    between: (lower, upper) => (upper === null ? `少なくとも${n(lower)}手。` : `${n(lower)}手以上、${n(upper)}手以下。`),
    speedLine: (nodes, rate, seconds) => `${seconds.toFixed(1)}秒で${n(nodes)}ノード${rate ? `、毎秒${n(Math.round(rate))}` : ""}。`,
    boundsPicture: (lower, upper) => `上下界の推移：${lower}手以上、${upper === null ? "上界は未定" : `${upper}手以下`}。`,
    noSolution: (by) => `解はありません。${PROOF_NAMES.ja[by] ?? by}。`,
    stoppedBy: (limit, lower, length) => `${limitJa[limit] ?? limit}の上限で止まりました。少なくとも${n(lower)}手${length === null ? "" : `、見つかった最良は${length}手`}です。`,
    alreadyThere: "初期局面がすでにゴールです。", notProven: (length, lower) => `${n(length)}手（最少とは未証明、少なくとも${lower}手）。`,
    optimal: (length) => `${n(length)}手、最少と証明済み。`, optimalCount: (length, count) => `${n(length)}手、最少と証明済み。最短解は${n(count)}通りです。`,
    unreachable: "サービスにつながりません。接続を確かめてください。", needsKey: "このサービスにはAPIキーが必要です。下に入力して、もう一度「解く」を押してください。", retry: (seconds) => `${seconds}秒後にもう一度試してください。`, key: "APIキー",
    noListing: "解が多すぎるため、数だけを求めました。", fixFirst: "この盤はまだ解けません。上をご覧ください。",
    first: "最初へ", back: "一手戻る", forward: "一手進む", last: "最後へ", pause: "一時停止", slider: "解の中の位置", speed: "速さ",
    noMoves: "動かす必要はありません。", atStart: (all) => `全${n(all)}手の最初`,
    atMove: (move, all, path, hop, hops, piece) => `${all}手中${move}手目：${piece === null ? path.join(" → ") : `駒${piece}`}${hops > 1 ? `（${hops}回中${hop}回目）` : ""}`,
    film: "すべての手", filmMove: (move) => `${move}手目の後`, filmStart: "初期局面",
    solution: "解", ofCount: (count) => `/ ${n(count)}`, previous: "前へ", next: "次へ", filter: "絞り込む", firstMove: "初手", lastPeg: "最後のペグ", anyOne: "すべて", filterFirst: (count) => `最初の${n(count)}通りから。`,
    undo: "戻す (U)", redo: "やり直す (R)", restart: "最初から", hint: "ヒント (H)",
    made: (moves, fewest) => `${n(moves)}手${fewest === null ? "。" : `。最少は${fewest}手です。`}`,
    wonIn: (moves, fewest) => (fewest === null ? `${moves}手で解けました！` : moves <= fewest ? `${moves}手で解けました。これより少ない手数はありません！` : `${moves}手で解けました。お見事。最少は${fewest}手です。`),
    stuck: (pegs, kind) => (kind === "jump" ? `もう跳べません。残りは${pegs}個です。少し戻して別の道を試しましょう。` : "動かせる駒がありません。"),
    hintAsking: "すべての手を測っています…", hintRefused: "ここではヒントを使えません。",
    lost: (back) => `ここからはゴールに届きません。直前の${back > 1 ? `${back}手` : "一手"}のうちに逃しました。戻せばまた届きます。`,
    hintBest: (left, total) => `あと${n(left)}手、合計${n(total)}手。矢印の数字は、その手を選んだときの残り手数です。`,
    howPlay: "ペグと跳び先の穴をクリックするか、ドラッグします。", howSlide: "空きの隣の駒をクリックするか、ドラッグします。",
    copy: "コピー", copied: "コピーしました。", "share-link": "パズル全体を含むリンク", "share-curl": "コマンド", "share-json": "パズルのJSON", "share-iframe": "ページ用プレーヤー", "share-component": "ウェブコンポーネント",
    saveSvg: "SVG", savePng: "PNG", saveAnimated: "動くSVG", embedTitle: "パズルの解", solveToEmbed: "解くと、ほかのページ用のプレーヤーができます。",
    notFound: "パズルを読み込めませんでした。",
    names: {
      boards: {
        english: "英国盤", french: "フランス盤", diamond: "ひし形盤", wiegleb: "ヴィークレープ盤", hoppers: "ホッパーズ", "triangle-15": "三角盤15", "triangle-21": "三角盤21", "triangle-28": "三角盤28", tritri: "トライトライ", "horned-triangle": "変形三角盤",
        "8-puzzle": "8パズル", "11-puzzle": "11パズル", "14-puzzle-3x5": "14パズル", "15-puzzle": "15パズル", "15-puzzle-2x8": "15パズル（2×8）", petersen: "ピーターセングラフ", "ring-9": "弦のある輪", "theta-0": "θ₀（ウィルソンの例外）", walled: "壁のある盤",
      },
      examples: {
        "the central game": "中央から中央へ", "one peg left anywhere": "残り1個（場所は自由）", "one peg left in the middle": "残り1個を中央に",
        "centre empty, one peg left in the centre": "中央が空き、中央に1個", "centre empty, one peg left anywhere: no solution": "中央が空き、残り1個：解なし",
        "c1 empty, one peg left anywhere (J.-C. Meyrignac, 2002–03)": "c1が空き、残り1個（J.-C. Meyrignac, 2002–03）",
        "hole 12 empty, one peg left in hole 40: no solution, proven by exhaustion": "穴12が空き、穴40に1個：解なし（全探索）", "hole 3 empty, one peg left in hole 3": "穴3が空き、穴3に1個",
        "hole 6 empty, one peg left in hole 6, after the opening 14 over 9 to 6": "穴6が空き、穴6に1個（初手 14→6）", "a shortest single-vacancy problem": "最短で解ける一つ空きの問題",
        "one peg left anywhere, after the opening 0 over 1 to 3": "残り1個（初手 0→3）", "one peg left in the hole that was empty, after the opening 11 over 7 to 4: no solution": "空いていた穴に1個（初手 11→4）：解なし",
        "one peg left anywhere, after the opening 2 over 6 to 11": "残り1個（初手 2→11）", "one peg left in the middle, after the opening 2 over 6 to 11": "残り1個を中央に（初手 2→11）",
        "one of the hardest positions": "最も難しい局面の一つ", "one of the two hardest positions": "最も難しい二つの局面の一つ", "a random position": "でたらめな局面", "one of Korf's hundred positions": "コーフの百題から",
        "14 and 15 swapped (S. Loyd): no solution": "14と15の入れ替え（S. ロイド）：解なし", "two empty cells: one of the hardest positions": "空きが二つ：最も難しい局面の一つ", "two kinds of pieces: one of the hardest positions": "駒が二種類：最も難しい局面の一つ",
        "the first row only": "一段目だけ", "two pieces swapped: no solution": "二つの駒の入れ替え：解なし",
      },
    },
  },
};

const KEPT = "fewest-language";

function first() {
  let kept = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // no storage in a sandboxed frame
  }
  return kept !== null && kept in TEXTS ? kept : navigator.language?.startsWith("ja") ? "ja" : "en";
}

export let language = first();

export const languages = Object.keys(TEXTS);

// Another language from the next load on.
export function keepLanguage(name) {
  localStorage.setItem(KEPT, name);
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

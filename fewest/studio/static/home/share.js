// Sharing what the page shows: short links, pictures, and code for other pages.
import { still } from "../board/draw.js";
import { base } from "../elements/browser.js";
import { copyText, element, noteOf, rowOf, smallButton } from "../elements/elements.js";
import { get } from "../elements/panel.js";
import { style } from "../elements/stylesheet.js";
import { addToSheet, sheetAddress, sheetId } from "../making/setinhand.js";
import { errorLines } from "../texts/messages.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";

await style(new URL("share.css", import.meta.url));

const PNG_SCALE = 3;
const MAX_FILM_MOVES = 100; // the service draws no longer film

function save(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const svgText = (model, content, options) => {
  const svg = still(model, content, { ...options, plain: false, file: true });
  svg.removeAttribute("aria-hidden");
  return new XMLSerializer().serializeToString(svg);
};

async function png(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = element("canvas", { width: image.width * PNG_SCALE, height: image.height * PNG_SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function copy(area, said) {
  await copyText(area.value, area.parentElement);
  area.select();
  said.textContent = t("copied");
}

const press = (name, click, more) => smallButton(t(name), click, more);

const download = (name, href, file) => element("a", { className: "small", href, download: file, textContent: t(name) });

// A text to copy, with its label and what is said of it.
function field(name, value, ...values) {
  const said = element("span", { role: "status", className: "note" });
  const area = element("textarea", { readOnly: true, value, rows: 2, id: `share-${name}`, spellcheck: false });
  const button = press("copy", () => copy(area, said));
  const label = t(`share-${name}`, ...values);
  button.setAttribute("aria-label", `${t("copy")}: ${label}`);
  return element(
    "div",
    { className: "field" },
    element("label", { htmlFor: area.id, textContent: label }),
    area,
    element("span", { className: "row" }, button),
    said,
  );
}

// A field for a short link, which is asked for. Until it is there, and if it cannot be had, the field has `long`; if
// that is empty, it says so instead.
function linkField(name, ask, long, ...values) {
  const made = field(name, long, ...values);
  const area = made.querySelector("textarea");
  const said = made.querySelector("[role=status]");
  const send = press("send", () => navigator.share({ url: area.value }).catch(() => {})); // it may be cancelled
  const row = made.querySelector(".row");
  if (navigator.share) row.prepend(send);
  said.textContent = t("linking");
  ask().then(
    (address) => {
      area.value = address;
      said.textContent = "";
    },
    () => {
      area.hidden = row.hidden = !long;
      said.textContent = t(long ? "notShortened" : "noChallenge");
    },
  );
  return made;
}

const addressOf = ({ id }) => `${base}s/${id}`;

// What POST /v1/shares takes of a game.
function movesOf(game) {
  const moves = game.jumps.map(([from, , to]) => [from, to]);
  return game.jumps[0][1] === null ? { moves } : { moves, removed: game.jumps.map(([, over]) => [over]) };
}

// A link to what is shown: a solution that the service has, or one that only the address holds, or a puzzle.
async function linkTo({ document: puzzle, mode, solutionId }, share) {
  if (mode !== "watch") return share({ puzzle });
  return solutionId ? addressOf({ id: solutionId }) : location.href;
}

// Open the dialog with what the page shows. `playing` and `watching` are the modes, null if they are not loaded.
export function openShare(board, session, { client, playing, watching }) {
  const { puzzle, mode } = session;
  const content = board.paper ? puzzle.start : board.content;
  const captured = mode === "setup" ? 0 : board.traced.captured.length;
  const path = mode === "watch" ? (watching?.path ?? []) : [];
  const shown = { model: puzzle.model, content, captured, path };
  const game = mode === "play" && playing.game.won ? playing.game : null;
  const share = async (body) => addressOf(await (await client()).request("POST", "/v1/shares", { body }));
  const dialog = get("sharing");
  fill(dialog.lastElementChild, { client, session, shown, game, share });
  if (!dialog.open) dialog.showModal();
  addEventListener("popstate", () => dialog.close(), { once: true }); // another puzzle is shown
}

// Fill the dialog. shown: { model, content, captured, path } on the board; game: a game that is won, or null; `share`
// returns the address of what it has shared.
function fill(dialog, { client, session, shown, game, share }) {
  const puzzle = session.document;
  const { solutionId } = session;
  const picture = () => svgText(shown.model, shown.content, { captured: shown.captured, path: shown.path });
  const files = rowOf();
  files.append(press("savePng", async () => save("fewest.png", await png(picture()))));
  if (solutionId && session.solution.length <= MAX_FILM_MOVES)
    files.append(download("saveFilm", `${base}v1/solutions/${solutionId}/film.gif`, "fewest.gif"));
  const fields = [linkField("link", () => linkTo(session, share), location.href)];
  if (game?.begun) {
    const ask = () => share({ puzzle, ...movesOf(game) });
    fields.unshift(linkField("challenge", ask, "", game.state.moves));
  }
  // Whoever opens a link to a level or a challenge is told the fewest moves, if the service has solved it by then.
  const tell = async () => (await client()).request("POST", "/v1/jobs", { body: { puzzle } });
  const told = session.level || game?.begun;
  if (told && session.fewest !== null && !session.answer && !solutionId) tell().catch(() => {});
  const saveSvg = press("saveSvg", () => save("fewest.svg", new Blob([picture()], { type: "image/svg+xml" })));
  const adding = press("addToSheet", () => add(session, client, added));
  const added = element("span", { role: "status" });
  files.append(adding, added);
  const code = element("details", {}, element("summary", { textContent: t("forDevelopers") }));
  code.append(rowOf(saveSvg), ...codeFields(puzzle, solutionId));
  if (solutionId) {
    const animated = `${base}v1/solutions/${solutionId}/picture.svg?animate=1`;
    saveSvg.after(download("saveAnimated", animated, "fewest-animated.svg"));
  }
  dialog.replaceChildren(...fields, files, code);
}

// Put what is shown on the sheet in hand: a solution, a problem of the atlas, or else the puzzle.
async function add(session, client, said) {
  said.textContent = t("addingToSheet");
  try {
    const { document: puzzle, problem, solutionId } = session;
    const named = problem && !/^(c|day)\//.test(problem[0]) ? problem[0] : null;
    const ids = addToSheet(solutionId ?? named ?? (await sheetId(await client(), puzzle)));
    if (ids) said.replaceChildren(element("a", { href: sheetAddress(ids), textContent: t("onSheet", ids.length) }));
    else said.textContent = t("sheetFull");
  } catch (error) {
    said.textContent = errorLines(error).join(" ");
  }
}

function codeFields(puzzle, solutionId) {
  const json = JSON.stringify({ puzzle, want: "one" });
  const curl = `curl -s ${base}v1/jobs -H 'Content-Type: application/json' -H 'Prefer: wait=20' -d '${json}'`;
  const fields = [field("curl", curl), field("json", JSON.stringify(puzzle))];
  if (!solutionId) return [...fields, noteOf(t("solveToEmbed"))];
  const size = 'width="480" height="600"';
  const player = `<iframe src="${base}embed/${solutionId}" ${size} title="${t("embedTitle")}"></iframe>`;
  const script = `<script type="module" src="${base}fewest-puzzle.js"></script>`;
  const source = `${base}v1/solutions/${solutionId}`;
  const component = `${script}\n<fewest-puzzle src="${source}"></fewest-puzzle>`;
  return [...fields, field("iframe", player), field("component", component)];
}

// Sharing: the address, JSON, curl, pictures, and code for other pages.
import { element } from "./elements.js";
import { still } from "./draw.js";
import { t } from "./texts.js";

const PNG_SCALE = 3;
const base = new URL("..", import.meta.url).href.replace(/\/$/, ""); // the service may be reached under a prefix

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

async function copy(field, said) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the clipboard API needs HTTPS
  }
  said.textContent = t("copied");
}

// Fill the dialog. shown: { model, content, captured, path } on the board; links: of the solution, or null.
export function fillShare(dialog, { document: puzzle, shown, links }) {
  const origin = location.origin;
  const said = element("p", { role: "status", className: "note" });
  const field = (name, value) => {
    const area = element("textarea", { readOnly: true, value, rows: name === "link" ? 2 : 3, id: `share-${name}`, spellcheck: false });
    const button = element("button", { type: "button", className: "small", textContent: t("copy"), on: { click: () => copy(area, said) } });
    button.setAttribute("aria-label", `${t("copy")}: ${t(`share-${name}`)}`);
    return element("div", { className: "field" }, element("label", { htmlFor: area.id, textContent: t(`share-${name}`) }), area, button);
  };
  const json = JSON.stringify({ puzzle, want: "one" });
  const fields = [
    field("link", location.href),
    field("curl", `curl -s ${base}/v1/jobs -H 'Content-Type: application/json' -H 'Prefer: wait=20' -d '${json}'`),
    field("json", JSON.stringify(puzzle)),
  ];
  const options = { captured: shown.captured, path: shown.path };
  const press = (name, action) => element("button", { type: "button", className: "small", textContent: t(name), on: { click: action } });
  const picture = () => svgText(shown.model, shown.content, options);
  const row = element(
    "div",
    { className: "row" },
    press("saveSvg", () => save("fewest.svg", new Blob([picture()], { type: "image/svg+xml" }))),
    press("savePng", async () => save("fewest.png", await png(picture()))),
  );
  if (links) {
    row.append(element("a", { className: "small", href: `${links.picture}?animate=1`, download: "fewest-animated.svg", textContent: t("saveAnimated") }));
    fields.push(field("iframe", `<iframe src="${origin}${links.embed}" width="480" height="600" title="${t("embedTitle")}"></iframe>`));
    const script = `<script type="module" src="${base}/fewest-puzzle.js"></script>`;
    fields.push(field("component", `${script}\n<fewest-puzzle src="${origin}${links.solution}"></fewest-puzzle>`));
  } else {
    fields.push(element("p", { className: "note", textContent: t("solveToEmbed") }));
  }
  dialog.replaceChildren(row, ...fields, said);
}

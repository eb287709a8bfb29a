// The atlas: its page comes complete from the server, in English; here it is put into the language asked for.
import { LANGUAGES, fillIn, keepLanguage, speak, t, translated, wanted } from "./texts.js";

const language = wanted();
if (language === "ja") speak("ja", (await import("./japanese.js")).JAPANESE);
document.documentElement.lang = language;
document.title = t("atlasTitle");
fillIn(document);
for (const name of document.querySelectorAll("[data-board]")) name.textContent = translated("boards", name.dataset.board) ?? name.textContent;
for (const link of document.querySelectorAll("[data-example]")) link.textContent = translated("examples", link.textContent) ?? link.textContent;

const other = LANGUAGES.find((name) => name !== language);
const button = document.getElementById("language");
button.textContent = t("other");
button.lang = other;
button.hidden = false;
button.addEventListener("click", () => {
  keepLanguage(other);
  location.reload();
});

// An address with the id of a board opens its table.
document.getElementById(location.hash.slice(1))?.setAttribute("open", "");

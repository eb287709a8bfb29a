// The language of a page: the one asked for, and the button that asks for the other one.
import { speak, t } from "./texts.js";

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

// Put a page into the language asked for; `title` names the text of its title. Elements name theirs by data-t, and that
// of their label by data-aria.
export async function translate(title) {
  const language = wanted();
  if (language === "ja") speak("ja", (await import("./japanese.js")).JAPANESE);
  document.documentElement.lang = language;
  document.title = t(title);
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
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

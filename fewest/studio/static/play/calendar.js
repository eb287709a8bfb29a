// Beside a puzzle of a day: those of the same day with their stars, a streak and a calendar.
import { element, noteOf } from "../elements/elements.js";
import "../texts/modetexts.js";
import { t } from "../texts/texts.js";
import { before, dateWords, timeOf } from "./dates.js";
import { DIFFICULTIES, drawn, FEWEST, SOLVED, streak, UNAIDED, won } from "./stars.js";

const WEEKS = 5;
const STARS = { [SOLVED]: "starSolved", [FEWEST]: "starFewest", [UNAIDED]: "starUnaided" };

// Fill a section. `day` is the puzzle that is shown: { date, difficulty }; `open` opens one.
export function fill(section, { day, today, open }) {
  const days = streak(today);
  const shown = dates(day.date, today, open);
  const calendar = element(
    "details",
    { open: section.querySelector("details")?.open ?? false },
    element("summary", { textContent: t("calendar") }),
    noteOf(months(before(today, shown.length - 1), today)),
    element("ol", { className: "calendar" }, ...weekdays(today), ...shown),
  );
  section.setAttribute("aria-label", t("dayPuzzles", dateWords(day.date)));
  section.replaceChildren(
    element("div", { className: "tabs" }, ...DIFFICULTIES.map((each) => difficultyButton(each, day, open))),
    element("p", {
      className: "note",
      textContent: `★ ${Object.values(STARS)
        .map((star) => t(star))
        .join(t("dot"))}`,
    }),
    ...(days > 1 ? [element("p", { className: "note streak", textContent: t("streak", days) })] : []),
    calendar,
  );
}

function difficultyButton(difficulty, day, open) {
  const stars = won(day.date)[difficulty] ?? 0;
  const words = Object.keys(STARS).filter((star) => stars & Number(star));
  const made = element(
    "button",
    {
      type: "button",
      on: { click: () => open(day.date, difficulty) },
      aria: { label: [t(difficulty), ...words.map((star) => t(STARS[star]))].join(", ") },
    },
    element("span", { textContent: t(difficulty) }),
    element("small", { className: "stars", textContent: drawn(stars) }),
  );
  made.setAttribute("aria-pressed", String(difficulty === day.difficulty));
  return made;
}

const months = (first, last) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { month: "long", year: "numeric" }).formatRange(
    timeOf(first),
    timeOf(last),
  );

const sinceMonday = (date) => (timeOf(date).getDay() + 6) % 7;

function weekdays(today) {
  const { lang } = document.documentElement;
  return Array.from({ length: 7 }, (_, index) => {
    const name = timeOf(before(today, sinceMonday(today) - index)).toLocaleDateString(lang, { weekday: "narrow" });
    return element("li", { className: "weekday", textContent: name, aria: { hidden: "true" } });
  });
}

// The dates of whole weeks up to today, each with a star for every puzzle that is solved.
function dates(shown, today, open) {
  const count = 7 * (WEEKS - 1) + sinceMonday(today) + 1;
  return Array.from({ length: count }, (_, index) => {
    const date = before(today, count - 1 - index);
    const solved = Object.values(won(date)).filter(Boolean).length;
    const words = [dateWords(date), ...(solved ? [t("solvedSome", solved, DIFFICULTIES.length)] : [])];
    const made = element(
      "button",
      { type: "button", on: { click: () => open(date) }, aria: { label: words.join(", ") } },
      String(timeOf(date).getDate()),
      element("small", { textContent: "★".repeat(solved) }),
    );
    if (date === shown) made.setAttribute("aria-current", "date");
    return element("li", {}, made);
  });
}

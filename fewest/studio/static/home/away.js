// Without a connection: the page is kept when a person begins, and its head says what goes on then.
import { base, keep, kept } from "../elements/browser.js";
import { t } from "../texts/texts.js";

const TOLD = "fewest-offline"; // in this browser: "told" once a person has read that the page works offline

// `head` is the element that says it, in the place of what it said before; `daily` draws the puzzle of today.
export function watchConnection(head, daily) {
  const claim = head.textContent;
  let news = null;
  const say = () => (head.textContent = navigator.onLine ? (news ?? claim) : t("offline"));

  // What is played once can be played offline, and today's puzzle.
  async function keepPage() {
    begun.abort();
    try {
      const { serviceWorker } = navigator;
      if (!serviceWorker) return; // an address without TLS
      const taken = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
      await serviceWorker.register(`${base}offline.js`);
      if (!serviceWorker.controller) await taken;
      await daily.redraw();
      if (kept(TOLD) || !keep(TOLD, "told")) return;
      news = t("worksOffline");
      say();
    } catch {
      // then it is not kept
    }
  }

  const begun = new AbortController();
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, keepPage, { signal: begun.signal });
  for (const event of ["online", "offline"])
    addEventListener(event, () => {
      news = null;
      say();
      daily.redraw();
    });
  if (!navigator.onLine) say();
}

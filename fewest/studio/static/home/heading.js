// The head of the panel: what the board is called, which of its problems is shown, and what is to be said of it; and
// the title of the document.
/** @import { Client } from "../../types.js" */
import { boardNote, boardTitle, exampleTitle } from "../board/catalogue.js";
import { get } from "../elements/panel.js";
import { setOf } from "../play/sets.js";
import { problemTitle } from "../play/daily.js";
import { exampleName } from "../play/games.js";
import { t } from "../texts/texts.js";

const MODES = { play: "play", watch: "watch", setup: "edit" };

export class Heading {
  byName;
  games;
  mark;
  // `byName` has the boards of the catalogue, `games` what was solved by playing; `mark` gets the name of the board
  // that is shown, "" for another one.
  constructor({ byName, games, mark }) {
    Object.assign(this, { byName, games, mark });
    this.served = document.title; // that of a short link
  }

  // Show that of the puzzle of a session.
  show({ origin, problem, puzzle }) {
    const { document: given, atlas } = puzzle.model;
    const entry = origin?.entry ?? this.byName.get(given.name);
    const named = entry ?? (atlas && { name: atlas[0], title: atlas[1] });
    const title = named ? boardTitle(named) : t("ownBoard");
    const set = setOf({ problem });
    const parts = [...(set && !named ? [] : [title]), ...(problem ? [problemTitle(problem)] : [])];
    get("title").textContent = parts.join(t("dot"));
    get("note").textContent = set?.aim || (entry ? boardNote(entry) : "");
    get("note").hidden = !get("note").textContent;
    this.#offerExamples(origin);
    this.mark(entry?.name ?? "");
  }

  // Give the document a title of what is shown.
  entitle({ asShared, mode, origin }) {
    const example = origin?.entry.examples.length > 1 ? [exampleTitle(origin.entry.examples[origin.index])] : [];
    const parts = [get("title").textContent, ...example, t(MODES[mode]), "Fewest"];
    document.title = asShared ? this.served : parts.join(t("dot"));
  }

  #offerExamples(origin) {
    const examples = origin?.entry.examples ?? [];
    get("examples").hidden = examples.length < 2;
    get("example").replaceChildren(...examples.map((_, index) => new Option("", index, false, index === origin.index)));
    if (origin) this.award(origin);
  }

  // Mark which problems of a board were solved by playing.
  award({ entry }) {
    entry.examples.forEach((example, index) => {
      const { won } = this.games.of(exampleName(entry.name, index));
      const option = get("example").options[index];
      const text = (won ? "✓ " : "") + exampleTitle(example);
      if (option.text !== text) option.text = text; // the list may be open
    });
  }
}

// The dare beside a puzzle: a game to beat, or in how many moves it can be done, or else what a check says of it.

export class Dare {
  /** @type {Client} */ client;
  /** @type {HTMLElement} */ parent;
  #asked = 0;
  #met = false; // whether the game on the board has met it

  constructor(parent, client) {
    Object.assign(this, { parent, client });
  }

  // Say it of the puzzle of a session: at once if its answer is known, else when the service has checked it; then
  // `learned` is called. Whether a puzzle of a class set can be solved is for the player to find.
  async show(session, learned) {
    this.#asked += 1;
    const asked = this.#asked;
    const said = known(session);
    this.#say(said ?? "");
    if (session.fewest !== null || session.impossible || session.arrived) return;
    const { puzzle, document } = session;
    const verdict = await this.client()
      .then((client) => client.check(document))
      .catch(() => null); // offline, or a puzzle that does not fit together: then nothing is said
    if (!verdict || asked !== this.#asked) return;
    const set = setOf(session);
    const solvable = puzzle.solvable || set?.solvable;
    if (set && !solvable && verdict.answer?.status !== "solved") return this.#say(t("isItPossible"));
    session.answer = verdict.answer;
    this.#say(known(session) ?? verdictWords(verdict, { solvable }));
    learned();
  }

  // A game that has met the dare needs it no longer.
  meet(met) {
    this.#met = met;
    this.parent.hidden = met || !this.parent.textContent;
  }

  hide() {
    this.#asked += 1;
    this.#say("");
  }

  #say(words) {
    this.parent.textContent = words;
    this.meet(this.#met);
  }
}

// What is said without asking; null if nothing is known.
function known({ fewest, impossible, shared, solution }) {
  if (impossible) return t("dareImpossible");
  if (shared?.length) return t("challenge", shared.length, fewest);
  if (fewest !== null) return fewest ? t("dare", fewest) : t("alreadyThere");
  return solution ? t("dareBest", solution.length) : null;
}

function verdictWords({ proof, lower_bound: lower }, { solvable }) {
  if (proof) return t("dareImpossible");
  if (!lower) return t("alreadyThere");
  if (lower === 1) return t(solvable ? "canYou" : "isItPossible"); // a bound that says nothing
  return t(solvable ? "dareSolvable" : "probably", lower);
}

// The dare beside a puzzle: in how many moves it can be done, or else what a check says of it.
import { t } from "./texts.js";

export class Dare {
  #asked = 0;

  constructor(parent, client) {
    Object.assign(this, { parent, client });
  }

  // Say it of the puzzle of a session: at once if its answer is known, else when the service has checked it.
  async show(session) {
    this.#asked += 1;
    const asked = this.#asked;
    const said = known(session);
    this.#say(said ?? "");
    if (said !== null) return;
    const { puzzle, document } = session;
    const verdict = await this.client()
      .then((client) => client.check(document))
      .catch(() => null); // offline, or a puzzle that does not fit together: then nothing is said
    if (verdict && asked === this.#asked) this.#say(verdictWords(verdict, puzzle));
  }

  hide() {
    this.#asked += 1;
    this.#say("");
  }

  #say(words) {
    this.parent.textContent = words;
    this.parent.hidden = !words;
  }
}

// What is said without asking; null if nothing is known.
function known({ fewest, impossible, solution }) {
  if (impossible) return t("dareImpossible");
  if (fewest !== null) return fewest ? t("dare", fewest) : t("alreadyThere");
  return solution ? t("dareBest", solution.length) : null;
}

function verdictWords({ proof, lower_bound: lower }, { solvable }) {
  if (proof) return t("dareImpossible");
  if (!lower) return t("alreadyThere");
  return t(solvable ? "dareSolvable" : "probably", lower);
}

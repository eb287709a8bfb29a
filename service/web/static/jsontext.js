// Where the parts of a JSON text are: from a JSON Pointer to the characters it refers to.

export class JsonTextError extends Error {
  // `key` and `values` say what is wrong, as a text of texts.js; `at` is the number of the character.
  /** @param {string} key @param {number} at @param {(string | number)[]} values */
  constructor(key, at, ...values) {
    super([key, ...values].join(" "));
    this.name = "JsonTextError";
    this.key = key;
    this.at = at;
    this.values = values;
  }
}

export const MAX_DEPTH = 100; // of lists in lists; the documents of the API need far less
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/.source;
// eslint-disable-next-line no-control-regex -- JSON has none in its strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/.source;
const SCALAR = new RegExp(`true|false|null|${NUMBER}|${STRING}`, "y");

// Scan a JSON text: what passes, JSON.parse reads. Returns a map from each JSON Pointer in it to [begin, end).
/** @typedef {Map<string, [begin: number, end: number]>} Places */
/** @type {(text: string) => Places} */
export const places = (text) => {
  /** @type {Places} */
  const found = new Map();
  let at = 0;
  let depth = 0;
  const error = (/** @type {string} */ key, /** @type {string[]} */ ...values) => new JsonTextError(key, at, ...values);
  const blank = () => {
    BLANK.lastIndex = at;
    BLANK.exec(text);
    at = BLANK.lastIndex;
  };
  const scalar = () => {
    SCALAR.lastIndex = at;
    const match = SCALAR.exec(text);
    if (!match) throw at < text.length ? error("textUnexpected", text[at]) : error("textEnds");
    at += match[0].length;
    return match[0];
  };
  /** @type {(pointer: string, close: string, item: (pointer: string, index: number) => void) => void} */
  const list = (pointer, close, item) => {
    if (depth === MAX_DEPTH) throw error("textTooDeep");
    depth += 1;
    at += 1;
    blank();
    for (let index = 0; text[at] !== close; index += 1) {
      if (index) {
        if (text[at] !== ",") throw error("textExpected", `, ${close}`);
        at += 1;
        blank();
      }
      item(pointer, index);
      blank();
    }
    depth -= 1;
    at += 1;
  };
  const value = (/** @type {string} */ pointer) => {
    blank();
    const begin = at;
    if (text[at] === "[") list(pointer, "]", (above, index) => value(`${above}/${index}`));
    else if (text[at] === "{") list(pointer, "}", member);
    else scalar();
    found.set(pointer, [begin, at]);
  };
  const member = (/** @type {string} */ above) => {
    if (text[at] !== '"') throw error("textName");
    /** @type {string} */
    const name = JSON.parse(scalar());
    blank();
    if (text[at] !== ":") throw error("textExpected", ":");
    at += 1;
    value(`${above}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`);
  };
  value("");
  blank();
  if (at < text.length) throw error("textGoesOn");
  return found;
};

// The place of a pointer, or of the nearest part around it that exists.
/** @type {(found: Places, pointer: string) => [begin: number, end: number]} */
export const placeOf = (found, pointer) => {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = found.get(at);
    if (place) return place;
    if (!at) return [0, 0];
  }
};

/** @type {(text: string, at: number) => [line: number, column: number]} */
export const lineAndColumn = (text, at) => {
  const lines = text.slice(0, at).split("\n");
  return [lines.length, lines[lines.length - 1].length + 1];
};

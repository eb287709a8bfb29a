// Where the parts of a JSON text are: from a JSON Pointer to the characters it refers to.

export class JsonTextError extends Error {
  constructor(message, at) {
    super(message);
    Object.assign(this, { name: "JsonTextError", at });
  }
}

const SCALAR = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|"(?:[^"\\]|\\.)*"/y;

// Scan a JSON text; returns a map from each JSON Pointer in it to [begin, end).
export function places(text) {
  const found = new Map();
  let at = 0;
  const fail = (message) => {
    throw new JsonTextError(message, at);
  };
  const blank = () => {
    while (/\s/.test(text[at] ?? "")) at += 1;
  };
  const scalar = () => {
    SCALAR.lastIndex = at;
    const match = SCALAR.exec(text);
    if (!match) fail(text[at] === undefined ? "unexpected end" : `unexpected ${JSON.stringify(text[at])}`);
    at += match[0].length;
    return match[0];
  };
  const list = (pointer, close, item) => {
    at += 1;
    blank();
    for (let index = 0; text[at] !== close; index += 1) {
      if (index) {
        if (text[at] !== ",") fail(`"," or "${close}" expected`);
        at += 1;
        blank();
      }
      item(pointer, index);
      blank();
    }
    at += 1;
  };
  const value = (pointer) => {
    blank();
    const begin = at;
    if (text[at] === "[") list(pointer, "]", (above, index) => value(`${above}/${index}`));
    else if (text[at] === "{") list(pointer, "}", member);
    else scalar();
    found.set(pointer, [begin, at]);
  };
  const member = (above) => {
    if (text[at] !== '"') fail("a name in double quotes expected");
    const name = JSON.parse(scalar());
    blank();
    if (text[at] !== ":") fail('":" expected');
    at += 1;
    value(`${above}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`);
  };
  value("");
  blank();
  if (at < text.length) fail("the text goes on after its end");
  return found;
}

// The place of a pointer, or of the nearest part around it that exists.
export function placeOf(found, pointer) {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (found.has(at)) return found.get(at);
    if (!at) return [0, 0];
  }
}

export function lineAndColumn(text, at) {
  const lines = text.slice(0, at).split("\n");
  return [lines.length, lines[lines.length - 1].length + 1];
}

// Reads texts as the page does: from a JSON list of texts on standard input, a list of documents on standard output, or
// of null for what is none, and of the key of its error for what is refused.
import { readFileSync } from "node:fs";
import { readBlockText } from "../../service/web/static/blocksheet.js";
import { JsonTextError } from "../../service/web/static/plaintext.js";
import { readPlain } from "../../service/web/static/plaintext.js";

const read = (text) => {
  try {
    return (readPlain(text) ?? readBlockText(text))?.puzzle ?? null;
  } catch (error) {
    if (error instanceof JsonTextError) return error.key;
    throw error;
  }
};

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(read)));

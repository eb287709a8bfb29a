// Whether two folders have the same programs: `node same_program.js WRITTEN SERVED` prints the modules that differ.
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "acorn";

const PLACES = new Set(["start", "end", "raw"]); // in the text, and how a literal is written

const tree = (path) => {
  const program = parse(readFileSync(path, "utf8"), { ecmaVersion: "latest", sourceType: "module" });
  return JSON.stringify(program, (name, value) => (PLACES.has(name) ? undefined : value));
};

const [written, served] = process.argv.slice(2);
const files = readdirSync(served, { recursive: true }).filter((name) => name.endsWith(".js"));
for (const name of files) if (tree(`${written}/${name}`) !== tree(`${served}/${name}`)) console.log(name);

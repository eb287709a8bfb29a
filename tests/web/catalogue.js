// The boards of the catalogue, as the page gets them.
import { readdirSync, readFileSync } from "node:fs";
import "../../fewest/studio/static/board/blocks.js";

const FOLDER = new URL("../../fewest/boards/", import.meta.url);

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
export const CATALOGUE = files.map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf-8")));
export const EXAMPLES = CATALOGUE.flatMap((entry) => entry.examples.map(({ puzzle }) => ({ entry, puzzle })));

// Prints the outline of a board with the given points, and places along it.
import { along, outline } from "../../fewest/studio/static/rules/geometry.js";

const line = outline(JSON.parse(process.argv[2]), 33);
process.stdout.write(JSON.stringify([line, along(line, 5, 21)]));

// Print the English texts of the page as JSON: those that are patterns, by their names.
import "../../fewest/studio/static/atlastexts.js";
import "../../fewest/studio/static/hint.js";
import "../../fewest/studio/static/modetexts.js";
import "../../fewest/studio/static/proof.js";
import { TEXTS } from "../../fewest/studio/static/texts.js";

console.log(JSON.stringify(TEXTS));

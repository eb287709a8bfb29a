// Print the English texts of the page as JSON: those that are patterns, by their names.
import "../../fewest/studio/static/pages/atlastexts.js";
import "../../fewest/studio/static/play/hint.js";
import "../../fewest/studio/static/texts/modetexts.js";
import "../../fewest/studio/static/solve/proof.js";
import { TEXTS } from "../../fewest/studio/static/texts/texts.js";

console.log(JSON.stringify(TEXTS));

// Print the English texts of the page as JSON: those that are patterns, by their names.
import "../../service/web/static/atlastexts.js";
import "../../service/web/static/hint.js";
import "../../service/web/static/modetexts.js";
import "../../service/web/static/proof.js";
import { TEXTS } from "../../service/web/static/texts.js";

console.log(JSON.stringify(TEXTS));

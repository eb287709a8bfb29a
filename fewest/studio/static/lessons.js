// The page of lessons: it leads to the sheet that one has in hand.
import "./served.js";
import { keptSheet, sheetAddress } from "./sheetlist.js";

const link = /** @type {HTMLAnchorElement} */ (document.getElementById("last-sheet"));
const { ids } = keptSheet();
link.hidden = !ids.length;
link.href = sheetAddress(ids);

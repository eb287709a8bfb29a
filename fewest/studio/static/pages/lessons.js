// The page of lessons: it leads to the sheet that one has in hand.
import { keptSheet, sheetAddress } from "../making/sheetlist.js";
import "./served.js";

const link = /** @type {HTMLAnchorElement} */ (document.getElementById("last-sheet"));
const { ids } = keptSheet();
link.hidden = !ids.length;
link.href = sheetAddress(ids);

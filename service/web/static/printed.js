// A sheet of puzzles: the button that prints it.
import "./served.js";

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());

// Keys that mean the same wherever the focus is. Fields keep theirs, and so does a button that was reached by keys: the
// space bar presses it. On one that was clicked, the space bar means what it means elsewhere.
let pointed = false; // whether the focus is where a pointer has put it

// `action` gets each key that nothing else wants; it returns whether it was used.
export function listen(action) {
  let used = null;
  addEventListener("pointerdown", () => (pointed = true), true);
  addEventListener("keydown", (event) => (pointed &&= event.key !== "Tab"), true);
  document.addEventListener("keydown", (event) => {
    used = null;
    if (event.defaultPrevented || taken(event) || !action(event)) return;
    event.preventDefault();
    used = event.key;
  });
  document.addEventListener("keyup", (event) => event.key === used && event.preventDefault()); // or it presses a button
}

// Fields that a person types into; others have no undo of their own.
const TYPED = "input:not([type=range], [type=radio]), textarea, dialog";

function taken({ target, key, ctrlKey, metaKey }) {
  const space = key === " ";
  if (ctrlKey || metaKey) return Boolean(target.closest(TYPED));
  if (target.closest(space ? "input:not([type=range]), select, textarea, dialog" : "input, select, textarea, dialog"))
    return true;
  return space && !pointed && Boolean(target.closest("button, summary, a")) && !target.closest("#film");
}

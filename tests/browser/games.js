// For the tests: random games on many boards at once, and what is wrong with the drawing after each step of one.

// A generator of numbers in 0 … 1 from a seed (mulberry32).
export const generator = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// What is drawn on a board: for each place the texts of the tokens on it, and the number of captured pegs.
function drawn(root) {
  const key = (x, y) => `${Number(x).toFixed(1)},${Number(y).toFixed(1)}`;
  const number = new Map(
    [...root.querySelectorAll(".place")].map((hit, place) => [
      key(...hit.getAttribute("transform").match(/-?[\d.]+/g)),
      place,
    ]),
  );
  const places = Array.from(number, () => []);
  const strays = [];
  for (const token of root.querySelectorAll(".tokens > .token")) {
    const place = number.get(key(...token.style.transform.match(/-?[\d.]+/g)));
    (places[place] ?? strays).push(token.querySelector("text")?.textContent ?? "peg");
  }
  const captured = root.querySelectorAll(".token").length - root.querySelectorAll(".tokens > .token").length;
  return { places, strays, captured };
}

// Every difference between a position, what is drawn of it and what its labels say.
export function differences(root, { kind, start }, position) {
  const { places, strays, captured } = drawn(root);
  const wrong = strays.map((text) => `${text} lies on no place`);
  const wanted = (piece) => (kind === "jump" ? "peg" : piece === null ? "?" : String(piece));
  position.forEach((piece, place) => {
    const first = kind !== "block" || position.indexOf(piece) === place; // where a block is drawn
    const expected = piece === 0 || !first ? "" : wanted(piece);
    if (places[place].join() !== expected) wrong.push(`${place}: drawn "${places[place].join()}", not "${expected}"`);
  });
  root.querySelectorAll(".place").forEach((hit, place) => {
    const word = position[place] === 0 ? "empty" : kind === "jump" ? "peg" : `piece ${position[place]}`;
    const label = hit
      .getAttribute("aria-label")
      .replace(/^\w+ \d+: /, "")
      .replace(/,.*/, "");
    if (label !== word) wrong.push(`${place}: called "${label}", not "${word}"`);
  });
  if (!start) return wrong;
  const lost = kind === "jump" ? start.filter(Boolean).length - position.filter(Boolean).length : 0;
  if (captured !== lost) wrong.push(`${captured} captured, not ${lost}`);
  return wrong;
}

const press = (element, name) => element.shadowRoot.querySelector(name)?.click();
const pick = (random, list) => list[Math.floor(random() * list.length)];
const KEYS = ["Escape", "u", "r", "n", "x", "Shift", "g", "ArrowLeft", "Enter"];

// Press somewhere on a board and drag on, and then release, have the touch taken away, press a key, or do something
// else in mid-drag; `position` returns the position. What was taken away must not have moved anything.
function drag(board, random, position, others) {
  const hits = [...board.querySelectorAll(".place")];
  const send = (type) => {
    const { left, top, width, height } = pick(random, hits).getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    board.dispatchEvent(new PointerEvent(type, { ...at, pointerId: 1, bubbles: true, composed: true }));
  };
  const strike = (key) => {
    const { activeElement } = board.getRootNode();
    const event = new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true });
    (activeElement ?? board).dispatchEvent(event);
  };
  send("pointerdown");
  const pressed = String(position());
  for (let step = 0; step < 4; step += 1) send("pointermove");
  const taken = random() < 0.3;
  if (taken) send("pointercancel");
  const wrong = taken && String(position()) !== pressed ? ["a cancelled touch has moved something"] : [];
  if (!taken) pick(random, [() => {}, () => {}, () => strike(pick(random, KEYS)), ...others])();
  send("pointermove");
  send("pointerup");
  return wrong;
}

// A random game in a <fewest-puzzle>; returns what was wrong after its steps.
export async function playGame(element, rules, random, steps, [least, most]) {
  const wrong = [];
  const actions = {
    step: () => {
      const { model } = element.puzzle;
      const content = element.game.content;
      const possible = content.flatMap((_, place) => rules.stepsFrom(model, content, place));
      if (!possible.length) return press(element, ".restart");
      const { from, to } = pick(random, possible);
      for (const place of [from, to]) {
        if (place === from && element.game.chosen === from) continue;
        element.board.control.press(place, model.points[place]);
        element.board.control.release(place, model.points[place], 0);
      }
      return undefined;
    },
    anywhere: () => {
      const place = Math.floor(random() * element.puzzle.start.length);
      element.board.control.press?.(place, element.puzzle.model.points[place]);
      element.board.control.release?.(place, element.puzzle.model.points[place], 0);
    },
    undo: () => press(element, ".undo"),
    redo: () => press(element, ".redo"),
    reset: () => press(element, ".restart"),
    mode: () => element.show(element.mode === "play" ? "watch" : "play"),
    forward: () => press(element, ".forward"),
    back: () => press(element, ".back"),
    run: () => press(element, ".play"),
    last: () => press(element, ".last"),
    drag: () => drag(element.board.element, random, () => element.game.content, [actions.mode, actions.undo]),
  };
  const usual = {
    play: ["step", "step", "step", "step", "drag", "drag", "anywhere", "undo", "undo", "redo", "reset", "mode"],
    watch: ["forward", "forward", "back", "run", "last", "mode", "mode"],
  };
  for (let step = 0; step < steps; step += 1) {
    const name = pick(random, usual[element.mode]);
    const stray = actions[name]() ?? [];
    const { game, player, mode } = element;
    const position = mode === "play" ? game.content : player.frames[player.at].content;
    const found = stray.concat(
      differences(element.shadowRoot, { kind: element.puzzle.model.kind, start: element.puzzle.start }, position),
    );
    if (found.length) wrong.push(`step ${step}, ${name}: ${found.join("; ")}`);
    await pause(least + random() * (most - least));
  }
  return wrong;
}

// The position that the labels of a board describe, and the kind of the board.
function described(root) {
  const labels = [...root.querySelectorAll(".place")].map((hit) => hit.getAttribute("aria-label"));
  const piece = (label) =>
    /: empty/.test(label) ? 0 : /: peg/.test(label) ? 1 : (/piece (\w+)/.exec(label)?.[1] ?? null);
  const kind = labels[0].startsWith("hole")
    ? "jump"
    : labels.some((label) => /piece [A-Z]/.test(label))
      ? "block"
      : "slide";
  return { kind, position: labels.map(piece) };
}

// Random clicks and keys on the page itself, in all its modes; returns what was wrong after them.
export async function playPage(random, steps, [least, most]) {
  const wrong = [];
  const { navigation } = /** @type {any} */ (window);
  const first = navigation.currentEntry.index;
  const click = (selector) => document.querySelector(selector)?.click();
  const actions = {
    place: () => {
      const hits = [...document.querySelectorAll("#board .place")];
      const able = hits.filter((hit) => /can move here/.test(hit.ariaLabel));
      const hit = pick(random, able.length && random() < 0.8 ? able : hits);
      hit.focus();
      hit.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    },
    mode: () => click(pick(random, ["#mode-setup", "#mode-play", "#mode-play", "#mode-watch"])),
    side: () => click(pick(random, ["#side-start", "#side-goal"])),
    button: () =>
      click(pick(random, ["#bar .undo", "#bar .redo", "#bar .restart", "#bar .forward", "#bar .back", "#bar .play"])),
    board: () => click(`.card[data-board="${pick(random, ["hoppers", "8-puzzle", "klotski"])}"]`),
    // By its key, as two quick steps back might leave the page; and a click on the board at hand adds none.
    back: () => {
      const { index } = navigation.currentEntry;
      if (index === first) return;
      const { committed, finished } = navigation.traverseTo(navigation.entries()[index - 1].key);
      for (const each of [committed, finished]) each.catch(() => {});
    },
    drag: () => {
      const board = document.querySelector("#board .fp-board");
      const others = [actions.mode, actions.button, actions.board, actions.back];
      return drag(board, random, () => described(document).position, others);
    },
  };
  for (let step = 0; step < steps; step += 1) {
    const name = pick(random, ["place", "place", "place", "drag", "drag", "drag", "button", "button", "mode", "side"]);
    if (name === "side" && document.body.dataset.mode !== "setup") continue;
    const playing = document.body.dataset.mode === "play";
    const stray = actions[name]() ?? [];
    const { kind, position } = described(document);
    if (kind === "block" && document.body.dataset.mode === "setup") continue; // its editor draws goals in its own way
    const drawing = differences(document.querySelector("#board"), { kind, start: null }, position);
    const found = (playing ? stray : []).concat(drawing);
    if (found.length) wrong.push(`step ${step}, ${name} in ${document.body.dataset.mode}: ${found.join("; ")}`);
    await pause(least + random() * (most - least));
  }
  return wrong;
}

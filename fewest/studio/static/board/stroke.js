// A stroke: what a pointer does on an element from its press to its release. However it ends, it ends once.

const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "CapsLock"]);

export class Stroke {
  #over = new AbortController();
  #release;
  #cancel;
  #resolve;
  ended = new Promise((resolve) => (this.#resolve = resolve));

  // `move` and `release` get events of the pointer. `cancel` is called instead of `release` if a key, the browser or
  // another board interrupts the stroke; without it, `release` is called with null, and keys interrupt nothing.
  constructor(element, { pointerId }, { move, release, cancel }) {
    this.#release = release;
    this.#cancel = cancel;
    const { signal } = this.#over;
    element.setPointerCapture(pointerId);
    const on = { pointermove: move, pointerup: (event) => this.end(event), pointercancel: () => this.cancel() };
    for (const [name, action] of Object.entries(on))
      element.addEventListener(name, (event) => event.pointerId === pointerId && action(event), { signal });
    const key = (event) => !MODIFIERS.has(event.key) && this.cancel();
    if (cancel) addEventListener("keydown", key, { signal, capture: true });
  }

  get over() {
    return this.#over.signal.aborted;
  }

  // End it without a word.
  drop() {
    this.#over.abort();
    this.#resolve();
  }

  end(event = null) {
    if (this.over) return;
    this.drop(); // first: whatever the release does, the next press begins another stroke
    this.#release(event);
  }

  cancel() {
    if (this.over) return;
    if (!this.#cancel) return void this.end();
    this.drop();
    this.#cancel();
  }
}

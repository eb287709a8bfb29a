// What a browser keeps.
export const storage = (kept = new Map()) => ({
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, text) => kept.set(name, text),
});

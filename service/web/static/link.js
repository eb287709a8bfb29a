// A puzzle, and its solution if there is one, in the fragment of a URL: "#english/1" for an example of the catalogue,
// else "#p=" and JSON, deflated, in base64 for URLs. The server never sees a fragment.
/** @import { PuzzleDocument } from "../types.js" */

/** @type {(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) => Promise<Uint8Array<ArrayBuffer>>} */
const through = async (bytes, stream) => {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
};

/** @type {(document: object) => Promise<string>} */
export const encode = async (document) => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(document)), new CompressionStream("deflate-raw"));
  const text = btoa(String.fromCharCode(...bytes));
  return `p=${text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
};

// What a fragment says: { name, index }, or { puzzle, solution }, or {} if it is empty, or null if it makes no sense.
/** @typedef {{ name?: string, index?: number, puzzle?: PuzzleDocument }} Asked */
/** @type {(fragment: string) => Promise<Asked | null>} */
export const decode = async (fragment) => {
  const text = fragment.replace(/^#/, "");
  if (!text) return {};
  if (!text.startsWith("p=")) {
    const [, name, index] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? [];
    return name ? { name, index: Number(index ?? 0) } : null;
  }
  try {
    const bytes = Uint8Array.from(atob(text.slice(2).replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null; // cut off on its way
  }
};

// What the service reports, in words.
import "./modetexts.js";
import { t } from "./texts.js";

// What went wrong, in lines. `document` is the puzzle that was sent, to name the places that errors are about.
export function errorLines(error, document = null) {
  if (error.name === "JobEnded") return [t(error.job.status === "cancelled" ? "cancelled" : "failed")];
  if (error.name !== "FewestProblem") return [t("unreachable")];
  if (error.status === 401) return [t("needsKey")];
  const lines = [`${error.document.title ?? error.status} ${error.document.detail ?? ""}`.trim()];
  for (const { pointer, detail } of error.document.errors ?? [])
    lines.push(`${placeName(pointer, document)}: ${detail}`);
  if (error.retrySeconds) lines.push(t("retry", error.retrySeconds));
  return lines;
}

// What a JSON Pointer into a request refers to, as a person calls it: "Goal, cell 10".
function placeName(pointer, document) {
  const [, side, list, index] = /^\/puzzle\/(board|start|goal)(?:\/([a-z]+))?(?:\/(\d+))?$/.exec(pointer) ?? [];
  if (!side) return pointer.replace(/^\/puzzle/, "");
  if (index === undefined) return t(side);
  const slide = document !== null && document.kind !== "jump";
  const place = list ? document?.[side]?.[list]?.[index] : index;
  return place === undefined || (!list && !slide) ? t(side) : t("placeOf", t(side), slide, place);
}

// The place of the puzzle that a JSON Pointer into a request is about; null if it is about no single one.
export function placeAt(pointer, document) {
  const [, list, index] =
    /^\/puzzle\/(board\/jump_table|board\/adjacency|(?:start|goal|opening)(?:\/[a-z]+)?)\/(\d+)/.exec(pointer) ?? [];
  if (!list) return null;
  const [part, name] = list.split("/");
  if (part === "board") return Number(index);
  if (part === "opening") return document.opening[index]?.[0] ?? null;
  if (name) return document[part][name][index] ?? null;
  return document.kind === "slide" ? Number(index) : null;
}

// How texts were read that did not give all parts of their puzzle, by the puzzles of the page.
export const assumed = new WeakMap();

// What a search has found, in words.

/** @param {any} result @param {?object} puzzle */
export function resultText({ pegs_left: pegs, ...result }, puzzle = null) {
  if (result.status === "unsolvable" && assumed.has(puzzle)) return t("assumedImpossible");
  const found = pegs === undefined ? lengthText(result) : t("leaves", pegs, lengthText(result));
  return assumed.has(puzzle) ? `${found} ${assumed.get(puzzle)}` : found;
}

function lengthText({ status, length, optimal, lower_bound: lower, limit, count, proof }) {
  if (status === "unsolvable") return t("noSolution", proof.by);
  if (status === "stopped") return t("stoppedBy", limit, lower, length);
  if (length === 0) return t("alreadyThere");
  if (!optimal) return t("notProven", length, lower);
  return count === undefined ? t("optimal", length) : t("optimalCount", length, count);
}

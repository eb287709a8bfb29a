// The puzzles of a set: what stands beside one, what is won, and what comes next.
import { base } from "../elements/browser.js";
import { element, rowOf, smallButton } from "../elements/elements.js";
import { t, translated } from "../texts/texts.js";
import { earned, keepStars } from "./stars.js";

// { id, number, title, aim, total, solvable, next } of a puzzle of a set, counted from 1: `solvable` says whether a
// solution was known, `next` names the text for what comes next; null for another one.
export function setOf({ problem }) {
  const [, id, number] = /^c\/([\w-]+)\/(\d+)$/.exec(problem?.[0]) ?? [];
  if (!id) return null;
  const [, title, aim, total, solvable = false] = problem;
  const said = (text) => (id.startsWith("c_") ? null : translated("lessons", text)) ?? text; // lessons are translated
  const next = Number(number) === total ? "toSet" : "nextPuzzle";
  return { id, number: Number(number), title: said(title), aim: said(aim), total, solvable, next };
}

// What a puzzle of a set is called; undefined for another problem.
export function setTitle(problem) {
  const set = setOf({ problem });
  return set ? `${set.title} ${set.number}` : undefined;
}

export class Sets {
  // `visit` opens a problem.
  constructor(visit) {
    this.visit = visit;
  }

  beside(session) {
    const { id, number, title, total, next } = setOf(session);
    const link = element("a", { href: `${base}c/${id}`, textContent: title });
    const place = element("span", { className: "note" }, link, t("dot"), t("placeInSet", number, total));
    return [rowOf(place, smallButton(t(next), this.next(session)))];
  }

  award(session, game) {
    const { id, number } = setOf(session);
    keepStars(id, String(number), earned(game, session.solution));
  }

  // Opens the next puzzle, after the last one the page of the set.
  next(session) {
    const { id, number, total } = setOf(session);
    if (number === total) return () => location.assign(`${base}c/${id}`);
    return () => this.visit({ name: "c", problem: `${id}/${number + 1}` });
  }
}

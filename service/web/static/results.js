// What a search has found, in words.
import "./modetexts.js";
import { t } from "./texts.js";

/** @param {any} result */
export function resultText({ pegs_left: pegs, ...result }) {
  return pegs === undefined ? lengthText(result) : t("leaves", pegs, lengthText(result));
}

function lengthText({ status, length, optimal, lower_bound: lower, limit, count, proof }) {
  if (status === "unsolvable") return t("noSolution", proof.by);
  if (status === "stopped") return t("stoppedBy", limit, lower, length);
  if (length === 0) return t("alreadyThere");
  if (!optimal) return t("notProven", length, lower);
  return count === undefined ? t("optimal", length) : t("optimalCount", length, count);
}

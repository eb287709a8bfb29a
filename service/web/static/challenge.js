// What is said of a challenge: a game that somebody has shared, to be beaten.
import "./modetexts.js";
import { t } from "./texts.js";

// The lines for a challenge of so many moves; `made` is how many one's own game took, null before it is won.
export const challengeLines = (challenge, made = null) => [
  made === null ? t("challenge", challenge) : t("challengeMet", made, challenge),
];

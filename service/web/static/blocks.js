// Sliding blocks as a kind of puzzle: loaded when the first one is shown. Their rules, how they look, how they are
// played.
import { drawBlock, drawDoors, drawGoals, firsts, looks, wayOf } from "./blockdraw.js";
import { BlockHand } from "./blockhand.js";
import { afterBlockStep, blockSteps, readBlocks, wholeStep, writeBlocks } from "./blockrules.js";
import "./modetexts.js";
import { KINDS } from "./rules.js";

KINDS.block = {
  read: readBlocks,
  write: writeBlocks,
  steps: blockSteps,
  after: afterBlockStep,
  whole: wholeStep,
  firsts,
  looks,
  draw: drawBlock,
  drawOnBoard: drawDoors,
  drawGoals,
  wayOf,
  hand: (game) => new BlockHand(game),
};

/**
 * Facts that several agents cannot report.
 *
 * @see docs/agents.md, "What cannot be known" (2026-11).
 */
import type { Untold } from "./declaration.ts";

export const NO_COST: Untold = { fact: "cost", without: null };

export const NO_DECISIONS: readonly Untold[] = [
  { fact: "accepts", without: null },
  { fact: "rejections", without: null },
];

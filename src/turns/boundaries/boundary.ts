/** Decides whether a prompt begins a new sub-session, from its text and from what came before it. */
import type { Minutes, Ratio } from "../../vocabulary/units.ts";

/** The cues of a non-trivial prompt. */
export interface BoundaryEvidence {
  /** Whether the prompt's text is known; without it only the gap and landed work count. */
  hasText: boolean;
  /** cl: share of the prompt's content words that the session knew. */
  knownWords: Ratio;
  /** jp: how much the paths it names overlap with the sub-session's. */
  pathOverlap: Ratio;
  /** fp: it names paths, and none that the sub-session is about. */
  foreignPaths: boolean;
  /** From the end of the agent's answer to the prompt. */
  gapMinutes: Minutes;
  /** c: a commit, a pull request or passing tests came since the last prompt. */
  workLanded: boolean;
  /** n: it opens with a phrase that announces a new goal. */
  newGoalCue: boolean;
  /** o: it leans on what came before. */
  referenceCue: boolean;
}

export interface BoundaryJudgement {
  /** Probability that the prompt begins a new sub-session. */
  p: Ratio;
  boundary: boolean;
  /** Low where the prompt's text is not known. */
  confidence: "normal" | "low";
}

/**
 * Weighs whether a new sub-session begins.
 *
 * @see docs/scoring.md, "Sub-session boundaries", inferred ones.
 */
export function judgeBoundary(evidence: BoundaryEvidence): BoundaryJudgement {
  return evidence.hasText ? judgeByText(evidence) : judgeBySilence(evidence);
}

const THRESHOLD = 0.6;
const THRESHOLD_WITHOUT_TEXT = 0.65;

function judgeByText(evidence: BoundaryEvidence): BoundaryJudgement {
  const z =
    -3.0 * evidence.knownWords -
    2.5 * evidence.pathOverlap +
    1.0 * Number(evidence.foreignPaths) +
    0.8 * Number(evidence.newGoalCue) -
    1.5 * Number(evidence.referenceCue) +
    pause(evidence);
  const p = sigmoid(z);
  return { p, boundary: p >= THRESHOLD, confidence: "normal" };
}

function judgeBySilence(evidence: BoundaryEvidence): BoundaryJudgement {
  const p = sigmoid(-0.4 + pause(evidence));
  return { p, boundary: p >= THRESHOLD_WITHOUT_TEXT, confidence: "low" };
}

function pause({ gapMinutes, workLanded }: BoundaryEvidence): number {
  return 0.6 * Math.log1p(gapMinutes / 10) + 1.0 * Number(workLanded);
}

function sigmoid(z: number): Ratio {
  return 1 / (1 + Math.exp(-z));
}

/** A stored prompt and its judgement as answers show them. */
import { describeOwner } from "../../identity/developers/answer.ts";
import type { Developer } from "../../identity/developers/developer.ts";
import { type SessionName, idIn } from "../../vocabulary/held-name.ts";
import { agentVersionOf, CHECKS } from "../checks.ts";
import type { Judgement } from "../judgement.ts";
import { coachingNotes } from "../notes.ts";
import { SCORE_VERSION, type ScoredPrompt } from "./prompt-answer.ts";
import { isoTime } from "../../vocabulary/times.ts";

/** What is stored of a prompt, as far as it is shown. */
export interface StoredPrompt {
  prompt: string;
  given: string | null;
  session: SessionName;
  turn_index: number;
  developer: string;
  submitted_at: number;
  text: string | null;
  status: ScoredPrompt["status"];
  intent: ScoredPrompt["intent"];
}

/** @param judgement - Its newest judgement; null when it has none. */
export function describePrompt(
  row: StoredPrompt,
  judgement: Judgement | null,
  developers: ReadonlyMap<string, Developer>,
): ScoredPrompt {
  return {
    promptId: row.given ?? row.prompt,
    sessionId: idIn(row.session),
    turnIndex: row.turn_index,
    developer: describeOwner(developers, row.developer),
    submittedAt: isoTime(row.submitted_at),
    promptText: row.text,
    status: row.status,
    scoring_tier: "llm",
    detectedLanguage: judgement?.language ?? null,
    intent: row.intent,
    ...(judgement === null ? unjudged(row) : judged(row, judgement)),
    version: SCORE_VERSION,
  };
}

/** Trivial prompts are short-circuited without asking a model. */
function unjudged({ status }: StoredPrompt) {
  const trivial = status === "short_circuited";
  return {
    shortCircuited: trivial ? true : null,
    confidence: trivial ? 1 : null,
    coachingNotes: [],
    agentVersion: null,
  };
}

function judged({ text }: StoredPrompt, judgement: Judgement) {
  const { shortCircuited, confidence, verdicts } = judgement;
  return {
    shortCircuited,
    ...scoresOf(judgement),
    confidence,
    coachingNotes: text === null ? [] : coachingNotes(text, verdicts),
    agentVersion: agentVersionOf(judgement.rubricVersion, judgement.model),
  };
}

/** Returns nothing of a short-circuited prompt. */
export function scoresOf({ rubric, rubricScore, grade }: Judgement) {
  return rubric === null || rubricScore === null || grade === null ? {} : { rubric, rubricScore, grade };
}

/** The checks of a judgement with their evidence. */
export function describeChecks(judgement: Judgement | null): NonNullable<ScoredPrompt["checks"]> {
  const verdicts = judgement?.verdicts ?? [];
  return verdicts.map(({ id, verdict, evidence }) => ({
    id,
    dimension: CHECKS.find((check) => check.id === id)?.dimension ?? null,
    verdict,
    evidence,
  }));
}

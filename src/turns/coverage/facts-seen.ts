/** Which facts a session's records show, so that a number that is missing can be explained. */
import type { Event, ModelCall } from "../../normaliser/event.ts";
import { perObject } from "../../vocabulary/sharing/per-object.ts";
import { isObserved } from "../latency/observed-turns.ts";
import type { Turn } from "../turn.ts";

/** The facts, by the names of the API. */
export const FACTS = [
  "prompts",
  "promptText",
  "tokens",
  "cost",
  "latency",
  "firstToken",
  "decisions",
  "edits",
  "commits",
  "compaction",
  "imported",
] as const;

export type Fact = (typeof FACTS)[number];

/** Returns the facts that at least one of the turns shows. */
export function factsSeen(turns: readonly Turn[]): Set<Fact> {
  const seen = turns.map(factsOf);
  return new Set(FACTS.filter((fact) => seen.some((facts) => facts.includes(fact))));
}

const factsOf = perObject((turn: Turn): readonly Fact[] => FACTS.filter((fact) => SHOWN_BY[fact](turn)));

const SHOWN_BY: Readonly<Record<Fact, (turn: Turn) => boolean>> = {
  prompts: byEvent((event) => event.kind === "prompt"),
  promptText: byEvent((event) => event.kind === "prompt" && event.textState === "sent"),
  tokens: byCall(({ tokens }) => tokens.input !== null || tokens.output !== null),
  cost: byCall(({ reportedCost }) => reportedCost !== null),
  latency: byCall(({ durationMs }) => durationMs !== null),
  firstToken: byCall(({ firstTokenMs }) => firstTokenMs !== null),
  decisions: byEvent((event) => event.kind === "decision"),
  edits: byEvent((event) => event.kind === "tool_call" && event.edits),
  commits: (turn) => turn.toolReadings.some(({ commit }) => commit) || turn.events.some(isCommit),
  compaction: byEvent((event) => event.kind === "compaction"),
  imported: (turn) => !isObserved(turn),
};

function byEvent(shows: (event: Event) => boolean): (turn: Turn) => boolean {
  return (turn) => turn.events.some(shows);
}

function byCall(shows: (call: ModelCall) => boolean): (turn: Turn) => boolean {
  return byEvent((event) => event.kind === "model_call" && shows(event));
}

function isCommit(event: Event): boolean {
  return event.kind === "landed" && event.what === "commit";
}

/** Tasks in which habits are found, made up. */
import type { PersonsWork } from "../../../../src/insights/advisor/habits/find-habits.ts";
import type { StoredTurn } from "../../../../src/metrics/accounts/stored-turns.ts";
import { named } from "../../../session-names.ts";

/** A change turn with nothing special about it. */
export function turnOf(changes: Partial<StoredTurn> = {}): StoredTurn {
  return {
    kind: "on",
    nonTrivial: true,
    tokens: 1_000,
    calls: 1,
    lines: 10,
    gapSeconds: 60,
    undone: false,
    repair: false,
    pauseSeconds: null,
    why: null,
    undoneBy: null,
    repairOf: null,
    ...changes,
  };
}

/** What differs from a usual task of three turns. */
export interface WorkChanges extends Partial<Omit<PersonsWork, "metrics" | "place">> {
  metrics?: Partial<PersonsWork["metrics"]>;
  place?: Partial<PersonsWork["place"]>;
}

/** A task that took what it earned and has no input of Skill. */
export function workOf({ metrics, place, ...changes }: WorkChanges = {}): PersonsWork {
  return {
    subSession: "task",
    session: named("s"),
    startedAt: 0,
    title: null,
    metrics: {
      sse: null,
      pes: null,
      ie: null,
      crr: null,
      fc: null,
      outcome: "reached",
      bad_resets: 0,
      weight: 1,
      took_t: 1_000,
      took_n: 3,
      took_h: 100,
      took_k: 100,
      earned_t: 1_000,
      earned_n: 3,
      earned_h: 100,
      earned_k: 100,
      ...metrics,
    },
    place: { sub_session_index: 0, boundary_kind: "session", first_turn: 1, ...place },
    turns: [turnOf(), turnOf(), turnOf()],
    prompts: [],
    ...changes,
  };
}

/** The organizations of the golden file: what is known of their developers' turns, as the program takes it. */
import type { Observation } from "../../src/metrics/baselines/learning/learn-baselines.ts";
import type { Baselines, UsualTokens } from "../../src/metrics/baselines/baseline.ts";
import { isChange } from "../../src/metrics/accounts/turn-account.ts";
import { type ClassifiedTurn, classifyTurns } from "../../src/metrics/kinds/classify.ts";
import type { KnownTurn } from "../../src/metrics/kinds/known-turn.ts";
import { suffixesOf } from "../../src/metrics/kinds/paths.ts";
import { storedTurn } from "../../src/metrics/accounts/stored-turns.ts";
import type { Agent } from "../../src/normaliser/dialects/agents.ts";
import type { Outcome } from "../../src/turns/outcomes/outcome-kind.ts";
import { named as sessionNamed } from "../session-names.ts";
import { golden2026_12 } from "./cases.ts";

interface GoldenTurn {
  id: string;
  agent: Agent;
  startedAt: number;
  endedAt: number;
  nontrivial: boolean;
  interactive: boolean;
  sessionFirst: boolean;
  tokens: number | null;
  calls: number;
  change: boolean;
  paths: string[];
  lines: number;
  commits: boolean;
  words: string[] | null;
  named: string[];
  newGoal: boolean;
  refersBack: boolean;
  ownGap: number | null;
  ownRepair: boolean;
  corrects: boolean;
  refused: boolean;
  failed: boolean;
  reverts: (string[] | "everything")[];
  visible: boolean;
}

interface GoldenSubSession {
  id: string;
  startedAt: number;
  outcome: Outcome;
  scoreable: boolean;
  answered: boolean;
  visible: boolean;
  pes: number | null;
  crr: number | null;
  fc: number | null;
  turns: string[];
}

/** One developer's work. */
export interface GoldenDeveloper {
  turns: GoldenTurn[];
  subSessions: GoldenSubSession[];
}

/** Baselines as the file writes them. */
export interface GoldenBaselines {
  usual: Record<string, number>;
  n: number;
  least: number;
  lines: number;
  calls: number;
  undone: number;
  r0: number;
  m: number;
  M: { sse: number; speed: number; efficiency: number };
}

interface Expected {
  turns?: { id: string }[];
  subSessions: object[];
  evidence: Record<string, object | null>;
  scores: Record<string, unknown>;
}

/** One organization, and what comes out. */
export interface GoldenOrganization {
  input: GoldenDeveloper[];
  output: {
    classified: { id: string }[][];
    learned: GoldenBaselines;
    withShipped: Expected[];
    withLearned: Expected[];
  };
}

/** All organizations of the file. */
export const ORGANIZATIONS = golden2026_12().organizations as GoldenOrganization[];

/** Returns baselines in the file's words. */
export function inGoldenWords(baselines: Baselines): GoldenBaselines {
  const usual: Record<string, number> = {};
  const put = (tokens: UsualTokens, agent: string) => {
    for (const [kind, value] of Object.entries(tokens)) usual[`t ${kind}${agent}`] = value;
  };
  put(baselines.tokens, "");
  for (const [agent, tokens] of Object.entries(baselines.tokensByAgent)) put(tokens, ` ${agent}`);
  for (const [kind, value] of Object.entries(baselines.humanSeconds)) usual[`h ${kind}`] = value;
  const { turnsPerChange: n, leastLines: least, usualLines: lines, usualCalls: calls } = baselines;
  const { undoneShare: undone, repairShare: r0, m, reference } = baselines;
  return { usual, n, least, lines, calls, undone, r0, m, M: { ...reference } };
}

/** A golden turn as a session knows it. */
export function knownTurn(turn: GoldenTurn, place: number): KnownTurn {
  const { nontrivial, commits, paths, named, reverts, ...rest } = turn;
  return {
    ...rest,
    session: sessionNamed("s"),
    index: place,
    nonTrivial: nontrivial,
    landed: commits,
    paths: paths.map(suffixesOf),
    named: named.map(suffixesOf),
    reverts: reverts.map((paths) => (paths === "everything" ? paths : paths.map(suffixesOf))),
    holeUntil: null,
    ownRepairOf: null,
  };
}

/** A golden sub-session with its turns classified. */
export interface GoldenWork extends Observation {
  given: GoldenSubSession;
  ids: string[];
  startedAt: number;
}

/** Classifies a developer's turns. */
export function classify(developer: GoldenDeveloper): ClassifiedTurn[] {
  return classifyTurns(developer.turns.map(knownTurn), { holeBetween: () => false });
}

/** Returns a developer's sub-sessions, with what learning and accounts need. */
export function workOf(developer: GoldenDeveloper): GoldenWork[] {
  const classified = classify(developer);
  const byId = new Map(developer.turns.map(({ id }, place) => [id, classified[place] as ClassifiedTurn]));
  return developer.subSessions.map((given) => {
    const own = given.turns.map((id) => byId.get(id) as ClassifiedTurn);
    const asked = own.filter(({ turn }) => turn.nonTrivial);
    return {
      given,
      ids: given.turns,
      startedAt: given.startedAt,
      agent: own[0]?.turn.agent ?? "other",
      outcome: given.outcome,
      scoreable: given.scoreable,
      mayHaveWorked: given.answered,
      repairsVisible: given.visible,
      repairTurns: asked.filter(({ repair }) => repair).length,
      countedTurns: asked.filter(({ repair, kind }) => repair || isChange(kind)).length,
      turns: own.map(storedTurn),
    };
  });
}

/** In the order in which sums run. */
export function inOrder(work: readonly GoldenWork[]): GoldenWork[] {
  return work.toSorted(
    (left, right) => left.startedAt - right.startedAt || (left.given.id < right.given.id ? -1 : 1),
  );
}

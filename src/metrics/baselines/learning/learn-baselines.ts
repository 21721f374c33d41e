/** Learns an organization's baselines from the turns of sub-sessions that closed. */
import type { Agent } from "../../../normaliser/dialects/agents.ts";
import { accountFor } from "../../accounts/account.ts";
import { addSums, type Sums, weigh } from "../../accounts/sums.ts";
import { type AccountTurn, isChange, LONGEST_GAP, unitOf } from "../../accounts/turn-account.ts";
import { iterationScoreNeeds, type Iterations } from "../../iteration/iteration.ts";
import type { TurnKind } from "../../kinds/kind.ts";
import type { Outcome } from "../../../turns/outcomes/outcome-kind.ts";
import type { Baselines, SummedScore, UsualTokens } from "../baseline.ts";
import { shippedBaselines } from "../baseline.ts";
import { PRIOR_WEIGHT, pulledMean, pulledQuantile } from "./middles.ts";

/** A closed sub-session. */
export interface Observation extends Omit<Iterations, "usualRepairShare"> {
  agent: Agent;
  outcome: Outcome;
  scoreable: boolean;
  turns: readonly AccountTurn[];
}

/** What the shipped baselines are made of, where there are no turns. */
const PRIORS: Usual = { new: 60_000, on: 45_000, every: 52_500, other: 25_000 };
const SECONDS: Omit<Usual, "other"> = { new: 75, on: 40, every: 57.5 };
/** What sums over a period are held against without any work; a single sub-session's scatter is in m. */
const USUAL_OF_SUMS = -0.05;

/** Means of a kind, before small changes are taken into account. */
interface Usual {
  new: number;
  on: number;
  every: number;
  other: number;
}

/**
 * Learns a version of baselines.
 *
 * @param observations - The sub-sessions that closed in the window, scoreable or not, by start, then id.
 * @returns The shipped baselines when there are none.
 * @see docs/scoring.md, "Baselines".
 */
export function learnBaselines(observations: readonly Observation[]): Baselines {
  const turns = observations.flatMap((each) => each.turns.map((turn) => ({ ...turn, agent: each.agent })));
  const changes = turns.filter(({ kind }) => isChange(kind));
  const lines = changes.flatMap((turn) => (turn.lines === 0 ? [] : [turn.lines]));
  const leastLines = pulledQuantile(0.1, lines, shippedBaselines.leastLines);
  const units = changes.reduce((sum, turn) => sum + unitOf(turn.lines, leastLines), 0);
  const tokens = meansOf(turns, tokensOf, PRIORS);
  const seconds = meansOf(turns, secondsOf, { ...SECONDS, other: 0 });
  const learned: Baselines = {
    tokens: wholeUnits(turns, { valueOf: tokensOf, means: tokens, leastLines }),
    humanSeconds: withoutOther(wholeUnits(turns, { valueOf: secondsOf, means: seconds, leastLines })),
    tokensByAgent: learnByAgent(turns, tokens, leastLines),
    turnsPerChange:
      (changes.filter(({ nonTrivial }) => nonTrivial).length +
        PRIOR_WEIGHT * shippedBaselines.turnsPerChange) /
      (units + PRIOR_WEIGHT),
    leastLines,
    usualLines: pulledQuantile(0.25, lines, shippedBaselines.usualLines),
    usualCalls: pulledMean(
      changes.map(({ calls }) => calls),
      shippedBaselines.usualCalls,
    ),
    undoneShare: undoneShareOf(changes),
    repairShare: repairShareOf(observations),
    m: shippedBaselines.m,
    reference: shippedBaselines.reference,
  };
  return { ...learned, ...referencesOf(observations, learned) };
}

type AgentTurn = AccountTurn & { agent: Agent };
type ValueOf = (turn: AccountTurn) => number | null;

const tokensOf: ValueOf = ({ tokens }) => tokens;
const secondsOf: ValueOf = ({ gapSeconds }) =>
  gapSeconds === null ? null : Math.min(gapSeconds, LONGEST_GAP);

function isOfKind(kind: keyof Usual): (turn: { kind: TurnKind }) => boolean {
  if (kind === "every") return (turn) => isChange(turn.kind);
  if (kind === "other") return (turn) => !isChange(turn.kind);
  return (turn) => turn.kind === kind;
}

function meansOf(turns: readonly AccountTurn[], valueOf: ValueOf, priors: Usual): Usual {
  const meanOf = (kind: keyof Usual): number => {
    const values = turns.filter(isOfKind(kind)).map(valueOf);
    return pulledMean(
      values.filter((value) => value !== null),
      priors[kind],
    );
  };
  return { new: meanOf("new"), on: meanOf("on"), every: meanOf("every"), other: meanOf("other") };
}

interface Whole {
  valueOf: ValueOf;
  means: Usual;
  leastLines: number;
}

/** How much the value of a kind of its own counts, against that of all change turns. */
const OWN = 0.6;

/** Small changes earn in proportion, so a whole unit is worth more than a mean turn. */
function wholeUnits(turns: readonly AccountTurn[], { valueOf, means, leastLines }: Whole): UsualTokens {
  const turnsPerUnit = (kind: keyof Usual): number => {
    const counted = turns.filter((turn) => isOfKind(kind)(turn) && valueOf(turn) !== null);
    const units = counted.reduce((sum, turn) => sum + unitOf(turn.lines, leastLines), 0);
    return counted.length === 0 ? 1 : counted.length / units;
  };
  const change = means.every * turnsPerUnit("every");
  const ofKind = (kind: "new" | "on"): number => OWN * means[kind] * turnsPerUnit(kind) + (1 - OWN) * change;
  return { new: ofKind("new"), on: ofKind("on"), change, other: means.other };
}

function withoutOther({ new: opening, on, change }: UsualTokens): Baselines["humanSeconds"] {
  return { new: opening, on, change };
}

function learnByAgent(
  turns: readonly AgentTurn[],
  organization: Usual,
  leastLines: number,
): Baselines["tokensByAgent"] {
  const learned = [...Map.groupBy(turns, ({ agent }) => agent)].map(([agent, ofAgent]) => {
    const means = meansOf(ofAgent, tokensOf, organization);
    return [agent, wholeUnits(ofAgent, { valueOf: tokensOf, means, leastLines })] as const;
  });
  return Object.fromEntries(learned.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function undoneShareOf(changes: readonly AccountTurn[]): number {
  const known = changes.filter(({ undone }) => undone !== null);
  const undone = known.filter((turn) => turn.undone === true).length;
  return (undone + PRIOR_WEIGHT * shippedBaselines.undoneShare) / (known.length + PRIOR_WEIGHT);
}

/** Never so small that a single repair counts too much. */
const LEAST_REPAIR_SHARE = 0.05;

function repairShareOf(observations: readonly Observation[]): number {
  const shares = observations.flatMap((each) =>
    each.scoreable && iterationScoreNeeds(each) ? [each.repairTurns / each.countedTurns] : [],
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  const pulled = (sum + PRIOR_WEIGHT * shippedBaselines.repairShare) / (shares.length + PRIOR_WEIGHT);
  return Math.max(LEAST_REPAIR_SHARE, pulled);
}

/** m and M: what the same work earns against the baselines that were learned from it. */
function referencesOf(
  observations: readonly Observation[],
  learned: Baselines,
): Pick<Baselines, "m" | "reference"> {
  const accounts = observations.map((each) => ({ each, account: accountFor(each, learned) }));
  const single = accounts.flatMap(({ each, account }) =>
    each.scoreable && account.sse !== null && account.shrunk !== null ? [account.shrunk] : [],
  );
  const sum = single.reduce((total, value) => total + value, 0);
  const all = addSums(accounts.map(({ account }) => account));
  const unknown = addSums(
    accounts.filter(({ each }) => each.outcome === "unknown").map(({ account }) => account),
  );
  return {
    m: (sum + PRIOR_WEIGHT * shippedBaselines.m) / (single.length + PRIOR_WEIGHT),
    reference: {
      sse: referenceOf("sse", all, unknown),
      speed: referenceOf("speed", all, unknown),
      efficiency: referenceOf("efficiency", all, unknown),
    },
  };
}

function referenceOf(score: SummedScore, all: Sums, unknown: Sums): number {
  return weigh(score, all, unknown)?.shrunk ?? USUAL_OF_SUMS;
}

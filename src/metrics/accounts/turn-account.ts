/** The account of a turn: what it took, and what it earned. */
import type { Agent } from "../../normaliser/dialects/agents.ts";
import type { Ratio, Seconds, Tokens } from "../../vocabulary/units.ts";
import { type Baselines, usualSeconds, usualTokens } from "../baselines/baseline.ts";
import type { TurnKind } from "../kinds/kind.ts";

/** Tokens, prompts, human seconds, and human seconds with undone turns taken into account. */
export const AXES = ["t", "n", "h", "k"] as const;
export type Axis = (typeof AXES)[number];

/** What accounts need of a turn. */
export interface AccountTurn {
  kind: TurnKind;
  nonTrivial: boolean;
  /** Token-equivalents; null without tokens, and with a call of unknown result. */
  tokens: Tokens | null;
  calls: number;
  lines: number;
  /** The seconds before its prompt; null where there is no gap, and for a pause. */
  gapSeconds: Seconds | null;
  /** null for turns that changed nothing, and where it is not known. */
  undone: boolean | null;
}

/** One line of an account. */
export interface Entry {
  took: number;
  earned: number;
}

export interface TurnAccount {
  /** The share of a whole unit that a change turn did, at most 1; null for other turns. */
  unit: Ratio | null;
  /** How many usual turns' work a change turn did, at least 1; null for other turns. */
  volume: number | null;
  /** Without an axis on which nothing is known. */
  entries: Partial<Record<Axis, Entry>>;
}

/** A longer gap counts as this one. */
export const LONGEST_GAP: Seconds = 100;
/** A quick, tiny turn earns no more than this many times what it took. */
const QUICK = 2.5;
/** What volume excuses on tokens. */
const EXCUSED = 1.2;
/** Of the seconds before a question that prepares a change, as much is earned. */
const PREPARED = 0.6;
/** More of the usual tokens counts as an outlier, and more of an other turn's is not earned. */
const OUTLIER = 4;
const OTHER = 2;
const UNDONE = 0.5;

/** Whether a turn changed something. */
export function isChange(kind: TurnKind): kind is "new" | "on" | "change" {
  return kind === "new" || kind === "on" || kind === "change";
}

/** The share of a whole unit that a change turn of so many lines did; 1 where the lines are not known. */
export function unitOf(lines: number, leastLines: number): Ratio {
  return lines === 0 ? 1 : Math.min(1, lines / leastLines);
}

function volumeOf({ lines, calls }: AccountTurn, { usualLines, usualCalls }: Baselines): number {
  return lines === 0 ? 1 : Math.max(1, Math.min(lines / usualLines, calls / usualCalls));
}

/**
 * Accounts for a turn.
 *
 * @see docs/scoring.md, "The account of a turn".
 */
export function accountForTurn(turn: AccountTurn, agent: Agent, baselines: Baselines): TurnAccount {
  const change = isChange(turn.kind);
  const unit = change ? unitOf(turn.lines, baselines.leastLines) : 1;
  const volume = change ? volumeOf(turn, baselines) : 1;
  const work: Work = { turn, change, unit, volume };
  const entries: TurnAccount["entries"] = {};
  const tokens = tokenEntry(work, usualTokens(baselines, turn.kind, agent));
  if (tokens !== null) entries.t = tokens;
  if (turn.nonTrivial) entries.n = { took: 1, earned: change ? unit * baselines.turnsPerChange : 1 };
  const human = humanEntry(work, usualSeconds(baselines, turn.kind));
  if (human !== null) {
    entries.h = human;
    entries.k = { took: human.took, earned: human.earned * keptShare(work, baselines.undoneShare) };
  }
  return { unit: change ? unit : null, volume: change ? volume : null, entries };
}

interface Work {
  turn: AccountTurn;
  change: boolean;
  unit: Ratio;
  volume: number;
}

function tokenEntry({ turn, change, unit, volume }: Work, usual: Tokens): Entry | null {
  if (turn.tokens === null) return null;
  const took = Math.min(turn.tokens, OUTLIER * usual * volume);
  if (!change) return { took, earned: Math.min(took, OTHER * usual) };
  const earned = unit * Math.min(usual, QUICK * took);
  return { took, earned: volume > 1 ? Math.max(earned, Math.min(EXCUSED * took, usual * volume)) : earned };
}

function humanEntry({ turn, unit, volume }: Work, usual: Seconds | null): Entry | null {
  if (turn.gapSeconds === null) return null;
  const took = Math.min(turn.gapSeconds, LONGEST_GAP);
  if (usual === null) return { took, earned: turn.kind === "prep" ? PREPARED * took : took };
  const earned = unit * Math.min(usual, QUICK * took);
  return { took, earned: volume > 1 ? Math.max(earned, Math.min(took, usual * volume)) : earned };
}

function keptShare({ turn, change }: Work, undoneShare: Ratio): Ratio {
  if (!change || turn.undone === false) return 1;
  return turn.undone === true ? UNDONE : 1 - undoneShare / 2;
}

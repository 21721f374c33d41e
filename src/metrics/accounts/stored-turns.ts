/** The turns of a sub-session as they are stored: everything that their accounts are computed from and explained by. */
import { KINDS, type KindReasons } from "../kinds/kind.ts";
import { REPAIR_RULES, type RepairRule } from "../iteration/repairs.ts";
import type { ClassifiedTurn } from "../kinds/classify.ts";
import type { RepairReason } from "../kinds/first-turns.ts";
import type { KnownTurn } from "../kinds/known-turn.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import type { Seconds } from "../../vocabulary/units.ts";
import type { AccountTurn } from "./turn-account.ts";

/** A turn by its place, as one of a session names it. */
export interface TurnPlace {
  /** null: its own session, so that most need no name. */
  session: SessionName | null;
  index: number;
}

/** A classified turn without the texts that it was classified by. */
export interface StoredTurn extends AccountTurn {
  repair: boolean;
  /** The length of a pause before its prompt; null where there was none. */
  pauseSeconds: Seconds | null;
  why: KindReasons | null;
  /** The turn that undid it. */
  undoneBy: TurnPlace | null;
  /** Why it is a repair turn; null where it is none, and where the reason was not kept. */
  repairOf: StoredRepair | null;
}

/** Which rule makes a turn a repair turn, and the turn that it repairs. */
export interface StoredRepair extends TurnPlace {
  rule: RepairRule;
}

/** Returns what is stored of a classified turn. */
export function storedTurn(classified: ClassifiedTurn): StoredTurn {
  const { turn, kind, why, repair, repairOf, seconds, pauseSeconds, undone, undoneBy } = classified;
  const { nonTrivial, tokens, calls, lines } = turn;
  return {
    kind,
    nonTrivial,
    tokens,
    calls,
    lines,
    gapSeconds: seconds,
    undone,
    repair,
    pauseSeconds,
    why,
    undoneBy: undoneBy === null ? null : { session: sessionIn(undoneBy, turn), index: undoneBy.index },
    repairOf: repairOf === null ? null : { ...repairOf, session: sessionIn(repairOf, turn) },
  };
}

function sessionIn({ session }: RepairReason | KnownTurn, turn: KnownTurn): SessionName | null {
  return session === turn.session ? null : session;
}

const NON_TRIVIAL = 1;
const REPAIR = 2;
const UNDONE_KNOWN = 4;
const UNDONE = 8;
const NEW_GOAL = 16;
const REFERS_BACK = 32;
const EXPLAINED = 64;

/** JSON: one list of values per turn, without names, because there is one for each turn of every session. */
export function packTurns(turns: readonly StoredTurn[]): string {
  return JSON.stringify(turns.map(valuesOf));
}

/** Trailing nulls are left out. */
type Values = [
  kind?: number | null,
  flags?: number | null,
  tokens?: number | null,
  calls?: number | null,
  lines?: number | null,
  gapSeconds?: number | null,
  pauseSeconds?: number | null,
  knownWords?: number | null,
  knownPaths?: number | null,
  z?: number | null,
  undoneIn?: SessionName | null,
  undoneAt?: number | null,
  repairRule?: number | null,
  repairAt?: number | null,
  repairIn?: SessionName | null,
];

function valuesOf(turn: StoredTurn): Values {
  const { kind, tokens, calls, lines, gapSeconds, pauseSeconds, why, undoneBy, repairOf } = turn;
  const { knownWords, knownPaths, z } = why ?? NO_REASONS;
  const { session, index } = undoneBy ?? NO_PLACE;
  const values: Values = [
    KINDS.indexOf(kind),
    flagsOf(turn),
    tokens,
    calls,
    lines,
    gapSeconds,
    pauseSeconds,
    knownWords,
    knownPaths,
    z,
    session,
    index,
    repairOf === null ? null : REPAIR_RULES.indexOf(repairOf.rule),
    repairOf?.index ?? null,
    repairOf?.session ?? null,
  ];
  while (values.at(-1) === null) values.pop();
  return values;
}

const NO_REASONS = { knownWords: null, knownPaths: null, z: null };
const NO_PLACE = { session: null, index: null };

function flagsOf({ nonTrivial, repair, undone, why }: StoredTurn): number {
  return (
    (nonTrivial ? NON_TRIVIAL : 0) |
    (repair ? REPAIR : 0) |
    (undone === null ? 0 : UNDONE_KNOWN) |
    (undone === true ? UNDONE : 0) |
    (why?.newGoal === true ? NEW_GOAL : 0) |
    (why?.refersBack === true ? REFERS_BACK : 0) |
    (why === null ? 0 : EXPLAINED)
  );
}

/** Returns the turns that were packed. */
export function unpackTurns(packed: string): StoredTurn[] {
  return (JSON.parse(packed) as Values[]).map(turnOf);
}

function turnOf(values: Values): StoredTurn {
  const [kind, flagged, tokens, calls, lines, gapSeconds, pauseSeconds] = values;
  const flags = flagged ?? 0;
  return {
    kind: kindAt(kind),
    nonTrivial: (flags & NON_TRIVIAL) !== 0,
    tokens: tokens ?? null,
    calls: calls ?? 0,
    lines: lines ?? 0,
    gapSeconds: gapSeconds ?? null,
    undone: (flags & UNDONE_KNOWN) === 0 ? null : (flags & UNDONE) !== 0,
    repair: (flags & REPAIR) !== 0,
    pauseSeconds: pauseSeconds ?? null,
    why: (flags & EXPLAINED) === 0 ? null : reasonsOf(flags, values),
    undoneBy: placeOf(values),
    repairOf: repairIn(values),
  };
}

function kindAt(place: number | null | undefined): StoredTurn["kind"] {
  return KINDS[place ?? KINDS.length] ?? "other";
}

function placeOf([, , , , , , , , , , session = null, index]: Values): TurnPlace | null {
  return index == null ? null : { session, index };
}

function repairIn([, , , , , , , , , , , , rule, index, session = null]: Values): StoredRepair | null {
  const known = REPAIR_RULES[rule ?? REPAIR_RULES.length];
  return known === undefined || index == null ? null : { rule: known, session, index };
}

function reasonsOf(flags: number, values: Values): KindReasons {
  const [, , , , , , , knownWords = null, knownPaths = null, z = null] = values;
  return {
    knownWords,
    knownPaths,
    newGoal: (flags & NEW_GOAL) !== 0,
    refersBack: (flags & REFERS_BACK) !== 0,
    repair: (flags & REPAIR) !== 0,
    z,
  };
}

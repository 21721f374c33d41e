/** Classifies a developer's turns, across their sessions: kind, gap, repair, and whether the work was undone. */
import { type Gap, gapOf, type HoleBetween, NO_REPAIR, type Repair, repairOf } from "./first-turns.ts";
import { isPreparation, kindOfChange, type KindReasons, LOOK_BACK, type TurnKind } from "./kind.ts";
import type { Instant } from "../../vocabulary/units.ts";
import type { KnownTurn } from "./known-turn.ts";
import { TURNS_AHEAD, undoneBy } from "./undone.ts";

/** What a turn is among all of its developer's turns. */
export interface ClassifiedTurn extends Gap, Repair {
  turn: KnownTurn;
  kind: TurnKind;
  /** null for turns that changed nothing, and where the prompt's text is not known. */
  why: KindReasons | null;
  /** Whether its work was undone; null for turns that changed nothing, and where it is not known. */
  undone: boolean | null;
  /** The turn that undid it. */
  undoneBy: KnownTurn | null;
}

/** Orders turns as the developer took them. */
export function inTurnOrder(turns: readonly KnownTurn[]): KnownTurn[] {
  return turns.toSorted(
    (left, right) =>
      left.startedAt - right.startedAt || compare(left.session, right.session) || left.index - right.index,
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Where holes are, and which time changed. */
export interface Classifying {
  holeBetween: HoleBetween;
  /** What changed begins here… */
  from?: Instant;
  /** …and ends here. */
  to?: Instant;
}

/**
 * Classifies turns.
 *
 * @param turns - One developer's turns in the order of `inTurnOrder`. Those of the first 24 hours are classified as
 *   if nothing came before, and those of the last 24 hours as if nothing came after.
 * @returns The turns that the change may affect. Turns before it are checked only for preparation and undone work,
 *   turns after it for everything else.
 * @see docs/scoring.md, "A developer's turns".
 */
export function classifyTurns(
  turns: readonly KnownTurn[],
  { holeBetween, from = -Infinity, to = Infinity }: Classifying,
): ClassifiedTurn[] {
  const repairs = turns.map((turn, place) => repairOf(turn, turns[place - 1]));
  const changed = turns.findIndex(({ startedAt }) => startedAt >= from);
  const first = Math.max(0, (changed === -1 ? turns.length : changed) - TURNS_AHEAD);
  const changes = turns.slice(0, first).filter(({ change }) => change);
  const walk: Walk = { turns, repairs, changes, holeBetween, from, to };
  return turns.slice(first).map((turn, at) => classify(turn, first + at, walk));
}

interface Walk extends Required<Classifying> {
  turns: readonly KnownTurn[];
  /** By place, whether a turn is a repair turn. */
  repairs: readonly Repair[];
  /** The change turns of the last 24 hours. */
  changes: KnownTurn[];
}

function classify(turn: KnownTurn, place: number, walk: Walk): ClassifiedTurn {
  const { turns, repairs, changes, holeBetween, from } = walk;
  const repaired = repairs[place] ?? NO_REPAIR;
  const gap = turn.startedAt < from ? NO_GAP : gapOf(turn, turns[place - 1], holeBetween);
  if (!turn.change) {
    const kind = isPreparation(turn, turns[place + 1]) ? "prep" : "other";
    return { turn, kind, why: null, ...repaired, ...NOT_UNDONE, ...gap };
  }
  while (changes[0] !== undefined && turn.startedAt - changes[0].startedAt > LOOK_BACK) changes.shift();
  const { kind, why } = turn.startedAt < from ? NOT_ASKED : kindOfChange(turn, changes, repaired.repair);
  changes.push(turn);
  return { turn, kind, why, ...repaired, ...undoneAt(place, walk), ...gap };
}

function undoneAt(place: number, { turns, repairs, to }: Walk): Pick<ClassifiedTurn, "undone" | "undoneBy"> {
  if ((turns[place]?.startedAt ?? Infinity) > to) return NOT_UNDONE;
  const by = undoneBy(turns, place, (at) => repairs[at]?.repair ?? false);
  if (typeof by !== "number") return { undone: by, undoneBy: null };
  return { undone: true, undoneBy: turns[by] ?? null };
}

const NOT_UNDONE = { undone: null, undoneBy: null };
const NO_GAP: Gap = { seconds: null, pauseSeconds: null };
const NOT_ASKED = { kind: "change", why: null } as const;

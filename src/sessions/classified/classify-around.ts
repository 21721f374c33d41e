/** Classifies turns again around a change, and leaves all others as they were. */
import { type StoredTurn, storedTurn } from "../../metrics/accounts/stored-turns.ts";
import { classifyTurns, inTurnOrder } from "../../metrics/kinds/classify.ts";
import type { HoleBetween } from "../../metrics/kinds/first-turns.ts";
import { LOOK_BACK } from "../../metrics/kinds/kind.ts";
import type { KnownTurn } from "../../metrics/kinds/known-turn.ts";
import type { SessionName } from "../../vocabulary/held-name.ts";
import type { ChangedSpan } from "./changed-spans.ts";

/** Stored turns of a person by session, then index. */
export type TurnsBySession = Map<SessionName, Map<number, StoredTurn>>;

function turnAt(turns: TurnsBySession, { session, index }: KnownTurn): StoredTurn | undefined {
  return turns.get(session)?.get(index);
}

/** Sets a turn. */
export function putTurn(
  turns: TurnsBySession,
  session: SessionName,
  [index, turn]: [number, StoredTurn],
): void {
  const byIndex = turns.get(session);
  if (byIndex === undefined) turns.set(session, new Map([[index, turn]]));
  else byIndex.set(index, turn);
}

/**
 * Classifies the turns that a change can have to do with, and writes them to `stored`.
 *
 * Before the change, only what looks ahead can be different: preparation, and what was undone. After it, only what
 * looks back: kind, gap and repair.
 *
 * @param known - One person's turns, at least those from 24 hours before the change to 24 hours after it.
 */
export function classifyAround(
  known: readonly KnownTurn[],
  { from, to }: ChangedSpan,
  { stored, holeBetween }: { stored: TurnsBySession; holeBetween: HoleBetween },
): void {
  for (const classified of classifyTurns(inTurnOrder(known), { holeBetween, from, to })) {
    const { turn } = classified;
    if (turn.startedAt < from - LOOK_BACK || turn.startedAt > to + LOOK_BACK) continue;
    const before = turnAt(stored, turn);
    const now = storedTurn(classified);
    const next = before === undefined ? now : merge(before, now, placeOf(turn, from, to));
    // what is computed from a turn is computed once for each object
    if (!Bun.deepEquals(before, next, true)) putTurn(stored, turn.session, [turn.index, next]);
  }
}

type Place = "before" | "within" | "after";

function placeOf({ startedAt }: KnownTurn, from: number, to: number): Place {
  if (startedAt < from) return "before";
  return startedAt > to ? "after" : "within";
}

function merge(before: StoredTurn, now: StoredTurn, place: Place): StoredTurn {
  if (place === "within") return now;
  // the turn that it prepares may be beyond what was read
  const kept = isOther(before) ? before.kind : now.kind;
  if (place === "after") return { ...now, kind: kept, undone: before.undone, undoneBy: before.undoneBy };
  const kind = isOther(before) ? now.kind : before.kind;
  return { ...before, kind, undone: now.undone, undoneBy: now.undoneBy };
}

function isOther({ kind }: StoredTurn): boolean {
  return kind === "other" || kind === "prep";
}

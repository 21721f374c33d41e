/** Finds where a session that was just measured can be cut. */
import { RESUMPTION } from "../../turns/outcomes/outcome.ts";
import type { SubSession } from "../../turns/sub-session.ts";
import { isNonTrivial, type Turn } from "../../turns/turn.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { changesBeginning } from "./changes.ts";
import type { Cut } from "./cut.ts";
import { knownBefore, type MeasuredBy, type Place } from "./known-before.ts";
import type { MeasuredEnd } from "./measured-end.ts";
import { partAt } from "./parting.ts";
import { type End, extendReach, reachOf, touches } from "./reach.ts";

/** So many turns behind a cut stay as they are: so far back an edit is lost or survives. */
export const SETTLED_TURNS = 10;
/** So many beginnings of sub-sessions are tried, the latest first. */
const TRIES = 10;

/**
 * The latest cut of a measured session.
 *
 * Gives: null where none can be found. A cut behind the one before takes over what that one knew, which is of no use
 * then.
 */
export function findCut(measured: MeasuredEnd, by: MeasuredBy): Cut | null {
  const { turns, subSessions } = measured.assembled;
  const firstTurn = turns[0]?.index ?? 0;
  const tried = subSessions
    .slice(1)
    .filter((subSession) => turns[subSession.firstTurn - firstTurn + SETTLED_TURNS] !== undefined);
  for (const subSession of tried.slice(-TRIES).toReversed()) {
    const cut = cutBefore(measured, placeOf(measured, subSession), by);
    if (cut !== null) return cut;
  }
  return null;
}

function placeOf({ assembled: { turns, subSessions } }: MeasuredEnd, first: SubSession): Place {
  const position = turns.findIndex(({ index }) => index === first.firstTurn);
  const opensAt = position + SETTLED_TURNS;
  return {
    first,
    prompt: first.turns[0]?.prompt ?? null,
    turns: turns.slice(0, position),
    subSessions: subSessions.slice(0, subSessions.indexOf(first)),
    settledTurns: turns.slice(position, opensAt),
    settledUntil: turns[opensAt]?.startedAt ?? Infinity,
    openTurns: turns.slice(opensAt),
  };
}

function cutBefore(measured: MeasuredEnd, place: Place, by: MeasuredBy): Cut | null {
  const { prompt, settledUntil } = place;
  if (prompt === null || !isSettled(place, by.now)) return null;
  const parting = partAt(measured, { prompt, turns: place.turns, settledUntil });
  if (parting === null) return null;
  const turns = [...place.settledTurns, ...place.openTurns];
  const end: End = { sightings: parting.rest, turns, openTurns: place.openTurns };
  const known = knownBefore(measured, place, by);
  const reach = reachOf({ ...place, sightings: parting.beginning });
  const reaches = measured.before === null ? [reach] : [measured.before.reach, reach];
  if (changesBeginning(known, end) || touches(end, reaches)) return null;
  if (measured.before !== null) extendReach(measured.before.reach, reach, settledUntil);
  const { from, sequence, carried, settled } = parting;
  return { ...known, prompt, from, sequence, carried, settled, reach: measured.before?.reach ?? reach };
}

/** Nothing that can still happen, and no clock, changes what is before the place. */
function isSettled({ first, turns, subSessions, settledTurns }: Place, now: Milliseconds): boolean {
  const [opening] = first.turns;
  if (opening === undefined || !isNonTrivial(opening) || first.opening.look === null) return false;
  const nextStarts = [...subSessions.slice(1), first].map(({ startedAt }) => startedAt);
  const waits = subSessions.some(({ endedAt }, place) => {
    const until = endedAt + RESUMPTION;
    return now < until && (nextStarts[place] ?? 0) > until;
  });
  return !waits && (!turns.some(endsInFailure) || settledTurns.some(({ calls }) => calls > 0));
}

/** A call that works may come any time later, and is the end of a wait. */
function endsInFailure({ events }: Turn): boolean {
  const last = events.findLast((event) => event.kind === "model_call");
  return last?.result === "failed";
}

/** Parts the records of a session at a prompt, where they can be parted. */
import { declarationOf } from "../../normaliser/dialects/agents.ts";
import type { Event, Prompt } from "../../normaliser/event.ts";
import { byTimeThenPlaceThenKind, carryOver, inOrder, settleRest } from "../../normaliser/settle.ts";
import { scopeOf } from "../../normaliser/sightings/scope.ts";
import type { Sighting } from "../../normaliser/sightings/sighting.ts";
import type { KeptSightings } from "../../normaliser/sightings/sightings-table.ts";
import type { Turn } from "../../turns/turn.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { SettledTurns } from "./cut.ts";
import type { MeasuredEnd } from "./measured-end.ts";

/** What lies before a prompt and what behind it. */
export interface Parting {
  prompt: Prompt;
  /** The first record of the rest: the prompt's own, or that of the client plugin. */
  from: Sighting;
  beginning: readonly Sighting[];
  rest: readonly Sighting[];
  carried: readonly Sighting[];
  /** The first batch that holds something of the rest. */
  sequence: number;
  settled: SettledTurns;
}

/** Records that lie further apart do not look at each other; two tellings of one prompt do up to ten seconds. */
const QUIET: Milliseconds = 11 * SECOND;

/** Where a session is to be parted. */
export interface PartingPlace {
  prompt: Prompt;
  /** The turns before the prompt. */
  turns: readonly Turn[];
  settledUntil: Milliseconds;
}

/** Gives: null where something before the prompt and something behind it belong together. */
export function partAt(measured: MeasuredEnd, { prompt, turns, settledUntil }: PartingPlace): Parting | null {
  const { facts, material, before } = measured;
  if (!isOnItsOwn(measured, turns)) return null;
  const ordered = inOrder(material.kept.flatMap(({ sightings }) => sightings));
  const place = ordered.findIndex(({ id }) => id === prompt.id || id === prompt.earlierId);
  const [beginning, rest] = [ordered.slice(0, place), ordered.slice(place)];
  const [from] = rest;
  if (place === -1 || from === undefined || !areApart(beginning, { from, rest })) return null;
  const ownSightings =
    before === null
      ? beginning
      : beginning.filter((sighting) => byTimeThenPlaceThenKind(sighting, before.from) >= 0);
  const carried = carryOver(facts.agent, [...(before?.carried ?? []), ...ownSightings]);
  if (carried === null || !settlesAlike(measured, { from, prompt, rest, carried, turns })) return null;
  const sequence = firstSequence(material.kept, from);
  const settled = {
    until: settledUntil,
    sightings: countBegun(since(material.kept, sequence), settledUntil),
  };
  return { prompt, from, beginning: ownSightings, rest, carried, sequence, settled };
}

/** What other sessions tell of this one may change any of it at any time, and so may what other scopes hold. */
function isOnItsOwn({ facts, material: { kept, settled } }: MeasuredEnd, turns: readonly Turn[]): boolean {
  const scope = scopeOf.session(facts.session);
  if (kept.some((chunk) => chunk.scope !== scope)) return false;
  const start = settled.find(({ kind }) => kind === "session_start");
  if (start?.kind === "session_start" && start.maybeHelper) return false;
  if (declarationOf(facts.agent).dialect.tellsOfNeighbours !== true) return true;
  return !turns.some(({ events }) => events.some(mayBeRefusedPatch));
}

function mayBeRefusedPatch(event: Event): boolean {
  return event.kind === "decision" && event.verdict === "reject" && !event.edits;
}

function areApart(
  beginning: readonly Sighting[],
  { from, rest }: { from: Sighting; rest: readonly Sighting[] },
): boolean {
  const isSameRecord = ({ at, place }: Sighting) => at === from.at && Bun.deepEquals(place, from.place);
  const last = beginning.findLast((sighting) => !isSameRecord(sighting));
  if (last !== undefined && last.at >= from.at - QUIET) return false;
  return rest.every(
    (sighting) => sighting.startedAt >= from.at && (sighting.at > from.at || isSameRecord(sighting)),
  );
}

/** Settled from the prompt on there come the same events, and all of them belong to turns behind it. */
function settlesAlike(
  { facts, material, assembled }: MeasuredEnd,
  {
    from,
    prompt,
    rest,
    carried,
    turns,
  }: Pick<Parting, "from" | "prompt" | "rest" | "carried"> & { turns: readonly Turn[] },
): boolean {
  const isBehind = (event: Event) => byTimeThenPlaceThenKind(event, prompt) >= 0;
  const settled = settleRest(facts.agent, carried, { from, prompt, rest });
  if (settled === null || !Bun.deepEquals(settled, material.settled.filter(isBehind))) return false;
  if (settled.some(({ startedAt }) => startedAt < prompt.at)) return false;
  const behind = assembled.turns.slice(turns.length);
  const events = behind.reduce((sum, turn) => sum + turn.events.length + turn.helperCalls.length, 0);
  return events === material.events.filter(isBehind).length;
}

function firstSequence(kept: readonly KeptSightings[], from: Sighting): number {
  const isBehind = (sighting: Sighting) => byTimeThenPlaceThenKind(sighting, from) >= 0;
  return kept
    .filter(({ sightings }) => sightings.some(isBehind))
    .reduce((first, { sequence }) => Math.min(first, sequence), Infinity);
}

function since(kept: readonly KeptSightings[], first: number): KeptSightings[] {
  return kept.filter(({ sequence }) => sequence >= first);
}

/** How many sightings begin up to a time, told twice or not: what comes late makes them more. */
export function countBegun(kept: readonly KeptSightings[], until: Milliseconds): number {
  return kept
    .flatMap(({ sightings }) => sightings)
    .filter(({ at, startedAt }) => Math.min(at, startedAt) <= until).length;
}

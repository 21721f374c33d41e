/** Puts the end of a session together that was cut. */
import type { Database } from "../../database/open.ts";
import { declarationOf } from "../../normaliser/dialects/agents.ts";
import { joinNeighbours } from "../../normaliser/neighbours/join-neighbours.ts";
import type { SessionFacts } from "../../normaliser/session-facts.ts";
import { byTimeThenPlaceThenKind, inOrder, settleRest } from "../../normaliser/settle.ts";
import { readSightingsSince } from "../../normaliser/sightings/sightings-table.ts";
import type { BoundaryOverride } from "../../turns/boundaries/split.ts";
import { type AssembledSession, assembleSession } from "../../turns/session.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { changesBeginning } from "./changes.ts";
import type { Cut } from "./cut.ts";
import { SETTLED_TURNS } from "./find-cut.ts";
import type { Material } from "./measured-end.ts";
import { countBegun } from "./parting.ts";
import { touches } from "./reach.ts";

/** What an end is put together from. */
export interface EndParts {
  facts: SessionFacts;
  cut: Cut;
  overrides: readonly BoundaryOverride[];
  now: Milliseconds;
}

/** Gives: null where the session has to be put together whole, because its end changes its beginning. */
export async function assembleEnd(
  database: Database,
  { facts, cut, overrides, now }: EndParts,
): Promise<{ assembled: AssembledSession; material: Material } | null> {
  const { prompt, from, sequence, settled: before, carried, session, circumstances } = cut;
  const { organization, agent, newestRecordAt } = facts;
  const kept = await readSightingsSince(database, facts, sequence);
  if (countBegun(kept, before.until) !== before.sightings) return null;
  const sightings = inOrder(kept.flatMap((chunk) => chunk.sightings));
  const rest = sightings.filter((sighting) => byTimeThenPlaceThenKind(sighting, from) >= 0);
  const settled = settleRest(agent, carried, { from, prompt, rest });
  if (settled === null || settled.some(({ startedAt }) => startedAt < prompt.at)) return null;
  const tells = declarationOf(agent).dialect.tellsOfNeighbours === true;
  const events = tells ? await joinNeighbours(database, facts, settled) : settled;
  const material = { organization, sessionId: facts.session, events, before: session };
  const assembled = assembleSession({ ...material, newestRecordAt, now, overrides });
  const { turns } = assembled;
  const end = { sightings: rest, turns, openTurns: turns.slice(SETTLED_TURNS) };
  if (turns[0]?.prompt?.id !== prompt.id || changesBeginning(cut, end) || touches(end, [cut.reach]))
    return null;
  return { assembled, material: { kept, settled, events, overrides, rescore: circumstances.rescore } };
}

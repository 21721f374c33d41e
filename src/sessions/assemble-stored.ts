/** Sessions from their stored sightings to their turns and sub-sessions; nothing is written. */
import type { Database } from "../database/open.ts";
import type { Span } from "../metrics/flow/stretches.ts";
import { declarationOf } from "../normaliser/dialects/agents.ts";
import { joinNeighbours } from "../normaliser/neighbours/join-neighbours.ts";
import { newestRescore, nextRescore } from "../normaliser/rescore/rescore-table.ts";
import type { SessionFacts } from "../normaliser/session-facts.ts";
import { setHelpersApart } from "../normaliser/own-conversations/set-helpers-apart.ts";
import { settleSession } from "../normaliser/settle.ts";
import { type KeptSightings, readSightings } from "../normaliser/sightings/sightings-table.ts";
import { readSessions } from "../normaliser/table.ts";
import type { PriceTable } from "../prices/price-table.ts";
import type { BoundaryOverride } from "../turns/boundaries/split.ts";
import { type AssembledSession, assembleSession } from "../turns/session.ts";
import type { Milliseconds } from "../vocabulary/units.ts";
import { assembleEnd } from "./cuts/assemble-end.ts";
import type { Circumstances, Cut } from "./cuts/cut.ts";
import { outagesWithin } from "./cuts/known-before.ts";
import type { Material } from "./cuts/measured-end.ts";
import type { Effort } from "./effort.ts";
import { readOverrides } from "./overrides-table.ts";

/** A session by its place. */
export interface SessionName {
  organization: string;
  session: string;
}

/** A session put together, or the end of one that was cut, and what is known of it as a whole. */
export interface StoredSession {
  facts: SessionFacts;
  /** null for a whole session. */
  before: Cut | null;
  assembled: AssembledSession;
  material: Material;
}

/** When sessions are assembled, and what it costs. */
export interface Assembling {
  now: Milliseconds;
  effort: Effort;
  /** Where sessions were cut; absent where they are put together whole. */
  cutting?: Cutting;
}

/** Where sessions were cut, and what they are measured by now. */
export interface Cutting {
  prices: PriceTable;
  outages: readonly Span[];
  /** Gives: null where a session is put together whole. */
  cutOf: (name: SessionName) => Cut | null;
}

/** Assembles the sessions of which something is known, as of now; other stages work in between. */
export async function assembleStored(
  database: Database,
  names: readonly SessionName[],
  assembling: Assembling,
): Promise<StoredSession[]> {
  const stored: StoredSession[] = [];
  for (const [organization, ownNames] of Map.groupBy(names, (name) => name.organization)) {
    const sessions = ownNames.map(({ session }) => session);
    stored.push(...(await assembleOwn(database, { organization, sessions }, assembling)));
  }
  return stored;
}

async function assembleOwn(
  database: Database,
  { organization, sessions }: { organization: string; sessions: string[] },
  assembling: Assembling,
): Promise<StoredSession[]> {
  const rescore = await settledRescore(database);
  const overrides = await readOverrides(database, organization, sessions);
  const stored: StoredSession[] = [];
  const whole: SessionParts[] = [];
  for (const facts of await readSessions(database, organization, sessions)) {
    const parts = { facts, overrides: overrides.get(facts.session) ?? [], rescore };
    const end = await tryEnd(database, parts, assembling);
    if (end === null) whole.push(parts);
    else stored.push(end);
  }
  return [...stored, ...(await assembleWhole(database, { organization, whole }, assembling))];
}

/** What is known of a session beside its sightings. */
interface SessionParts {
  facts: SessionFacts;
  overrides: readonly BoundaryOverride[];
  /** The last rescore that was asked for; NaN, which is like nothing, while one is not over. */
  rescore: number | null;
}

async function settledRescore(database: Database): Promise<number | null> {
  if ((await nextRescore(database)) !== null) return Number.NaN;
  return (await newestRescore(database))?.number ?? null;
}

/** Gives: null where the session has to be put together whole. */
async function tryEnd(
  database: Database,
  { facts, overrides, rescore }: SessionParts,
  { now, effort, cutting }: Assembling,
): Promise<StoredSession | null> {
  const cut = cutting?.cutOf(facts) ?? null;
  if (cutting === undefined || cut === null) return null;
  const { prices, outages } = cutting;
  const { agent } = facts;
  const start = cut.sums.startedAt;
  const circumstances = {
    agent,
    prices,
    rescore,
    outages: outagesWithin(outages, { start, end: cut.prompt.at }),
    overrides: JSON.stringify(overrides),
  };
  if (!holds(cut.circumstances, circumstances)) return null;
  await effort.pause();
  const end = await assembleEnd(database, { facts, cut, overrides, now });
  return end === null ? null : { facts, before: cut, ...end };
}

function holds(
  known: Circumstances,
  { agent, prices, rescore, outages, overrides }: Omit<Circumstances, "owner" | "baselineVersion" | "judged">,
): boolean {
  return (
    known.agent === agent &&
    known.prices === prices &&
    known.rescore === rescore &&
    known.outages === outages &&
    known.overrides === overrides
  );
}

async function assembleWhole(
  database: Database,
  { organization, whole }: { organization: string; whole: readonly SessionParts[] },
  { now, effort }: Assembling,
): Promise<StoredSession[]> {
  const sessions = whole.map(({ facts }) => facts.session);
  const sightings = await readSightings(database, organization, sessions);
  const stored: StoredSession[] = [];
  for (const { facts, overrides, rescore } of whole) {
    const { agent, session, newestRecordAt } = facts;
    const kept = sightings.get(session) ?? [];
    await effort.pause();
    const settled = settleSession(
      agent,
      kept.flatMap((chunk) => chunk.sightings),
    );
    await effort.pause();
    const ownEvents = await setHelpersApart(database, facts, settled);
    const tells = declarationOf(agent).dialect.tellsOfNeighbours === true;
    const events = tells ? await joinNeighbours(database, facts, ownEvents) : ownEvents;
    const material = { organization, sessionId: session, events, newestRecordAt, now };
    const assembled = assembleSession({ ...material, overrides });
    stored.push({ facts, before: null, assembled, material: { kept, settled, events, overrides, rescore } });
  }
  return stored;
}

/** Gives: the number of sightings that a session, or its end, was put together from. */
export function countSightings({ material }: StoredSession): number {
  return material.kept.reduce((sum, { sightings }: KeptSightings) => sum + sightings.length, 0);
}

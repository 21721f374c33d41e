/** Measures sessions on a snapshot, for another thread to save: nothing is written here. */
import type { Database } from "../../database/open.ts";
import type { Span } from "../../metrics/flow/stretches.ts";
import type { PriceTable } from "../../prices/price-table.ts";
import type { Milliseconds } from "../../vocabulary/units.ts";
import { assembleStored, countSightings, type SessionName } from "../assemble-stored.ts";
import { LONG } from "../cuts/kept-cuts.ts";
import type { MeasuredEnd } from "../cuts/measured-end.ts";
import { Effort } from "../effort.ts";
import { joinRows, type MeasuredRows, measuredRows } from "../measured-rows.ts";
import { measureStored } from "../measure-stored.ts";
import { findOwner, type Owner } from "../owners.ts";
import { thingOf } from "../set-aside.ts";
import type { Relied } from "./relied.ts";

/** Which sessions are measured, and by what. */
export interface BesideAsked {
  names: readonly SessionName[];
  now: Milliseconds;
  outages: readonly Span[];
}

/** What they came to. */
export interface BesideAnswer {
  rows: MeasuredRows;
  relied: Relied[];
  measured: BesideSession[];
  /** Sessions that are not measured so: nothing is known of them, or they are so long that they are to be cut. */
  others: SessionName[];
}

/** A session that was measured. */
export interface BesideSession extends SessionName {
  owner: Owner;
  /** What it has cost. */
  cost: Milliseconds;
}

/** Sessions that are held in memory together. */
const TOGETHER = 25;
/** From so many sightings on no more sessions are begun. */
const ENOUGH = 30_000;

/** Takes: a snapshot of the database. Gives: nothing of sessions at the end, when those before are many records. */
export async function measureBeside(
  snapshot: Database,
  asked: BesideAsked,
  prices: PriceTable,
): Promise<BesideAnswer> {
  const parts: Part[] = [];
  let sightings = 0;
  for (let at = 0; at < asked.names.length && sightings < ENOUGH; at += TOGETHER) {
    const names = asked.names.slice(at, at + TOGETHER);
    const part = await measureSome(snapshot, { ...asked, names, prices });
    sightings += part.sightings;
    parts.push(part);
  }
  return {
    rows: joinRows(parts.map(({ rows }) => rows)),
    relied: parts.flatMap(({ relied }) => relied),
    measured: parts.flatMap(({ measured }) => measured),
    others: parts.flatMap(({ others }) => others),
  };
}

interface Part extends BesideAnswer {
  sightings: number;
}

async function measureSome(
  snapshot: Database,
  { names, now, outages, prices }: BesideAsked & { prices: PriceTable },
): Promise<Part> {
  const effort = new Effort();
  const stored = await assembleStored(snapshot, names, { now, effort });
  const short = stored.filter((session) => countSightings(session) < LONG);
  const here = new Set(short.map(({ facts }) => thingOf(facts)));
  const { measured, relied } = await measureStored(snapshot, short, {
    prices,
    now,
    outages,
    ownerOf: findOwner,
    assembleWhole: () => Promise.reject(new Error("BUG: a session that was cut is measured beside")),
  });
  return {
    rows: measuredRows(measured, prices),
    relied,
    measured: withCosts(measured, effort.sofar()),
    others: names.filter((name) => !here.has(thingOf(name))),
    sightings: stored.reduce((sum, session) => sum + countSightings(session), 0),
  };
}

/** What was spent together each session bears by its length. */
function withCosts(measured: readonly MeasuredEnd[], cost: Milliseconds): BesideSession[] {
  const all = measured.reduce((sum, session) => sum + countSightings(session), 0);
  return measured.map((session) => {
    const { organization, session: name } = session.facts;
    const share = (cost * countSightings(session)) / Math.max(all, 1);
    return { organization, session: name, owner: session.owner, cost: share };
  });
}

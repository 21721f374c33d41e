/** Turns functions of a database into queries and changes that can be asked for by name. */
import type { Clock } from "../vocabulary/clock.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { Database } from "./open.ts";
import { inTransaction } from "./transaction.ts";

type OfDatabase = (database: Database, asked: never) => Promise<unknown>;
type OfNow = (database: Database, asked: never, now: Instant) => Promise<unknown>;

/** The same functions by the same names; what they work with comes in one object. */
type Asked<Works extends Readonly<Record<string, OfNow>>, Parts> = {
  [Name in keyof Works]: (parts: Parts, asked: Parameters<Works[Name]>[1]) => ReturnType<Works[Name]>;
};

/** Where changes are made, and what time it is there. */
interface Writing {
  database: Database;
  clock: Clock;
}

/** Makes queries of functions that need only the database and what is asked. */
export function onDatabase<Works extends Readonly<Record<string, OfDatabase>>>(
  works: Works,
): Asked<Works, { database: Database }> {
  return each(
    works,
    (work) =>
      ({ database }, asked) =>
        work(database, asked),
  );
}

/** Makes changes of functions that also need the time. */
export function atThisTime<Works extends Readonly<Record<string, OfNow>>>(
  works: Works,
): Asked<Works, Writing> {
  return each(
    works,
    (work) =>
      ({ database, clock }, asked) =>
        work(database, asked, clock()),
  );
}

/** Makes changes of functions that also need the time, and a transaction around them. */
export function inOneTransaction<Works extends Readonly<Record<string, OfNow>>>(
  works: Works,
): Asked<Works, Writing> {
  return each(
    works,
    (work) =>
      ({ database, clock }, asked) =>
        inTransaction(database, "full", (transaction) => work(transaction, asked, clock())),
  );
}

function each<Work extends OfNow, Works extends Readonly<Record<string, Work>>, Parts>(
  works: Works & Readonly<Record<string, Work>>,
  wrap: (work: Work) => (parts: Parts, asked: never) => Promise<unknown>,
): Asked<Works, Parts> {
  const wrapped = Object.entries(works).map(([name, work]) => [name, wrap(work)]);
  return Object.fromEntries(wrapped) as Asked<Works, Parts>;
}

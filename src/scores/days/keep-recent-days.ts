/**
 * Remembers everybody's days that were just read, because the queries of one page come together and mostly need
 * the same days.
 */
import { type Database, engineOf } from "../../database/engine.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { WorkDay } from "./work-day.ts";

/** Long enough for one page; days of a large team take tens of megabytes. */
const KEPT_FOR: Milliseconds = 2 * SECOND;
/** Some questions of a page are about a shorter window, or about the one before. */
const MOST_WINDOWS = 4;

/** Days of everybody, the last one included. */
export interface DaysWindow {
  organization: string;
  firstDay: number;
  lastDay: number;
}

interface Recent {
  /** The mark from `readChangeMark`: the days are valid until somebody changes the database. */
  mark: number;
  /** The oldest first. */
  windows: ReadWindow[];
}

interface ReadWindow extends DaysWindow {
  days: Promise<readonly WorkDay[]>;
}

/** The key is what a connection and its snapshots share. */
const recent = new WeakMap<object, Recent>();

/**
 * Remembers this connection's days from now on.
 *
 * @param database - A connection that only reads.
 */
export function rememberDays(database: Database): void {
  recent.set(engineHolder(database), { mark: Number.NaN, windows: [] });
}

/** Returns the days as they were just read, perhaps for a longer window, else read anew. */
export async function recentDays(
  database: Database,
  window: DaysWindow,
  read: () => Promise<readonly WorkDay[]>,
): Promise<readonly WorkDay[]> {
  const known = recent.get(engineHolder(database));
  if (known === undefined) return read();
  const mark = await engineOf(database).readChangeMark(database);
  if (mark !== known.mark) {
    known.windows = [];
    known.mark = mark;
  }
  const longer = known.windows.find((each) => holds(each, window));
  if (longer === undefined) return keep(known, { ...window, days: read() });
  const days = await longer.days;
  const { firstDay, lastDay } = window;
  if (longer.firstDay === firstDay && longer.lastDay === lastDay) return days;
  return days.filter(({ day }) => day >= firstDay && day <= lastDay);
}

function holds(longer: DaysWindow, { organization, firstDay, lastDay }: DaysWindow): boolean {
  return longer.organization === organization && longer.firstDay <= firstDay && longer.lastDay >= lastDay;
}

function keep(known: Recent, window: ReadWindow): Promise<readonly WorkDay[]> {
  known.windows = [...known.windows.slice(1 - MOST_WINDOWS), window];
  const forget = () => {
    known.windows = known.windows.filter((other) => other !== window);
  };
  window.days.catch(forget); // the caller gets the error
  setTimeout(forget, KEPT_FOR).unref();
  return window.days;
}

function engineHolder(database: Database): object {
  return database.getExecutor().adapter;
}

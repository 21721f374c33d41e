/** Remembers the days of everybody that were just read: the questions of one page come together, most for the same. */
import { type Database, engineOf } from "../../database/engine.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { WorkDay } from "./work-day.ts";

/** Long enough for one page; days of a large team take tens of megabytes. */
const KEPT_FOR: Milliseconds = 2 * SECOND;
/** Some questions of a page are about a shorter window, or about the one before. */
const MOST_WINDOWS = 4;

interface Recent {
  /** As `readChangeMark` gives it: the days are those of a database that nobody has changed since. */
  mark: number;
  windows: Map<string, Promise<readonly WorkDay[]>>;
}

/** By what a connection and its snapshots have in common. */
const recent = new WeakMap<object, Recent>();

/** From now on this connection's days are remembered. Takes: a connection that only reads. */
export function rememberDays(database: Database): void {
  recent.set(engineHolder(database), { mark: Number.NaN, windows: new Map() });
}

/** Gives: the days as they were just read, else read anew. Takes: a text that names the question. */
export async function recentDays(
  database: Database,
  question: string,
  read: () => Promise<readonly WorkDay[]>,
): Promise<readonly WorkDay[]> {
  const known = recent.get(engineHolder(database));
  if (known === undefined) return read();
  const mark = await engineOf(database).readChangeMark(database);
  if (mark !== known.mark) {
    known.windows.clear();
    known.mark = mark;
  }
  const days = known.windows.get(question);
  if (days !== undefined) return days;
  return keep(known.windows, question, read());
}

function keep(
  windows: Recent["windows"],
  question: string,
  days: Promise<readonly WorkDay[]>,
): Promise<readonly WorkDay[]> {
  const [oldest] = windows.keys();
  if (windows.size >= MOST_WINDOWS && oldest !== undefined) windows.delete(oldest);
  windows.set(question, days);
  const forget = () => {
    if (windows.get(question) === days) windows.delete(question);
  };
  days.catch(forget); // whoever asked hears of it
  setTimeout(forget, KEPT_FOR).unref();
  return days;
}

function engineHolder(database: Database): object {
  return database.getExecutor().adapter;
}

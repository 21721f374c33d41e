/** A team at work as its agents send it: every body has the next few records of one of many sessions that are open. */
import { DAY, type Milliseconds } from "../../src/vocabulary/units.ts";
import { bodyOf, emailOf, sessionRecords } from "./team.ts";

/** How much work there is, and when it begins. Days pass as fast as their sessions are asked for. */
export interface LiveWork {
  seed: string;
  developers: number;
  /** Of everybody together. */
  sessionsADay: number;
  sessionsAtOnce: number;
  recordsABody: number;
  /** Files that are read for a prompt; none when absent. */
  reads?: number;
  from: Milliseconds;
  /**
   * Sessions that never end instead: how many records they have before anything is asked for, and how many goals each
   * has in all.
   */
  grown?: { records: number; goals: number };
}

interface OpenSession {
  id: string;
  startsAt: Milliseconds;
  records: readonly object[];
  sent: number;
}

/** A body, and what it is the end of. */
export interface LiveBody {
  body: Uint8Array;
  session: string;
  startsAt: Milliseconds;
  /** The time of its last record. */
  endsAt: Milliseconds;
  /** Whether the session ends with it. */
  isLast: boolean;
}

/** Bodies without end, and how far the work's own clock has come. */
export interface LiveBodies {
  next(): Uint8Array;
  nextBody(): LiveBody;
  /** The bodies of what grown sessions have before. */
  before(): Generator<Uint8Array>;
  now(): Milliseconds;
}

const RECORDS_AT_ONCE = 500;
const NANOSECONDS_PER_MS = 1_000_000n;

/** Opens the sessions; where one ends, the next begins. */
export function createLiveBodies(work: LiveWork): LiveBodies {
  let begun = 0;
  let asked = 0;
  const now = () => work.from + (begun * DAY) / work.sessionsADay;
  function begin(): OpenSession {
    const startsAt = Math.round(now());
    const goals = work.grown === undefined ? {} : { goals: work.grown.goals };
    const email = emailOf(begun % work.developers);
    const { id, records } = sessionRecords(`${work.seed} ${begun}`, {
      email,
      startsAt,
      reads: work.reads ?? 0,
      ...goals,
    });
    begun += 1;
    return { id, startsAt: timeOf(records[0]), records, sent: work.grown?.records ?? 0 };
  }
  const open = Array.from({ length: work.sessionsAtOnce }, begin);
  function nextBody(): LiveBody {
    const place = asked % open.length;
    asked += 1;
    let session = open[place];
    if (session === undefined || session.sent >= session.records.length) session = begin();
    open[place] = session;
    const records = session.records.slice(session.sent, session.sent + work.recordsABody);
    session.sent += records.length;
    const { id, startsAt } = session;
    const isLast = session.sent >= session.records.length;
    const body = Buffer.from(bodyOf(records));
    return { body, session: id, startsAt, endsAt: timeOf(records.at(-1)), isLast };
  }
  function* before(): Generator<Uint8Array> {
    for (const { records } of open)
      for (let at = 0; at < (work.grown?.records ?? 0); at += RECORDS_AT_ONCE)
        yield Buffer.from(
          bodyOf(records.slice(at, Math.min(at + RECORDS_AT_ONCE, work.grown?.records ?? 0))),
        );
  }
  return { next: () => nextBody().body, nextBody, before, now };
}

/** When a record was, as it says; 1970 for none. */
export function timeOf(record: object | undefined): Milliseconds {
  const { timeUnixNano = "0" } = (record ?? {}) as { timeUnixNano?: string };
  return Number(BigInt(timeUnixNano) / NANOSECONDS_PER_MS);
}

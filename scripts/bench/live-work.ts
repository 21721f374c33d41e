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
  from: Milliseconds;
}

interface OpenSession {
  records: readonly object[];
  sent: number;
}

/** Bodies without end, and how far the work's own clock has come. */
export interface LiveBodies {
  next(): Uint8Array;
  now(): Milliseconds;
}

/** Opens the sessions; where one ends, the next begins. */
export function createLiveBodies(work: LiveWork): LiveBodies {
  let begun = 0;
  let asked = 0;
  const now = () => work.from + (begun * DAY) / work.sessionsADay;
  function begin(): OpenSession {
    const session = sessionRecords(`${work.seed} ${begun}`, {
      email: emailOf(begun % work.developers),
      startsAt: Math.round(now()),
    });
    begun += 1;
    return { records: session.records, sent: 0 };
  }
  const open = Array.from({ length: work.sessionsAtOnce }, begin);
  function next(): Uint8Array {
    const place = asked % open.length;
    asked += 1;
    let session = open[place];
    if (session === undefined || session.sent >= session.records.length) session = begin();
    open[place] = session;
    const records = session.records.slice(session.sent, session.sent + work.recordsABody);
    session.sent += records.length;
    return Buffer.from(bodyOf(records));
  }
  return { next, now };
}

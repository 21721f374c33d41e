/** Whom ingest nodes refused, by node, in a bucket that engines show. */
import {
  createRefusedSenders,
  REMEMBERED_MS,
  type RefusedSender,
  type RefusedSenders,
} from "../../ingest/senders/refused-senders.ts";
import { remedyFor } from "../../normaliser/dialects/remedies.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import type { Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import { REFUSED_SENDERS } from "../refused-senders-file.ts";
import { type FollowedNotes, followNotes } from "./follow-notes.ts";
import { type KeptNote, keepNote, type NoteParts } from "./keep-note.ts";

const REFUSED_BUCKET = "refused";
const WRITE_EVERY_MS: Milliseconds = 2 * SECOND;

/** Notes whom this node refuses. */
export function noteRefused({
  clock,
  log,
  ...parts
}: Pick<NoteParts, "connected" | "node"> & { clock: Clock; log: Log }): RefusedSenders & KeptNote {
  const senders = createRefusedSenders({ clock, log, remedyFor });
  const kept = keepNote({
    ...parts,
    bucket: REFUSED_BUCKET,
    everyMs: WRITE_EVERY_MS,
    // an earlier start has a day's list of its own, which the next one replaces
    begin: (_, others) =>
      others.filter(({ text }) => joinRefused([readSenders(text) ?? []], clock).length === 0),
    text: () => (senders.list().length === 0 ? null : JSON.stringify(senders.list())),
  });
  return { ...senders, stop: kept.stop };
}

/** Follows whom the nodes have refused. */
export function followRefused(connection: StreamConnection, log: Log): FollowedNotes<RefusedSender[]> {
  return followNotes(connection, { bucket: REFUSED_BUCKET, read: readSenders, log });
}

function readSenders(text: string): RefusedSender[] | null {
  try {
    const read = REFUSED_SENDERS.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Joins lists of several nodes into one of the last day: what is the same sender's is counted together. */
export function joinRefused(lists: readonly (readonly RefusedSender[])[], clock: Clock): RefusedSender[] {
  const joined = new Map<string, RefusedSender>();
  const since = clock() - REMEMBERED_MS;
  for (const refused of lists.flat().filter(({ lastAt }) => lastAt >= since)) {
    const name = `${refused.sender} ${refused.fault} ${refused.keyId ?? ""}`;
    const known = joined.get(name);
    joined.set(name, known === undefined ? refused : sumOf(known, refused));
  }
  return [...joined.values()].toSorted((left, right) => right.lastAt - left.lastAt);
}

function sumOf(left: RefusedSender, right: RefusedSender): RefusedSender {
  return {
    ...left,
    requests: left.requests + right.requests,
    firstAt: Math.min(left.firstAt, right.firstAt),
    lastAt: Math.max(left.lastAt, right.lastAt),
  };
}

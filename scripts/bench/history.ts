/** A long history of log records, put into a data directory by the writer's own functions, past ingest and stream. */
import {
  CLAUDE_CODE_RESOURCE,
  claudeCodeLogs,
  claudeCodeRecord,
} from "../../src/demo/wires/claude-code-records.ts";
import { nanoseconds, type WireAttributes } from "../../src/vocabulary/sending/otlp-values.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { selectOrganizations } from "../../src/identity/organizations/table.ts";
import { DAY, HOUR, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import { buildObject, type ObjectLine } from "../../src/writer/object-builder.ts";
import { keyOf } from "../../src/catalogue/object-key.ts";
import { addToBooks, readPosition, savePosition } from "../../src/books/progress-table.ts";
import { listObject } from "../../src/catalogue/table.ts";
import { localStores, openDatabaseOf, openObjectsOf } from "../../src/stores.ts";
import { agentSessionId } from "../../src/vocabulary/held-name.ts";

/** What is made. */
export interface History {
  records: number;
  days: number;
  /** When the newest record was made. */
  now: Milliseconds;
}

/** Sessions that are at work at the same time, and requests and records that each of them sends. */
const AT_ONCE = 20;
const RECORDS_PER_REQUEST = 10;
const REQUESTS_PER_SESSION = 50;
/** Objects of a day that is over are joined up to about this many requests; today's are not joined at all. */
const REQUESTS_PER_OBJECT = 12_000;
const REQUESTS_PER_BATCH = 5;

/** Returns the id of a session, by the number of its first request. */
export function sessionAt(request: number): string {
  const group = Math.floor(request / (AT_ONCE * REQUESTS_PER_SESSION));
  return `bench-${group}-${request % AT_ONCE}`;
}

/**
 * Fills a data directory that was served once and is not served now.
 *
 * @returns How many requests are in it, evenly over the days.
 */
export async function fillHistory(dataDir: string, history: History): Promise<number> {
  const requests = Math.ceil(history.records / RECORDS_PER_REQUEST);
  const database = openDatabaseOf(localStores(dataDir), "write");
  const store = openObjectsOf(localStores(dataDir));
  const [organization] = await selectOrganizations(database);
  const known = await readPosition(database, "writer");
  if (organization === undefined || known === null) throw new Error(`${dataDir} was never served`);
  const step = (history.days * DAY) / requests;
  const timeOf = (request: number) => Math.round(history.now - (requests - request) * step);
  const today = requests - Math.floor(HOUR / step);
  for (let from = 0; from < requests;) {
    const limit = from < today ? Math.min(from + REQUESTS_PER_OBJECT, today) : from + REQUESTS_PER_BATCH;
    const to = Math.min(limit, requests);
    const lines = Array.from({ length: to - from }, (_, index) => lineOf(from + index, timeOf(from + index)));
    const built = await buildObject(lines);
    const name = {
      organization: organization.id,
      signal: "logs" as const,
      arrivedAt: timeOf(from) + SECOND,
      firstSequence: from + 1,
      lastSequence: to,
    };
    const key = keyOf(name);
    await store.put(key, built.bytes);
    await inTransaction(database, "normal", (transaction) =>
      listObject(transaction, { ...name, ...built, key, bytes: built.bytes.byteLength }),
    );
    from = to;
  }
  await inTransaction(database, "full", async (transaction) => {
    const amount = { frames: requests, records: requests * RECORDS_PER_REQUEST };
    for (const account of ["published", "persisted", "examined"] as const)
      await addToBooks(transaction, account, amount);
    for (const stage of ["writer", "normaliser"] as const)
      await savePosition(transaction, stage, { ...known, sequence: requests });
  });
  await database.destroy();
  return requests;
}

function lineOf(request: number, at: Milliseconds): ObjectLine {
  const session = sessionAt(request);
  const records = Array.from({ length: RECORDS_PER_REQUEST }, (_, index) =>
    recordOf(session, at + index * 100),
  );
  const resource = { ...CLAUDE_CODE_RESOURCE, ...marksOf(request, at) };
  const greatestMs = at + (RECORDS_PER_REQUEST - 1) * 100;
  return {
    text: JSON.stringify(claudeCodeLogs(records, resource)),
    records: RECORDS_PER_REQUEST,
    leastMs: at,
    greatestMs,
    sessions: [agentSessionId(session)],
    events: ["api_request"],
  };
}

function marksOf(request: number, at: Milliseconds): WireAttributes {
  return {
    "scoring.received_unix_nano": nanoseconds(at + SECOND),
    "scoring.key_id": "00000000-0000-0000-0000-000000000000",
    "scoring.sequence": `${request + 1}:0:0`,
  };
}

/** What one model call of Claude Code looks like, about 1,200 bytes. */
function recordOf(session: string, at: Milliseconds): object {
  const standard = {
    "user.id": "1f6c2c1f0d3b4a5c8e7f6a5b4c3d2e1f1f6c2c1f0d3b4a5c8e7f6a5b4c3d2e1f",
    "session.id": session,
    "user.email": "dev@example.com",
  };
  const attributes = {
    "prompt.id": crypto.randomUUID(),
    model: "claude-haiku-5-5",
    request_id: `req_${crypto.randomUUID()}`,
    input_tokens: 742,
    output_tokens: 1_484,
    cache_read_tokens: 2_226,
    cache_creation_tokens: 2_968,
    duration_ms: 3_710,
    ttft_ms: 4_452,
  };
  return claudeCodeRecord({ name: "api_request", at, attributes }, standard);
}

/** Makes a batch of requests durable for good: objects first, then one transaction, then the acknowledgement. */
import type { Database } from "../database/open.ts";
import { firstRevisionOf } from "../database/leases/turn-table.ts";
import { inTransaction } from "../database/transaction.ts";
import type { ObjectStore } from "../objects/object-store.ts";
import type { Redactor } from "../privacy/redactor.ts";
import type { Batch, BrokenDelivery, Delivery } from "../stream/consume.ts";
import type { StreamRequest } from "../stream/request.ts";
import type { Statement } from "../stream/message.ts";
import type { Published } from "../stream/telemetry-stream.ts";
import { noRecords, STORED_SIGNALS, type StoredSignal } from "../vocabulary/otlp.ts";
import { fail, type Result, succeed } from "../vocabulary/result.ts";
import { HOUR, type Instant, type Milliseconds } from "../vocabulary/units.ts";
import { amountOf, arrivalOf, type FramePlace, linesOf, type SignalLine } from "./lines.ts";
import { buildObject, type ObjectLine } from "./object-builder.ts";
import { keyOf, type ObjectName } from "../catalogue/object-key.ts";
import { addToBooks, type Amount, savePosition, saveHashes, savePublished } from "../books/progress-table.ts";
import { keepAside, type SetAside, setMessageAside, setRequestAside } from "./quarantine.ts";
import { type HashEntry, packHashes, type RecentHashes, RETRY_WINDOW_MS } from "./recent-hashes.ts";
import { hashOfRequest } from "./request-hash.ts";
import { type CataloguedObject, listObject } from "../catalogue/table.ts";
import type { Agreement } from "./arrivals/doubts-table.ts";
import type { ClockWatch } from "./arrivals/clock-watch.ts";
import { agreementOf } from "./arrivals/judge-clock.ts";

/** What the writer works with. */
export interface WriterParts {
  database: Database;
  objects: ObjectStore;
  /** Where what cannot become records is kept. */
  quarantine: ObjectStore;
  redactor: Redactor;
  recent: RecentHashes;
  /** Notes when records arrived, and whether their own times agree. */
  clockWatch: ClockWatch;
  streamCreatedAt: string;
  /** Does what waits for a store: a program that ends meanwhile has not died of the batch. */
  waiting?<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** What became of a batch. */
export interface Written {
  sequence: number;
  persisted: Amount;
  duplicate: Amount;
  /** The persisted records by signal. */
  records: Record<StoredSignal, number>;
  /** What could not become records. */
  setAside: SetAside[];
}

interface Sorted extends Omit<Written, "sequence"> {
  groups: Map<string, Group>;
  hashes: HashEntry[];
  agreement: Agreement;
}

interface Group {
  name: Pick<ObjectName, "organization" | "signal" | "arrivedAt">;
  lines: ObjectLine[];
}

/**
 * Writes the deliveries after the position and acknowledges them all.
 *
 * @param position - `position`, the newest sequence already written; earlier deliveries come again after a
 *   crash and are only acknowledged.
 * @returns The new position and the counts, null when nothing was new.
 * @throws An exception when a store does not take it; then nothing counts as written and the batch comes
 *   again.
 */
export async function writeBatch(
  parts: WriterParts,
  batch: Batch,
  position: number,
): Promise<Written | null> {
  const isNew = ({ sequence }: { sequence: number }) => sequence > position;
  const [deliveries, broken] = [batch.deliveries.filter(isNew), batch.broken.filter(isNew)];
  const range = rangeOf([...deliveries, ...broken]);
  if (range === null) {
    await batch.acknowledge();
    return null;
  }
  const sorted = sortDeliveries(parts, deliveries);
  sorted.setAside.push(...broken.map(setMessageAside));
  const waiting = parts.waiting ?? ((work) => work());
  const built = await buildObjects(sorted, { ...range, revision: firstRevisionOf(parts.database) });
  const objects = await waiting(() => putObjects(parts.objects, built));
  await waiting(() => keepAside(parts.quarantine, sorted.setAside));
  await commit(parts, { sorted, objects, range, published: newestTold(deliveries, broken) });
  parts.recent.add(sorted.hashes, newestOf(sorted.hashes));
  await batch.acknowledge();
  const { persisted, duplicate, records, setAside } = sorted;
  return { sequence: range.lastSequence, persisted, duplicate, records, setAside };
}

function rangeOf(messages: readonly { sequence: number }[]): SequenceRange | null {
  if (messages.length === 0) return null;
  const sequences = messages.map(({ sequence }) => sequence);
  return { firstSequence: Math.min(...sequences), lastSequence: Math.max(...sequences) };
}

/** Returns what each publisher reports in its newest message. */
function newestTold(deliveries: readonly Delivery[], broken: readonly BrokenDelivery[]): Published {
  const statements: (Statement & { sequence: number })[] = [...deliveries];
  for (const { sequence, counts } of broken) if (counts !== null) statements.push({ sequence, ...counts });
  const inOrder = statements.toSorted((left, right) => left.sequence - right.sequence);
  return new Map(inOrder.map(({ publisher, totals }) => [publisher, totals]));
}

function sortDeliveries({ recent, redactor }: WriterParts, deliveries: readonly Delivery[]): Sorted {
  const sorted = nothingSorted();
  // apart from the hashes that are committed: a batch that fails comes again and must not be its own duplicate; what
  // is looked at together is within the window, by the time since
  const here = new Set<string>();
  for (const { sequence, requests } of deliveries) {
    requests.forEach((request, number) => {
      const arrivedAt = arrivalOf(request);
      const hash = hashOfRequest(request);
      if (recent.holds(hash, arrivedAt) || here.has(hash)) return add(sorted.duplicate, amountOf(request));
      sorted.hashes.push({ hash, arrivedAt });
      here.add(hash);
      sortRequest(sorted, { request, place: { sequence, frame: number }, arrivedAt }, redactor);
    });
  }
  return sorted;
}

interface PlacedRequest {
  request: StreamRequest;
  place: FramePlace;
  arrivedAt: Instant;
}

function sortRequest(sorted: Sorted, { request, place, arrivedAt }: PlacedRequest, redactor: Redactor): void {
  const lines = linesOrReason(() => linesOf(request, place, redactor));
  if (!lines.ok) return void sorted.setAside.push(setRequestAside(request, place, lines.problem));
  add(sorted.persisted, amountOf(request));
  for (const signal of STORED_SIGNALS) sorted.records[signal] += request.header.records[signal] ?? 0;
  const { agreeing, disagreeing } = agreementOf(
    lines.value.map(({ line }) => line),
    arrivedAt,
  );
  sorted.agreement.agreeing += agreeing;
  sorted.agreement.disagreeing += disagreeing;
  for (const { signal, line } of lines.value) {
    const name = { organization: request.header.organization, signal, arrivedAt };
    groupFor(sorted.groups, name).lines.push(line);
  }
}

/** A body that ingest took and that cannot be rewritten is a bug; it must not stop those after it. */
function linesOrReason(make: () => SignalLine[]): Result<SignalLine[], unknown> {
  try {
    return succeed(make());
  } catch (error) {
    return fail(error);
  }
}

function nothingSorted(): Sorted {
  const records = noRecords();
  const agreement = { agreeing: 0, disagreeing: 0 };
  const counted = { persisted: nothing(), duplicate: nothing(), records, setAside: [] };
  return { groups: new Map(), hashes: [], agreement, ...counted };
}

function nothing(): Amount {
  return { frames: 0, records: 0 };
}

function add(amount: Amount, more: Amount): void {
  amount.frames += more.frames;
  amount.records += more.records;
}

function groupFor(groups: Map<string, Group>, name: Group["name"]): Group {
  const key = `${name.organization}/${name.signal}/${Math.floor(name.arrivedAt / HOUR)}`;
  const known = groups.get(key);
  if (known !== undefined) return known;
  const made: Group = { name, lines: [] };
  groups.set(key, made);
  return made;
}

type SequenceRange = Pick<ObjectName, "firstSequence" | "lastSequence">;

interface BuiltBytes {
  object: CataloguedObject;
  bytes: Uint8Array;
}

function buildObjects(
  sorted: Sorted,
  { revision, ...range }: SequenceRange & { revision: number },
): Promise<BuiltBytes[]> {
  return Promise.all(
    [...sorted.groups.values()].map(async ({ name, lines }) => {
      const { bytes, records, frames } = await buildObject(lines);
      const key = keyOf({ ...name, ...range }, revision);
      return { bytes, object: { key, ...name, ...range, bytes: bytes.byteLength, records, frames } };
    }),
  );
}

function putObjects(store: ObjectStore, built: readonly BuiltBytes[]): Promise<CataloguedObject[]> {
  return Promise.all(
    built.map(async ({ object, bytes }) => {
      await store.put(object.key, bytes);
      return object;
    }),
  );
}

interface BatchOutcome {
  sorted: Sorted;
  objects: CataloguedObject[];
  range: SequenceRange;
  published: Published;
}

async function commit(
  parts: WriterParts,
  { sorted, objects, range, published }: BatchOutcome,
): Promise<void> {
  const newestAt = newestOf(sorted.hashes);
  await inTransaction(parts.database, "full", async (transaction) => {
    for (const object of objects) await listObject(transaction, object);
    if (sorted.hashes.length > 0) {
      const hashes = { firstSequence: range.firstSequence, newestAt, packed: packHashes(sorted.hashes) };
      await saveHashes(transaction, hashes, newestAt - RETRY_WINDOW_MS);
      const { agreement } = sorted;
      await parts.clockWatch.noteArrival(transaction, { at: lastOf(sorted.hashes), ...range, agreement });
    }
    await addToBooks(transaction, "persisted", sorted.persisted);
    await addToBooks(transaction, "duplicate", sorted.duplicate);
    for (const { amount } of sorted.setAside) await addToBooks(transaction, "quarantined", amount);
    await savePublished(transaction, published);
    const position = { streamCreatedAt: parts.streamCreatedAt, sequence: range.lastSequence };
    await savePosition(transaction, "writer", position);
  });
}

/** In the order of the stream. */
function lastOf(hashes: readonly HashEntry[]): Milliseconds {
  return hashes.at(-1)?.arrivedAt ?? 0;
}

function newestOf(hashes: readonly HashEntry[]): Milliseconds {
  return hashes.reduce((newest, hash) => Math.max(newest, hash.arrivedAt), 0);
}

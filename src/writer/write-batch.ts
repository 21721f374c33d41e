/** Makes a batch of requests durable for good: objects first, then one transaction, then the acknowledgement. */
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import type { ObjectStore } from "../objects/file-store.ts";
import type { Redactor } from "../privacy/redactor.ts";
import type { Batch, Delivery } from "../stream/consume.ts";
import type { Frame } from "../stream/frame.ts";
import { type Signal, SIGNALS } from "../vocabulary/otlp.ts";
import { HOUR, type Milliseconds } from "../vocabulary/units.ts";
import { arrivalOf, linesOf } from "./lines.ts";
import { buildObject, type ObjectLine } from "./object-builder.ts";
import { keyOf, type ObjectName } from "./object-key.ts";
import { addToBooks, type Amount, savePosition, saveHashes, setInBooks } from "./progress-table.ts";
import { type HashEntry, packHashes, RecentHashes, RETRY_WINDOW_MS } from "./recent-hashes.ts";
import { hashOfRequest } from "./request-hash.ts";
import { type CataloguedObject, listObject } from "./table.ts";

/** What the writer works with. */
export interface WriterParts {
  database: Database;
  objects: ObjectStore;
  redactor: Redactor;
  recent: RecentHashes;
  streamCreatedAt: string;
}

/** What became of a batch. */
export interface Written {
  sequence: number;
  persisted: Amount;
  duplicate: Amount;
  /** The persisted records by signal. */
  records: Record<Signal, number>;
}

interface Sorted {
  groups: Map<string, Group>;
  hashes: HashEntry[];
  persisted: Amount;
  duplicate: Amount;
  records: Record<Signal, number>;
}

interface Group {
  name: Pick<ObjectName, "organization" | "signal" | "arrivedAt">;
  lines: ObjectLine[];
}

/**
 * Writes the deliveries after the position and acknowledges them all.
 *
 * Takes: `position`, the newest sequence already written; earlier deliveries come again after a crash and are only
 * acknowledged. Gives: the new position and the counts, null when nothing was new.
 * Fails: an exception when a store does not take it; then nothing counts as written and the batch comes again.
 */
export async function writeBatch(
  parts: WriterParts,
  batch: Batch,
  position: number,
): Promise<Written | null> {
  const deliveries = batch.deliveries.filter((delivery) => delivery.sequence > position);
  const [first, last] = [deliveries.at(0), deliveries.at(-1)];
  if (first === undefined || last === undefined) {
    await batch.acknowledge();
    return null;
  }
  const sorted = sortDeliveries(parts, deliveries);
  const range = { firstSequence: first.sequence, lastSequence: last.sequence };
  const objects = await putObjects(parts.objects, sorted, range);
  await commit(parts, { sorted, objects, first, last });
  parts.recent.add(sorted.hashes, newestOf(sorted.hashes));
  await batch.acknowledge();
  const { persisted, duplicate, records } = sorted;
  return { sequence: last.sequence, persisted, duplicate, records };
}

function sortDeliveries({ recent, redactor }: WriterParts, deliveries: readonly Delivery[]): Sorted {
  const sorted = nothingSorted();
  // apart from the hashes that are committed: a batch that fails comes again and must not be its own duplicate
  const here = new RecentHashes([]);
  for (const { sequence, frames } of deliveries) {
    frames.forEach((frame, number) => {
      const arrivedAt = arrivalOf(frame);
      const hash = hashOfRequest(frame);
      if (recent.holds(hash, arrivedAt) || here.holds(hash, arrivedAt)) return count(sorted.duplicate, frame);
      count(sorted.persisted, frame);
      for (const signal of SIGNALS) sorted.records[signal] += frame.header.records[signal];
      sorted.hashes.push({ hash, arrivedAt });
      here.add([{ hash, arrivedAt }], arrivedAt);
      for (const { signal, line } of linesOf(frame, { sequence, frame: number }, redactor)) {
        const name = { organization: frame.header.organization, signal, arrivedAt };
        groupFor(sorted.groups, name).lines.push(line);
      }
    });
  }
  return sorted;
}

function nothingSorted(): Sorted {
  const records = { logs: 0, metrics: 0, traces: 0 };
  return { groups: new Map(), hashes: [], persisted: nothing(), duplicate: nothing(), records };
}

function nothing(): Amount {
  return { frames: 0, records: 0 };
}

function count(amount: Amount, { header }: Frame): void {
  amount.frames += 1;
  amount.records += header.records.logs + header.records.metrics + header.records.traces;
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

async function putObjects(
  store: ObjectStore,
  sorted: Sorted,
  range: SequenceRange,
): Promise<CataloguedObject[]> {
  return Promise.all(
    [...sorted.groups.values()].map(async ({ name, lines }) => {
      const built = await buildObject(lines);
      const key = keyOf({ ...name, ...range });
      await store.put(key, built.bytes);
      return {
        key,
        ...name,
        ...range,
        bytes: built.bytes.byteLength,
        records: built.records,
        frames: built.frames,
      };
    }),
  );
}

interface Outcome {
  sorted: Sorted;
  objects: CataloguedObject[];
  first: Delivery;
  last: Delivery;
}

async function commit(parts: WriterParts, { sorted, objects, first, last }: Outcome): Promise<void> {
  const newestAt = newestOf(sorted.hashes);
  await inTransaction(parts.database, "full", async (transaction) => {
    for (const object of objects) await listObject(transaction, object);
    if (sorted.hashes.length > 0) {
      const hashes = { firstSequence: first.sequence, newestAt, packed: packHashes(sorted.hashes) };
      await saveHashes(transaction, hashes, newestAt - RETRY_WINDOW_MS);
    }
    await addToBooks(transaction, "persisted", sorted.persisted);
    await addToBooks(transaction, "duplicate", sorted.duplicate);
    await setInBooks(transaction, "published", last.totals);
    const position = { streamCreatedAt: parts.streamCreatedAt, sequence: last.sequence };
    await savePosition(transaction, "writer", position);
  });
}

function newestOf(hashes: readonly HashEntry[]): Milliseconds {
  return hashes.reduce((newest, one) => Math.max(newest, one.arrivedAt), 0);
}

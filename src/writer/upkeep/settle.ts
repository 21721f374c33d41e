/** What is done to the objects when the server starts, before anything is written: leftovers go, strays are taken in. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { subtract, sum } from "../../stream/message.ts";
import type { HeldSequences } from "../../stream/telemetry-stream.ts";
import { readKey } from "../../catalogue/object-key.ts";
import { sumOf } from "../../books/books.ts";
import { readFigures } from "../../books/books-table.ts";
import { examineAgainAfter, holdExamining } from "../../books/examined-table.ts";
import {
  type Amount,
  NO_PUBLISHER,
  readPosition,
  savePosition,
  savePublished,
  setInBooks,
} from "../../books/progress-table.ts";
import { type Adoption, type AdoptionParts, adoptObjects, type StoredFile, UNKNOWN_STREAM } from "./adopt.ts";
import type { UpkeepParts } from "./join.ts";
import { selectOutlines, unlistObjects } from "./object-table.ts";
import { compareFiles, compareNewer, type Comparison } from "./strays.ts";
import { removeUnlisted, sweepPlanned, sweepRemoved } from "./sweep.ts";
import { noteDamage } from "./table.ts";

/**
 * Brings files and catalogue together.
 *
 * An unlisted file is deleted when the stream still holds every one of its sequences, because it will be
 * written again; any other is adopted.
 *
 * @param stream - The sequences that the stream holds.
 * @remarks No reader and no writer may be at work yet.
 */
export async function settleObjects(parts: AdoptionParts, stream: HeldSequences): Promise<Adoption> {
  await sweepHalfDone(parts);
  await sweepRemoved(parts, 0);
  const wasUnknown = (await readPosition(parts.database, "writer"))?.streamCreatedAt === UNKNOWN_STREAM;
  if (wasUnknown) await agreeOnPosition(parts, stream);
  const position = (await readPosition(parts.database, "writer"))?.sequence ?? 0;
  const { unlisted, missing, cut } = await compareAtStart(parts, (file) =>
    willComeAgain(file, { stream, position }),
  );
  const again = unlisted.filter((file) => willComeAgain(file, { stream, position }));
  await removeUnlisted(parts, keysOf(again));
  const adopted = unlisted.filter((file) => !again.includes(file));
  const adoption = await adoptObjects(parts, { unlisted: adopted, missing });
  await sweepRemoved(parts, 0);
  if (wasUnknown || (await wasAdopted(parts.database))) await settleBooks(parts, stream);
  const lost = cut.filter(({ objectKey }) => !missing.has(objectKey) || adopted.length === 0);
  await inTransaction(parts.database, "full", (transaction) => noteDamage(transaction, lost));
  return adoption;
}

/** Returns whether objects were taken in and no start has ended since: what follows is to be done, or done again. */
export async function wasAdopted(database: Database): Promise<boolean> {
  return (await readPosition(database, "adoption")) !== null;
}

/** A file that will not come again is newer than the database, which is then older than files of any time. */
async function compareAtStart(
  { database, objects }: UpkeepParts,
  comesAgain: (file: StoredFile) => boolean,
): Promise<Comparison> {
  const newer = await compareNewer(database, objects);
  return !objects.isLargeToList || newer.unlisted.every(comesAgain) ? newer : compareFiles(database, objects);
}

/**
 * Takes in every file that the catalogue does not list, without a stream to ask: for `scoring rebuild
 * --adopt`.
 *
 * @param parts - The directory's lock is held. The next start compares what was taken in with the stream.
 */
export async function adoptStrays(parts: AdoptionParts): Promise<Adoption> {
  await sweepHalfDone(parts);
  await sweepRemoved(parts, 0);
  const adoption = await adoptObjects(parts, await compareFiles(parts.database, parts.objects));
  await sweepRemoved(parts, 0);
  if (await wasAdopted(parts.database)) await settleBooks(parts, null);
  return adoption;
}

/**
 * Deletes what a broken engine left of what it was at, when only the engine is started again.
 *
 * Its next batch may be cut otherwise than the one it had put and not committed, and would not write the same
 * files.
 *
 * @remarks Requests may be published meanwhile; no reader, writer or upkeep may be at work yet.
 */
export async function sweepLeftovers(parts: UpkeepParts, stream: HeldSequences): Promise<void> {
  await sweepHalfDone(parts);
  const position = (await readPosition(parts.database, "writer"))?.sequence ?? 0;
  const { unlisted } = await compareNewer(parts.database, parts.objects);
  await removeUnlisted(parts, keysOf(unlisted.filter((file) => willComeAgain(file, { stream, position }))));
}

function keysOf(files: readonly { key: string }[]): string[] {
  return files.map(({ key }) => key);
}

async function sweepHalfDone(parts: UpkeepParts): Promise<void> {
  await parts.objects.removeUnfinished();
  await sweepPlanned(parts);
}

function willComeAgain(
  { key }: StoredFile,
  { stream, position }: { stream: HeldSequences; position: number },
): boolean {
  const name = readKey(key);
  if (name === null || name.firstSequence <= position) return false;
  return stream.holds(name.firstSequence, name.lastSequence);
}

/**
 * Settles the writer's position after a `rebuild --adopt`, which could not ask the stream.
 *
 * A crash may have left some objects of its last batch and not the others; as long as the stream holds the batch, all
 * of them are written again.
 */
async function agreeOnPosition(parts: UpkeepParts, stream: HeldSequences): Promise<void> {
  const { first } = stream;
  if (first === null) return;
  const objects = await selectOutlines(parts.database, {});
  const before = objects.filter((object) => object.firstSequence < first);
  const sequence = before.reduce((newest, object) => Math.max(newest, object.lastSequence), first - 1);
  const again = objects.filter((object) => object.firstSequence > sequence);
  const keys = keysOf(again);
  await inTransaction(parts.database, "full", async (transaction) => {
    await unlistObjects(transaction, keys);
    await savePosition(transaction, "writer", { streamCreatedAt: UNKNOWN_STREAM, sequence });
    await examineAgainAfter(transaction, sequence);
  });
  await removeUnlisted(parts, keys);
}

/**
 * Balances the books after adopting: what is held was persisted, and what the stream says was published up to
 * the writer's position was persisted or a duplicate. The older database's counts of requests are lost.
 */
async function settleBooks({ database }: UpkeepParts, stream: HeldSequences | null): Promise<void> {
  const position = (await readPosition(database, "writer"))?.sequence ?? 0;
  const publishedTotals = (await stream?.publishedUpTo(position)) ?? new Map();
  await inTransaction(database, "full", async (transaction) => {
    await holdExamining(transaction);
    const figures = await readFigures(transaction);
    const records = figures.held.records + figures.expired.records + figures.purged.records;
    const persisted = { frames: figures.persisted.frames, records };
    const kept = sum(persisted, figures.quarantined);
    const named = new Map([...figures.publishers, [NO_PUBLISHER, NOTHING] as const, ...publishedTotals]);
    const published = greater(sumOf(named), sum(kept, figures.duplicate));
    const unnamed = sum(named.get(NO_PUBLISHER) ?? NOTHING, subtract(published, sumOf(named)));
    await savePublished(transaction, named.set(NO_PUBLISHER, unnamed));
    const examined = { ...figures.examined, records: records - figures.pending.records };
    await setInBooks(transaction, "examined", examined);
    await setInBooks(transaction, "persisted", persisted);
    await setInBooks(transaction, "duplicate", subtract(published, kept));
  });
}

const NOTHING: Amount = { frames: 0, records: 0 };

function greater(left: Amount, right: Amount): Amount {
  return { frames: Math.max(left.frames, right.frames), records: Math.max(left.records, right.records) };
}

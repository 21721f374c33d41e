/** Saves what objects held, or finds out which part of them cannot be saved. */
import { isFaultOfTheWork } from "../database/engine.ts";
import type { PendingObject } from "../catalogue/table.ts";
import type { Database } from "../database/open.ts";
import { inTransaction } from "../database/transaction.ts";
import { describeError } from "../vocabulary/log.ts";
import {
  batchThing,
  examineObjects,
  type ExaminedObjects,
  frameThing,
  frameThings,
  type RememberingParts,
} from "./examine-objects.ts";
import { saveExaminations } from "./save-examinations.ts";

/**
 * Saves what objects held.
 *
 * @returns false when it cannot be saved because of what one of the parts holds; that part is left out when
 *   the objects are examined again.
 */
export async function saveOrBlame(
  parts: RememberingParts,
  objects: readonly PendingObject[],
  save: (transaction: Database) => Promise<void>,
): Promise<boolean> {
  const { database, attempts } = parts;
  const batch = batchThing(objects);
  attempts.begin([batch]);
  try {
    await inTransaction(database, "normal", save);
    attempts.done([batch, ...objects.flatMap(frameThings)]);
    return true;
  } catch (error) {
    if (!isFaultOfTheWork(database, error)) throw error;
    await blame(parts, objects, describeError(error));
    return false;
  } finally {
    attempts.rest();
  }
}

/** Finds the frames that cannot be saved even one by one; without any it is the batch as a whole. */
async function blame(
  parts: RememberingParts,
  objects: readonly PendingObject[],
  otherwise: string,
): Promise<void> {
  let isFound = false;
  for (const object of objects) {
    for (const frame of object.frames) {
      const { examinations } = await examineObjects(parts, [{ ...object, frames: [frame] }], 0);
      const reason = await whyNotSaved(parts.database, examinations);
      if (reason === null) continue;
      parts.attempts.broke([frameThing(object.key, frame)], reason);
      isFound = true;
    }
  }
  if (!isFound) parts.attempts.broke([batchThing(objects)], otherwise);
}

/** Returns null when it can be saved; nothing is. */
async function whyNotSaved(
  database: Database,
  examinations: ExaminedObjects["examinations"],
): Promise<string | null> {
  try {
    await inTransaction(database, "normal", async (transaction) => {
      await saveExaminations(transaction, examinations, { sequence: 0, pass: 0 });
      throw new OnlyTried();
    });
  } catch (error) {
    if (error instanceof OnlyTried) return null;
    if (isFaultOfTheWork(database, error)) return describeError(error);
    throw error;
  }
  return null;
}

/** Takes back a transaction that was only to show whether it can be done. */
class OnlyTried extends Error {}

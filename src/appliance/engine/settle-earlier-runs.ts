/** What an engine puts in order before its stages run. */
import { inTransaction } from "../../database/transaction.ts";
import { reconcileJournal } from "../../insights/governance/journal-file.ts";
import { retryOthers } from "../../normaliser/set-aside.ts";
import type { Settings } from "../../settings/schema.ts";
import type { StreamConnection } from "../../stream/connection.ts";
import { patiently } from "../../stream/patience.ts";
import { readHeldSequences } from "../../stream/telemetry-stream.ts";
import type { Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";
import type { UpkeepParts } from "../../writer/upkeep/join.ts";
import { sweepLeftovers } from "../../writer/upkeep/settle.ts";
import { purgesPath } from "../layout.ts";
import { openAcknowledged } from "../stream/open-acknowledged.ts";
import { isSettledByWriter, settleStream } from "../stream/settle-stream.ts";

/** What it is put in order with. */
export interface EarlierRuns extends UpkeepParts {
  settings: Settings;
  connection: StreamConnection;
  log: Log;
  /** Whether an engine before this one broke, and may have left files behind. */
  isAgain: boolean;
  /** Whether this engine writes what arrives. */
  isWriter: boolean;
  /** When the stream was made; as the start of the program knows it. */
  streamCreatedAt: string;
}

const NOTES_CLOSE_WITHIN_MS: Milliseconds = 2 * SECOND;

/**
 * Puts in order what earlier runs have left.
 *
 * @returns When the stream was made.
 */
export async function settleEarlierRuns(parts: EarlierRuns): Promise<string> {
  const { database, settings, connection, isAgain, isWriter, streamCreatedAt } = parts;
  await inTransaction(database, "normal", (transaction) => retryOthers(transaction));
  if (isSettledByWriter(settings)) {
    // each engine purges what its organizations ask for: its file is to know the others' purges too
    await reconcileJournal(database, purgesPath(settings.dataDir));
    return isWriter ? settleNow(parts) : streamCreatedAt;
  }
  if (isWriter && isAgain) await sweepLeftovers(parts, await readHeldSequences(connection));
  return streamCreatedAt;
}

async function settleNow(parts: EarlierRuns): Promise<string> {
  const { settings, log } = parts;
  const acknowledged = await patiently(() => openAcknowledged(settings, parts), log);
  try {
    return await patiently(() => settleStream({ ...parts, acknowledged }), log);
  } finally {
    await acknowledged.close(NOTES_CLOSE_WITHIN_MS);
  }
}

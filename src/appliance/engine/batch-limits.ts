/** How long the writer waits for more, by where objects go. */
import type { Settings } from "../../settings/schema.ts";
import { type Bytes, type Milliseconds, SECOND } from "../../vocabulary/units.ts";

/**
 * Files cost nothing, and a second is not noticed. In a bucket each batch costs a request for each organization and
 * signal: with five seconds a month of one organization's office hours costs a few dollars, and people still see what
 * they did while they remember it. More bytes would save nothing: a batch that fills up is worth its request.
 */
const USUAL_BATCH_MS: Milliseconds = SECOND;
const BUCKET_BATCH_MS: Milliseconds = 5 * SECOND;

/** Returns when the writer closes a batch. */
export function batchLimits({ batchMaxBytes: bytes, batchMaxMs, objects }: Settings): {
  bytes: Bytes;
  waitMs: Milliseconds;
} {
  return { bytes, waitMs: batchMaxMs ?? (objects === null ? USUAL_BATCH_MS : BUCKET_BATCH_MS) };
}

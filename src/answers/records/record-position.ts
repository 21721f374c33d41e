/** Where a record is on a list of records: by its time, then by its place in the stream. */
import { z } from "zod";
import { comparePlaces } from "../../normaliser/event.ts";

/** Where a page ends: by the record's time, then its place in the stream, the newest first. */
export const RECORD_POSITION = z.object({
  atUnixNano: z.string(),
  sequence: z.int(),
  frame: z.int(),
  record: z.int(),
});
export type RecordPosition = z.infer<typeof RECORD_POSITION>;

/** Compares by time, then by place; negative when the left one is older. */
export function comparePositions(left: RecordPosition, right: RecordPosition): number {
  return (
    left.atUnixNano.length - right.atUnixNano.length ||
    (left.atUnixNano === right.atUnixNano ? 0 : left.atUnixNano < right.atUnixNano ? -1 : 1) ||
    comparePlaces(left, right)
  );
}

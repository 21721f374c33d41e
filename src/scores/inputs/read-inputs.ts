/** Reads how the inputs of Skill changed by day or week. */
import type { Database } from "../../database/open.ts";
import { type BucketsQuery, readBuckets } from "../read-buckets.ts";
import type { InputPoint } from "./input-answer.ts";
import { countScoreable } from "../score-period.ts";
import { inputValues } from "./input-values.ts";

/** Reads one point for each bucket that the window touches, the earliest first, those without work among them. */
export async function readInputs(database: Database, query: BucketsQuery): Promise<InputPoint[]> {
  const buckets = await readBuckets(database, query);
  return buckets.map(({ start, rows }) => ({
    start,
    subSessions: countScoreable(rows),
    inputs: inputValues(rows),
  }));
}

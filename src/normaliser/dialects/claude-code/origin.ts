/** Claude Code counts its records, so a record that comes again is known by its count. */
import { derivedId } from "../../../vocabulary/hash.ts";
import type { Origin } from "../../event.ts";
import { circumstancesOf, originOf, type OriginOptions } from "../../records/origin.ts";
import type { LogEntry } from "../../records/record.ts";
import { countOf } from "../../records/unwrap.ts";

/**
 * The origin of an event of Claude Code.
 *
 * @returns An id from session, process and `event.sequence`. The count starts again at 0 when a session is
 *   resumed, and mostly no record names the process, so the time is part of the id as well.
 */
export function claudeOrigin(log: LogEntry, options: OriginOptions): Origin {
  const sequence = countOf(log.attributes["event.sequence"]);
  if (sequence === null) return originOf(log, options);
  const circumstances = circumstancesOf(log, options);
  const { session, part = "" } = options;
  const id = derivedId(session ?? "", circumstances.process ?? "", sequence, log.name, log.atUnixNano, part);
  return { id, ...circumstances, sequence };
}

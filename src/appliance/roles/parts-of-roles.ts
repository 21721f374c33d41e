/** What each role starts: the one table that decides it. */

import type { Settings } from "../../settings/schema.ts";

type Role = Settings["role"];

/** Every part in the order in which parts start, and the roles that start it. They stop in reverse. */
const STARTED_BY = {
  "lock of the data directory": ["all", "engine"],
  "use of the database": ["all", "engine"],
  stream: ["all", "ingest", "engine"],
  engine: ["all", "engine"],
  "watch over the disk": ["all", "engine"],
  "reader of keys": ["all", "ingest", "engine"],
  "answers to ingest nodes": ["all", "engine"],
  readers: ["all", "engine"],
  "list of engines": ["ingest"],
  "notes on refused senders": ["all", "ingest", "engine"],
  "listener for metrics": ["all", "ingest", "engine"],
  "journal of outages": ["all", "ingest"],
  publisher: ["all", "ingest"],
  listener: ["all", "ingest", "engine"],
  "event streams": ["all", "engine"],
  ingest: ["all", "ingest"],
} as const satisfies Record<string, readonly Role[]>;

/** A part, as the log calls it. */
export type PartName = keyof typeof STARTED_BY;

/** Whether a role starts a part. */
export function starts(role: Role, part: PartName): boolean {
  const roles: readonly Role[] = STARTED_BY[part];
  return roles.includes(role);
}

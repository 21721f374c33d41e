/** What a running appliance is, and what it is given. */
import type { FirstKeys } from "../identity/first-keys.ts";
import type { Settings } from "../settings/schema.ts";
import type { Clock } from "../vocabulary/clock.ts";
import type { Log } from "../vocabulary/log.ts";
import type { Milliseconds } from "../vocabulary/units.ts";

/** The threads next to the main one, by what they do. */
export type WorkerName = "engine" | "reader" | "keys";

/** What the appliance cannot make for itself. */
export interface ApplianceParts {
  clock: Clock;
  log: Log;
  /** Starts the thread of that name; the executable knows its workers by their place in it. */
  startWorker(name: WorkerName): Worker;
  /** A stand-in for Slack, which only tests give. */
  slackUrl?: string;
  /** How long all parts may take to stop, which only tests give: their machine is busy with other tests. */
  stopWithinMs?: Milliseconds;
}

/** A running appliance. */
export interface Appliance {
  /** The address of the front door. */
  url: string;
  /** The two keys of a first start, which are in a file as well; null on every later one. */
  firstKeys: FirstKeys | null;
  /**
   * A link that signs a browser on this machine in, once and within five minutes.
   *
   * @param key - The key that the link signs in with; null for the oldest admin key.
   * @returns null when that key is not in force.
   */
  signInLink(key: string | null): Promise<string | null>;
  /** Process id of the stream's server, for status pages and for tests that end it. */
  streamPid(): number | null;
  /** Puts settings that were read again into force, except those that need a restart; the log says which. */
  reload(read: Settings): Promise<void>;
  /** Drains what is under way, syncs it and closes everything. */
  stop(): Promise<void>;
}

/** Whether somebody else has changed the database, asked more cheaply than by reading it again. */
import { type Database, engineOf } from "./engine.ts";

/**
 * Calls back soon after another process has changed the database, as when one of several engines has; see
 * `Engine.onChange`.
 *
 * @returns What ends it.
 */
export function onChange(database: Database, callback: () => void): Promise<() => void> {
  return engineOf(database).onChange(callback);
}

/** Returns what does the work, unless no other connection has changed the database since it was done last. */
export function whenChanged(database: Database, work: () => Promise<void>): () => Promise<void> {
  let known: number | null = null;
  return async () => {
    const mark = await engineOf(database).readChangeMark(database);
    if (mark === known) return;
    await work();
    known = mark;
  };
}

/** Waits, at a start, for stores that are away: machines that start together come in any order. */
import { isPassing, isRefused, isUnreachable } from "../../database/open.ts";
import { StoreRefuses, StoreUnavailable } from "../../objects/object-store.ts";
import { databaseName, objectsName, type StoreSettings } from "../../stores.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../../vocabulary/units.ts";

const TRY_AGAIN_MS: Milliseconds = SECOND;

/**
 * Does a step of the start until the stores that it needs are there; the log says once what it waits for.
 *
 * @param step - May be done any number of times, and be broken off anywhere.
 * @throws What the step throws that does not pass by itself, such as a wrong password.
 */
export async function untilReachable<Value>(
  stores: StoreSettings,
  log: Log,
  step: () => Promise<Value>,
): Promise<Value> {
  let awaited: string | null = null;
  for (;;) {
    try {
      const value = await step();
      if (awaited !== null) log.info("it answers; the start goes on", { store: awaited });
      return value;
    } catch (error) {
      if (!mayComeBack(error)) throw error;
      const store = isUnreachable(error) || isPassing(error) ? databaseName(stores) : objectsName(stores);
      if (awaited !== store) log.warning(WAITING, { store, reason: describeError(error) });
      awaited = store;
      await Bun.sleep(TRY_AGAIN_MS);
    }
  }
}

const WAITING =
  "waiting for a store that does not answer; nothing listens until it does, and then the start goes on by itself";

function mayComeBack(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return !(error instanceof StoreRefuses);
  return isPassing(error) && !isRefused(error);
}

/** Waits out what passes by itself: a cluster that chooses its leader, or a server of it that is away. */
import { JetStreamApiError } from "@nats-io/jetstream";
import { describeError, type Log } from "../vocabulary/log.ts";
import { type Milliseconds, SECOND } from "../vocabulary/units.ts";

const RETRY_WAIT_MS: Milliseconds = SECOND / 4;

/**
 * Asks again until there is an answer.
 *
 * @param ask - May be asked any number of times.
 * @throws What `ask` throws that does not pass by itself.
 */
export async function patiently<Answer>(ask: () => Promise<Answer>, log: Log): Promise<Answer> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await ask();
    } catch (error) {
      if (!passes(error)) throw error;
      const reason = describeError(error);
      if (!isReported) log.warning("the stream's servers do not answer; trying again", { reason });
      await Bun.sleep(RETRY_WAIT_MS);
    }
  }
}

/** As the client calls them. */
const PASSING =
  /^(TimeoutError|NoRespondersError|RequestError|JetStreamNotEnabled|ConnectionError|WentAway)$/;

function passes(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof JetStreamApiError) return error.status === 503;
  return PASSING.test(error.name) || passes(error.cause);
}

/** Up to which message a server of a cluster holds a stream itself, whatever its leader believes. */
import { z } from "zod";

/** As much of `/jsz` as is read. */
const HELD = z.object({
  account_details: z.array(
    z.object({
      stream_detail: z.array(z.object({ name: z.string(), state: z.object({ last_seq: z.number() }) })),
    }),
  ),
});

/**
 * Asks the server's own page.
 *
 * @throws When it does not answer.
 */
export async function lastHeld(page: string, stream: string): Promise<number> {
  const { account_details: accounts } = HELD.parse(await (await fetch(page)).json());
  const streams = accounts.flatMap(({ stream_detail: details }) => details);
  return streams.find(({ name }) => name === stream)?.state.last_seq ?? 0;
}

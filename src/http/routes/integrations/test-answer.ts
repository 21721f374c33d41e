/** What became of a test message. */
import { z } from "zod";

export const TEST_ANSWER = z.object({
  ok: z.boolean(),
  error: z
    .object({ kind: z.string(), message: z.string().describe("What to do.") })
    .nullable()
    .describe("Why the message did not arrive."),
});

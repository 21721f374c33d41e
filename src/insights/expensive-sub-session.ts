/** A sub-session that is shown as an example of what costs most. */
import { z } from "zod";

export const EXPENSIVE_SUB_SESSION = z.object({
  subSessionId: z.string(),
  sessionId: z.string(),
  title: z.string().nullable().describe("The beginning of its first prompt; null when that is withheld."),
  firstTurn: z.int().min(0),
  costUsd: z.number().min(0),
});

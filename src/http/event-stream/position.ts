/** Where a client that comes back goes on. */
import { z } from "zod";
import { fail, type Result, succeed } from "../../vocabulary/result.ts";

/** Only digits, as in the ids of events. A number that no event has reached leads to a resync. */
const POSITION = z.string().regex(/^\d{1,20}$/, { error: "expected the id of an event: digits only" });

/** The parameter, for clients that cannot send the header. */
export const POSITION_PARAMETERS = z.object({
  last_event_id: POSITION.optional().describe(
    "The id of the newest event that was received. The header Last-Event-ID wins: browsers keep the address as it is when they come back.",
  ),
});

/**
 * Returns null when neither names one.
 *
 * @throws When the header is no id; the parameter has been checked.
 */
export function positionOf(
  request: Request,
  parameters: z.infer<typeof POSITION_PARAMETERS>,
): Result<number | null, "not_an_id"> {
  const header = request.headers.get("last-event-id") ?? "";
  if (header !== "" && !POSITION.safeParse(header).success) return fail("not_an_id");
  const named = header === "" ? parameters.last_event_id : header;
  return succeed(named === undefined ? null : Number(named));
}

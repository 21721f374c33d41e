/** Asks for advice on what the demo's developers did first, so that cards show what came of them since. */
import { z } from "zod";
import { DAY, type Milliseconds } from "../vocabulary/units.ts";

/** Two cards or three of each developer, of the days in which most did something. */
const SESSIONS_EACH = 4;
const FIRST_DAYS: Milliseconds = 5 * DAY;

const SESSIONS = z.object({
  sessions: z.array(z.object({ sessionId: z.string(), developer: z.object({ id: z.string() }) })),
});

/** Takes: an admin key, and when the demo's work begins. Fails: an exception when it is not answered. */
export async function askForAdvice(url: string, key: string, from: Milliseconds): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const window = { from: new Date(from).toISOString(), to: new Date(from + FIRST_DAYS).toISOString() };
  const asked = new URLSearchParams({ ...window, limit: "500" });
  const listed = await fetch(`${url}/v1/sessions?${asked.toString()}`, { headers });
  const { sessions } = SESSIONS.parse(await listed.json());
  const each = Map.groupBy(sessions.toReversed(), ({ developer }) => developer.id);
  for (const { sessionId } of [...each.values()].flatMap((sessions) => sessions.slice(0, SESSIONS_EACH))) {
    const body = JSON.stringify({ session_id: sessionId });
    const answer = await fetch(`${url}/v1/advisor/run`, { method: "POST", headers, body });
    if (!answer.ok)
      throw new Error(`asking for advice was answered ${answer.status}: ${await answer.text()}`);
  }
}

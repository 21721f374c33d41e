/** Asks for advice on some of what the demo's developers did, as they would have had it after their work. */
import { z } from "zod";
import { isoTime } from "../vocabulary/times.ts";
import { DAY, type Instant, type Milliseconds } from "../vocabulary/units.ts";

const WEEK: Milliseconds = 7 * DAY;
/** Of each developer, each week. */
const SESSIONS_A_WEEK = 1;
/** Agents that ask at the same time. */
const AT_ONCE = 4;

const SESSIONS = z.object({
  sessions: z.array(
    z.object({ sessionId: z.string(), startedAt: z.string(), developer: z.object({ id: z.string() }) }),
  ),
  nextCursor: z.string().nullable(),
});

type Session = z.output<typeof SESSIONS>["sessions"][number];

/**
 * @param key - An admin key, and when the demo's people worked.
 * @throws An exception when it is not answered.
 */
export async function askForAdvice(
  url: string,
  key: string,
  worked: { from: Instant; to: Instant },
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sessions = await readSessions(`${url}/v1/sessions`, headers, worked);
  const weeks = Map.groupBy(
    sessions,
    ({ developer, startedAt }) =>
      `${developer.id} ${Math.floor((Date.parse(startedAt) - worked.from) / WEEK)}`,
  );
  const waiting = [...weeks.values()].flatMap((week) => week.slice(0, SESSIONS_A_WEEK));
  async function ask(): Promise<void> {
    for (let session = waiting.shift(); session !== undefined; session = waiting.shift()) {
      const body = JSON.stringify({ session_id: session.sessionId });
      const answer = await fetch(`${url}/v1/advisor/run`, { method: "POST", headers, body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`asking for advice was answered ${answer.status}: ${text}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
}

/** Returns all of them, the newest first. */
async function readSessions(
  address: string,
  headers: Record<string, string>,
  { from, to }: { from: Instant; to: Instant },
): Promise<Session[]> {
  const window = { from: isoTime(from), to: isoTime(to) };
  const found: Session[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const asked = new URLSearchParams({ ...window, limit: "500", ...(cursor !== "" && { cursor }) });
    const listed = await fetch(`${address}?${asked.toString()}`, { headers });
    const { sessions, nextCursor } = SESSIONS.parse(await listed.json());
    found.push(...sessions);
    cursor = nextCursor;
  }
  return found;
}

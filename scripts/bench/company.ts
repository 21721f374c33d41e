/** Who speaks with a program at work: agents, people who ask questions, and clients that listen for cards. */
import { DAY, type Milliseconds, SECOND } from "../../src/vocabulary/units.ts";
import type { BenchedAppliance } from "./appliance.ts";

/** Where questions and listeners go. */
export type Door = Pick<BenchedAppliance, "port" | "key">;

const QUESTIONS = [
  "/scoring/scores",
  "/scoring/trends/skill",
  "/scoring/team",
  "/scoring/metrics",
  "/scoring/sub-sessions/rollup",
  "/scoring/turns/slowest",
  "/scoring/prompt-rubric/prompts",
  "/v1/intelligence/throttle",
  "/v1/intelligence/rightsizing",
];
const OTHER_QUESTIONS = ["/v1/telemetry/logs?limit=50", "/v1/admin/status", "/metrics"];

/**
 * Returns the path of a question about the last 30 of the work's own days, or of one that knows no days.
 *
 * @param now - The end of those days.
 */
export function pickQuestion(now: Milliseconds): string {
  const index = Math.floor(Math.random() * (QUESTIONS.length + OTHER_QUESTIONS.length));
  const path = QUESTIONS[index];
  if (path === undefined) return OTHER_QUESTIONS[index - QUESTIONS.length] ?? "/health";
  const instant = (at: Milliseconds) => encodeURIComponent(new Date(at).toISOString());
  return `${path}?from=${instant(now - 30 * DAY)}&to=${instant(now)}`;
}

/** The header by which the program knows who asks. */
export function authorization({ key }: Door): { authorization: string } {
  return { authorization: `Bearer ${key}` };
}

/** Asks; null where no response came. */
export async function ask(door: Door, path: string): Promise<Response | null> {
  const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, { headers: authorization(door) }).catch(
    () => null,
  );
  return answer;
}

/**
 * Sends a body, again and again while the program says that it is busy.
 *
 * @throws On any other refusal.
 */
export async function post(door: Door, path: string, body: string | Uint8Array): Promise<void> {
  const headers = { ...authorization(door), "content-type": "application/json" };
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, { method: "POST", headers, body });
    await answer.text();
    if (answer.ok) return;
    if (answer.status !== 429 && answer.status !== 503)
      throw new Error(`a body for ${path} was answered ${answer.status}`);
    await Bun.sleep(SECOND);
  }
}

/**
 * Opens a stream of cards.
 *
 * @returns Its status, and what closes it.
 */
export async function listen(door: Door): Promise<{ status: number; stream: AbortController }> {
  const stream = new AbortController();
  const { signal } = stream;
  const url = `http://127.0.0.1:${door.port}/v1/advisor/stream`;
  const answer = await fetch(url, { headers: authorization(door), signal });
  void answer.body?.pipeTo(new WritableStream(), { signal }).catch(() => {});
  return { status: answer.status, stream };
}

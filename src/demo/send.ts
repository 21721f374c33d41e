/** Sends sessions as their agents would: OTLP over HTTP, each session's requests one after the other. */
import { type Milliseconds, SECOND } from "../vocabulary/units.ts";
import type { DemoRequest } from "./work/session.ts";

/** One session's requests, and the key that its agent is set to use. */
export interface Delivery {
  key: string;
  requests: readonly DemoRequest[];
}

/** Agents that send at the same time. */
const CONNECTIONS = 8;

/**
 * Sends everything.
 *
 * @returns How many requests were answered 200.
 * @throws When one is answered otherwise, of a busy server after 20 tries.
 * @remarks Takes what to call after each request.
 */
export async function sendAll(
  url: string,
  deliveries: readonly Delivery[],
  sent: (requests: number) => void,
): Promise<number> {
  const waiting = [...deliveries];
  let requests = 0;
  async function connection(): Promise<void> {
    for (let delivery = waiting.shift(); delivery !== undefined; delivery = waiting.shift()) {
      for (const request of delivery.requests) {
        await send(url, request, delivery.key);
        requests += 1;
        sent(requests);
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return requests;
}

/** A server that is busy asks for patience; agents have it. */
const MOST_TRIES = 20;
const PAUSE_MS: Milliseconds = SECOND;
const BUSY: ReadonlySet<number> = new Set([429, 503]);

async function send(url: string, { path, body }: DemoRequest, key: string): Promise<void> {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  };
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${url}${path}`, request);
    const answer = await response.text();
    if (response.status === 200) return;
    if (!BUSY.has(response.status) || tries === MOST_TRIES)
      throw new Error(`sending sample data to ${path} was answered ${response.status}: ${answer}`);
    await Bun.sleep(PAUSE_MS);
  }
}

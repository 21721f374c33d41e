/** Sending sample data to a server that answers as the door does. */
import { afterEach, describe, expect, test } from "bun:test";
import { type Delivery, sendAll } from "../../src/demo/send.ts";

let server: Bun.Server<undefined> | null = null;
afterEach(() => server?.stop(true));

/**
 * Answers with these statuses, then with 200.
 *
 * @returns Its address.
 */
function answering(...statuses: number[]): string {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("{}", { status: statuses.shift() ?? 200 }),
  });
  return `http://127.0.0.1:${server.port}`;
}

const DELIVERIES: Delivery[] = [
  { key: "key", requests: [{ path: "/v1/logs", at: 0, body: { resourceLogs: [] } }] },
];

describe("sample data", () => {
  test("is refused for good by an answer that no patience changes", async () => {
    await expect(sendAll(answering(400), DELIVERIES, () => {})).rejects.toThrow("answered 400");
  });

  test("is sent again to a server that is busy, and counts once", async () => {
    const told: number[] = [];
    expect(await sendAll(answering(503, 429), DELIVERIES, (sent) => void told.push(sent))).toBe(1);
    expect(told).toEqual([1]);
  });
});

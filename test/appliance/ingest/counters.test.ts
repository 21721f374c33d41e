/** Counters of both temporalities, from the request to the rows that are made of them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Receiver, startReceiver } from "../../ingest/receiver.ts";
import { wholeSchema } from "../../whole-schema.ts";
import { named } from "../../session-names.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const DELTA = 1;
const CUMULATIVE = 2;
const START = Date.parse("2026-11-20T10:00:00Z");

interface Point {
  value: number;
  /** Seconds after the start: of the counter, and of this point. */
  since: number;
  at: number;
}

/** Claude Code's tokens in a session without logs, a point to each request. */
async function sendTokens(session: string, temporality: number, points: readonly Point[]): Promise<void> {
  const nanoseconds = (seconds: number): string => `${START + seconds * 1_000}000000`;
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  for (const { value, since, at } of points) {
    const point = {
      startTimeUnixNano: nanoseconds(since),
      timeUnixNano: nanoseconds(at),
      asInt: value,
      attributes: [attribute("session.id", session), attribute("type", "input"), attribute("model", "m")],
    };
    const sum = { aggregationTemporality: temporality, isMonotonic: true, dataPoints: [point] };
    const resource = { attributes: [attribute("service.name", "claude-code")] };
    const metrics = [{ name: "claude_code.token.usage", unit: "tokens", sum }];
    const response = await receiver.send("/v1/metrics", {
      resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }],
    });
    expect(await response.json()).toEqual({});
  }
  await receiver.appliance.settled();
}

async function tokensOf(session: string): Promise<object | undefined> {
  return wholeSchema(receiver.appliance.database)
    .selectFrom("turns")
    .select(["calls", "input_uncached"])
    .where("session", "like", named(`%:${session}`))
    .executeTakeFirst();
}

describe("a counter", () => {
  test("F17: of deltas 5 and 3 is 8 in all", async () => {
    await sendTokens("delta", DELTA, [
      { value: 5, since: 0, at: 10 },
      { value: 3, since: 10, at: 20 },
    ]);
    expect(await tokensOf("delta")).toEqual({ calls: 2, input_uncached: 8 });
  });

  test("F18: that is at 5, at 8 and, begun again, at 2 grew by 5, 3 and 2", async () => {
    await sendTokens("cumulative", CUMULATIVE, [
      { value: 5, since: 0, at: 10 },
      { value: 8, since: 0, at: 20 },
      { value: 2, since: 25, at: 30 },
    ]);
    expect(await tokensOf("cumulative")).toEqual({ calls: 3, input_uncached: 10 });
  });
});

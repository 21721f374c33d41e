import { describe, expect, test } from "bun:test";
import { capturedSessions } from "../../src/demo/captured.ts";
import { moveTo } from "../../src/demo/moved-in-time.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import type { StoredLine } from "../../src/vocabulary/otlp.ts";
import { ofKind, recordsOfBody, settle } from "../normaliser/captured.ts";

const NOW = Date.UTC(2030, 0, 2, 3, 4, 5);

describe("moving a body", () => {
  test("moves nanoseconds, timestamps and epochs, also inside texts", () => {
    const body = {
      startTimeUnixNano: "1795232866967000123",
      timeUnixNano: "0",
      attributes: [
        { key: "event.timestamp", value: { stringValue: "2026-11-21T03:47:34.933Z" } },
        { key: "start_time", value: { intValue: 1795232866967 } },
        { key: "phases", value: { stringValue: '{"start_time_usec":1795232851659444,"ms":1795232851659}' } },
      ],
    };
    expect(moveTo(body, MINUTE)).toEqual({
      startTimeUnixNano: "1795232926967000123",
      timeUnixNano: "0",
      attributes: [
        { key: "event.timestamp", value: { stringValue: "2026-11-21T03:48:34.933Z" } },
        { key: "start_time", value: { intValue: 1795232926967 } },
        { key: "phases", value: { stringValue: '{"start_time_usec":1795232911659444,"ms":1795232911659}' } },
      ],
    });
  });

  test("changes no ids, counts and durations", () => {
    const body = {
      traceId: "62bbced74900a16cfbb8a5a0891cba77",
      asInt: 1795232866967,
      attributes: [
        { key: "tool.use_id", value: { stringValue: "toolu_1795232871147_4fmy0upjo" } },
        { key: "busy_ns", value: { intValue: "166459" } },
        { key: "duration_ms", value: { doubleValue: 1225.5265060000002 } },
      ],
    };
    expect(moveTo(body, MINUTE)).toEqual(body);
  });
});

describe("the captured sessions", () => {
  test("end at the given time, and say the same as before", async () => {
    const sessions = await capturedSessions(NOW);
    const records = sessions
      .flat()
      .flatMap(({ body }, index) => recordsOfBody(body as StoredLine, index + 1));
    const events = [...settle(records).values()].flatMap((settled) => settled.events);
    const newest = Math.max(...events.map(({ at }) => at));
    expect(newest).toBeLessThanOrEqual(NOW);
    expect(newest).toBeGreaterThan(NOW - 2 * MINUTE);
    expect(Math.min(...events.map(({ at }) => at))).toBeGreaterThan(NOW - 10 * MINUTE);
    expect(ofKind(events, "prompt")).toHaveLength(18);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { joinTestAppliance, type TestAppliance } from "../running.ts";

let appliance: TestAppliance;

beforeAll(async () => {
  appliance = await joinTestAppliance();
});

afterAll(() => appliance.stop());

describe("the cursor of log records", () => {
  // as a double each of them in nanoseconds is rounded to just below its millisecond, or just above
  test.each([1_795_262_505_978, 1_795_262_505_979, 1_795_262_505_980])(
    "goes on within one millisecond, %d",
    async (at) => {
      const { key } = await appliance.addOrganization();
      const logRecords = Array.from({ length: 7 }, (_, number) => ({
        timeUnixNano: `${at}000000`,
        body: { stringValue: `record ${number}` },
      }));
      await appliance.send("/v1/logs", { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, key);
      await appliance.settled();
      const bodies: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const path = `/v1/telemetry/logs?limit=2&from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z`;
        const answer = await appliance.get(cursor === "" ? path : `${path}&cursor=${cursor}`, key);
        const page = (await answer.json()) as { logs: { body: string }[]; nextCursor: string | null };
        bodies.push(...page.logs.map(({ body }) => body));
        cursor = page.nextCursor;
      }
      expect(bodies).toEqual(Array.from({ length: 7 }, (_, number) => `record ${6 - number}`));
    },
  );
});

import { afterAll, describe, expect, test } from "bun:test";
import { joinTestAppliance } from "./running.ts";

const appliance = await joinTestAppliance();
afterAll(() => appliance.stop());

describe("a log record of a severity that OTLP does not know", () => {
  test.each([[-1], ["-1"], ["__proto__"], ["SEVERITY_NUMBER_LOUD"], [99]])(
    "such as %p can be read back",
    async (severityNumber) => {
      const { key } = await appliance.addOrganization();
      const logRecords = [{ body: { stringValue: "odd" }, severityNumber }];
      const body = { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
      expect((await appliance.send("/v1/logs", body, key)).status).toBe(200);
      await appliance.written();
      const answer = await appliance.get("/v1/telemetry/logs", key);
      const { logs } = (await answer.json()) as { logs: { body: string; severity: unknown }[] };
      expect(logs.map((log) => log.body)).toEqual(["odd"]);
      expect(typeof logs[0]?.severity).toBe("number");
    },
  );
});

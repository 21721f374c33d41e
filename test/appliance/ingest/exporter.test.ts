/** OpenTelemetry's own exporter for JavaScript against the appliance, with what it does when it is asked to wait. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { logRecordsOf } from "../../ingest/bodies.ts";
import { type Receiver, startReceiver } from "../../ingest/receiver.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver({ keyRequestsPerMinute: 20 });
});
afterAll(() => receiver.stop());

/** Exports one record through the whole SDK. */
async function exportRecord(attributes: Record<string, number | string>): Promise<void> {
  const exporter = new OTLPLogExporter({
    url: `${receiver.url}/v1/logs`,
    headers: { authorization: `Bearer ${receiver.key}` },
  });
  const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
  provider.getLogger("exporter").emit({ body: "from the SDK", attributes });
  await provider.forceFlush();
  await provider.shutdown();
}

/** Requests on the logs path, and how many were asked to wait. */
async function requests(): Promise<{ received: number; told: number }> {
  const { admin } = await receiver.appliance.addOrganization();
  const text = await (await receiver.appliance.get("/metrics", admin)).text();
  const numberAt = (name: string): number => Number(text.split(`${name} `)[1]?.split("\n")[0] ?? 0);
  return {
    received: numberAt(`scoring_received_requests_total{path="logs"}`),
    told: numberAt(`scoring_refused_requests_total{reason="rate"}`),
  };
}

describe("OpenTelemetry's exporter", () => {
  test("G13: sends once when it is answered that a value was left out", async () => {
    await receiver.stored();
    const before = await requests();
    await exportRecord({ huge: 1e300, kept: "yes" });
    expect((await requests()).received).toBe(before.received + 1);
    const [record] = logRecordsOf(await receiver.stored());
    expect(record).toMatchObject({
      body: { stringValue: "from the SDK" },
      attributes: [{ key: "huge" }, { key: "kept", value: { stringValue: "yes" } }],
    });
  });

  test("G12: asked to wait, sends again after that time, and is stored once", async () => {
    await receiver.stored();
    let [attempts, refused] = [0, 0];
    // a busy machine can come so late that a request is taken again by then: that record was not asked to wait
    while (refused === 0) {
      const before = await requests();
      const sent = await sendUntilRefused();
      attempts += 1;
      await exportRecord({ attempt: attempts });
      const after = await requests();
      refused = after.told - before.told - 1;
      expect(after.received - before.received).toBe(sent + 1 + refused);
    }
    expect(refused).toBe(1);
    expect(logRecordsOf(await receiver.stored())).toHaveLength(attempts);
  });
});

/** Returns how many requests that took; none is sent again. */
async function sendUntilRefused(): Promise<number> {
  const headers = { authorization: `Bearer ${receiver.key}`, "content-type": "application/json" };
  const send = () => fetch(`${receiver.url}/v1/logs`, { method: "POST", headers, body: "{}" });
  let sent = 0;
  for (let told = false; !told; sent += 1) told = (await send()).status === 429;
  return sent;
}

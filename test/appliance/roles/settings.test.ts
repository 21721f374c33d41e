import { describe, expect, test } from "bun:test";
import { startNode } from "./node.ts";

describe("a role without what it needs is refused at the start", () => {
  test.each([
    [
      { role: "ingest" },
      "role ingest needs nats_url (--nats-url), the cluster that ingest nodes and engines share, and engine_url " +
        "(--engine-url), the engines that answer everything but telemetry; set it",
    ],
    [
      { role: "ingest", natsUrl: ["nats://127.0.0.1:1"] },
      "role ingest needs engine_url (--engine-url), the engines that answer everything but telemetry; set it",
    ],
    [
      { role: "ingest", engineUrl: ["http://127.0.0.1:1"] },
      "role ingest needs nats_url (--nats-url), the cluster that ingest nodes and engines share; set it",
    ],
    [
      { role: "engine" },
      "role engine needs nats_url (--nats-url), the cluster that ingest nodes and engines share; set it",
    ],
  ])("%p", async (settings, message) => {
    expect(await startNode(settings).catch((error: Error) => error.message)).toBe(message);
  });
});

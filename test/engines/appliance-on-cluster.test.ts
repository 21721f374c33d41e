/** A whole appliance on a cluster, with its rows and records on its own disk. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { streamPath } from "../../src/appliance/layout.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { type OwnAppliance, startTestAppliance } from "../appliance/running.ts";
import { eventually } from "../eventually.ts";
import { logsBody } from "../normaliser/captured.ts";
import { type Cluster, startCluster } from "./cluster.ts";

let cluster: Cluster;
let appliance: OwnAppliance;

beforeAll(async () => {
  cluster = await startCluster("credentials");
  appliance = await startTestAppliance({ settings: cluster.settings });
}, 600_000);

afterAll(async () => {
  await appliance.stop();
  await cluster.stop();
}, 600_000);

/** Sends one record; a sender repeats it until it is taken. */
function sendUntilTaken(key: string, text: string): Promise<void> {
  const attributes = { "event.name": "user_prompt", "session.id": text };
  const body = logsBody("claude-code", [{ at: systemClock(), attributes }]);
  return eventually(async () => (await appliance.send("/v1/logs", body, key)).status === 200);
}

describe("an appliance on a cluster", () => {
  test("has no server and no stream of its own", () => {
    expect(existsSync(streamPath(appliance.directory))).toBe(false);
  });

  test("starts no second engine with stores of its own, which would take messages away", async () => {
    const second = startTestAppliance({ settings: cluster.settings });
    await expect(second).rejects.toThrow(
      "is read into another database already: several engines share database",
    );
  });

  test(
    "writes what was sent while the server that leads its stream was killed, and balances its books",
    async () => {
      const { id, key, admin } = await appliance.addOrganization();
      await sendUntilTaken(key, "before");
      const leader = await cluster.leaderOf("scoring-telemetry");
      await leader.kill();
      await sendUntilTaken(key, "without it");
      await leader.start();
      await sendUntilTaken(key, "after");
      await appliance.settled();
      const { logs = 0 } = await appliance.held(id);
      expect(logs).toBeGreaterThanOrEqual(3);
      const status = await (await appliance.get("/v1/admin/status", admin)).json();
      expect(status).toMatchObject({ books: { balanced: true, lost: { requests: 0 } } });
    },
    2 * MINUTE,
  );
});

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectTo, type StreamConnection } from "../../../src/stream/connection.ts";
import { takePulse } from "../../../src/stream/server/pulse.ts";
import { EmbeddedServer } from "../../../src/stream/server/server.ts";
import { silentLog } from "../../../src/vocabulary/log.ts";
import { SECOND } from "../../../src/vocabulary/units.ts";
import { eventually } from "../../appliance/running.ts";

const LONGER_THAN_A_FREEZE_MS = 11_000;
const now = performance.now.bind(performance);

let directory = "";
let server: EmbeddedServer;
let connection: StreamConnection;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "pulse-"));
  server = await EmbeddedServer.start(directory, 64 * 1024 * 1024, silentLog);
  connection = await connectTo(server.address, "test");
});

afterEach(async () => {
  performance.now = now;
  await connection.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

describe("the pulse", () => {
  test("blames no healthy server for what this thread was too busy to hear", async () => {
    let ended = 0;
    let beats = 0;
    const pulse = takePulse({
      connection,
      waitingSince: () => {
        beats += 1;
        return 0;
      },
      frozen: () => void (ended += 1),
    });
    await eventually(async () => beats > 0);
    // nothing is heard for a second, and the clock says that it was longer
    Bun.sleepSync(SECOND);
    performance.now = () => now() + LONGER_THAN_A_FREEZE_MS;
    expect(pulse.isHealthy()).toBe(true);
    const before = beats;
    await eventually(async () => beats > before + 1);
    pulse.stop();
    expect(ended).toBe(0);
  });
});

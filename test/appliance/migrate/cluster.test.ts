import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/in-process.ts";
import { type Cluster, startCluster } from "../../engines/cluster.ts";
import { Node } from "../../engines/node.ts";
import { programCommand } from "../../../scripts/chaos/victim.ts";
import { selectOrganizations } from "../../../src/identity/organizations/table.ts";
import { systemClock } from "../../../src/vocabulary/clock.ts";
import { readRun, sendAsCaptured } from "../captured-runs.ts";
import { startTestAppliance } from "../running.ts";

/** The writer has not closed its first batch when the server is killed. */
const LONG = ["--batch-max-ms", "600000"];

describe("an appliance whose stream goes on in a cluster", () => {
  const folder = mkdtempSync(join(tmpdir(), "migrated-"));
  const node = new Node({ name: "killed", role: "all", program: programCommand(null), folder, flags: LONG });
  const { directory } = node;
  let cluster: Cluster;
  let environment: Record<string, string>;

  const scoring = (args: string[]) => run(args, { clock: systemClock, environment });

  beforeAll(async () => {
    cluster = await startCluster("password");
    environment = {
      SCORING_NATS_URL: cluster.settings.natsUrl.join(","),
      SCORING_NATS_CREDENTIALS: cluster.settings.natsCredentials ?? "",
    };
    node.start();
    await node.ready();
    const { member } = await keysOf(directory);
    for (const request of await readRun("codex-ok"))
      expect((await sendAsCaptured(node, request, member)).status).toBe(200);
    await node.kill();
  }, 600_000);

  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is counted by a dry run, with what waits", async () => {
    const counted = await scoring(["migrate", "--from", directory, "--data-dir", directory, "--dry-run"]);
    expect(counted.err).toBe("");
    expect(counted.out).toMatch(/[1-9]\d* messages? that waited/);
  });

  test("loses nothing of what waited, and writes it once", async () => {
    const moved = await scoring(["migrate", "--from", directory, "--data-dir", directory]);
    expect(moved.err).toBe("");
    expect(moved.out).toMatch(/[1-9]\d* messages? that waited/);
    const appliance = await startTestAppliance({
      directory,
      settings: cluster.settings,
    });
    await appliance.settled();
    const [organization] = await selectOrganizations(appliance.database);
    expect(await appliance.held(organization?.id ?? "")).toEqual({ logs: 154, metrics: 564 });
    await appliance.stop();
  });

  test("is reported whole by doctor and verify", async () => {
    const checked = await scoring(["verify", "--data-dir", directory]);
    expect(checked.out).toContain("they balance");
    const { out } = await scoring(["doctor", "--data-dir", directory]);
    expect(out).toMatch(/leads the stream, kept by 3 servers of 3/);
    const entries = await scoring(["audit", "list", "--data-dir", directory]);
    expect(entries.out).toMatch(/Moved to engines .*messages: [1-9]/);
  });

  test("is reported by doctor once when its credentials are wrong", async () => {
    const wrong = join(folder, "wrong");
    writeFileSync(wrong, "scoring:p-word\n");
    environment["SCORING_NATS_CREDENTIALS"] = wrong;
    const { out } = await scoring(["doctor", "--data-dir", directory]);
    const failed = out.split("\n").filter((line) => line.startsWith("fail"));
    expect(failed).toEqual([expect.stringMatching(/cluster .*Authorization Violation/) as unknown as string]);
    expect(out).toContain("correct what is in the file of --nats-credentials");
    expect(out).not.toContain("p-word");
  });
});

async function keysOf(directory: string): Promise<{ member: string }> {
  const text = await Bun.file(join(directory, "first-keys")).text();
  return { member: /^member (.+)$/m.exec(text)?.[1] ?? "" };
}

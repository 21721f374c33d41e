/** Nodes as installations start them: what they say of their version and of an end by themselves. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentOf } from "../../scripts/scale-out/installation.ts";
import { programCommand } from "../../scripts/chaos/victim.ts";
import { build } from "../../src/vocabulary/build.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";
import { eventually } from "../eventually.ts";
import { startCluster } from "./cluster.ts";
import { describeEnding, Node } from "./node.ts";

describe("a node of an installation", () => {
  const folder = mkdtempSync(join(tmpdir(), "node-"));
  let node: Node | null = null;
  afterEach(() => node?.kill());
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["exit 7", "with exit code 7"],
    ["kill -ABRT $$", "by SIGABRT"],
  ])("that ends by itself shows how, and what it logged last: %s", async (end, how) => {
    const program = ["/bin/sh", "-c", `echo "no room" >&2; ${end}`];
    node = new Node({ name: "engine-1", role: "engine", program, folder, flags: [] });
    const { endings } = node;
    node.start();
    await eventually(async () => endings.length > 0);
    const [said] = endings.map(describeEnding);
    expect(said).toMatch(
      /^engine-1 ended by itself .*, \d+\.\d s after start 1; its log ended with\n {4}no room$/,
    );
    expect(said).toContain(` ${how}, `);
  });

  test(
    "that takes in telemetry says its version",
    async () => {
      const cluster = await startCluster();
      const environment = environmentOf({ ...cluster.settings, engineUrl: ["http://127.0.0.1:9"] });
      const program = programCommand(null);
      node = new Node({
        name: "ingest-1",
        role: "ingest",
        program,
        folder,
        flags: [],
        environment,
      });
      node.start();
      const version = await node.version().finally(() => cluster.stop());
      expect(version).toBe(build.version);
    },
    2 * MINUTE,
  );
});

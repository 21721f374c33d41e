/** The audit of packages against a registry on this machine that answers as npm's does. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Accepted, type Advisories, judgeAdvisories } from "../../scripts/audit/judge.ts";

const FLAW = {
  id: 1,
  url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
  title: "Reads past the end",
  severity: "high",
  vulnerable_versions: "<99.0.0",
};

let answer = (): Response => new Response("", { status: 405 });
const registry = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => answer() });
afterAll(() => registry.stop(true));

async function audit(address: string): Promise<{ code: number; said: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../scripts/audit.ts")], {
    env: {
      ...process.env,
      BUN_CONFIG_REGISTRY: address,
      npm_config_registry: address,
      NO_PROXY: "127.0.0.1",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await child.stdout.text();
  return { code: await child.exited, said };
}

describe("the audit", () => {
  test("fails for a known flaw that no list accepts", async () => {
    answer = () => Response.json({ zod: [FLAW] });
    const { code, said } = await audit(registry.url.href);
    expect(said).toContain(
      "FOUND: zod <99.0.0, high: Reads past the end, https://github.com/advisories/GHSA",
    );
    expect(code).toBe(1);
  });

  test("passes when the registry knows of none", async () => {
    answer = () => Response.json({});
    expect(await audit(registry.url.href)).toEqual({
      code: 0,
      said: expect.stringContaining("0 known flaws"),
    });
  });

  test("is skipped with the reason where the registry has no such list, or is not there", async () => {
    answer = () => new Response("", { status: 405 });
    for (const address of [registry.url.href, "http://127.0.0.1:9/"]) {
      const { code, said } = await audit(address);
      expect(said).toStartWith("skipped: the registry gives no list of flaws: ");
      expect(code).toBe(0);
    }
  });
});

describe("a flaw", () => {
  const found: Advisories = { zod: [FLAW] };
  const acceptance: Accepted = { id: "GHSA-aaaa-bbbb-cccc", reason: "not called here", until: "2026-12-01" };

  test("that is accepted is no failure, until its day", () => {
    expect(judgeAdvisories(found, [acceptance], "2026-11-30")).toMatchObject({ standing: [], leftOver: [] });
    expect(judgeAdvisories(found, [acceptance], "2026-12-01").standing).toHaveLength(1);
  });

  test("that is accepted and gone is reported", () => {
    expect(judgeAdvisories({}, [acceptance], "2026-11-30").leftOver).toEqual([acceptance.id]);
  });
});

/** Settings that are read again while a real appliance runs. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selectEntriesAfter } from "../../../src/audit/audit-table.ts";
import { SERVER_CHAIN } from "../../../src/audit/entry.ts";
import { createLog } from "../../../src/vocabulary/log.ts";
import { startTestAppliance } from "../running.ts";

const folder = mkdtempSync(join(tmpdir(), "reload-"));
const pricesFile = join(folder, "prices.json");
writePrices(1);

const lines: string[] = [];
const log = createLog("plain", (line) => void lines.push(line));
const appliance = await startTestAppliance({ log, settings: { pricesFile } });
const organization = await appliance.addOrganization();
afterAll(async () => {
  await appliance.stop();
  rmSync(folder, { recursive: true });
});

function writePrices(input: number): void {
  writeFileSync(pricesFile, JSON.stringify({ models: { ours: { provider: "us", input, output: 1 } } }));
}

/**
 * Reloads.
 *
 * @returns What the log said of it, without its blanks and marks at the ends.
 */
async function reload(settings: Record<string, unknown>): Promise<string[]> {
  const from = lines.length;
  await appliance.reload({ pricesFile, ...settings });
  return lines
    .slice(from)
    .map((line) => line.trim())
    .filter((line) => /setting/.test(line));
}

function promptOf(text: string): object {
  const attributes = [
    { key: "event.name", value: { stringValue: "user_prompt" } },
    { key: "prompt", value: { stringValue: text } },
  ];
  return {
    resourceLogs: [{ scopeLogs: [{ logRecords: [{ timeUnixNano: `${Date.now()}000000`, attributes }] }] }],
  };
}

async function storedText(): Promise<string> {
  await appliance.written();
  const answer = await appliance.get("/v1/telemetry/logs?from=2000-01-01T00:00:00Z", organization.key);
  return answer.text();
}

async function pricesInEffect(): Promise<string> {
  const answer = await appliance.get("/v1/admin/coverage", organization.admin);
  return ((await answer.json()) as { priceTable: { sha256: string } }).priceTable.sha256;
}

describe("settings that are read again", () => {
  test("change nothing when they are the same, except for reading keys again", async () => {
    const said = await reload({});
    expect(said).toEqual(["the settings were read again changed=none prices=as before"]);
  });

  test("reach the front door at once", async () => {
    const statusAs = async (host: string) =>
      (await fetch(`${appliance.url}/v1/openapi.json`, { headers: { host } })).status;
    expect(await statusAs("scoring.lan")).toBe(421);
    expect(await reload({ hosts: ["scoring.lan"], bodyLimitBytes: 10 })).toEqual([
      "the settings were read again changed=hosts, body_limit_bytes prices=as before",
    ]);
    expect(await statusAs("scoring.lan")).toBe(401);
    expect((await appliance.send("/v1/logs", promptOf("long"), organization.key)).status).toBe(413);
    await reload({});
    expect(await statusAs("scoring.lan")).toBe(421);
  });

  test("are in the audit log by their names", async () => {
    await reload({ hosts: ["scoring.lan"], bodyLimitBytes: 10 });
    await reload({});
    const all = { organization: SERVER_CHAIN, after: 0, limit: 1_000 };
    const entries = await selectEntriesAfter(appliance.database, all);
    const changed = entries.filter(({ action }) => action === "settings_changed");
    expect(changed.at(-1)).toMatchObject({
      actorKind: "server",
      actor: null,
      details: '{"body_limit_bytes":"changed","hosts":"changed"}',
    });
  });

  test("are refused as a whole when the provider of sign-ins is set by half", async () => {
    const said = await reload({ oidcIssuer: "https://login.example.com" });
    expect(said.join()).toContain("oidc_issuer is set, but oidc_client_id is not");
    expect(said.join()).toContain("those in force stay");
  });

  test("reach the engine, which loses nothing of what comes meanwhile", async () => {
    const send = async (text: string) =>
      expect((await appliance.send("/v1/logs", promptOf(text), organization.key)).status).toBe(200);
    await send("said before");
    await appliance.written();
    const reloaded = reload({ captureMode: "metadata" });
    await Promise.all(Array.from({ length: 20 }, (_, index) => send(`said meanwhile ${index}`)));
    await reloaded;
    await send("said after");
    const text = await storedText();
    expect(text).toContain("said before");
    expect(text).not.toContain("said after");
    expect((await appliance.held(organization.id)).logs).toBe(22);
    await reload({});
    await send("said at last");
    expect(await storedText()).toContain("said at last");
  });

  test("bring new prices when the price file changed, although its name did not", async () => {
    const before = await pricesInEffect();
    writePrices(2);
    expect(await reload({})).toEqual(["the settings were read again changed=none prices=new"]);
    expect(await pricesInEffect()).not.toBe(before);
  });

  test("all stay as they were when one cannot be used, and the log says why", async () => {
    const before = await pricesInEffect();
    writeFileSync(pricesFile, "{");
    const [said = ""] = await reload({ hosts: ["scoring.lan"] });
    writePrices(2);
    expect(said).toStartWith("x the settings were not read again; those in force stay reason=prices_file ");
    expect(await pricesInEffect()).toBe(before);
    const foreign = await fetch(`${appliance.url}/v1/openapi.json`, { headers: { host: "scoring.lan" } });
    expect(foreign.status).toBe(421);
  });

  test("that need a restart are named, each time until it comes", async () => {
    for (const _ of [1, 2])
      expect(await reload({ listen: "127.0.0.1:1", streamMaxBytes: 1 })).toEqual([
        "the settings were read again changed=none prices=as before",
        "! these settings need a restart settings=listen, stream_max_bytes",
      ]);
    expect((await fetch(`${appliance.url}/health`)).status).toBe(200);
  });

  test("put a key out of force at once that was revoked by a command", async () => {
    const { key, id } = await organization.addKey();
    expect((await appliance.get("/v1/openapi.json", key)).status).toBe(200);
    await appliance.revoke(id);
    await reload({});
    expect((await appliance.get("/v1/openapi.json", key)).status).toBe(401);
  });
});

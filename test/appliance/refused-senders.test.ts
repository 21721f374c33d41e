/** Refused telemetry, from the request to what the status, the commands and the next start say about it. */
import { afterAll, describe, expect, test } from "bun:test";
import { readRefusedSenders } from "../../src/appliance/refused-senders-file.ts";
import type { RefusedSenderStatus } from "../../src/http/self/status-answer.ts";
import { systemClock } from "../../src/vocabulary/clock.ts";
import { scoring } from "../cli/in-process.ts";
import { eventually, startTestAppliance } from "./running.ts";

const appliance = await startTestAppliance();
afterAll(() => appliance.stop());

const RUST = { "user-agent": "OTel-OTLP-Exporter-Rust/0.31.0", "content-type": "application/x-protobuf" };
const JAVASCRIPT = {
  "user-agent": "OTel-OTLP-Exporter-JavaScript/0.218.0",
  "content-type": "application/json",
};

/** What the first admin read while there was no other organization. */
const whileOnly = await (async () => {
  const headers = { ...RUST, "content-type": "application/json" };
  const { status } = await fetch(`${appliance.url}/v1/logs`, { method: "POST", headers, body: "{}" });
  return { status, refused: await refusedFor(appliance.firstKeys?.admin ?? "") };
})();

const [ours, theirs] = [await appliance.addOrganization(), await appliance.addOrganization()];
const admin = await ours.addKey({ role: "admin" });
const foreign = await theirs.addKey({ role: "admin" });
const revoked = await ours.addKey({ name: "ada's old laptop" });
await appliance.revoke(revoked.id);

async function post(path: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${appliance.url}${path}`, { method: "POST", headers, body: "x" });
  await response.text();
  return response.status;
}

async function refusedFor(key: string): Promise<RefusedSenderStatus[]> {
  const answer = await appliance.get("/v1/admin/status", key);
  return ((await answer.json()) as { refusedSenders: RefusedSenderStatus[] }).refusedSenders;
}

describe("telemetry that is refused", () => {
  test("is shown to the admin whose key it came with, with the remedy, and to no other", async () => {
    expect(await post("/v1/logs", { ...RUST, authorization: `Bearer ${ours.key}` })).toBe(415);
    expect(await post("/v1/traces", { ...RUST, authorization: `Bearer ${ours.key}` })).toBe(415);
    expect(await post("/v1/v1/logs", { ...JAVASCRIPT, authorization: `Bearer ${ours.key}` })).toBe(404);
    await eventually(
      async () =>
        (await post("/v1/logs", { ...JAVASCRIPT, authorization: `Bearer ${revoked.key}` })) === 401 &&
        (await refusedFor(admin.key)).length === 3,
    );
    const told = await refusedFor(admin.key);
    expect(told.map(({ fault }) => fault).toSorted()).toEqual(["path", "protobuf", "revoked_key"]);
    const protobuf = told.find(({ fault }) => fault === "protobuf");
    expect(protobuf).toMatchObject({ sender: "otel-rust", requests: 2 });
    expect(protobuf?.remedy).toContain('protocol = "json"');
    expect(told.find(({ fault }) => fault === "revoked_key")?.keyId).toBe(revoked.id);
    expect(await refusedFor(foreign.key)).toEqual([]);
  });

  test("without a known key is reported on the machine only, where there are several organizations", async () => {
    expect(await post("/v1/logs", JAVASCRIPT)).toBe(401);
    expect(await post("/", JAVASCRIPT)).toBe(405);
    // the endpoint of one signal, given without its path
    expect(await post("/v1", { ...RUST, "content-type": "application/json" })).toBe(401);
    expect(await post("/v1/logs", { ...JAVASCRIPT, authorization: "Bearer wrong" })).toBe(401);
    expect((await refusedFor(admin.key)).filter(({ keyId }) => keyId === null)).toEqual([]);
    const told = (): string[] =>
      readRefusedSenders(appliance.directory, systemClock()).map(({ sender, fault }) => `${sender} ${fault}`);
    const expected = ["no_key", "unknown_key", "path"].map((fault) => `otel-javascript ${fault}`);
    await eventually(async () => [...expected, "otel-rust path"].every((line) => told().includes(line)));
  });

  test("is shown by status and doctor while the server runs", async () => {
    const where = ["--data-dir", appliance.directory, "--listen", `127.0.0.1:${appliance.port}`];
    const status = await scoring(["status", ...where]);
    expect(status.out).toContain("Telemetry refused in the last day:");
    expect(status.out).toContain("protobuf instead of JSON (415)");
    expect(status.out).toContain('protocol = "json"');
    const doctor = await scoring(["doctor", "--json", "--org", ours.id, ...where]);
    const { findings } = JSON.parse(doctor.out) as { findings: { check: string; state: string }[] };
    const refused = findings.filter(({ check }) => check === "refused telemetry");
    expect(refused.length).toBeGreaterThanOrEqual(6);
    expect(refused.every(({ state }) => state === "warn")).toBe(true);
    expect(doctor.code).toBe(0);
  });

  test("is reported with the name of the key that it came with", async () => {
    const where = ["--data-dir", appliance.directory, "--listen", `127.0.0.1:${appliance.port}`];
    const named = 'with key "ada\'s old laptop": a revoked key (401)';
    expect((await scoring(["status", ...where])).out).toContain(named);
    expect((await scoring(["status", "--key", admin.key, ...where])).out).toContain(named);
    expect((await scoring(["doctor", "--org", ours.id, ...where])).out).toContain(named);
  });
});

describe("a server of one organization", () => {
  test("shows its admin also those without a key", () => {
    expect(whileOnly).toMatchObject({ status: 401, refused: [{ sender: "otel-rust", fault: "no_key" }] });
  });
});

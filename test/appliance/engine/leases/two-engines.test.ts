/** Two engines on the same engines outside: whatever is asked of the one is the other's work too. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateSessions, toRequests } from "../../../../src/demo/generate.ts";
import { inTransaction } from "../../../../src/database/transaction.ts";
import { watchEngines } from "../../../../src/http/proxy/engines.ts";
import { addRescore } from "../../../../src/normaliser/rescore/rescore-table.ts";
import { silentLog } from "../../../../src/vocabulary/log.ts";
import { systemClock } from "../../../../src/vocabulary/clock.ts";
import { DAY, MINUTE } from "../../../../src/vocabulary/units.ts";
import { readAllRows } from "../../../all-rows.ts";
import { addDatabase, openAt } from "../../../database/postgres/open-postgres.ts";
import { type Cluster, startCluster } from "../../../engines/cluster.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../../engines/postgres.ts";
import { isS3Missing, startS3, type StartedS3 } from "../../../engines/s3.ts";
import { eventually } from "../../../eventually.ts";
import { logsBody } from "../../../normaliser/captured.ts";
import { makeDevice } from "../../../identity/passkeys/device.ts";
import { isSkipped } from "../../../skipped.ts";
import { startNode, type TestNode } from "../../roles/node.ts";
import { type OwnAppliance, startTestAppliance, type TestOrganization } from "../../running.ts";
import { tuesdayAndWednesday } from "../../working-days.ts";

/** Of this month, in which a budget is. */
function costlyWork(): object {
  const at = systemClock();
  const call = { model: "claude-sonnet-4-5", input_tokens: "1000", output_tokens: "1000", cost_usd: "0.5" };
  return logsBody("claude-code", [
    { at, attributes: { "event.name": "user_prompt", "session.id": "costly", prompt_length: "9" } },
    { at, attributes: { "event.name": "api_request", "session.id": "costly", ...call } },
  ]);
}

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";
const isMissing = isSkipped(missing === "", missing) || isS3Missing();

describe.skipIf(isMissing)("an engine that does not have an organization", () => {
  const folder = mkdtempSync(join(tmpdir(), "two-engines-"));
  let postgres: PostgresServer;
  let cluster: Cluster;
  let bucket: StartedS3;
  let engines: [OwnAppliance, OwnAppliance];
  let ingest: TestNode;
  let databaseUrl = "";
  let organization: TestOrganization;
  /** Whoever has the organization, and the other one, which is asked. */
  let other: OwnAppliance;
  let own = "";
  let session = "";

  beforeAll(async () => {
    if ("programs" in found) postgres = await startPostgres(found.programs);
    [cluster, bucket] = await Promise.all([startCluster(), startS3(join(folder, "s3"))]);
    databaseUrl = await addDatabase(postgres);
    const shared = { ...bucket.settings, ...cluster.settings, database: databaseUrl };
    const settings = { ...shared, integrationKey: "0".repeat(64), trustedProxies: ["127.0.0.1"] };
    const start = (nodeName: string) => startTestAppliance({ settings: { ...settings, nodeName } });
    engines = [await start("one"), await start("two")];
    const engineUrl = engines.map(({ url }) => url);
    ingest = await startNode({ role: "ingest", natsUrl: cluster.settings.natsUrl, engineUrl });
    organization = await engines[0].addOrganization();
    own = (await organization.addKey({ developer: "own@example.com" })).key;
    await eventually(async () => (await holder()) !== undefined);
    other = engines[(await holder()) === "one" ? 1 : 0];
    const sessions = generateSessions({ seed: "two engines", ...tuesdayAndWednesday(systemClock()) });
    const [longest] = sessions
      .filter(({ agent }) => agent === "claude-code")
      .toSorted((left, right) => right.steps.length - left.steps.length);
    if (longest === undefined) throw new Error("nobody worked");
    session = longest.id;
    for (const { path, body } of toRequests(longest)) await other.send(path, body, own);
    await other.send("/v1/logs", costlyWork(), own);
    await other.settled();
  }, 3 * MINUTE);

  afterAll(async () => {
    await ingest?.stop();
    for (const engine of engines ?? []) await engine.stop();
    await bucket?.stop();
    await cluster?.stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTE);

  async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
    const rows = await readAllRows(other.database, table);
    return rows
      .map((row) => JSON.parse(row) as Record<string, unknown>)
      .filter((row) => row["organization"] === organization.id);
  }

  async function holder(): Promise<unknown> {
    const rows = await readAllRows(engines[0].database, "organization_leases");
    const leases = rows.map((row) => JSON.parse(row) as Record<string, unknown>);
    return leases.find((lease) => lease["organization"] === organization.id)?.["node"];
  }

  async function ask(
    [method, path]: [string, string],
    body: object,
    key = organization.admin,
  ): Promise<unknown> {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(other.url + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  }

  const get = async (path: string): Promise<Record<string, unknown>> =>
    (await (await other.get(path, organization.admin)).json()) as Record<string, unknown>;

  test("splits a session once", async () => {
    const before = await rowsOf("sub_sessions");
    const begun = before.toSorted((left, right) => Number(right["first_turn"]) - Number(left["first_turn"]));
    const inside = begun.find((row) => Number(row["last_turn"]) > Number(row["first_turn"]));
    const word = { session_id: session, turn_index: inside?.["last_turn"], action: "split" };
    for (let said = 0; said < 2; said += 1)
      await ask(["POST", "/scoring/sub-sessions/boundaries"], word, own);
    expect(await rowsOf("boundary_overrides")).toHaveLength(1);
    expect(await rowsOf("sub_sessions")).toHaveLength(before.length + 1);
  });

  test("keeps a check-in once", async () => {
    await ask(["POST", "/v1/satisfaction"], { score: 2 }, own);
    await ask(["POST", "/v1/satisfaction"], { score: 4 }, own);
    expect(await rowsOf("check_ins")).toEqual([expect.objectContaining({ score: 4 })]);
  });

  test("sets a budget, of which the other one warns", async () => {
    await ask(["PUT", "/v1/governance/budgets"], { budgets: [{ limit_usd: 0.000001 }] });
    expect(await rowsOf("limits")).toHaveLength(1);
    await eventually(async () => (await rowsOf("alerts")).some((row) => row["kind"] === "spend"));
  });

  test("asks for a report and for scores anew, which the other one makes", async () => {
    const window = { from: "2000-01-01T00:00:00Z", to: new Date().toISOString() };
    const recompute = (await ask(["POST", "/scoring/metrics/recompute"], window)) as { id: string };
    const month = new Date(systemClock() - 20 * DAY).toISOString();
    const report = (await ask(["POST", "/v1/insights/report/generate"], { ...window, from: month })) as {
      id: string;
    };
    const database = openAt(databaseUrl, "write");
    const { id } = await inTransaction(database, "full", (transaction) =>
      addRescore(transaction, { from: 0, to: systemClock() }),
    ).finally(() => database.destroy());
    await eventually(
      async () => (await get(`/scoring/metrics/recompute/${recompute.id}`))["status"] === "completed",
    );
    await eventually(
      async () => (await get(`/v1/insights/report/status/${report.id}`))["status"] === "completed",
    );
    await eventually(async () =>
      (await readAllRows(other.database, "rescores")).some(
        (row) => row.includes(id) && row.includes("completed"),
      ),
    );
    expect([(await rowsOf("recomputes")).length, (await rowsOf("reports")).length]).toEqual([1, 1]);
  });

  test("begins to delete a person, which the other one does", async () => {
    const path = "/v1/admin/developers/own@example.com/purge";
    await ask(["POST", path], { dry_run: false });
    await eventually(async () => (await rowsOf("sub_sessions")).length === 0);
    await eventually(async () => (await rowsOf("purges")).every((row) => row["streamed_through"] !== null));
    expect(await rowsOf("purges")).toHaveLength(1);
  });

  test("knows nothing of a sign-in that began at one that is gone, and says to start again", async () => {
    const origin = ingest.url.replace("127.0.0.1", "localhost");
    const headers = { origin, "content-type": "application/json" };
    const post = (path: string, body: object) =>
      fetch(`${origin}/v1/session/passkey${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const begin = async () =>
      ((await (await post("/options", {})).json()) as { challenge: string }).challenge;
    const device = makeDevice();
    const finish = async (challenge: string) => {
      const response = await post("", device.signIn({ origin, challenge }));
      return [response.status, ((await response.json()) as { detail: string }).detail];
    };
    // nobody has registered it
    const unknown = await finish(await begin());
    const challenge = await begin();
    const { inOrderFor, stop } = watchEngines({ urls: engines.map(({ url }) => url), log: silentLog });
    const [begunAt] = inOrderFor("127.0.0.1");
    stop();
    await engines.find(({ url }) => url === begunAt)?.stop();
    expect(await finish(challenge)).toEqual([401, expect.stringContaining("Start again.")]);
    expect(await finish(await begin())).toEqual(unknown);
    expect(unknown).not.toEqual([401, expect.stringContaining("Start again.")]);
  });
});

/** Two engines on the same engines outside: whatever is asked of the one is the other's work too. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateSessions, toRequests } from "../../../../src/demo/generate.ts";
import { inTransaction } from "../../../../src/database/transaction.ts";
import { watchEngines } from "../../../../src/http/proxy/engines.ts";
import { STALE } from "../../../../src/http/routes/passkeys/ceremony.ts";
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
import { makeDevice, type ShownPage } from "../../../identity/passkeys/device.ts";
import { startScriptedReceiver } from "../../../insights/integrations/webhooks/scripted-receiver.ts";
import { isSkipped } from "../../../skipped.ts";
import { startNode, type TestNode } from "../../roles/node.ts";
import { type OwnAppliance, startTestAppliance, type TestOrganization } from "../../running.ts";
import { tuesdayAndWednesday } from "../../working-days.ts";

/** Of this month, in which a budget is. */
function costlyWork(session: string): object {
  const at = systemClock();
  const call = { model: "claude-sonnet-4-5", input_tokens: "1000", output_tokens: "1000", cost_usd: "0.5" };
  return logsBody("claude-code", [
    { at, attributes: { "event.name": "user_prompt", "session.id": session, prompt_length: "9" } },
    { at, attributes: { "event.name": "api_request", "session.id": session, ...call } },
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
  /** The id of somebody who is deleted. */
  let leaving = "";
  let receiver: Awaited<ReturnType<typeof startScriptedReceiver>>;
  let begun: ShownPage;

  beforeAll(async () => {
    if ("programs" in found) postgres = await startPostgres(found.programs);
    [cluster, bucket] = await Promise.all([startCluster(), startS3(join(folder, "s3"))]);
    databaseUrl = await addDatabase(postgres);
    receiver = await startScriptedReceiver();
    const trustedProxies = ["127.0.0.1"];
    const shared = { ...bucket.settings, ...cluster.settings, database: databaseUrl };
    const settings = {
      ...shared,
      integrationKey: "0".repeat(64),
      trustedProxies,
      webhookHosts: ["127.0.0.1"],
    };
    const start = (nodeName: string) => startTestAppliance({ settings: { ...settings, nodeName } });
    engines = [await start("one"), await start("two")];
    const engineUrl = engines.map(({ url }) => url);
    ingest = await startNode({
      role: "ingest",
      natsUrl: cluster.settings.natsUrl,
      engineUrl,
      trustedProxies,
    });
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
    await other.send("/v1/logs", costlyWork("own"), own);
    const { key } = await organization.addKey({ developer: "leaving@example.com" });
    await other.send("/v1/logs", costlyWork("leaving"), key);
    await other.settled();
    const { developers } = (await get("/v1/admin/developers")) as {
      developers: { id: string; email: string | null }[];
    };
    leaving = developers.find(({ email }) => email === "leaving@example.com")?.id ?? "";
  }, 600_000);

  afterAll(async () => {
    await ingest?.stop();
    for (const engine of engines ?? []) await engine.stop();
    await receiver?.[Symbol.asyncDispose]();
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

  test("begins to delete a person once", async () => {
    const path = `/v1/admin/developers/${leaving}/purge`;
    await ask(["POST", path], { dry_run: false });
    expect(await rowsOf("purges")).toHaveLength(1);
    expect((await rowsOf("sub_sessions")).some((row) => row["developer"] === leaving)).toBe(true);
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

  test("has begun to delete a person, which the other one does", async () => {
    const isGone = (row: Record<string, unknown>) => row["developer"] === leaving;
    await eventually(async () => !(await rowsOf("sub_sessions")).some(isGone));
    expect(await rowsOf("purges")).toEqual([
      expect.objectContaining({ streamed_through: expect.anything() }),
    ]);
  });

  test("sends what the other one was sending when it ended, as the same message", async () => {
    receiver.behave({ kind: "slow" });
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    const { webhook } = (await ask(["POST", "/v1/integrations/webhooks"], { name: "Pager", url })) as {
      webhook: { id: string };
    };
    const schedule = { name: "Daily", cron: "0 8 * * *", timezone: "UTC", window: "day" };
    const destinations = [{ kind: "webhook", id: webhook.id }];
    const path = "/v1/reports/schedules";
    const { id } = (await ask(["POST", path], { ...schedule, destinations })) as { id: string };
    await ask(["POST", `${path}/${id}/run`], {});
    await eventually(async () => receiver.heard.length === 1);
    begun = await signIn.begin();
    receiver.behave({ kind: "well" });
    await engines.find((engine) => engine !== other)?.stop();
    await eventually(async () => JSON.stringify(await get(`${path}/${id}/runs`)).includes('"delivered"'));
    expect(receiver.heard).toHaveLength(2);
    expect(new Set(receiver.heard.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("knows nothing of a sign-in that began at one that is gone, and says to start again", async () => {
    expect(await signIn.finish(begun)).toEqual([401, STALE]);
    // nobody has registered the device, which only somebody says who knows the sign-in
    expect(await signIn.finish(await signIn.begin())).toEqual([401, expect.not.stringContaining(STALE)]);
  });

  /** A browser at the ingest node, whose requests the engine gets that has the organization. */
  const signIn = {
    device: makeDevice(),
    async post(path: string, body: object): Promise<Response> {
      const origin = ingest.url.replace("127.0.0.1", "localhost");
      const headers = { origin, "content-type": "application/json", "x-forwarded-for": clientOfHolder() };
      const asked = { method: "POST", headers, body: JSON.stringify(body) };
      return fetch(`${origin}/v1/session/passkey${path}`, asked);
    },
    async begin(): Promise<ShownPage> {
      const { challenge } = (await (await signIn.post("/options", {})).json()) as { challenge: string };
      return { origin: ingest.url.replace("127.0.0.1", "localhost"), challenge };
    },
    async finish(page: ShownPage): Promise<[number, string]> {
      const response = await signIn.post("", signIn.device.signIn(page));
      return [response.status, ((await response.json()) as { detail: string }).detail];
    },
  };

  function clientOfHolder(): string {
    const watched = watchEngines({ urls: engines.map(({ url }) => url), log: silentLog });
    const addresses = Array.from({ length: 100 }, (_, index) => `10.0.0.${index + 1}`);
    const client = addresses.find((address) => watched.inOrderFor(address)[0] !== other.url);
    watched.stop();
    return client ?? "";
  }
});

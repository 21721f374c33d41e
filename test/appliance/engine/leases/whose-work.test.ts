/** Every stage finds work of two organizations of which its engine has one: the rows of the other stay as they are. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngineCounters } from "../../../../src/appliance/engine/engine-counts.ts";
import { type EngineParts, stagesOf } from "../../../../src/appliance/engine/stages.ts";
import { modelCheckOf, openPricedJudge } from "../../../../src/appliance/judge.ts";
import { loadPrices } from "../../../../src/appliance/load-prices.ts";
import { prepareDatabase } from "../../../../src/appliance/rebuild/forget-derived.ts";
import { ALL_TABLES } from "../../../../src/appliance/tables.ts";
import { openAttempts } from "../../../../src/attempts/open.ts";
import type { TableShape } from "../../../../src/database/columns.ts";
import { emptyEveryDay } from "../../../../src/database/days/kept-days-table.ts";
import { addJob } from "../../../../src/database/jobs/job-table.ts";
import { writeAs } from "../../../../src/database/leases/turn-table.ts";
import { type Database, openDatabase } from "../../../../src/database/open.ts";
import { inTransaction } from "../../../../src/database/transaction.ts";
import { DAYS_OF } from "../../../../src/insights/governance/days-of-rows.ts";
import { savePurge } from "../../../../src/insights/governance/journal-table.ts";
import { openSenders } from "../../../../src/insights/integrations/open-senders.ts";
import { REPORTS } from "../../../../src/insights/reports/reports-table.ts";
import { requestRecompute } from "../../../../src/metrics/baselines/recompute.ts";
import { SCORE_DAYS } from "../../../../src/metrics/changed-days/score-days-table.ts";
import { addRescore } from "../../../../src/normaliser/rescore/rescore-table.ts";
import { createRedactor } from "../../../../src/privacy/redactor.ts";
import { requestRejudge } from "../../../../src/rubric/rejudging/keep-rejudging.ts";
import { Measurer } from "../../../../src/sessions/measurer.ts";
import { SETTINGS } from "../../../../src/settings/schema.ts";
import { openObjectsOf } from "../../../../src/stores.ts";
import { silentLog } from "../../../../src/vocabulary/log.ts";
import { type Stage, UNHURRIED } from "../../../../src/vocabulary/stage.ts";
import { DAY, MINUTE } from "../../../../src/vocabulary/units.ts";
import { readAllRows } from "../../../all-rows.ts";
import { copyRows } from "../../../database/postgres/captured-rows.ts";
import { openPostgres } from "../../../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../../engines/postgres.ts";
import { answerBySchema } from "../../../judge/scripted-answer.ts";
import { type ScriptedModel, startScriptedModel } from "../../../judge/scripted-model.ts";
import { isSkipped } from "../../../skipped.ts";
import { wholeSchema } from "../../../whole-schema.ts";
import { readRun, sendAsCaptured } from "../../captured-runs.ts";
import { startTestAppliance } from "../../running.ts";
import { GivenKeys } from "../../../../src/writer/upkeep/given-keys.ts";

const found = findPostgres();
const missing = "missing" in found ? found.missing : "";
const TABLES = ALL_TABLES.flatMap<TableShape>((set) => set.tables);
/** A part of a rescore is made for each organization by whichever engine is first. */
const OF_ORGANIZATIONS = TABLES.filter(
  ({ name, columns }) => "organization" in columns && name !== "rescores",
);
/** Those that change rows of an organization in this test. */
const WORKING = [
  "normaliser",
  "metrics",
  "judging",
  "advising",
  "summarizing",
  "baselines",
  "days",
  "throttle",
  "scheduling",
  "alerting",
  "reporting",
  "purges",
];
/** A stage rests after so many steps in a row at the latest. */
const MOST_STEPS = 60;

describe.skipIf(isSkipped(missing === "", missing))("an engine that has one of two organizations", () => {
  const folder = mkdtempSync(join(tmpdir(), "whose-"));
  const now = Date.now();
  let server: PostgresServer;
  let database: Database;
  let model: ScriptedModel;
  let stages: Map<string, Stage>;
  let [ours, theirs] = ["", ""];

  beforeAll(async () => {
    const appliance = await startTestAppliance({ directory: join(folder, "appliance") });
    const organizations = [await appliance.addOrganization(), await appliance.addOrganization()];
    for (const run of ["codex-ok", "codex-tool", "gemini-tool"])
      for (const request of await readRun(run))
        for (const { key } of organizations) await sendAsCaptured(appliance, request, key);
    await appliance.settled();
    await appliance.stop();
    [ours, theirs] = organizations.map(({ id }) => id) as [string, string];
    if ("programs" in found) server = await startPostgres(found.programs);
    const filled = openDatabase(join(appliance.directory, "scoring.db"), "read");
    const filling = openPostgres(server);
    await prepareDatabase(filling);
    await copyRows(filled, filling, TABLES);
    await filled.destroy();
    for (const organization of [ours, theirs]) await giveWork(filling, organization);
    await inTransaction(filling, "full", async (transaction) => {
      await addRescore(transaction, { from: 0, to: now });
      for (const days of [SCORE_DAYS, ...DAYS_OF.values()]) await emptyEveryDay(transaction, days, null);
    });
    await register(filling);
    await filling.destroy();
    database = openPostgres(server, "engine");
    writeAs(database, { node: "ours", epoch: 1 });
    model = startScriptedModel({ answer: ({ schema, user }) => answerBySchema(schema ?? {}, user) });
    stages = new Map((await stagesFor(appliance.directory)).map((stage) => [stage.name, stage]));
  }, 600_000);

  afterAll(async () => {
    await model?.stop();
    await database?.destroy();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(WORKING)("does its own work in the stage %s, and leaves the other's", async (name) => {
    const stage = stages.get(name);
    if (stage === undefined) throw new Error(`there is no stage ${name}`);
    const [before, others] = [await rowsOf(ours), await rowsOf(theirs)];
    await runToRest(stage);
    expect(await rowsOf(theirs)).toEqual(others);
    expect(await rowsOf(ours)).not.toEqual(before);
  });

  test("does its part of a rescore, and the whole waits for the other's", async () => {
    const rows = await wholeSchema(database)
      .selectFrom("rescores")
      .select(["organization", "status", "done", "total"])
      .execute();
    const statusOf = (organization: string | null) =>
      rows.find((row) => row.organization === organization)?.status;
    expect([statusOf(ours), statusOf(theirs), statusOf(null)]).toEqual(["completed", "pending", "running"]);
    const [part, whole] = [ours, null].map((of) => rows.find(({ organization }) => organization === of));
    expect(whole?.done).toBe(part?.done ?? 0);
    expect(part?.done).toBeGreaterThan(0);
  });

  test("runs no stage that this test does not know", () => {
    expect([...stages.keys()].toSorted()).toEqual(["commands", ...WORKING].toSorted());
  });

  /** What every stage finds something to do in. */
  async function giveWork(filling: Database, organization: string): Promise<void> {
    const all = wholeSchema(filling);
    await all.updateTable("positions").set({ sequence: 0 }).where("step", "=", "normaliser").execute();
    // an appliance that took long to settle has looked for alerts already
    await all.deleteFrom("alerts").execute();
    // on any day, one finding is sure: there was no backup for a month
    await all
      .updateTable("organizations")
      .set({ created_at: now - 30 * DAY })
      .where("id", "=", organization)
      .execute();
    await all.updateTable("prompts").set({ awaits: 1 }).where("text", "is not", null).execute();
    const subSession = await all
      .selectFrom("metrics")
      .select(["sub_session", "session", "developer"])
      .where("organization", "=", organization)
      .executeTakeFirstOrThrow();
    const { developer, ...place } = subSession;
    await all
      .insertInto("closings")
      .values({ ...place, organization, closed_at: now - 2 * DAY })
      .execute();
    await all
      .insertInto("endings")
      .values({ session: place.session, organization, closed_at: now - 2 * DAY })
      .execute();
    await all
      .insertInto("schedules")
      .values({
        id: organization,
        organization,
        name: "weekly",
        cron: "0 9 * * 1",
        timezone: "UTC",
        period: "week",
        developer: null,
        labels: "[]",
        narrative: 0,
        destinations: "[]",
        created_at: now - MINUTE,
        next_run_at: now - MINUTE,
        counted_from: now - MINUTE,
      })
      .execute();
    await requestRecompute(filling, { organization, from: 0, to: now }, now);
    await requestRejudge(filling, { organization, from: 0, to: now, model: "small", prompts: 1 }, now);
    await inTransaction(filling, "full", async (transaction) => {
      await addJob(transaction, REPORTS, {
        id: organization,
        organization,
        developer: null,
        labels: "[]",
        from_ms: 0,
        to_ms: now,
        ends_now: 0,
        narrative: 0,
        status: "pending",
        done: 0,
        working_on: null,
        tries: 0,
        requested_at: now,
        ended_at: null,
      });
      const marks = { developers: [developer], keys: [], sessions: [] };
      const progress = { scannedThrough: 0, streamedThrough: 0, done: false };
      await savePurge(transaction, {
        id: organization,
        organization,
        ...marks,
        purgedAt: now - MINUTE,
        ...progress,
      });
    });
  }

  async function register(filling: Database): Promise<void> {
    const all = wholeSchema(filling);
    const times = { started_at: now, renewed_at: now, expires_at: now + DAY };
    await all
      .insertInto("engine_nodes")
      .values({ node: "ours", epoch: 1, url: "", version: "1", ...times })
      .execute();
    await all
      .insertInto("organization_leases")
      .values([
        { organization: ours, node: "ours", epoch: 1 },
        { organization: theirs, node: "theirs", epoch: 2 },
      ])
      .execute();
  }

  async function stagesFor(dataDir: string): Promise<Stage[]> {
    const given = { dataDir, llmBaseUrl: model.url, llmModel: "small", llmCheck: false };
    const settings = { ...SETTINGS.parse({}), ...given };
    const clock = () => Date.now();
    const prices = loadPrices(settings);
    const log = silentLog;
    const measurer = new Measurer({ database, clock, prices, outages: () => [], log });
    const judge = await openPricedJudge({ settings, database, clock, log }, prices);
    const keyPath = join(folder, "integration-key");
    const senders = openSenders(settings, { database, clock, keyPath, slackUrl: null });
    const parts: Omit<EngineParts, "connection" | "clockWatch" | "books"> = {
      ...senders,
      settings,
      database,
      objects: openObjectsOf(settings),
      givenKeys: new GivenKeys(),
      streamCreatedAt: "",
      reader: null,
      redactor: createRedactor(settings),
      measurer,
      prices,
      judge,
      modelCheck: modelCheckOf(settings),
      stageReports: () => [],
      attempts: openAttempts(join(folder, "attempts"), { isAgain: false }),
      counters: createEngineCounters(),
      publishCard: async () => {},
      clock,
      log,
    };
    // nothing here asks the stream, whose end the purges know already
    return stagesOf(parts as EngineParts);
  }

  async function runToRest(stage: Stage): Promise<void> {
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const step = await stage.step(UNHURRIED);
      if (step.wokenBy !== undefined) await step.wokenBy;
      else if (step.leastMs > 0 || step.mostMs > 0) return;
    }
  }

  async function rowsOf(organization: string): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {};
    for (const { name } of OF_ORGANIZATIONS)
      rows[name] = (await readAllRows(database, name)).filter((row) => row.includes(`"${organization}"`));
    return rows;
  }
});

/** Every stage finds work of two organizations of which its engine has one: the rows of the other stay as they are. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EngineParts, stagesOf } from "../../../../src/appliance/engine/stages.ts";
import { prepareDatabase } from "../../../../src/appliance/rebuild/forget-derived.ts";
import { ALL_TABLES } from "../../../../src/appliance/tables.ts";
import type { TableShape } from "../../../../src/database/columns.ts";
import { emptyEveryDay } from "../../../../src/database/days/kept-days-table.ts";
import { writeAs } from "../../../../src/database/leases/turn-table.ts";
import { type Database, openDatabase } from "../../../../src/database/open.ts";
import { inTransaction } from "../../../../src/database/transaction.ts";
import { DAYS_OF } from "../../../../src/insights/governance/days-of-rows.ts";
import { SCORE_DAYS } from "../../../../src/metrics/changed-days/score-days-table.ts";
import { addRescore } from "../../../../src/normaliser/rescore/rescore-table.ts";
import type { Stage } from "../../../../src/vocabulary/stage.ts";
import { DAY } from "../../../../src/vocabulary/units.ts";
import { readAllRows } from "../../../all-rows.ts";
import { copyRows } from "../../../database/postgres/captured-rows.ts";
import { openPostgres } from "../../../database/postgres/open-postgres.ts";
import { findPostgres, type PostgresServer, startPostgres } from "../../../engines/postgres.ts";
import { giveWork, partsOfStages, runToRest } from "../../../engines/stage-work.ts";
import { answerBySchema } from "../../../judge/scripted-answer.ts";
import { type ScriptedModel, startScriptedModel } from "../../../judge/scripted-model.ts";
import { isSkipped } from "../../../skipped.ts";
import { wholeSchema } from "../../../whole-schema.ts";
import { readRun, sendAsCaptured } from "../../captured-runs.ts";
import { startTestAppliance } from "../../running.ts";

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
    for (const organization of [ours, theirs]) await giveWork(filling, organization, now);
    await inTransaction(filling, "full", async (transaction) => {
      await addRescore(transaction, { from: 0, to: now });
      for (const days of [SCORE_DAYS, ...DAYS_OF.values()]) await emptyEveryDay(transaction, days, null);
    });
    await register(filling);
    await filling.destroy();
    database = openPostgres(server, "engine");
    writeAs(database, { node: "ours", epoch: 1 });
    model = startScriptedModel({ answer: ({ schema, user }) => answerBySchema(schema ?? {}, user) });
    const clock = () => Date.now();
    const parts = await partsOfStages({ database, dataDir: appliance.directory, model: model.url, clock });
    // nothing here asks the stream, whose end the purges know already
    stages = new Map(stagesOf(parts as EngineParts).map((stage) => [stage.name, stage]));
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

  async function rowsOf(organization: string): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {};
    for (const { name } of OF_ORGANIZATIONS)
      rows[name] = (await readAllRows(database, name)).filter((row) => row.includes(`"${organization}"`));
    return rows;
  }
});

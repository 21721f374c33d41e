import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { claudeCodeLogs, claudeCodeRecord } from "../../../src/demo/wires/claude-code-records.ts";
import { tables } from "../../../src/database/table-shape.ts";
import type { Readiness } from "../../../src/http/self/readiness.ts";
import { STATUS_ANSWER, type StatusAnswer } from "../../../src/http/self/status-answer.ts";
import { PURGES } from "../../../src/insights/governance/journal-table.ts";
import { localStores, openDatabaseOf } from "../../../src/stores.ts";
import { eventually, startTestAppliance, type TestAppliance, type TestOrganization } from "../running.ts";

const BROKEN = { marks: "{", purged_at: 0, scanned_through: 0, streamed_through: null, done: 0 };

let appliance: TestAppliance;
let ours: TestOrganization;

beforeAll(async () => {
  appliance = await startTestAppliance();
  ours = await appliance.addOrganization();
  const database = openDatabaseOf(localStores(appliance.directory), "write");
  await tables(database, PURGES)
    .insertInto("purges")
    .values({ id: "broken", organization: ours.id, ...BROKEN })
    .execute();
  await database.destroy();
});
afterAll(() => appliance.stop());

async function status(): Promise<StatusAnswer> {
  return STATUS_ANSWER.parse(await (await appliance.get("/v1/admin/status", ours.admin)).json());
}

describe("a stage that meets a row that it cannot read", () => {
  test("is reported with its reason and its next try, everywhere", async () => {
    await eventually(async () => {
      const purges = (await status()).stages.find(({ stage }) => stage === "purges");
      return purges?.condition?.kind === "failed" && purges.condition.nextTryAt !== null;
    });
    const { stages, status: all } = await status();
    const purges = stages.find(({ stage }) => stage === "purges");
    expect(all).toBe("ready");
    expect(purges?.lastError?.message).toContain("JSON");
    const ready = (await (await fetch(`${appliance.url}/readyz`)).json()) as Readiness;
    expect(ready.stages["purges"]).toMatchObject({ ready: true, failing: true });
    expect(ready.stages["purges"]?.detail).toContain("tried again");
    const text = await (await appliance.get("/metrics", ours.admin)).text();
    expect(text).toContain('scoring_stage_failing{stage="purges"} 1');
    expect(text).toContain('scoring_stage_failing{stage="writer"} 0');
  });

  test("does not keep the others from their work", async () => {
    await appliance.send("/v1/logs", promptOf("while-it-fails"), ours.key);
    await appliance.settled();
    const rows = await appliance.metrics(ours.key);
    expect(rows).toHaveLength(1);
  });

  test("is well again once the row is", async () => {
    const database = openDatabaseOf(localStores(appliance.directory), "write");
    await tables(database, PURGES).deleteFrom("purges").where("id", "=", "broken").execute();
    await database.destroy();
    await eventually(async () => {
      const purges = (await status()).stages.find(({ stage }) => stage === "purges");
      return purges?.condition?.kind === "idle" && purges.detail === null;
    });
  });
});

function promptOf(session: string): object {
  const attributes = { "session.id": session, "prompt.id": session, prompt: "please do" };
  return claudeCodeLogs([claudeCodeRecord({ name: "user_prompt", at: Date.UTC(2026, 10, 20), attributes })]);
}

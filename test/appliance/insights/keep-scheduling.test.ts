/** The scheduling stage without the others: when runs begin, what they make, and to whom it comes; also after a crash. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { inTransaction } from "../../../src/database/transaction.ts";
import { mergeDevelopers } from "../../../src/identity/developers/directory.ts";
import { newDeveloper } from "../../../src/identity/developers/resolve.ts";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import { OWNED_TABLES } from "../../../src/insights/governance/owned-tables.ts";
import { deleteRows } from "../../../src/insights/governance/person-table.ts";
import { deleteConnections } from "../../../src/insights/integrations/connections-table.ts";
import { cancelReport } from "../../../src/insights/reports/cancel-report.ts";
import { readReport } from "../../../src/insights/reports/find-report.ts";
import { changeSchedule, runSchedule } from "../../../src/insights/schedules/change-schedules.ts";
import { addJob, type NewJob } from "../../../src/database/jobs/job-table.ts";
import { SCHEDULE_RUNS } from "../../../src/insights/schedules/runs-table.ts";
import { UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { eventually } from "../running.ts";
import { makeByAnotherVersion } from "../../insights/reports/stored-version.ts";
import { type RunningSchedules, runningSchedules } from "../../insights/schedules/running-schedules.ts";

let on: RunningSchedules;

beforeEach(async () => {
  on = await runningSchedules();
});
afterEach(() => on.close());

const TO_REPORTS = { destinations: [{ kind: "slack" as const, channel: "C0REPORTS" }] };

async function addDeveloper(email: string): Promise<string> {
  const identity = { kind: "user.email", value: email };
  const developer = newDeveloper({ organizationId: on.organization, identity, keyName: "key" });
  await insertDeveloper(on.database, developer, identity);
  return developer.id;
}

function runNow(id: string) {
  return runSchedule(on.database, { organizationId: on.organization, id }, on.now);
}

describe("a run", () => {
  test("begins at its time, makes the report of the window before, and is over", async () => {
    const id = await on.make();
    const stage = on.start();
    on.pass(HOUR - SECOND);
    await on.settle(stage);
    expect(await on.runs(id)).toEqual([]);
    on.pass(SECOND);
    await on.settle(stage);
    const [run, ...others] = await on.runs(id);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      trigger: "schedule",
      dueAt: "2026-11-20T13:00:00.000Z",
      from: "2026-11-19T00:00:00.000Z",
      to: "2026-11-20T00:00:00.000Z",
      status: "completed",
      error: null,
    });
    expect(run?.reportId).not.toBeNull();
    expect(await on.schedule(id)).toMatchObject({ nextRunAt: "2026-11-20T14:00:00.000Z", lastRun: run });
  });

  test("that was missed begins once, for the last of its times", async () => {
    const id = await on.make();
    on.pass(5 * HOUR + 20 * MINUTE);
    const stage = on.start();
    await on.settle(stage);
    await on.settle(stage);
    const runs = await on.runs(id);
    expect(runs.map(({ trigger, dueAt, status }) => [trigger, dueAt, status])).toEqual([
      ["missed", "2026-11-20T17:00:00.000Z", "completed"],
    ]);
    expect((await on.schedule(id)).nextRunAt).toBe("2026-11-20T18:00:00.000Z");
  });

  test("waits for the one that is under way, and begins once when that is over", async () => {
    const id = await on.make();
    const stage = on.start();
    on.pass(HOUR);
    for (const hours of [0, 1, 1]) {
      on.pass(hours * HOUR);
      await stage.step(UNHURRIED);
    }
    expect((await on.runs(id)).map(({ status }) => status)).toEqual(["reporting"]);
    expect(await runNow(id)).toEqual({ ok: false, problem: { kind: "under_way" } });
    await on.settle(stage);
    const runs = await on.runs(id);
    expect(runs.map(({ trigger, status }) => [trigger, status])).toEqual([
      ["missed", "completed"],
      ["schedule", "completed"],
    ]);
  });

  test("does not begin while the schedule is paused, but when somebody asks", async () => {
    const id = await on.make({ enabled: false });
    const stage = on.start();
    on.pass(DAY);
    await on.settle(stage);
    expect(await on.runs(id)).toEqual([]);
    expect((await runNow(id)).ok).toBe(true);
    await on.settle(stage);
    expect((await on.runs(id)).map(({ trigger, status }) => [trigger, status])).toEqual([
      ["request", "completed"],
    ]);
    expect((await on.schedule(id)).nextRunAt).toBeNull();
  });

  test("fails and says so when its report is cancelled", async () => {
    const id = await on.make();
    const stage = on.start();
    on.pass(HOUR);
    await stage.step(UNHURRIED);
    const [run] = await on.runs(id);
    const scope = { organizationId: on.organization, onlyDeveloper: null };
    await cancelReport({ database: on.database, clock: () => on.now }, { scope, id: run?.reportId ?? "" });
    await stage.step(UNHURRIED);
    expect((await on.runs(id))[0]).toMatchObject({ status: "failed", error: "The report was cancelled." });
  });

  test.each([true, false])("asks for words as the schedule said when it began: %p", async (narrative) => {
    const id = await on.make({ narrative });
    await runNow(id);
    const name = { organizationId: on.organization, id };
    expect(
      (await changeSchedule(on.database, { ...name, change: { narrative: !narrative } }, on.now)).ok,
    ).toBe(true);
    await on.settle(on.start());
    const scope = { organizationId: on.organization, onlyDeveloper: null };
    const report = await readReport(on.database, { scope, id: (await on.runs(id))[0]?.reportId ?? "" });
    const reason = narrative ? "no_model" : "not_asked";
    expect(report.ok && report.value.report.narrative).toMatchObject({ kind: "left_out", reason });
    expect((await on.schedule(id)).narrative).toBe(!narrative);
  });

  test("is forgotten when a hundred newer ones are kept", async () => {
    const id = await on.make();
    for (let hour = 0; hour < 100; hour += 1)
      await addJob(on.database, SCHEDULE_RUNS, pastRun(id, on.now - hour * HOUR));
    expect((await runNow(id)).ok).toBe(true);
    const runs = await on.runs(id);
    expect(runs).toHaveLength(100);
    expect(runs.at(-1)?.id).toBe(`past ${on.now - 98 * HOUR}`);
  });
});

function pastRun(schedule: string, at: number): NewJob<typeof SCHEDULE_RUNS> {
  const times = { due_at: at, started_at: at - 1, ended_at: at, window_from: at - DAY, window_to: at };
  const whose = { schedule, organization: on.organization, developer: null, labels: "[]" };
  const came = { narrative: 0, status: "completed" as const, report: null, deliveries: "[]" };
  return { id: `past ${at}`, trigger: "schedule", ...whose, ...times, ...came };
}

describe("a clock", () => {
  test("that is put back an hour repeats no run", async () => {
    const id = await on.make();
    const stage = on.start();
    on.pass(HOUR);
    await on.settle(stage);
    on.pass(-HOUR);
    await on.settle(stage);
    on.pass(HOUR);
    await on.settle(stage);
    expect(await on.runs(id)).toHaveLength(1);
  });

  test("that was a year ahead and is put right delays nothing by a year", async () => {
    const id = await on.make();
    const stage = on.start();
    on.pass(365 * DAY);
    await on.settle(stage);
    on.pass(-365 * DAY);
    await on.settle(stage);
    expect((await on.schedule(id)).nextRunAt).toBe("2026-11-20T13:00:00.000Z");
  });
});

describe("a report", () => {
  test("is sent to the channel, with a link to the whole", async () => {
    await on.connect();
    const id = await on.make({ name: "Team <!channel>", ...TO_REPORTS });
    on.pass(HOUR);
    await on.settle(on.start());
    const [run] = await on.runs(id);
    expect(run).toMatchObject({
      status: "completed",
      deliveries: [{ status: "delivered", tries: 1, error: null }],
    });
    const [message, ...others] = on.slack.heard;
    expect(others).toEqual([]);
    expect(message).toMatchObject({ method: "chat.postMessage", body: { channel: "C0REPORTS" } });
    const text = JSON.stringify(message?.body);
    expect(text).toContain("19 Nov 2026");
    expect(text).toContain("Team &lt;!channel&gt;");
    expect(text).toContain(`https://scoring.example.com/reports/${run?.reportId ?? ""}`);
  });

  test("waits as long as Slack asks, with the reason in sight, and then arrives", async () => {
    await on.connect();
    const id = await on.make(TO_REPORTS);
    const stage = on.start();
    on.slack.behave({ kind: "rate_limiting", seconds: 90 });
    on.pass(HOUR);
    await on.settle(stage);
    const [waiting] = await on.runs(id);
    expect(waiting).toMatchObject({
      status: "delivering",
      deliveries: [{ status: "pending", tries: 1, nextTryAt: "2026-11-20T13:01:30.000Z" }],
    });
    expect(waiting?.deliveries[0]?.error).toContain("90 s");
    on.slack.behave({ kind: "well" });
    on.pass(89 * SECOND);
    await on.settle(stage);
    expect(on.slack.heard).toHaveLength(1);
    on.pass(SECOND);
    await on.settle(stage);
    expect((await on.runs(id))[0]).toMatchObject({
      status: "completed",
      deliveries: [{ error: null, tries: 2 }],
    });
  });

  test("is sent once where it could not be kept at first that it arrived", async () => {
    await on.connect();
    const id = await on.make(TO_REPORTS);
    const stage = on.start();
    on.pass(HOUR);
    await sql`
      create trigger refused before update on schedule_runs
      when new.deliveries like '%"delivered"%' begin select raise(abort, 'a test'); end`.execute(on.database);
    await eventually(async () => {
      try {
        await stage.step(UNHURRIED);
      } catch {
        return true;
      }
      await on.makeReports();
      return false;
    });
    expect(on.slack.heard).toHaveLength(1);
    await sql`drop trigger refused`.execute(on.database);
    await on.settle(stage);
    expect((await on.runs(id))[0]).toMatchObject({ status: "completed", deliveries: [{ tries: 1 }] });
    expect(on.slack.heard).toHaveLength(1);
  });

  test("that waited while the clock was a year ahead is sent when it is put right", async () => {
    await on.connect();
    const id = await on.make(TO_REPORTS);
    const stage = on.start();
    on.slack.behave({ kind: "rate_limiting", seconds: 90 });
    on.pass(365 * DAY);
    await on.settle(stage);
    on.slack.behave({ kind: "well" });
    on.pass(-365 * DAY);
    await on.settle(stage);
    expect((await on.runs(id))[0]).toMatchObject({ status: "completed", deliveries: [{ tries: 2 }] });
  });

  test("that cannot be sent for hours is given up, and says why", async () => {
    await on.connect();
    const id = await on.make({ ...TO_REPORTS, cron: "0 13 20 11 *" });
    const stage = on.start();
    on.slack.behave({ kind: "failing", status: 503 });
    on.pass(HOUR);
    for (let round = 0; round < 14; round += 1) {
      await on.settle(stage);
      on.pass(HOUR);
    }
    const [run] = await on.runs(id);
    expect(run).toMatchObject({ status: "failed", deliveries: [{ status: "failed", tries: 12 }] });
    expect(run?.error).toEndWith("It was tried 12 times.");
    expect(on.slack.heard).toHaveLength(12);
  });

  test("fails at once where Slack was disconnected; the schedule stays, and works again later", async () => {
    await on.connect();
    const id = await on.make(TO_REPORTS);
    await inTransaction(on.database, "full", (transaction) =>
      deleteConnections(transaction, on.organization),
    );
    const stage = on.start();
    on.pass(HOUR);
    await on.settle(stage);
    const { enabled, lastRun } = await on.schedule(id);
    expect([enabled, lastRun?.status]).toEqual([true, "failed"]);
    expect(lastRun?.error).toContain("Slack is not connected.");
    await on.connect();
    on.pass(HOUR);
    await on.settle(stage);
    expect((await on.schedule(id)).lastRun?.status).toBe("completed");
  });

  test("that another version of the program made is sent too", async () => {
    await on.connect();
    const id = await on.make(TO_REPORTS);
    const stage = on.start();
    await runNow(id);
    await stage.step(UNHURRIED);
    await on.makeReports();
    await makeByAnotherVersion(on.database, (await on.runs(id))[0]?.reportId ?? "");
    await on.settle(stage);
    expect((await on.runs(id))[0]?.status).toBe("completed");
  });

  test("that Slack's connection broke off over may have arrived: it is sent once more, and no third time", async () => {
    await on.connect();
    const id = await on.make({ ...TO_REPORTS, cron: "0 13 20 11 *" });
    const stage = on.start();
    on.slack.behave({ kind: "cut" });
    on.pass(HOUR);
    for (let round = 0; round < 4; round += 1) {
      await on.settle(stage);
      on.pass(HOUR);
    }
    const [run] = await on.runs(id);
    expect(run).toMatchObject({ status: "failed", deliveries: [{ status: "failed", tries: 2 }] });
    expect(run?.error).toEndWith("It may have arrived, and is not sent a third time.");
    expect(on.slack.heard).toHaveLength(2);
  });

  test("reaches the other destinations when one of them fails", async () => {
    await on.connect();
    const destinations = ["C0NONE", "C0REPORTS"].map((channel) => ({ kind: "slack" as const, channel }));
    const id = await on.make({ destinations });
    on.pass(HOUR);
    await on.settle(on.start());
    const [run] = await on.runs(id);
    expect(run?.deliveries.map(({ status }) => status)).toEqual(["failed", "delivered"]);
    expect(run?.error).toContain("Slack knows no such channel");
  });
});

describe("a program that dies while it sends", () => {
  /** Steps until the message is under way, and leaves it there. */
  async function beginSending(): Promise<void> {
    const before = on.slack.heard.length;
    const stage = on.start();
    await eventually(async () => {
      await stage.step(UNHURRIED);
      return on.slack.heard.length > before;
    });
    expect(on.slack.heard).toHaveLength(before + 1);
  }

  async function readyToSend(): Promise<string> {
    await on.connect();
    const id = await on.make({ ...TO_REPORTS, cron: "0 13 20 11 *" });
    on.pass(HOUR);
    // the report is there; nothing was sent yet
    on.slack.behave({ kind: "slow" });
    const stage = on.start();
    for (let round = 0; round < 3; round += 1) {
      await stage.step(UNHURRIED);
      if (round === 0) await on.makeReports();
      if ((await on.runs(id))[0]?.status === "delivering") break;
    }
    return id;
  }

  test("sends it once more", async () => {
    const id = await readyToSend();
    await beginSending();
    on.slack.behave({ kind: "well" });
    await on.settle(on.start());
    expect((await on.runs(id))[0]).toMatchObject({ status: "completed", deliveries: [{ tries: 2 }] });
    expect(on.slack.heard).toHaveLength(2);
  });

  test("and dies again says that it may have arrived, and sends it no third time", async () => {
    const id = await readyToSend();
    await beginSending();
    await beginSending();
    const again = "The server stopped or failed while it sent the message. The message is sent once more.";
    expect((await on.runs(id))[0]?.deliveries).toMatchObject([{ status: "sending", error: again }]);
    on.slack.behave({ kind: "well" });
    await on.settle(on.start());
    const [run] = await on.runs(id);
    expect(run?.status).toBe("failed");
    expect(run?.error).toEndWith("sent the message. It may have arrived, and is not sent a third time.");
    expect(on.slack.heard).toHaveLength(2);
  });
});

describe("a developer whom a schedule is about", () => {
  test("is named by who took them in", async () => {
    const [ada, grace] = [await addDeveloper("ada@example.com"), await addDeveloper("grace@example.com")];
    const id = await on.make({ developer: ada });
    await inTransaction(on.database, "full", (transaction) =>
      mergeDevelopers(transaction, { organizationId: on.organization, from: ada, into: grace }),
    );
    expect((await on.schedule(id)).developer?.email).toBe("grace@example.com");
    on.pass(HOUR);
    await on.settle(on.start());
    expect((await on.runs(id))[0]?.status).toBe("completed");
    const changed = await changeSchedule(
      on.database,
      { organizationId: on.organization, id, change: { name: "Renamed" } },
      on.now,
    );
    expect(changed.ok).toBe(true);
  });

  test("goes with it and with its runs when they are purged", async () => {
    const ada = await addDeveloper("ada@example.com");
    const id = await on.make({ developer: ada });
    const other = await on.make();
    await runNow(id);
    const whose = { organization: on.organization, sessions: [], developers: [ada] };
    for (const table of OWNED_TABLES)
      if (table.name.startsWith("schedule")) await deleteRows(on.database, table, whose);
    expect(await on.runs(id)).toEqual([]);
    expect((await on.schedule(other)).name).toBe("Hourly");
    await on.settle(on.start());
  });
});

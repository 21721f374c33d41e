/** Schedules with a real database, the stage that makes reports, a stand-in for Slack, and a clock that a test sets. */
import { loadPrices } from "../../../src/appliance/load-prices.ts";
import type { Database } from "../../../src/database/open.ts";
import { connectApp } from "../../../src/insights/integrations/connect.ts";
import { openSenders } from "../../../src/insights/integrations/open-senders.ts";
import { reportingStage } from "../../../src/insights/reports/keep-reporting.ts";
import { makeSchedule } from "../../../src/insights/schedules/change-schedules.ts";
import { schedulingStage } from "../../../src/insights/schedules/keep-scheduling.ts";
import { listRuns, readSchedule } from "../../../src/insights/schedules/list-schedules.ts";
import type { RunAnswer, ScheduleAnswer, ScheduleWish } from "../../../src/insights/schedules/schedule.ts";
import { type Stage, UNHURRIED } from "../../../src/vocabulary/stage.ts";
import type { Milliseconds } from "../../../src/vocabulary/units.ts";
import { tryJudge } from "../../judge/judges.ts";
import { openStore } from "../../metrics/stored-rows.ts";
import { SECRETS, type ScriptedSlack, startScriptedSlack } from "../integrations/scripted-slack.ts";

/** A Friday at noon. */
export const NOON: Milliseconds = Date.parse("2026-11-20T12:00:00Z");

export interface RunningSchedules {
  database: Database;
  organization: string;
  slack: ScriptedSlack;
  now: Milliseconds;
  /** Puts the clock forward, or back. */
  pass(ms: Milliseconds): void;
  connect(): Promise<void>;
  make(changes?: Partial<ScheduleWish>): Promise<string>;
  /** The stage as a start of the program makes it. */
  start(): Stage;
  /** Lets the stage that makes reports make those that were asked for. */
  makeReports(): Promise<void>;
  /** Lets a stage, and the one that makes reports, do all that is to be done now. */
  settle(stage: Stage): Promise<void>;
  schedule(id: string): Promise<ScheduleAnswer>;
  /** The newest first. */
  runs(id: string): Promise<RunAnswer[]>;
  close(): Promise<void>;
}

export async function runningSchedules(): Promise<RunningSchedules> {
  const { database, organization } = await openStore();
  const slack = startScriptedSlack();
  const { judge } = await tryJudge(null, { llmModel: null });
  const scope = { organizationId: organization, onlyDeveloper: null };
  const clock = () => running.now;
  const settings = {
    slackClientId: slack.workspace.clientId,
    slackClientSecret: SECRETS.clientSecret,
    integrationKey: "5c".repeat(32),
    offline: false,
    webhookHosts: ["127.0.0.1"],
    smtpHost: null,
    smtpPort: 587,
    smtpTls: "starttls" as const,
    smtpUser: null,
    smtpPassword: null,
    smtpFrom: null,
  };
  const opening = { database, clock, slackUrl: slack.url, keyPath: "/nowhere", timeoutMs: 60_000 };
  const places = openSenders(settings, opening);
  const redactor = { text: (text: string) => text };
  const reporting = reportingStage({
    database,
    prices: loadPrices({ pricesFile: null }),
    judge,
    redactor,
    clock,
  });
  const running: RunningSchedules = {
    database,
    organization,
    slack,
    now: NOON,
    pass: (ms) => void (running.now += ms),
    connect: async () => {
      const { code, redirectUrl } = slack.workspace;
      const connected = await connectApp(places.chat, {
        organizationId: organization,
        actorId: "key",
        code,
        redirectUrl,
      });
      if (!connected.ok) throw new Error(connected.problem.kind);
      slack.heard.length = 0;
    },
    make: async (changes = {}) => {
      const wish = { name: "Hourly", cron: "0 * * * *", timezone: "UTC", window: "day" as const };
      const asked = { ...wish, narrative: true, destinations: [], enabled: true, ...changes };
      const made = await makeSchedule(database, { organizationId: organization, wish: asked }, running.now);
      if (!made.ok) throw new Error(made.problem.kind);
      return made.value;
    },
    start: () => schedulingStage({ database, clock, places, publicUrl: "https://scoring.example.com" }),
    makeReports: async () => {
      for (let left = 12; left > 0; left -= 1) await reporting.step(UNHURRIED);
    },
    settle: async (stage) => {
      for (let round = 0; round < 6; round += 1) {
        const { wokenBy } = await stage.step(UNHURRIED);
        await running.makeReports();
        await wokenBy;
      }
    },
    schedule: async (id) => {
      const schedule = await readSchedule(database, { scope, id });
      if (schedule === null) throw new Error("the schedule is gone");
      return schedule;
    },
    runs: async (id) => (await listRuns(database, { scope, id, limit: 200, after: null }))?.runs ?? [],
    close: async () => {
      await database.destroy();
      await slack[Symbol.asyncDispose]();
    },
  };
  return running;
}

/** Alerts with a real database, work that a test says was done, a stand-in for Slack, and a clock that a test sets. */
import type { Database } from "../../../src/database/open.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { updateLastUsed } from "../../../src/identity/keys/table.ts";
import type { AlertAnswer } from "../../../src/insights/alerts/alert.ts";
import type { MachineState } from "../../../src/insights/alerts/finding/machine.ts";
import { alertingStage } from "../../../src/insights/alerts/keep-alerting.ts";
import { listAlerts } from "../../../src/insights/alerts/list-alerts.ts";
import { changeAlertRule } from "../../../src/insights/alerts/rules/change-rules.ts";
import type { RuleChange, RuleKind } from "../../../src/insights/alerts/rules/rule.ts";
import { replaceLimits } from "../../../src/insights/governance/limits/limits-table.ts";
import { connectApp } from "../../../src/insights/integrations/connect.ts";
import { openSenders, type Senders } from "../../../src/insights/integrations/open-senders.ts";
import { SETTINGS, type Settings } from "../../../src/settings/schema.ts";
import type { SubSessionTally } from "../../../src/spend/tallies/sub-session-tally.ts";
import { tallyOf } from "../../../src/spend/tallies/tally.ts";
import { saveUsage } from "../../spend/usage/save-usage.ts";
import { emptyTroubleDays } from "../../../src/stalls/changed-days-table.ts";
import type { TimedCall } from "../../../src/turns/latency/call-hours.ts";
import { callHourRows, saveCallHours } from "../../../src/turns/latency/call-hours-table.ts";
import { type Stage, UNHURRIED } from "../../../src/vocabulary/stage.ts";
import { HOUR, type Instant, type Milliseconds, MINUTE, SECOND } from "../../../src/vocabulary/units.ts";
import { addOrganization } from "../../identity/identity-database.ts";
import { openStore } from "../../metrics/stored-rows.ts";
import { named } from "../../session-names.ts";
import { tally, usage } from "../../spend/usage/used.ts";
import { SECRETS, type ScriptedSlack, startScriptedSlack } from "../integrations/scripted-slack.ts";

/** A Monday at noon, the first working day of its month. */
export const MONDAY: Instant = Date.parse("2026-06-01T12:00:00Z");

/** What all work is done with. */
export const MODEL = "claude-opus-5-5";

export const CHANNEL = { kind: "slack" as const, channel: "C0REPORTS" };

/** Work of somebody: one sub-session. */
export interface Worked {
  developer?: string;
  agent?: "claude-code" | "codex";
  usd?: number;
  at?: Instant;
  organization?: string;
}

export interface RunningAlerts {
  database: Database;
  organization: string;
  slack: ScriptedSlack;
  now: Instant;
  /** What the machine's parts say; a test changes it. */
  machine: MachineState;
  namesDevelopers: boolean;
  pass(ms: Milliseconds): void;
  connect(organization?: string): Promise<void>;
  addOrganization(name: string): Promise<string>;
  /** Changes one of the rules that are there from the start. */
  change(rule: RuleKind, change: RuleChange, organization?: string): Promise<void>;
  /** @param whose - Left out: everybody's budget, for all models. */
  setBudget(limitUsd: number, whose?: { developer?: string; model?: string }): Promise<void>;
  work(worked?: Worked): Promise<void>;
  /** Twenty calls of today, a minute apart; before the last of them somebody waited so long. */
  call(waitedMs: Milliseconds): Promise<void>;
  useKey(id: string): Promise<void>;
  /** The stage as a start of the program makes it. */
  start(): Stage;
  /** Lets a stage do all that is to be done now. */
  settle(stage: Stage): Promise<void>;
  /** Those that are not closed, or those that are. */
  alerts(isClosed?: boolean | null, organization?: string): Promise<AlertAnswer[]>;
  /** What Slack was sent since it was asked last, as text. */
  said(): string[];
  places: Senders;
  close(): Promise<void>;
}

/** @param changes - Settings that differ from the defaults. */
export async function runningAlerts(changes: Partial<Settings> = {}): Promise<RunningAlerts> {
  const { database, organization } = await openStore();
  const slack = startScriptedSlack();
  const clock = () => running.now;
  const settings = {
    ...SETTINGS.parse({}),
    slackClientId: slack.workspace.clientId,
    slackClientSecret: SECRETS.clientSecret,
    integrationKey: "5c".repeat(32),
    webhookHosts: ["127.0.0.1"],
    ...changes,
  };
  const opening = { database, clock, slackUrl: slack.url, keyPath: "/nowhere", timeoutMs: 60_000 };
  const places = openSenders(settings, opening);
  let sessions = 0;
  let heard = 0;
  const running: RunningAlerts = {
    database,
    organization,
    slack,
    now: MONDAY,
    machine: {
      stages: [],
      judge: { isOutOfBudget: false, failing: null },
      lastBackupAt: MONDAY,
      refused: [],
    },
    namesDevelopers: false,
    pass: (ms) => void (running.now += ms),
    connect: async (organizationId = organization) => {
      const { code, redirectUrl } = slack.workspace;
      const connected = await connectApp(places.chat, { organizationId, actorId: "key", code, redirectUrl });
      if (!connected.ok) throw new Error(connected.problem.kind);
      heard = slack.heard.length;
    },
    addOrganization: async (name) => (await addOrganization(database, name)).id,
    change: async (id, change, organizationId = organization) => {
      const changed = await changeAlertRule(database, { organizationId, id, change }, running.now);
      if (!changed.ok) throw new Error(changed.problem.kind);
    },
    setBudget: async (limitUsd, { developer = null, model = null } = {}) => {
      const rules = JSON.stringify([{ developer, model, limitUsd }]);
      const row = { organization, kind: "budgets" as const, rules, set_at: running.now };
      await inTransaction(database, "full", (transaction) => replaceLimits(transaction, row));
    },
    work: async (worked = {}) => {
      const {
        developer = "ada",
        agent = "claude-code",
        usd = 1,
        at = running.now,
        organization: whose,
      } = worked;
      const session = named(`session ${(sessions += 1)}`);
      const owned = { organization: whose ?? organization, session };
      const used = {
        ...owned,
        developer,
        subSession: session,
        startedAt: at,
        usage: usage({ agent }),
        tally: tallyOfWork({ agent, usd }),
      };
      await inTransaction(database, "full", (transaction) => saveUsage(transaction, [owned], [used]));
    },
    call: async (waitedMs) => {
      const hour = Math.floor(running.now / HOUR) * HOUR;
      const owned = { organization, session: named(`calls ${hour}`), developer: "ada" };
      const calls = Array.from({ length: 20 }, (_, index) => callAt(hour + index * MINUTE));
      const last = callAt(hour + 20 * MINUTE);
      const waited = { failedAt: last.startedAt - waitedMs, statuses: [529] };
      const hours = [{ hour, model: MODEL, calls: [...calls, waitedMs === 0 ? last : { ...last, waited }] }];
      await inTransaction(database, "normal", async (transaction) => {
        const changed = await saveCallHours(transaction, [owned], callHourRows([{ ...owned, hours }]));
        await emptyTroubleDays(
          transaction,
          changed.map(({ hour: at }) => ({ organization, at })),
        );
      });
    },
    useKey: (keyId) =>
      inTransaction(database, "normal", (transaction) =>
        updateLastUsed(transaction, [{ keyId, at: running.now }]),
      ),
    start: () =>
      alertingStage({
        database,
        clock,
        places,
        publicUrl: "https://scoring.example.com",
        namesDevelopers: running.namesDevelopers,
        observeMachine: async () => running.machine,
      }),
    settle: async (stage) => {
      for (let round = 0; round < 4; round += 1) {
        const { wokenBy } = await stage.step(UNHURRIED);
        await wokenBy;
      }
    },
    alerts: async (isClosed = false, organizationId = organization) => {
      const { namesDevelopers } = running;
      const asked = { organizationId, isClosed, namesDevelopers, limit: 100, after: null };
      return (await listAlerts(database, asked)).alerts;
    },
    said: () => {
      const since = slack.heard.slice(heard);
      heard = slack.heard.length;
      return since.map(({ body }) => JSON.stringify(body));
    },
    places,
    close: async () => {
      await database.destroy();
      await slack[Symbol.asyncDispose]();
    },
  };
  return running;
}

/** One that nothing held up. */
function callAt(startedAt: Instant): TimedCall {
  return { startedAt, failed: false, durationMs: 6 * SECOND, output: 400, uncached: 900, status: null };
}

function tallyOfWork({ agent, usd }: { agent: "claude-code" | "codex"; usd: number }): SubSessionTally {
  const called = { modelCalls: 1, spendCalls: 1, cost: usd * 1e6, input: 1_000 };
  return { ...tally(called), agent, models: [[MODEL, tallyOf(called, ["input"])]] };
}

/** Lets days pass hour by hour, as a server would that is always on. */
export async function passDays(
  on: RunningAlerts,
  days: number,
  each: (day: number, stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = on.start();
  for (let day = 0; day < days; day += 1) {
    for (let hour = 0; hour < 24; hour += 6) {
      if (hour === 0) await each(day, stage);
      await on.settle(stage);
      on.pass(6 * HOUR);
    }
  }
  await on.settle(stage);
}

/** Longer than the time between two looks. */
export const NEXT_LOOK: Milliseconds = 6 * MINUTE;

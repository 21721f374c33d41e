/** A purged person's e-mail address, where somebody wrote it down as a place to send to. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { addJob, readOpenJobs } from "../../../src/database/jobs/job-table.ts";
import { inTransaction } from "../../../src/database/transaction.ts";
import { newDeveloper } from "../../../src/identity/developers/resolve.ts";
import { insertDeveloper } from "../../../src/identity/developers/table.ts";
import { readMessages } from "../../../src/insights/alerts/messages/messages-table.ts";
import { queueChanges } from "../../../src/insights/alerts/messages/queue-message.ts";
import { readRules } from "../../../src/insights/alerts/rules/rules-table.ts";
import { forgetRecipients } from "../../../src/insights/governance/forget-recipients.ts";
import { newDelivery } from "../../../src/insights/integrations/sending/delivery.ts";
import { SCHEDULE_RUNS } from "../../../src/insights/schedules/runs-table.ts";
import { readSchedules } from "../../../src/insights/schedules/schedules-table.ts";
import { type RunningAlerts, runningAlerts } from "../alerts/running-alerts.ts";
import { makeSchedule } from "../../../src/insights/schedules/change-schedules.ts";

let on: RunningAlerts;

beforeEach(async () => {
  on = await runningAlerts();
});
afterEach(() => on.close());

const email = (...to: string[]) => ({ kind: "email" as const, to });
const SLACK = { kind: "slack" as const, channel: null };

async function addDeveloper(value: string): Promise<string> {
  const identity = { kind: "user.email", value };
  const developer = newDeveloper({ organizationId: on.organization, identity, keyName: "key" });
  await insertDeveloper(on.database, developer, identity);
  return developer.id;
}

async function schedule(destinations: (ReturnType<typeof email> | typeof SLACK)[]): Promise<void> {
  const timing = { name: "Weekly", cron: "0 8 * * 1", timezone: "UTC", window: "week" as const };
  const wish = { ...timing, narrative: false, enabled: true, destinations };
  const made = await makeSchedule(on.database, { organizationId: on.organization, wish }, on.now);
  if (!made.ok) throw new Error(made.problem.kind);
  await addJob(on.database, SCHEDULE_RUNS, {
    id: `run of ${made.value}`,
    schedule: made.value,
    organization: on.organization,
    developer: null,
    labels: "[]",
    trigger: "schedule",
    due_at: on.now,
    started_at: on.now,
    ended_at: null,
    report: null,
    window_from: on.now - 1,
    window_to: on.now,
    narrative: 0,
    status: "delivering",
    deliveries: JSON.stringify(destinations.map(newDelivery)),
  });
}

test("goes out of schedules, rules, runs and messages, and everything else stays", async () => {
  const ada = await addDeveloper("ada@example.com");
  const [theirs, shared, others] = [
    email("Ada@example.com"),
    email("lead@example.com", "ada@example.com"),
    email("ada@example.org"),
  ];
  await schedule([theirs, SLACK]);
  await schedule([shared]);
  await schedule([others]);
  await on.change("backup", { places: [theirs, shared, others] });
  const { database, organization } = on;
  for (const place of [theirs, shared, others, SLACK])
    await inTransaction(database, "full", (transaction) =>
      queueChanges(transaction, { organization, place, changes: [] }, on.now),
    );
  await inTransaction(database, "full", (transaction) =>
    forgetRecipients(transaction, { organization, developers: [ada], now: on.now }),
  );
  const kept = (await readSchedules(database, organization)).map(({ destinations }) =>
    JSON.parse(destinations),
  );
  expect(kept.toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)))).toEqual([
    [others],
    [email("lead@example.com")],
    [SLACK],
  ]);
  const rule = (await readRules(database, organization)).find(({ id }) => id === "backup");
  expect(rule?.places).toEqual([email("lead@example.com"), others]);
  const left = [
    ...(await readOpenJobs(database, SCHEDULE_RUNS)),
    ...(await readMessages(database, organization)),
  ];
  expect(left.map(({ deliveries }) => JSON.parse(deliveries)[0].destination)).toEqual(
    expect.arrayContaining([others, others, SLACK]),
  );
  expect(left).toHaveLength(3);
});

test("of nobody with an address changes nothing", async () => {
  const { database, organization } = on;
  await on.change("backup", { places: [email("ada@example.com")] });
  await forgetRecipients(database, { organization, developers: ["unknown"], now: on.now });
  const rule = (await readRules(database, organization)).find(({ id }) => id === "backup");
  expect(rule?.places).toEqual([email("ada@example.com")]);
});

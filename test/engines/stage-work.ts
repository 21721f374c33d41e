/** Work for every stage of an engine on captured sessions, and the stages as an engine has them, without a stream. */
import { join } from "node:path";
import { createEngineCounters } from "../../src/appliance/engine/engine-counts.ts";
import type { EngineParts } from "../../src/appliance/engine/stages.ts";
import { modelCheckOf, openPricedJudge } from "../../src/appliance/judge.ts";
import { loadPrices } from "../../src/appliance/load-prices.ts";
import { openAttempts } from "../../src/attempts/open.ts";
import { addJob } from "../../src/database/jobs/job-table.ts";
import type { Database } from "../../src/database/open.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { savePurge } from "../../src/insights/governance/journal-table.ts";
import { openSenders } from "../../src/insights/integrations/open-senders.ts";
import { REPORTS } from "../../src/insights/reports/reports-table.ts";
import { requestRecompute } from "../../src/metrics/baselines/recompute.ts";
import { createRedactor } from "../../src/privacy/redactor.ts";
import { requestRejudge } from "../../src/rubric/rejudging/keep-rejudging.ts";
import { Measurer } from "../../src/sessions/measurer.ts";
import { SETTINGS } from "../../src/settings/schema.ts";
import { openObjectsOf } from "../../src/stores.ts";
import type { Clock } from "../../src/vocabulary/clock.ts";
import { silentLog } from "../../src/vocabulary/log.ts";
import { type Stage, UNHURRIED } from "../../src/vocabulary/stage.ts";
import { DAY, type Instant, MINUTE } from "../../src/vocabulary/units.ts";
import { GivenKeys } from "../../src/writer/upkeep/given-keys.ts";
import { wholeSchema } from "../whole-schema.ts";

/** What stages need of an engine that neither writes what arrives nor reads the stream. */
export type StreamlessParts = Omit<EngineParts, "connection" | "clockWatch" | "books">;

/** What every stage finds something to do in. */
export async function giveWork(filling: Database, organization: string, now: Instant): Promise<void> {
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

/** Where they work, and what time they have. */
export interface StageSurroundings {
  database: Database;
  dataDir: string;
  /** The judge model's address. */
  model: string;
  clock: Clock;
}

/** Makes the parts of an engine's stages. */
export async function partsOfStages({
  database,
  dataDir,
  model,
  clock,
}: StageSurroundings): Promise<StreamlessParts> {
  const given = { dataDir, llmBaseUrl: model, llmModel: "small", llmCheck: false };
  const settings = { ...SETTINGS.parse({}), ...given };
  const prices = loadPrices(settings);
  const log = silentLog;
  const measurer = new Measurer({ database, clock, prices, outages: () => [], log });
  const judge = await openPricedJudge({ settings, database, clock, log }, prices);
  const keyPath = join(dataDir, "integration-key");
  const senders = openSenders(settings, { database, clock, keyPath, slackUrl: null });
  return {
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
    attempts: openAttempts(join(dataDir, "attempts"), { isAgain: false }),
    counters: createEngineCounters(),
    publishCard: async () => {},
    clock,
    log,
  };
}

/** A stage rests after so many steps in a row at the latest. */
const MOST_STEPS = 60;

/** Lets a stage work until it rests. */
export async function runToRest(stage: Stage): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const step = await stage.step(UNHURRIED);
    if (step.wokenBy !== undefined) await step.wokenBy;
    else if (step.leastMs > 0 || step.mostMs > 0) return;
  }
}

/** Brings the runs under way as far as they come now: their reports made, their messages sent, their ends noted. */
import type { Database } from "../../database/open.ts";
import { changeJob, readJob, readOpenJobs } from "../../database/jobs/job-table.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { deliver } from "../integrations/deliver.ts";
import type { ChatParts } from "../integrations/open-chat.ts";
import {
  afterBreak,
  afterFailure,
  afterSuccess,
  beginSending,
  type Delivery,
  isDue,
  isOver,
  parseDeliveries,
} from "./delivery.ts";
import { writeMessage } from "./report-message.ts";
import { type RunRow, SCHEDULE_RUNS } from "./runs-table.ts";
import { type ReportOfRun, seeToReport } from "./see-to-report.ts";
import type { Sending } from "./sending.ts";

/** What runs are brought on with. */
export interface RunningParts {
  database: Database;
  clock: Clock;
  chat: ChatParts;
  /** How people reach this server; null when nobody said. */
  publicUrl: string | null;
  sending: Sending;
}

/**
 * Does what can be done without waiting.
 *
 * @returns The runs that are still under way, and how many asked for a report.
 */
export async function advanceRuns(parts: RunningParts): Promise<{ open: RunRow[]; asked: number }> {
  await keepEnded(parts);
  const before = await readOpenJobs(parts.database, SCHEDULE_RUNS);
  for (const run of before) {
    if (run.status === "reporting") await advanceReport(parts, run);
    else await advanceDeliveries(parts, run);
  }
  const asked = before.filter(({ report }) => report === null).length;
  return { open: await readOpenJobs(parts.database, SCHEDULE_RUNS), asked };
}

/** What broke is reported to whatever runs the stage; its delivery is found not to be under way any more. */
async function keepEnded({ database, clock, sending }: RunningParts): Promise<void> {
  for (const sent of sending.outcomes) {
    const now = clock();
    const { outcome } = sent;
    await changeDelivery(database, sent, (delivery) =>
      outcome.ok ? afterSuccess(delivery) : afterFailure(delivery, outcome.problem, now),
    );
    // only now: one whose outcome is not known counts as broken off, and is sent once more
    sending.forget(sent);
  }
  const broken = sending.takeBroken();
  if (broken !== null) throw new Error("sending a scheduled report", { cause: broken.error });
}

async function advanceReport({ database, clock }: RunningParts, run: RunRow): Promise<void> {
  const seen = await seeToReport({ database, clock }, run);
  if (seen.kind !== "waits") await update(database, run.id, changeFor(seen, run, clock));
}

function changeFor(
  seen: Exclude<ReportOfRun, { kind: "waits" }>,
  run: RunRow,
  clock: Clock,
): Partial<RunRow> {
  switch (seen.kind) {
    case "asked_for":
      return { report: seen.report };
    case "made":
      return parseDeliveries(run).length > 0
        ? { status: "delivering" }
        : { status: "completed", ended_at: clock() };
    case "failed":
      return { status: "failed", ended_at: clock(), reason: seen.reason };
  }
}

async function advanceDeliveries(parts: RunningParts, run: RunRow): Promise<void> {
  const { database, clock, sending } = parts;
  const deliveries = parseDeliveries(run);
  if (deliveries.every(isOver)) return end(parts, run, deliveries);
  for (const [index, delivery] of deliveries.entries()) {
    const place = { run: run.id, index };
    if (delivery.status === "sending" && !sending.has(place))
      await changeDelivery(database, place, (broken) => afterBreak(broken, clock()));
    else if (isDue(delivery, clock())) await send(parts, run, { ...place, delivery });
  }
}

async function end({ database, clock }: RunningParts, run: RunRow, deliveries: Delivery[]): Promise<void> {
  const failure = deliveries.find(({ status }) => status === "failed");
  const status = failure === undefined ? "completed" : "failed";
  await update(database, run.id, { status, ended_at: clock(), reason: failure?.error ?? null });
}

async function send(
  { database, chat, publicUrl, sending }: RunningParts,
  run: RunRow,
  { run: id, index, delivery }: { run: string; index: number; delivery: Delivery },
): Promise<void> {
  const message = await writeMessage(database, run, publicUrl);
  if (!message.ok) {
    const { problem: error } = message;
    await changeDelivery(database, { run: id, index }, (unsent) => ({ ...unsent, status: "failed", error }));
    return;
  }
  await changeDelivery(database, { run: id, index }, beginSending);
  const { kind: _kind, channel } = delivery.destination;
  sending.add(
    { run: id, index },
    deliver(chat, { organizationId: run.organization, channel, message: message.value }),
  );
}

async function changeDelivery(
  database: Database,
  { run: id, index }: { run: string; index: number },
  change: (delivery: Delivery) => Delivery,
): Promise<void> {
  await inTransaction(database, "full", async (transaction) => {
    const run = await readJob(transaction, SCHEDULE_RUNS, id);
    if (run === null) return;
    const deliveries = parseDeliveries(run).map((delivery, place) =>
      place === index ? change(delivery) : delivery,
    );
    await changeJob(transaction, SCHEDULE_RUNS, {
      where: { id },
      set: { deliveries: JSON.stringify(deliveries) },
    });
  });
}

async function update(database: Database, id: string, change: Partial<RunRow>): Promise<void> {
  await inTransaction(database, "full", (transaction) =>
    changeJob(transaction, SCHEDULE_RUNS, { where: { id }, set: change }),
  );
}

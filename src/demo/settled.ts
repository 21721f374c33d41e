/** Waits until all that was sent has gone through every step. */
import { readBooks } from "../books/progress-table.ts";
import type { Database } from "../database/open.ts";
import { selectOrganizations } from "../identity/organizations/table.ts";
import { newestBaselines } from "../metrics/baselines/baselines-table.ts";
import { findFirstWeeks } from "../metrics/baselines/learning/first-version.ts";
import { nextJob } from "../database/jobs/job-table.ts";
import { RECOMPUTES } from "../metrics/baselines/recompute-table.ts";
import { findDirty } from "../normaliser/dirty-table.ts";
import { countUnjudged } from "../rubric/prompts/queue-table.ts";
import { localStores, openDatabaseOf } from "../stores.ts";
import { findDue } from "../turns/table.ts";
import type { Clock } from "../vocabulary/clock.ts";
import { MINUTE, type Milliseconds } from "../vocabulary/units.ts";
import type { DemoModel } from "./settings.ts";

const MOST_COUNTED = 1_000;
const LOOK_EVERY_MS: Milliseconds = 100;
/** Without any step forward. */
const PATIENCE_MS: Milliseconds = 2 * MINUTE;
/** So long a person's own model is waited for; it goes on while the demo is kept. */
const OWN_MODEL_MS: Milliseconds = MINUTE;

/** What is waited for. */
export interface Awaited {
  /** So many were sent. */
  requests: number;
  clock: Clock;
  /** Marks are not waited for without one. */
  model: DemoModel | null;
}

/** How far the steps have come. */
interface Progress {
  /** Requests that the writer has taken. */
  written: number;
  /** Records that were taken, and those of them that were looked at. */
  persisted: number;
  examined: number;
  /** Sessions to be measured, up to a thousand of them. */
  measuring: number;
  /** Prompts without marks. */
  unjudged: number;
  /** Whether what is usual is learned where it can be, and all work is held against it: scores change no more. */
  holdsStill: boolean;
}

/**
 * Looks again and again until nothing is left to do.
 *
 * @param said - Called with what is left, after each look.
 * @throws When nothing moves for two minutes.
 */
export async function waitUntilSettled(
  directory: string,
  awaited: Awaited,
  said: (text: string) => void,
): Promise<void> {
  const database = openDatabaseOf(localStores(directory), "read");
  try {
    const watch = new Watch();
    for (;;) {
      const progress = await lookAt(database, awaited.clock);
      const left = whatIsLeft(progress, awaited);
      watch.see(progress, left);
      if (left === null || watch.isTiredOf(awaited.model)) return;
      said(inWords(left, progress, awaited));
      await Bun.sleep(LOOK_EVERY_MS);
    }
  } finally {
    await database.destroy();
  }
}

type Left = "writing" | "scores" | "marks";

function whatIsLeft(progress: Progress, { requests, model }: Awaited): Left | null {
  const { written, persisted, examined, measuring, unjudged, holdsStill } = progress;
  if (written < requests) return "writing";
  if (examined < persisted) return "scores";
  if (unjudged > 0 && model !== null) return "marks";
  return measuring > 0 || !holdsStill ? "scores" : null;
}

function inWords(left: Left, { written, unjudged }: Progress, { requests, model }: Awaited): string {
  switch (left) {
    case "writing":
      return `Writing ${written} of ${requests} requests…`;
    case "scores":
      return "Scoring…";
    case "marks":
      return `${model?.name} judges ${unjudged} prompts…`;
  }
}

/** Knows when something last moved, and since when only marks are missing. */
class Watch {
  private last = "";
  private movedAt = performance.now();
  private marksSince: number | null = null;

  see(progress: Progress, left: Left | null): void {
    const now = performance.now();
    const state = Object.values(progress).join(" ");
    if (state !== this.last) [this.last, this.movedAt] = [state, now];
    if (left === "marks") this.marksSince ??= now;
    if (now - this.movedAt > PATIENCE_MS && left !== "marks")
      throw new Error("the work was not scored: nothing has moved for two minutes");
  }

  isTiredOf(model: DemoModel | null): boolean {
    const patience = model?.recorded === true ? PATIENCE_MS : OWN_MODEL_MS;
    return this.marksSince !== null && performance.now() - this.marksSince > patience;
  }
}

async function lookAt(database: Database, clock: Clock): Promise<Progress> {
  const { persisted, quarantined, examined } = await readBooks(database);
  // what was sent twice, because the server was busy, is a duplicate the second time
  const written = persisted.frames + quarantined.frames;
  const dirty = await findDirty(database, MOST_COUNTED);
  const due = await findDue(database, clock(), MOST_COUNTED);
  const { waiting: unjudged } = await countUnjudged(database);
  const measuring = dirty.length + due.length;
  return {
    written,
    persisted: persisted.records,
    examined: examined.records,
    measuring,
    unjudged,
    holdsStill: await holdStill(database),
  };
}

async function holdStill(database: Database): Promise<boolean> {
  for (const { id } of await selectOrganizations(database)) {
    const { source } = await newestBaselines(database, id);
    if (source === "shipped" && (await findFirstWeeks(database, id)) !== null) return false;
  }
  return (await nextJob(database, RECOMPUTES)) === null;
}

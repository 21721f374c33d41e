/** The advising stage: sub-sessions that closed get cards, and listeners hear of them. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { readDevelopers } from "../../identity/developers/directory.ts";
import type { MetricsRow } from "../../metrics/columns-table.ts";
import { type Closing, forgetClosings, NOTED_FOR, readClosings } from "../../sessions/closings-table.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { MORE, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import type { Instant } from "../../vocabulary/units.ts";
import { advise, restingSince } from "./advise.ts";
import type { PublishCard } from "./card.ts";
import { markPublished, readUnpublished } from "./cards-table.ts";
import { readVotedDown } from "./votes/votes-table.ts";
import { isStrong } from "./writing/weakest-input.ts";
import { readMetricsOfEach } from "./writing/work-table.ts";

/** What advising works with. */
export interface AdvisingParts {
  database: Database;
  clock: Clock;
  publishCard: PublishCard;
}

/** In one step: few enough that it stays short. */
const AT_ONCE = 25;

/**
 * Advises on sub-sessions as they close.
 *
 * A card is first kept, then announced, then marked as announced: a program that dies in between announces it again at its next
 * start, by the same id.
 */
export function advisingStage(parts: AdvisingParts): Stage {
  return {
    name: "advising",
    failing: "could not write or announce coaching cards; it is tried again",
    async step({ goAhead }) {
      await goAhead();
      const closings = await readClosings(parts.database, AT_ONCE);
      const failure = await adviseOnEach(parts, closings);
      const announced = await reportOfNew(parts);
      if (failure !== null) throw failure.error;
      // only measuring, and those who ask for advice, bring more
      return closings.length + announced > 0 ? MORE : restUpTo(Number.POSITIVE_INFINITY);
    },
  };
}

/**
 * All in one transaction; where that fails one by one, so that one that breaks does not keep the others waiting. It is
 * history a day later.
 *
 * @returns What went wrong first; null when nothing did.
 */
async function adviseOnEach(
  parts: AdvisingParts,
  closings: readonly Closing[],
): Promise<{ error: unknown } | null> {
  if (closings.length === 0) return null;
  const failure = await tryToAdvise(parts, closings);
  if (failure === null || closings.length === 1) return failure;
  let first: { error: unknown } | null = null;
  for (const closing of closings) {
    const failed = await tryToAdvise(parts, [closing]);
    first ??= failed;
  }
  return first;
}

async function tryToAdvise(
  { database, clock }: AdvisingParts,
  closings: readonly Closing[],
): Promise<{ error: unknown } | null> {
  try {
    await inTransaction(database, "full", async (transaction) => {
      const now = clock();
      const since = restingSince(now);
      const developersOf = readOnce((organization) => readDevelopers(transaction, organization));
      const votedDownIn = readOnce((organization) => readVotedDown(transaction, { organization, since }));
      for (const metrics of await readDue(transaction, closings, now))
        await advise(transaction, metrics, { now, developersOf, votedDownIn });
      await forgetClosings(transaction, closings);
    });
    return null;
  } catch (error) {
    return { error };
  }
}

/** Returns the same reading, which reads once of each organization. */
function readOnce<Value>(read: (organization: string) => Promise<Value>) {
  const found = new Map<string, Promise<Value>>();
  return (organization: string): Promise<Value> => {
    const known = found.get(organization) ?? read(organization);
    found.set(organization, known);
    return known;
  };
}

/** Returns the metrics of the closings that are advised on, in their order; nothing else is read of most work. */
async function readDue(
  transaction: Database,
  closings: readonly Closing[],
  now: Instant,
): Promise<MetricsRow[]> {
  const news = closings.filter(({ closed_at }) => closed_at >= now - NOTED_FOR);
  const metrics = await readMetricsOfEach(
    transaction,
    news.map(({ sub_session }) => sub_session),
  );
  return news.flatMap(({ sub_session }) => {
    const row = metrics.get(sub_session);
    return row?.state === "closed" && !isStrong(row) ? [row] : [];
  });
}

/** Returns how many there were. */
async function reportOfNew({ database, clock, publishCard }: AdvisingParts): Promise<number> {
  const published: string[] = [];
  try {
    for (const { organization, id } of await readUnpublished(database, AT_ONCE)) {
      await publishCard(organization, { id });
      published.push(id);
    }
  } finally {
    if (published.length > 0)
      await inTransaction(database, "normal", (transaction) =>
        markPublished(transaction, published, clock()),
      );
  }
  return published.length;
}

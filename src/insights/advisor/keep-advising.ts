/** The advising stage: sub-sessions that closed get cards, and listeners hear of them. */
import type { Database } from "../../database/open.ts";
import { inTransaction } from "../../database/transaction.ts";
import { type Closing, forgetClosings, NOTED_FOR, readClosings } from "../../sessions/closings-table.ts";
import type { Clock } from "../../vocabulary/clock.ts";
import { MORE, restUpTo, type Stage } from "../../vocabulary/stage.ts";
import { advise } from "./advise.ts";
import type { PublishCard } from "./card.ts";
import { type CardRow, markPublished, readUnpublished } from "./cards-table.ts";
import { readMetricsOf } from "./writing/work-table.ts";

/** What advising works with. */
export interface AdvisingParts {
  database: Database;
  clock: Clock;
  publishCard: PublishCard;
}

/** In one step: few enough that it stays short. */
const AT_ONCE = 10;

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
 * One by one, so that one that breaks does not keep the others waiting; it is history a day later.
 *
 * @returns What went wrong first; null when nothing did.
 */
async function adviseOnEach(
  { database, clock }: AdvisingParts,
  closings: readonly Closing[],
): Promise<{ error: unknown } | null> {
  let failure: { error: unknown } | null = null;
  for (const closing of closings) {
    try {
      await inTransaction(database, "full", async (transaction) => {
        const now = clock();
        const metrics = await readMetricsOf(transaction, closing.sub_session);
        const isNews = closing.closed_at >= now - NOTED_FOR;
        if (isNews && metrics?.state === "closed") await advise(transaction, metrics, { now });
        await forgetClosings(transaction, [closing]);
      });
    } catch (error) {
      failure ??= { error };
    }
  }
  return failure;
}

/** Returns how many there were. */
async function reportOfNew(parts: AdvisingParts): Promise<number> {
  const cards = await readUnpublished(parts.database, AT_ONCE);
  for (const card of cards) await report(parts, card);
  return cards.length;
}

async function report(
  { database, clock, publishCard }: AdvisingParts,
  { organization, id }: CardRow,
): Promise<void> {
  await publishCard(organization, { id });
  await inTransaction(database, "normal", (transaction) => markPublished(transaction, id, clock()));
}

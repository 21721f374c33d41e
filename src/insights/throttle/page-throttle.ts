/** Answers with a page of the events: a long outage has as many as there were waits. */
import type { Database } from "../../database/open.ts";
import { cutPage } from "../../vocabulary/page.ts";
import { listThrottle } from "./list-throttle.ts";
import type { EventPosition, ThrottleAnswer, ThrottlePage, ThrottlePageQuery } from "./throttle-answer.ts";

/** Reads it; all but the events is of the whole window on every page. */
export async function pageThrottle(
  database: Database,
  { limit, after, ...query }: ThrottlePageQuery,
): Promise<ThrottlePage> {
  const answer = await listThrottle(database, query);
  const ordered = answer.events
    .map((event) => ({ event, position: positionOf(event) }))
    .toSorted((left, right) => comparePositions(left.position, right.position));
  const behind =
    after === null ? ordered : ordered.filter(({ position }) => comparePositions(position, after) > 0);
  const { rows, next } = cutPage(behind, limit, ({ position }) => position);
  return { ...answer, events: rows.map(({ event }) => event), next };
}

function positionOf({ startedAt, id }: ThrottleAnswer["events"][number]): EventPosition {
  return { startedAt: Date.parse(startedAt), id };
}

function comparePositions(left: EventPosition, right: EventPosition): number {
  return right.startedAt - left.startedAt || (left.id < right.id ? -1 : Number(left.id > right.id));
}

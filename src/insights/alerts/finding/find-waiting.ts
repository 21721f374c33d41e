/** Finds days on which people wait for models longer than they usually do. */
import { medianOf } from "../../../turns/latency/percentiles.ts";
import { DAY } from "../../../vocabulary/units.ts";
import { readThrottled } from "../../throttle/list-throttle.ts";
import { hoursLost } from "../../throttle/summarize.ts";
import type { Finding } from "./finding.ts";
import { everybodyIn, type Look } from "./look.ts";

/** Four weeks before today. */
const DAYS_BEHIND = 28;
const FEWEST_DAYS = 5;

/** Today's hours above those of a usual day with work; nothing while fewer than five days are known. */
export async function findWaiting(look: Look): Promise<Finding[]> {
  const today = Math.floor(look.now / DAY);
  const from = (today - DAYS_BEHIND) * DAY;
  const query = { scope: everybodyIn(look), from, to: look.now, developer: null };
  const { days, episodes } = await readThrottled(look.database, query);
  const byDay = Map.groupBy(episodes, ({ startedAt }) => Math.floor(startedAt / DAY));
  const hoursOf = (day: number) => hoursLost(byDay.get(day) ?? []);
  const before = days.filter(({ day }) => day < today).map(({ day }) => hoursOf(day));
  if (before.length < FEWEST_DAYS) return [];
  const [hours, usualHours] = [hoursOf(today), medianOf(before) ?? 0];
  const facts = { kind: "waiting", hours, usualHours, days: before.length } as const;
  return [{ subject: "today", developer: null, value: hours - usualHours, facts }];
}

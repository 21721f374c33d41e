/**
 * What an organization used on each day, which `saveUsage` empties.
 *
 * Everybody's work of a day is packed together, because a team does the same kinds of work over and over.
 */
import { daysSet, declareDays } from "../../database/days/days-table.ts";
import { keptAsJson } from "../../database/days/kept-days-table.ts";
import type { UsageDay } from "./usage-day.ts";
import { USAGE_VERSION } from "./usage.ts";

export const USAGE_DAYS = declareDays("usage_days");

export const usageDayTables = daysSet("usage days", USAGE_DAYS, {
  table: "sub_session_usage",
  time: "started_at",
  of: "everybody",
});

export const KEPT_USAGE = keptAsJson<UsageDay>(USAGE_DAYS, USAGE_VERSION);

/** Which tables' rows are added up day by day: whoever throws rows away, not knowing their times, empties every day. */
import type { DaysTable } from "../../database/days/days-table.ts";
import { PROMPT_DAYS } from "../../rubric/days/days-table.ts";
import { PROMPTS } from "../../rubric/prompts/prompts-table.ts";
import { USAGE_DAYS } from "../../spend/usage/usage-days-table.ts";
import { TROUBLE_DAYS } from "../../stalls/changed-days-table.ts";
import { SUB_SESSIONS } from "../../turns/create-tables.ts";
import { CALL_HOURS } from "../../turns/latency/call-hours-table.ts";

/** By the name of the table with the rows. Days of scores are each developer's, and not among them. */
export const DAYS_OF: ReadonlyMap<string, DaysTable> = new Map<string, DaysTable>([
  [PROMPTS.name, PROMPT_DAYS],
  [SUB_SESSIONS.name, USAGE_DAYS],
  [CALL_HOURS.name, TROUBLE_DAYS],
]);

/** The line that a prompt shows: Skill of seven days, cost today, and whether anything waits now. */
import { z } from "zod";
import { USAGE_ANSWER } from "../../insights/usage/usage-answer.ts";
import { type Api, ask, lastDays, whose } from "../../mcp/api.ts";
import { readWaiting } from "../../mcp/tools/waiting.ts";
import { SCORE_ROW } from "../../scores/answer.ts";
import { DAY } from "../../vocabulary/units.ts";
import { isoTime } from "../../vocabulary/times.ts";

const SCORES = z.object({ scores: z.array(SCORE_ROW.pick({ skill: true, interval: true })) });
const USAGE = USAGE_ANSWER.pick({ total: true });

/**
 * Asks the server for the line. It is of numbers and words of this program only, without any sign that means
 * something in a shell's prompt.
 *
 * @throws AskFailure where the server refuses, or none answers.
 */
export async function readLine(api: Api): Promise<string> {
  const developer = await whose(api, undefined);
  const [skill, cost, waits] = await Promise.all([
    readSkill(api, developer),
    readCost(api, developer),
    readWaiting(api, developer),
  ]);
  const isWaiting = waits.current.length + waits.stops.length > 0;
  return [skill, cost, ...(isWaiting ? ["waiting"] : [])].join(" | ");
}

/** A key that reads several people has no Skill of its own. */
async function readSkill(api: Api, developer: string | null): Promise<string> {
  const parameters = { ...lastDays(api, 7), developer, limit: 2 };
  const { scores } = await ask(api, "/scoring/scores", { parameters, answer: SCORES });
  const { skill, interval } = (scores.length === 1 ? scores[0] : undefined) ?? {
    skill: null,
    interval: null,
  };
  if (skill === null) return "Skill -";
  const [low, high] = interval?.skill ?? [];
  const within = low === undefined || high === undefined ? "" : ` (${Math.round(low)}-${Math.round(high)})`;
  return `Skill ${Math.round(skill)}${within}`;
}

/** Of the day in UTC, as everywhere. */
async function readCost(api: Api, developer: string | null): Promise<string> {
  const now = api.clock();
  const parameters = { from: isoTime(now - (now % DAY)), to: isoTime(now), limit: 1, developer };
  const { total } = await ask(api, "/scoring/usage", { parameters, answer: USAGE });
  return total.costUsd === null ? "cost not known" : `${total.costUsd.toFixed(2)} USD today`;
}

/** The tool `waiting_now`: whether model calls are slow or refused right now, and what that cost in a day. */
import { z } from "zod";
import { formatDuration } from "../../../embedded/dashboard/words/numbers.ts";
import { EVENT, THROTTLE_ANSWER } from "../../insights/throttle/throttle-answer.ts";
import { HOUR, MINUTE } from "../../vocabulary/units.ts";
import { type Api, ask, lastDays, whose } from "../api.ts";
import { defineTool, DEVELOPER_INPUT } from "../tool.ts";
import { inOneLine, type Marked } from "../untrusted.ts";

const ANSWER = z.object({
  ...THROTTLE_ANSWER.pick({ summary: true, budgetStops: true }).shape,
  events: z.array(EVENT),
});

/** What ended this long ago or later is still going on for all that anybody knows. */
const NOW_MS = 15 * MINUTE;

const MOST_EVENTS = 20;

export const WAITING_NOW = defineTool({
  name: "waiting_now",
  title: "Waiting now",
  description:
    "Whether model calls are slow, retried or refused right now (the last 15 minutes), on which model and where the " +
    "cause is, and how long was lost to waiting in the last 24 hours.",
  input: z.object({ developer: DEVELOPER_INPUT }),
  answer: async ({ api, marked, input: { developer } }) => {
    const { summary, current, stops } = await readWaiting(api, await whose(api, developer));
    const lostMs = summary.hoursLost === null ? null : summary.hoursLost * HOUR;
    const page = `${api.pages}/throttle`;
    const lines = [
      current.length + stops.length === 0
        ? "Nothing waits: no slow, retried or refused call in the last 15 minutes."
        : "Waiting now:",
      ...current.map((event) => sayEvent(event, marked)),
      ...stops.map(({ model, calls }) => `${marked(model)}: a limit of spending refused ${calls} calls.`),
      `Lost to waiting in 24 hours: ${lostMs === null ? `not known. ${summary.missing}` : `${formatDuration(lostMs)}.`}`,
      `More: ${page}`,
    ];
    const structured = {
      now: current.map(({ detector, startedAt, endedAt, severity, scope, model }) => ({
        kind: detector,
        startedAt,
        endedAt,
        severity,
        cause: scope,
        untrustedModel: model === null ? null : inOneLine(model),
      })),
      refusedBySpendingLimit: stops.length,
      lostMsIn24Hours: lostMs === null ? null : Math.round(lostMs),
      page,
    };
    return { lines, structured };
  },
});

/** What waits now, and what waiting cost in a day. */
export async function readWaiting(api: Api, developer: string | null) {
  const parameters = { ...lastDays(api, 1), limit: MOST_EVENTS, developer };
  const path = "/v1/intelligence/throttle";
  const { summary, events, budgetStops } = await ask(api, path, { parameters, answer: ANSWER });
  const isNow = ({ endedAt }: { endedAt: string }) => Date.parse(endedAt) >= api.clock() - NOW_MS;
  return { summary, current: events.filter(isNow), stops: budgetStops.filter(isNow) };
}

const KINDS: Readonly<Record<z.infer<typeof EVENT>["detector"], string>> = {
  latency_spike: "calls take longer than usual",
  prompt_retry: "prompts are sent again",
  recurring_drop_off: "work stops after trouble",
  error_stall: "calls fail",
};

function sayEvent(
  { detector, model, startedAt, lostMs, scope }: z.infer<typeof EVENT>,
  marked: Marked,
): string {
  const on = model === null ? "a model" : marked(model);
  return `${on}: ${KINDS[detector]} since ${startedAt}, ${formatDuration(lostMs)} lost; cause: ${scope}.`;
}

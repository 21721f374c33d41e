/** The parameters that most queries share: a window of time, a developer, a page. */
import { z } from "zod";
import { DAY, type Instant, type Milliseconds } from "../../vocabulary/units.ts";
import { Refusal } from "../refusal.ts";
import { agentSessionId, type AgentSessionId } from "../../vocabulary/held-name.ts";

/** ISO 8601 with offset. A plus sign that a client forgot to escape arrives as a blank and is put back. */
const INSTANT = z
  .string()
  .meta({ format: "date-time" })
  .transform((text) => text.replace(/ (?=\d\d:?\d\d$)/, "+"))
  .pipe(
    z.iso.datetime({ offset: true, error: "expected ISO 8601 with an offset, such as 2026-11-21T12:00:00Z" }),
  )
  .optional();

/** `from` is inclusive and `to` exclusive. */
export const WINDOW_PARAMETERS = {
  from: INSTANT.describe("Start, ISO 8601 with offset, inclusive; 30 days before `to` by default."),
  to: INSTANT.describe("End, ISO 8601 with offset, exclusive; now by default."),
};

/** The same of lists that know no usual window. */
export const OPEN_WINDOW_PARAMETERS = {
  from: INSTANT.describe("Start, ISO 8601 with offset, inclusive; none by default."),
  to: INSTANT.describe("End, ISO 8601 with offset, exclusive; none by default."),
};

export const DEVELOPER_PARAMETER = z
  .string()
  .min(1)
  .optional()
  .describe("A developer's id or e-mail; an unknown one gives an empty list.");

export const SESSION_PARAMETER = z
  .string()
  .min(1)
  .optional()
  .describe("A session's id; an unknown one gives an empty list.");

/** Returns the session that a request asks for; null where it asks for none. */
export function sessionAsked(sent: string | null | undefined): AgentSessionId | null {
  return typeof sent === "string" ? agentSessionId(sent) : null;
}

/** `limit` of a list. */
function limitParameter(limits: { usual: number; most: number }) {
  const error = `expected a whole number from 1 to ${limits.most}`;
  return z.coerce
    .number({ error })
    .int({ error, abort: true })
    .min(1, { error })
    .max(limits.most, { error })
    .default(limits.usual)
    .describe("Most rows to answer.");
}

/** `limit` and `cursor` of a list. */
export function pageParameters(limits: { usual: number; most: number }) {
  return {
    limit: limitParameter(limits),
    cursor: z.string().min(1).optional().describe("`nextCursor` of the page before, with the same query."),
  };
}

/** The window of a change, in a body: nobody should change a window by leaving it out. */
export const REQUIRED_WINDOW = z.strictObject({
  from: INSTANT.unwrap().describe("Start, ISO 8601 with offset, inclusive."),
  to: INSTANT.unwrap().describe("End, ISO 8601 with offset, exclusive."),
});

/** Instants in milliseconds. */
export interface Window {
  from: Instant;
  to: Instant;
}

const USUAL_WINDOW: Milliseconds = 30 * DAY;

/** More than a hundred years of days; a window of all time divided into days would keep the server busy for nothing. */
const MOST_PARTS = 50_000;
/** The shortest that each can be. */
const PART_MS = { day: DAY, week: 7 * DAY, month: 28 * DAY };

/**
 * The window that a query means.
 *
 * @throws A refusal with 400 when it ends before it begins.
 */
export function resolveWindow(asked: AskedWindow, now: Instant): Window {
  const to = asked.to === undefined ? now : Date.parse(asked.to);
  return windowOf(asked.from === undefined ? to - USUAL_WINDOW : Date.parse(asked.from), to);
}

/**
 * The window that a query means where one that names no time means all of them.
 *
 * @throws As `resolveWindow`.
 */
export function resolveOpenWindow({ from, to }: AskedWindow): Window {
  return windowOf(
    from === undefined ? 0 : Date.parse(from),
    to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to),
  );
}

interface AskedWindow {
  from?: string | undefined;
  to?: string | undefined;
}

function windowOf(from: Instant, to: Instant): Window {
  if (from <= to) return { from, to };
  throw new Refusal(400, {
    detail: "The window ends before it begins.",
    errors: [{ path: "from", message: "expected a time at or before to" }],
  });
}

/** @throws A refusal with 400 for a window that is divided into too many parts. */
export function refuseManyParts({ from, to }: Window, part: keyof typeof PART_MS): void {
  if ((to - from) / PART_MS[part] <= MOST_PARTS) return;
  throw new Refusal(400, {
    detail: `The window holds more than ${MOST_PARTS} ${part}s.`,
    errors: [{ path: "from", message: `expected a time at most ${MOST_PARTS} ${part}s before to` }],
  });
}

/** Days of the longest window that a report is made of: a longer one would have more than anybody reads. */
const LONGEST_REPORT_DAYS = 366;

/** @throws A refusal with 400 for a window that is longer than a report's may be. */
export function refuseLongWindow({ from, to }: Window): void {
  if (to - from <= LONGEST_REPORT_DAYS * DAY) return;
  throw new Refusal(400, {
    detail: `The window is longer than ${LONGEST_REPORT_DAYS} days.`,
    errors: [{ path: "from", message: `expected a time at most ${LONGEST_REPORT_DAYS} days before to` }],
  });
}

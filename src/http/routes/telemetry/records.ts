/** What the lists of log records, spans and points have in common: their parameters, and how they are asked. */
import { z } from "zod";
import type { RecordsQuery } from "../../../answers/records/record-answer.ts";
import { RECORD_POSITION, type RecordPosition } from "../../../answers/records/record-position.ts";
import {
  DEVELOPER_PARAMETER,
  pageParameters,
  SESSION_PARAMETER,
  sessionAsked,
  WINDOW_PARAMETERS,
} from "../../lists/window.ts";
import { type ListCall, openListFor, type RouteContext } from "../../route-context.ts";

/** The parameters of each of the lists. */
export const RECORD_PARAMETERS = {
  ...WINDOW_PARAMETERS,
  session_id: SESSION_PARAMETER,
  developer: DEVELOPER_PARAMETER,
  ...pageParameters({ usual: 50, most: 500 }),
};

/**
 * `q` of one of the lists.
 *
 * @param meaning - In what the text is looked for.
 */
export function textParameter(meaning: string) {
  return z.string().min(1).max(1_000).optional().describe(meaning);
}

/** A name by which records are chosen. */
export const NAME_PARAMETER = z.string().min(1).optional().describe("The name, exactly.");

/** An answer with one page of rows. */
export function recordsAnswer<Name extends string, Row extends z.ZodType>(name: Name, row: Row) {
  const rows = { [name]: z.array(row) } as Record<Name, z.ZodArray<Row>>;
  return z.object({
    ...rows,
    nextCursor: z.string().nullable().describe("May be set although the page is shorter than the limit."),
  });
}

interface RecordsCall extends Pick<ListCall<RecordPosition>, "request" | "path" | "parameters"> {
  parameters: ListCall<RecordPosition>["parameters"] & {
    session_id?: string | undefined;
    developer?: string | undefined;
    q?: string | undefined;
  };
}

/**
 * Reads from a request what is asked for.
 *
 * @throws As `openListFor`.
 */
export function askedRecords(
  context: RouteContext,
  call: RecordsCall,
): { asked: RecordsQuery; cursorAfter(position: RecordPosition | null): string | null } {
  const { scope, window, limit, after, cursorAfter } = openListFor(context, {
    ...call,
    position: RECORD_POSITION,
  });
  const { developer = null, session_id, q: text = null } = call.parameters;
  const sessionId = sessionAsked(session_id);
  return { asked: { scope, ...window, developer, sessionId, text, limit, after }, cursorAfter };
}

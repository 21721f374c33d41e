/** `/scoring/sub-sessions/boundaries`: where people say that a sub-session begins, and how well the rules do. */
import { Elysia } from "elysia";
import { z } from "zod";
import type { OverrideProblem } from "../../../sessions/said/override-boundary.ts";
import {
  SUB_SESSION_ROW,
  type SubSessionAnswer,
  type SubSessionPosition,
} from "../../../metrics/sub-sessions/sub-session-answer.ts";
import { ACCURACY } from "../../../turns/boundaries/accuracy.ts";
import { documented } from "../../openapi/documented.ts";
import type { ApiQueries } from "../../../answers/queries.ts";
import { type RouteContext, openWindowFor } from "../../route-context.ts";
import { Refusal } from "../../refusal.ts";
import { WINDOW_PARAMETERS } from "../../lists/window.ts";
import { agentSessionId, type SessionName } from "../../../vocabulary/held-name.ts";

const LONGEST_NOTE = 1_000;

const WORD = z.strictObject({
  session_id: z.string().min(1),
  sub_session_id: z
    .string()
    .min(1)
    .optional()
    .describe("Any sub-session of the session; needed where several sessions have the id."),
  turn_index: z.int().min(0).describe("The turn at whose prompt a sub-session begins, or does not."),
  action: z.enum(["split", "join"]),
  note: z.string().max(LONGEST_NOTE).nullish(),
});

const OVERRIDDEN_ANSWER = z.object({
  subSessions: z.array(SUB_SESSION_ROW).describe("All of the session, the earliest first."),
});

/** Mounts the routes. */
export function boundariesRoutes(context: RouteContext) {
  return new Elysia()
    .post("/scoring/sub-sessions/boundaries", ({ request, body }) => override(context, request, body), {
      body: WORD,
      detail: documented({
        summary: "Says where a sub-session begins (admin, or the session's developer)",
        tag: "Sub-sessions",
        answer: OVERRIDDEN_ANSWER,
        missing:
          "The session is none that the caller may see, or no turn with this index starts with a prompt",
        conflict: "Several sessions have the id, and sub_session_id does not say which is meant",
      }),
    })
    .get(
      "/scoring/sub-sessions/boundaries/accuracy",
      ({ request, query }): Promise<z.infer<typeof ACCURACY>> =>
        context.queries(request).readAccuracy(openWindowFor(context, request, query)),
      {
        query: z.object(WINDOW_PARAMETERS),
        detail: documented({
          summary: "How well the rules find boundaries, held against what people said",
          tag: "Sub-sessions",
          answer: ACCURACY,
        }),
      },
    );
}

async function override(
  context: RouteContext,
  request: Request,
  word: z.infer<typeof WORD>,
): Promise<z.infer<typeof OVERRIDDEN_ANSWER>> {
  const caller = context.guard.callerOf(request);
  const { sub_session_id: subSessionId = null } = word;
  const sessionId = agentSessionId(word.session_id);
  const { turn_index: turnIndex, action, note = null } = word;
  const said = { turnIndex, action, note };
  const done = await context.changes(request).overrideBoundary({ caller, sessionId, subSessionId, ...said });
  if (!done.ok) throw REFUSALS[done.problem.kind]();
  return { subSessions: await subSessionsOf(context.queries(request), caller.organizationId, done.value) };
}

const REFUSALS: Readonly<Record<OverrideProblem["kind"], () => Refusal>> = {
  not_allowed: () => new Refusal(403, { detail: "Only the session's developer and admins may correct it." }),
  unknown_session: () => new Refusal(404, { detail: "Unknown session." }),
  ambiguous_session: () =>
    new Refusal(409, {
      detail: "Several sessions have this id. Send sub_session_id too, the id of one of its sub-sessions.",
    }),
  unknown_turn: () => new Refusal(404, { detail: "No turn with this index starts with a prompt." }),
  first_prompt: () =>
    new Refusal(400, {
      detail: "A session's first prompt always begins a sub-session.",
      errors: [{ path: "turn_index", message: "expected a turn after the session's first" }],
    }),
};

const PAGE = 500;

async function subSessionsOf(
  queries: ApiQueries,
  organizationId: string,
  session: SessionName,
): Promise<SubSessionAnswer[]> {
  const scope = { organizationId, onlyDeveloper: null };
  const all = { developer: null, outcome: null, scoreable: null, turns: true };
  const whole = { scope, from: 0, to: Number.MAX_SAFE_INTEGER, ...all, limit: PAGE };
  const query = { ...whole, session: { name: session } };
  const found: SubSessionAnswer[] = [];
  let after: SubSessionPosition | null = null;
  do {
    const page = await queries.listSubSessions({ ...query, after });
    found.push(...page.subSessions);
    after = page.next;
  } while (after !== null);
  return found.toReversed();
}

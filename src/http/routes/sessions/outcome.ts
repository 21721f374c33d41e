/** `POST /scoring/sub-sessions/:id/outcome`: a person's word on how a sub-session ended. */
import { Elysia } from "elysia";
import { z } from "zod";
import type { OutcomeProblem } from "../../../sessions/said/say-outcome.ts";
import { SAID, SAID_OUTCOMES, saidAnswer } from "../../../turns/outcomes/said-outcome.ts";
import { documented } from "../../openapi/documented.ts";
import type { RouteContext } from "../../route-context.ts";
import { Refusal } from "../../refusal.ts";

const LONGEST_NOTE = 1_000;

const WORD = z.strictObject({
  outcome: z.enum(SAID_OUTCOMES).nullable().describe("null takes back what was said."),
  note: z.string().max(LONGEST_NOTE).nullish(),
});

const SAID_ANSWER = z.object({ id: z.string(), said: SAID });

/** Mounts the route. */
export function outcomeRoutes(context: RouteContext) {
  return new Elysia().post(
    "/scoring/sub-sessions/:id/outcome",
    ({ request, params, body }) => say(context, request, { id: params.id, ...body }),
    {
      body: WORD,
      detail: documented({
        summary: "Says how a sub-session ended (admin, or its developer); no score uses it",
        tag: "Sub-sessions",
        answer: SAID_ANSWER,
      }),
    },
  );
}

async function say(
  context: RouteContext,
  request: Request,
  { id, outcome, note = null }: z.infer<typeof WORD> & { id: string },
): Promise<z.infer<typeof SAID_ANSWER>> {
  const caller = context.guard.callerOf(request);
  const done = await context.changes(request).sayOutcome({ caller, subSessionId: id, outcome, note });
  if (!done.ok) throw REFUSALS[done.problem.kind]();
  return { id, said: saidAnswer(done.value ?? undefined) };
}

const REFUSALS: Readonly<Record<OutcomeProblem["kind"], () => Refusal>> = {
  not_allowed: () =>
    new Refusal(403, { detail: "Only the sub-session's developer and admins may say this." }),
  unknown_sub_session: () => new Refusal(404, { detail: "Unknown sub-session." }),
};

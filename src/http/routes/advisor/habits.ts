/** `/v1/advisor/habits`: habits instead of single cards, and what their people have seen of them. */
import { Elysia } from "elysia";
import { z } from "zod";
import { readScope } from "../../../identity/scope.ts";
import { HABIT_ID, HABITS_ANSWER } from "../../../insights/advisor/habits/habits-answer.ts";
import type { SeenRequest } from "../../../insights/advisor/seen/mark-seen.ts";
import { BASELINE } from "../../../metrics/baselines/read-baseline.ts";
import { DEVELOPER_PARAMETER, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { baselineOf, openWindowFor, type RouteContext } from "../../route-context.ts";

const PATH = "/v1/advisor/habits";
const TAG = "Advisor";

const PARAMETERS = z.object({ ...WINDOW_PARAMETERS, developer: DEVELOPER_PARAMETER });

const ANSWER = z.object({ baseline: BASELINE, ...HABITS_ANSWER.shape });

const SEEN = z.strictObject({
  habit: HABIT_ID.optional(),
  card: z.string().min(1).optional().describe("The id of a card; exactly one of the two is sent."),
});

const TRIED = z.strictObject({ habit: HABIT_ID });

const KEPT = z.object({ kept: z.literal(true) });

/** Mounts the routes. */
export function habitRoutes(context: RouteContext) {
  return new Elysia()
    .get(PATH, ({ request, query }) => readHabits(context, request, query), {
      query: PARAMETERS,
      detail: documented({
        summary: "Habits by developer, the one to work on chosen, and what each is worth to the team",
        tag: TAG,
        answer: ANSWER,
      }),
    })
    .post("/v1/advisor/seen", ({ request, body }) => see(context, request, body), {
      body: SEEN,
      detail: documented({
        summary: "Notes that the person whose key this is saw a habit or a card: its effect counts from then",
        tag: TAG,
        answer: KEPT,
        missing: "The card is none that the caller may see",
      }),
    })
    .post(
      "/v1/advisor/tried",
      ({ request, body }) => keep(context, request, { kind: "habit", ...body, does: "try" }),
      {
        body: TRIED,
        detail: documented({
          summary: "Begins to try a habit for a week, for the person whose key this is",
          tag: TAG,
          answer: KEPT,
        }),
      },
    );
}

async function readHabits(
  context: RouteContext,
  request: Request,
  query: z.infer<typeof PARAMETERS>,
): Promise<z.infer<typeof ANSWER>> {
  const { developer = null } = query;
  const asked = openWindowFor(context, request, query);
  const habits = await context.queries(request).readHabits({ ...asked, developer, now: context.clock() });
  return { baseline: await baselineOf(context, request, asked), ...habits };
}

function see(context: RouteContext, request: Request, { habit, card }: z.infer<typeof SEEN>) {
  if (habit !== undefined && card === undefined)
    return keep(context, request, { kind: "habit", habit, does: "see" });
  if (card !== undefined && habit === undefined)
    return keep(context, request, { kind: "card", cardId: card });
  throw new Refusal(400, {
    detail: "The request is not valid; errors names what to change.",
    errors: [{ path: "habit", message: "expected exactly one of habit and card" }],
  });
}

async function keep(
  context: RouteContext,
  request: Request,
  advice: SeenRequest["advice"],
): Promise<z.infer<typeof KEPT>> {
  const caller = context.guard.callerOf(request);
  if (caller.developerId === null) throw nobodyInPerson();
  const asked = { scope: readScope(caller), developer: caller.developerId, advice };
  if (await context.changes(request).markSeen(asked)) return { kept: true };
  throw advice.kind === "card" ? new Refusal(404, { detail: "Unknown card." }) : nobodyInPerson();
}

function nobodyInPerson(): Refusal {
  return new Refusal(400, {
    detail:
      "This key belongs to nobody in person, so nothing is noted as seen or tried. Use a key of your own; an " +
      "administrator makes one that is bound to you.",
  });
}

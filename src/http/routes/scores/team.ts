/** `GET /scoring/team` and `/scoring/team/trend`: how scores are among people, without names. */
import { Elysia } from "elysia";
import { z } from "zod";
import { BASELINE } from "../../../metrics/baselines/read-baseline.ts";
import { BUCKETS } from "../../../scores/periods.ts";
import { AUTO, AUTO_TEXT } from "../../../scores/trends/fitting-buckets.ts";
import { TEAM, TEAM_POINT } from "../../../scores/team/team-answer.ts";
import { LABEL_PARAMETER } from "../../lists/labels.ts";
import { refuseManyParts, WINDOW_PARAMETERS } from "../../lists/window.ts";
import { documented } from "../../openapi/documented.ts";
import { Refusal } from "../../refusal.ts";
import { baselineOf, openWindowFor, type RouteContext } from "../../route-context.ts";

const WINDOW = z.object({ ...WINDOW_PARAMETERS, label: LABEL_PARAMETER });

const DIVIDED = z.object({
  ...WINDOW_PARAMETERS,
  label: LABEL_PARAMETER,
  bucket: z
    .enum([...BUCKETS, AUTO])
    .default("week")
    .describe(`How the window is divided, in UTC; weeks from Monday; ${AUTO_TEXT}`),
});

const TEAM_ANSWER = TEAM.extend({ baseline: BASELINE });

const TREND = z.object({
  bucket: z.enum(BUCKETS),
  baseline: BASELINE,
  points: z.array(TEAM_POINT).describe("The earliest first; a bucket without work has a point as well."),
});

/** Mounts the routes. */
export function teamRoutes(context: RouteContext) {
  return new Elysia()
    .get(
      "/scoring/team",
      async ({ request, query }): Promise<z.infer<typeof TEAM_ANSWER>> => {
        const asked = openTeam(context, request, query);
        const team = await context.queries(request).readTeam(asked);
        return { ...team, baseline: await baselineOf(context, request, asked) };
      },
      {
        query: WINDOW,
        detail: documented({
          summary: "How scores are spread among five or more people, without names, for every key",
          tag: "Scores",
          answer: TEAM_ANSWER,
        }),
      },
    )
    .get(
      "/scoring/team/trend",
      async ({ request, query }): Promise<z.infer<typeof TREND>> => {
        const { bucket } = query;
        const asked = openTeam(context, request, query);
        refuseManyParts(asked, bucket === AUTO ? "day" : bucket);
        const trend = await context.queries(request).readDividedTeam({ ...asked, bucket });
        return { ...trend, baseline: await baselineOf(context, request, asked) };
      },
      {
        query: DIVIDED,
        detail: documented({
          summary: "The same by day or week",
          tag: "Scores",
          answer: TREND,
        }),
      },
    );
}

/** @throws To a key of one developer that asks by label: groups that differ by one person would show that person's scores. */
function openTeam(context: RouteContext, request: Request, parameters: z.infer<typeof WINDOW>) {
  const asked = openWindowFor(context, request, parameters);
  const { onlyDeveloper, groupsOnly } = asked.scope;
  if (parameters.label === undefined || (onlyDeveloper === null && groupsOnly === undefined)) return asked;
  throw new Refusal(403, {
    detail:
      "To who reads only one developer, or only groups, a team's scores are not shown by label: two groups that differ by one " +
      "person would show that person's. Leave out label for the whole organization.",
  });
}

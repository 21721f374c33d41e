/** `/scoring/baselines`: what is usual here; and recomputing a window against it. */
import { Elysia } from "elysia";
import type { z } from "zod";
import {
  BASELINES_ANSWER,
  BASELINES_WISH,
  describeBaselines,
} from "../../metrics/baselines/baselines-answer.ts";
import { RECOMPUTE_ANSWER } from "../../metrics/baselines/recompute.ts";
import { documented } from "../openapi/documented.ts";
import { baselineOf, openWindowFor, type RouteContext } from "../route-context.ts";
import { Refusal } from "../refusal.ts";
import { REQUIRED_WINDOW, resolveWindow } from "../lists/window.ts";

const TAG = "Baselines";

/** Mounts the routes. */
export function baselinesRoutes(context: RouteContext) {
  return new Elysia()
    .get("/scoring/baselines", ({ request }) => readBaselines(context, request), {
      detail: documented({
        summary: "What is usual in this organization",
        tag: TAG,
        answer: BASELINES_ANSWER,
      }),
    })
    .put(
      "/scoring/baselines",
      async ({ request, body }): Promise<z.infer<typeof BASELINES_ANSWER>> => {
        const organization = context.guard.callerOf(request).organizationId;
        await context.changes(request).setBaselines({ organization, wish: body });
        return readBaselines(context, request);
      },
      {
        // before the body is looked at
        body: BASELINES_WISH,
        detail: documented({
          summary: "Makes a new version, used from now on; parts that are missing stay as they are",
          tag: TAG,
          answer: BASELINES_ANSWER,
        }),
      },
    )
    .use(recomputeRoutes(context));
}

async function readBaselines(
  context: RouteContext,
  request: Request,
): Promise<z.infer<typeof BASELINES_ANSWER>> {
  const lately = openWindowFor(context, request, {});
  const { version, ...more } = await context.queries(request).readBaselines(lately.scope.organizationId);
  return describeBaselines(version, { ...more, baseline: await baselineOf(context, request, lately) });
}

function recomputeRoutes(context: RouteContext) {
  return new Elysia()
    .post(
      "/scoring/metrics/recompute",
      async ({ request, body, set }): Promise<z.infer<typeof RECOMPUTE_ANSWER>> => {
        const organization = context.guard.callerOf(request).organizationId;
        const window = resolveWindow(body, context.clock());
        set.status = 202;
        return context.changes(request).requestRecompute({ organization, ...window });
      },
      {
        body: REQUIRED_WINDOW,
        detail: documented({
          summary: "Holds the sub-sessions of a window against the newest baselines",
          tag: TAG,
          answer: RECOMPUTE_ANSWER,
          status: "202",
        }),
      },
    )
    .get(
      "/scoring/metrics/recompute/:id",
      async ({ request, params }): Promise<z.infer<typeof RECOMPUTE_ANSWER>> => {
        const organization = context.guard.callerOf(request).organizationId;
        const found = await context.queries(request).askRecompute({ organization, id: params.id });
        if (found === null) throw new Refusal(404, { detail: "Unknown recompute." });
        return found;
      },
      {
        detail: documented({
          summary: "How far a recompute has come",
          tag: TAG,
          answer: RECOMPUTE_ANSWER,
        }),
      },
    );
}

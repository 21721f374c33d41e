/** `/livez` and `/readyz`: whether the process lives, and whether every stage can work. */
import { Elysia } from "elysia";
import { z } from "zod";
import { documented } from "../openapi/documented.ts";
import type { Readiness } from "../self/readiness.ts";

const LIVE_ANSWER = z.object({ status: z.literal("alive") });

const READY_ANSWER = z.object({
  status: z.enum(["ready", "not_ready"]),
  stages: z.record(
    z.string(),
    z.object({
      ready: z.boolean(),
      detail: z.string().nullable(),
      failing: z.literal(true).optional().describe("Its work fails and is tried again."),
    }),
  ),
});

/**
 * Mounts the routes.
 *
 * @param askReadiness - What asks all stages.
 */
export function healthRoutes(askReadiness: () => Promise<Readiness>) {
  return new Elysia()
    .get("/livez", () => ({ status: "alive" as const }), {
      detail: {
        ...documented({ summary: "The process is alive", tag: "Health", answer: LIVE_ANSWER }),
        security: [],
      },
    })
    .get(
      "/readyz",
      async ({ set }) => {
        const readiness = await askReadiness();
        if (readiness.status !== "ready") set.status = 503;
        return readiness;
      },
      {
        detail: {
          ...documented({
            summary: "Every stage can work; 503 when one cannot",
            tag: "Health",
            answer: READY_ANSWER,
          }),
          security: [],
        },
      },
    );
}

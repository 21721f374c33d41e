/** The report routes that clients of earlier versions call; there are no reports to answer with yet. */
import { type DocumentDecoration, Elysia } from "elysia";
import { problem } from "../openapi/documented.ts";
import { Refusal } from "../refusal.ts";

const NO_REPORT =
  "There is no completed report: this version does not make reports. GET /scoring/scores has the numbers.";

/** Mounts the routes. */
export function reportRoutes() {
  return new Elysia()
    .get("/v1/insights/report", () => refuseReport(), {
      detail: documentRefusal("The newest completed report"),
    })
    .post("/v1/insights/report/generate", () => refuseReport(), {
      detail: documentRefusal("Makes a report"),
    });
}

function refuseReport(): never {
  throw new Refusal(404, { detail: NO_REPORT });
}

function documentRefusal(summary: string): DocumentDecoration {
  const responses: Record<string, object> = {
    "401": problem("Missing, unknown or revoked key"),
    "404": problem(NO_REPORT),
  };
  // As in documented.ts: Elysia's own type is of OpenAPI 3.0.
  return {
    summary,
    description: "This version makes none and says so.",
    tags: ["Reports"],
    responses: responses as NonNullable<DocumentDecoration["responses"]>,
  };
}

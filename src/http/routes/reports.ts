/** The report routes that clients of earlier versions call; there are no reports to answer with yet. */
import { Elysia } from "elysia";
import { Refusal } from "../problems.ts";

const NO_REPORT =
  "There is no completed report: this version does not make reports. GET /scoring/scores has the numbers.";

/** Mounts the routes. */
export function reportRoutes() {
  return new Elysia()
    .get("/v1/insights/report", () => refuseReport())
    .post("/v1/insights/report/generate", () => refuseReport());
}

function refuseReport(): never {
  throw new Refusal(404, { detail: NO_REPORT });
}

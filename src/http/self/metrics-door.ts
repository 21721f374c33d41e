/** A second door for a scraper: `/metrics` without a key and without figures of organizations, and nothing else. */
import { pathOf } from "../../ingest/path.ts";
import type { ListenAddress } from "../../settings/values.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Family } from "./exposition.ts";
import type { KnownHosts } from "../hosts/known-hosts.ts";
import { type ListenProblem, openSocket, type RunningServer } from "../listen.ts";
import { refuseMethod } from "../methods.ts";
import { problemResponse } from "../problems.ts";
import { answerMeasurements } from "../routes/admin/status.ts";

/** What is behind the door. */
export interface MetricsDoorParts {
  listen: ListenAddress;
  hosts: KnownHosts;
  measure(): Promise<Family[]>;
  log: Log;
}

const LARGEST_BODY = 1024;

/**
 * Opens the door.
 *
 * @throws As `openSocket`.
 */
export function openMetricsDoor(parts: MetricsDoorParts): Result<RunningServer, ListenProblem> {
  return openSocket({
    listen: parts.listen,
    flag: "--metrics-listen",
    maxBodyBytes: LARGEST_BODY,
    certificate: null,
    fetch: (request) => answer(request, parts),
  });
}

async function answer(request: Request, { hosts, measure, log }: MetricsDoorParts): Promise<Response> {
  const foreign = hosts.refuse(request);
  if (foreign !== null) return foreign;
  if (pathOf(request.url) !== "/metrics")
    return problemResponse(404, { detail: "Only /metrics is served here." });
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(["GET", "HEAD"]);
  try {
    return answerMeasurements(request, await measure());
  } catch (error) {
    log.error("could not measure", { reason: describeError(error) });
    return problemResponse(500, { detail: "Something broke here; see the server's log." });
  }
}

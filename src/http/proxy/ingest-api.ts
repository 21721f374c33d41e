/** What an ingest node answers of everything that is no telemetry: itself, and the rest by asking an engine. */
import type { Keyring } from "../../identity/keys/keyring.ts";
import type { KeyCaller } from "../../identity/caller.ts";
import { pathOf } from "../../ingest/path.ts";
import { describeError, type Log } from "../../vocabulary/log.ts";
import { fail, type Result } from "../../vocabulary/result.ts";
import { needOf, refusalFor } from "../access/permit.ts";
import type { KnownHosts } from "../hosts/known-hosts.ts";
import { refuseMethod } from "../methods.ts";
import { problemResponse } from "../problems.ts";
import { answerRemoved, PRISM } from "../removed.ts";
import { answerMeasurements } from "../routes/admin/status.ts";
import type { Family } from "../self/exposition.ts";
import type { Readiness } from "../self/readiness.ts";
import { refuseCaller } from "../sign-in/judge-caller.ts";

/** What answering needs. */
export interface IngestApiParts {
  keyring: Pick<Keyring, "judge">;
  hosts: KnownHosts;
  askReadiness(): Promise<Readiness>;
  measure(): Promise<Family[]>;
  /** Asks an engine. */
  forward(request: Request): Promise<Response>;
  log: Log;
}

type Answering = (request: Request, parts: IngestApiParts) => Response | Promise<Response>;

/** Its own paths; a key opens those that need one, and no sign-in, which only engines know. */
const OWN_PATHS: Readonly<Record<string, Answering>> = {
  "/livez": () => Response.json({ status: "alive" }),
  "/readyz": async (_, { askReadiness }) => {
    const readiness = await askReadiness();
    return Response.json(readiness, { status: readiness.status === "ready" ? 200 : 503 });
  },
  "/metrics": answerMetrics,
  [PRISM]: answerPrism,
};

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Returns what answers. */
export function createIngestApi(parts: IngestApiParts): { fetch(request: Request): Promise<Response> } {
  return {
    async fetch(request) {
      const path = pathOf(request.url);
      const answer = Object.hasOwn(OWN_PATHS, path) ? OWN_PATHS[path] : undefined;
      if (answer === undefined || (path === PRISM && !READING.has(request.method)))
        return parts.forward(request);
      try {
        return await answer(request, parts);
      } catch (error) {
        parts.log.error("a request failed", { path, reason: describeError(error) });
        return problemResponse(500, { detail: "Something broke here; see the server's log." });
      }
    },
  };
}

async function answerMetrics(request: Request, parts: IngestApiParts): Promise<Response> {
  const foreign = parts.hosts.refuse(request);
  if (foreign !== null) return foreign;
  const caller = await callerOf(request, parts);
  if (!caller.ok) return caller.problem;
  if (!READING.has(request.method)) return refuseMethod([...READING]);
  const refusal = refusalFor(caller.value, needOf("GET", "/metrics"));
  return refusal === null
    ? answerMeasurements(request, await parts.measure())
    : problemResponse(403, refusal);
}

async function answerPrism(request: Request, parts: IngestApiParts): Promise<Response> {
  const caller = await callerOf(request, parts);
  return caller.ok ? (answerRemoved(request, PRISM, 410) ?? parts.forward(request)) : caller.problem;
}

async function callerOf(request: Request, { keyring }: IngestApiParts): Promise<Result<KeyCaller, Response>> {
  const judged = await keyring.judge(request.headers.get("authorization"));
  return judged.ok ? judged : fail(refuseCaller(judged.problem));
}

/** Endpoints of this program's predecessor: its clients learn what replaced them. */
import { refuseMethod } from "./methods.ts";
import { problemResponse } from "./problems.ts";

interface Removed {
  /** The path to use instead; null when nothing took its place. */
  replacement: string | null;
  detail: string;
}

/** @see docs/api.md. */
export const REMOVED_ENDPOINTS: Readonly<Record<string, Removed>> = {
  "/v1/intelligence/prism": {
    replacement: "/scoring/scores",
    detail: "Removed: use GET /scoring/scores (composites) or GET /scoring/metrics (inputs).",
  },
  "/v1/intelligence/score-prompt": {
    replacement: "/scoring/prompt-rubric/score",
    detail:
      "Removed: use POST /scoring/prompt-rubric/score (same LLM rubric, different request and response shape).",
  },
  "/v1/intelligence/waste": {
    replacement: null,
    detail: "Removed: surfaced only in generated report chapters in the application.",
  },
  "/v1/intelligence/coaching": {
    replacement: "/v1/advisor/cards",
    detail: "Removed: use GET /v1/advisor/cards.",
  },
  "/v1/intelligence/recommendations": {
    replacement: "/v1/intelligence/rightsizing",
    detail: "Removed: use GET /v1/intelligence/rightsizing.",
  },
  "/v1/telemetry/vibe-metrics": {
    replacement: null,
    detail: "Removed with the feature it served.",
  },
};

/** The one removed endpoint that still says so with 410, except where only engines answer. */
export const PRISM = "/v1/intelligence/prism";

/** How a server answers it: engines know it as little as the others. */
export type PrismStatus = 404 | 410;

/** That they are gone is the answer to each of these; TRACE is refused everywhere. */
const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];

/** The status of a removed endpoint's answer. */
export function statusOfRemoved(path: string, method: string, prism: PrismStatus): PrismStatus {
  return path === PRISM && (method === "GET" || method === "HEAD") ? prism : 404;
}

/** Returns undefined for a path that was never removed. */
export function answerRemoved(request: Request, path: string, prism: PrismStatus): Response | undefined {
  // as for every route, a slash at the end changes nothing
  const plain = path.replace(/(?<=.)\/$/, "");
  const removed = REMOVED_ENDPOINTS[plain];
  if (removed === undefined) return undefined;
  if (!METHODS.includes(request.method)) return refuseMethod(METHODS);
  const { detail, replacement } = removed;
  const status = statusOfRemoved(plain, request.method, prism);
  const link = status === 410 ? { link: `<${replacement}>; rel="successor-version"` } : {};
  return problemResponse(status, { detail, extensions: { replacement }, headers: link });
}

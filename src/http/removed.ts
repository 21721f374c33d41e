/** Endpoints of earlier versions: gone, with the way to what took their place. */
import { problemResponse } from "./problems.ts";

interface Removed {
  /** The path to use instead; null when nothing took its place. */
  replacement: string | null;
  detail: string;
}

/** Source: docs/api.md. */
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

/** The one removed endpoint that still says so with 410. */
const PRISM = "/v1/intelligence/prism";

/** Gives: undefined for a path that was never removed. */
export function answerRemoved(request: Request, path: string): Response | undefined {
  const removed = REMOVED_ENDPOINTS[path];
  if (removed === undefined) return undefined;
  const { detail, replacement } = removed;
  if (path !== PRISM || !isReading(request)) {
    return problemResponse(404, { detail, extensions: { replacement } });
  }
  return problemResponse(410, {
    detail,
    extensions: { replacement },
    headers: { link: `<${replacement}>; rel="successor-version"` },
  });
}

function isReading(request: Request): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

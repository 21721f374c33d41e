/** Telemetry that is sent to a path where none is received, such as /v1/v1/logs, /v1 or /. */
import type { IngestCounters } from "../counters.ts";
import type { IngestParts } from "../accept.ts";
import { plainAuthorization } from "../authorization.ts";
import { faultOfType, type RefusedSenders } from "./refused-senders.ts";
import { senderOf } from "./sender.ts";

/** Whether a request to a path that is no OTLP endpoint was meant for one. */
export function isMisdirected(request: Request, path: string): boolean {
  if (request.method !== "POST") return false;
  if (senderOf(request.headers) !== "other") return true;
  if (/protobuf|application\/grpc/i.test(request.headers.get("content-type") ?? "")) return true;
  if (path.startsWith("/scoring/")) return false;
  return /^\/*$|\/(logs|metrics|traces)\/*$|^\/opentelemetry\.proto\./.test(path);
}

/** Counts such a request; whoever routes it answers it. */
export async function noteMisdirected(
  request: Request,
  parts: Pick<IngestParts, "keys"> & { refusedSenders: RefusedSenders; counters: IngestCounters },
): Promise<void> {
  parts.counters.refused("path");
  const caller = await parts.keys.judge(plainAuthorization(request.headers.get("authorization")));
  const fault = faultOfType(request.headers) === "grpc" ? "grpc" : "path";
  parts.refusedSenders.note(request, fault, caller.ok ? caller.value : null);
}

/** Packs an accepted body for the stream, with what the walk found in front of it. */
import type { KeyCaller } from "../identity/caller.ts";
import type { StreamRequest } from "../stream/request.ts";
import type { Signal } from "../vocabulary/otlp.ts";
import type { Instant } from "../vocabulary/units.ts";
import type { Findings } from "./walk/findings.ts";

/** What is known of a body in addition to its bytes. */
interface Origin {
  endpoint: Signal;
  caller: KeyCaller;
  findings: Findings;
  receivedAt: Instant;
}

/** The frame that travels the stream; its body is the given one, not a copy. */
export function streamRequestOf(
  body: string,
  { endpoint, caller, findings, receivedAt }: Origin,
): StreamRequest {
  const header = {
    organization: caller.organizationId,
    key: caller.keyId,
    path: endpoint,
    receivedAtUnixNano: `${receivedAt}000000`,
    bytes: Buffer.byteLength(body),
    records: findings.records,
    ...findings.boundsAt(receivedAt),
    sessions: findings.sessions,
    rejected: findings.rejected,
  };
  return { header, body };
}

/** Requests as ingest hands them to the publisher, for tests that care only for their text. */
import type { Frame } from "../../src/stream/frame.ts";

/** A frame with the text as its body. */
export function frameOf(text: string, records = 1): Frame {
  return {
    header: {
      organization: "o",
      key: "k",
      path: "logs",
      receivedAtUnixNano: "1",
      bytes: Buffer.byteLength(text),
      records: { logs: records, metrics: 0, traces: 0 },
      leastMs: null,
      greatestMs: null,
      sessions: [],
      rejected: [],
    },
    body: text,
  };
}

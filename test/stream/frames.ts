/** Requests as ingest hands them to the publisher, for tests that care only for their text. */
import type { PackedFrames } from "../../src/stream/message.ts";
import { Parcel } from "../../src/stream/parcel.ts";
import type { StreamRequest } from "../../src/stream/request.ts";
import type { PublisherOptions } from "../../src/stream/publish.ts";
import { MINUTE } from "../../src/vocabulary/units.ts";

/** What a request is packed to when it travels without others. */
export function packAlone(request: StreamRequest): Promise<PackedFrames> {
  const parcel = new Parcel(request);
  parcel.add(request);
  return parcel.pack();
}

/** A publisher that gives up late: a busy machine takes longer than a sender may wait. */
export const PATIENT: PublisherOptions = { limits: { heldBytes: 64 * 1024 * 1024, heldMs: 2 * MINUTE } };

/** A frame with the text as its body. */
export function frameOf(text: string, records = 1): StreamRequest {
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

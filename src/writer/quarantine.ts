/** Sets aside what cannot become records: kept whole as a file of its own, so that the writer can go on. */
import type { ObjectStore } from "../objects/object-store.ts";
import type { BrokenDelivery } from "../stream/consume.ts";
import type { StreamRequest } from "../stream/request.ts";
import { describeError } from "../vocabulary/log.ts";
import { amountOf, type FramePlace } from "./lines.ts";
import type { Amount } from "../books/progress-table.ts";

/** Something set aside. */
export interface SetAside {
  /** Name of its file; the same again when its batch comes again, so that nothing is there twice. */
  name: string;
  bytes: Uint8Array;
  reason: string;
  /** What it counts for in the books. */
  amount: Amount;
}

const SEQUENCE_DIGITS = 16;

/** A message nobody can unpack: `<sequence>.message`, as it came. One of another program counts for nothing. */
export function setMessageAside({ sequence, bytes, reason, counts }: BrokenDelivery): SetAside {
  const amount = counts?.counted ?? { frames: 0, records: 0 };
  return { name: `${paddedOf(sequence)}.message`, bytes, reason, amount };
}

/** A request whose body cannot be rewritten: `<sequence>-<place>.request`, a line of what is known, then the body as sent. */
export function setRequestAside(request: StreamRequest, place: FramePlace, error: unknown): SetAside {
  return {
    name: `${paddedOf(place.sequence)}-${place.frame}.request`,
    bytes: Buffer.from(`${JSON.stringify(request.header)}\n${request.body}`),
    reason: describeError(error),
    amount: amountOf(request),
  };
}

function paddedOf(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, "0");
}

/** Puts everything on disk; to be called before the transaction that counts it. */
export async function keepAside(quarantine: ObjectStore, setAside: readonly SetAside[]): Promise<void> {
  for (const { name, bytes } of setAside) await quarantine.put(name, bytes);
}

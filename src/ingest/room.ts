/** How much of bodies is read at once, so that many large ones together cannot fill the memory. */
import type { Bytes } from "../vocabulary/units.ts";

/** Room for bodies while they are read; afterwards the publisher counts them. */
export interface Room {
  /** Takes room. Gives: false when there is not enough; whoever has the only body always gets it. */
  enter(bytes: Bytes): boolean;
  leave(bytes: Bytes): void;
}

/** How much larger a body may become when it is unzipped; most telemetry stays below. */
const UNZIPPED = 10;

/** Takes: how many bytes may be read at once. */
export function createRoom(most: Bytes): Room {
  let taken: Bytes = 0;
  return {
    enter(bytes) {
      if (taken > 0 && taken + bytes > most) return false;
      taken += bytes;
      return true;
    },
    leave: (bytes) => void (taken -= bytes),
  };
}

/** Gives: the bytes that reading the body may take, from its headers; the limit where they do not tell. */
export function roomFor(headers: Headers, encoding: "gzip" | "identity", limitBytes: Bytes): Bytes {
  const announced = headers.get("content-length");
  if (announced === null) return limitBytes;
  return encoding === "identity" ? Number(announced) : Math.min(limitBytes, Number(announced) * UNZIPPED);
}

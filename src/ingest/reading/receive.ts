/** Takes a request's body off the wire, as fast as it must come and with no more room than what has arrived. */
import { fail, succeed } from "../../vocabulary/result.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { createValueCounter, type Excess, holdsMoreValues } from "./count-values.ts";
import type { Pace, WatchedBody } from "./pace.ts";
import type { Place } from "./room.ts";

/** Why a body was not taken to its end. */
export type ReceiveProblem =
  { kind: "too_large"; limitBytes: Bytes } | { kind: "too_slow" } | { kind: "no_room" } | Excess;

/** What a body may take while it arrives. */
export interface Reception {
  limitBytes: Bytes;
  /** JSON values that it may hold, unzipped. */
  mostValues: number;
  place: Place;
  pace: Pace;
}

/** A body announced to be this long is read in one go, and its room taken before: counting costs more than it saves. */
const AT_ONCE: Bytes = 256 * 1024;
/** So long a one is too, while few such are on their way: in pieces it costs half as much again to read. */
const AT_ONCE_WITH_ROOM: Bytes = 2 * 1024 * 1024;

/**
 * The body as it was sent, as text where it came in one go and text is wanted. The values of text are counted as it
 * arrives: a body of nothing but brackets is refused before most of it was read.
 *
 * Fails: `too_large`, `too_slow`, `no_room`, `too_many_values`, `too_deep`; an exception when the sender goes away in the middle.
 */
export async function receive(
  request: Request,
  wanted: "text" | "bytes",
  reception: Reception,
): Promise<Result<string | Uint8Array, ReceiveProblem>> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>();
  const watched = reception.pace.watch(() => giveUp(null));
  try {
    // an announced length was compared with the limit, and the server holds the sender to it
    const bytes = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
    const arriving = { ...reception, watched, late };
    if (bytes > AT_ONCE && !(bytes <= AT_ONCE_WITH_ROOM && reception.place.growAhead(bytes)))
      return await receivePieces(request, wanted, arriving);
    if (bytes <= AT_ONCE && !reception.place.grow(bytes)) return fail({ kind: "no_room" });
    return await receiveAtOnce(request, wanted, { ...arriving, bytes });
  } finally {
    watched.end();
  }
}

interface Arriving extends Reception {
  watched: WatchedBody;
  /** Resolves with null when the body is too slow. */
  late: Promise<null>;
}

async function receiveAtOnce(
  request: Request,
  wanted: "text" | "bytes",
  { watched, late, bytes, mostValues }: Arriving & { bytes: Bytes },
): Promise<Result<string | Uint8Array, ReceiveProblem>> {
  watched.received(bytes);
  const whole = wanted === "text" ? request.text() : request.bytes();
  const body = await Promise.race<string | Uint8Array | null>([whole, late]);
  if (typeof body === "string" && holdsMoreValues(body, mostValues)) return fail({ kind: "too_many_values" });
  if (body !== null) return succeed(body);
  // nobody waits for it any more; its connection is closed
  whole.catch(() => undefined);
  return fail({ kind: "too_slow" });
}

async function receivePieces(
  request: Request,
  wanted: "text" | "bytes",
  arriving: Arriving,
): Promise<Result<Uint8Array, ReceiveProblem>> {
  const gathered = gather(wanted, arriving);
  const reader = request.body?.getReader();
  for (;;) {
    const next = await Promise.race([reader?.read(), arriving.late]);
    if (next === undefined || next?.done === true) return succeed(gathered.whole());
    const problem = next === null ? ({ kind: "too_slow" } as const) : gathered.add(next.value);
    if (problem === null) continue;
    reader?.cancel().catch(() => undefined);
    return fail(problem);
  }
}

function gather(wanted: "text" | "bytes", { limitBytes, mostValues, place, watched }: Arriving) {
  const pieces: Uint8Array[] = [];
  const values = wanted === "text" ? createValueCounter(mostValues) : null;
  let length: Bytes = 0;
  return {
    add(piece: Uint8Array): ReceiveProblem | null {
      length += piece.byteLength;
      if (length > limitBytes) return { kind: "too_large", limitBytes };
      if (!place.grow(piece.byteLength)) return { kind: "no_room" };
      watched.received(piece.byteLength);
      const excess = values?.add(piece) ?? null;
      if (excess !== null) return excess;
      pieces.push(piece);
      return null;
    },
    whole: () => (pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, length)),
  };
}

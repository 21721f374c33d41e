/** Takes a request's body off the wire, as fast as it must come and with no more room than what has arrived. */
import { fail, succeed } from "../../vocabulary/result.ts";
import type { Result } from "../../vocabulary/result.ts";
import type { Bytes } from "../../vocabulary/units.ts";
import { createValueCounter, type Excess, holdsMoreValues, type MostValues } from "./count-values.ts";
import type { Pace, WatchedBody } from "./pace.ts";
import type { Place } from "./room.ts";

/** Why a body was not taken to its end. */
export type ReceiveProblem =
  { kind: "too_large"; limitBytes: Bytes } | { kind: "too_slow" } | { kind: "no_room" } | Excess;

/** What a body may take while it arrives. */
export interface Reception {
  limitBytes: Bytes;
  /** JSON values that it may hold, unzipped. */
  mostValues: MostValues;
  place: Place;
  pace: Pace;
}

/** A body announced to be this long is read in one go, and its room taken before: counting costs more than it saves. */
const AT_ONCE: Bytes = 256 * 1024;
/** So long a one is too, while few such are on their way: in pieces it costs half as much again to read. */
const AT_ONCE_WITH_ROOM: Bytes = 2 * 1024 * 1024;

/**
 * The body as it was sent, as text where it came in one go and text is wanted. The values of text are counted
 * as it arrives: a body of nothing but brackets is refused before most of it was read.
 *
 * @throws `too_large`, `too_slow`, `no_room`, `too_many_values`, `too_deep`; an exception when the sender
 *   goes away in the middle.
 */
export function receive(
  request: Request,
  wanted: "text" | "bytes",
  reception: Reception,
): Promise<Result<string | Uint8Array, ReceiveProblem>> {
  // an announced length was compared with the limit, and the server holds the sender to it
  const bytes = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (bytes > AT_ONCE && !(bytes <= AT_ONCE_WITH_ROOM && reception.place.growAhead(bytes)))
    return receivePieces(request, wanted, reception);
  if (bytes <= AT_ONCE && !reception.place.grow(bytes)) return Promise.resolve(fail({ kind: "no_room" }));
  return receiveAtOnce(request, wanted, { ...reception, bytes });
}

async function receiveAtOnce(
  request: Request,
  wanted: "text" | "bytes",
  { bytes, mostValues, pace }: Reception & { bytes: Bytes },
): Promise<Result<string | Uint8Array, ReceiveProblem>> {
  const whole = wanted === "text" ? request.text() : request.bytes();
  const body = await inTime<string | Uint8Array>(whole, bytes, pace);
  if (typeof body === "string" && holdsMoreValues(body, mostValues)) return fail({ kind: "too_many_values" });
  return body === null ? fail({ kind: "too_slow" }) : succeed(body);
}

/**
 * Returns null when it is too slow; nobody waits for it then, and its connection is closed. A race would cost
 * more.
 */
function inTime<Body>(whole: Promise<Body>, bytes: Bytes, pace: Pace): Promise<Body | null> {
  return new Promise((resolve, reject) => {
    const watched = pace.watch(() => resolve(null));
    watched.received(bytes);
    whole.then(
      (body) => {
        watched.end();
        resolve(body);
      },
      (error: unknown) => {
        watched.end();
        reject(error);
      },
    );
  });
}

async function receivePieces(
  request: Request,
  wanted: "text" | "bytes",
  reception: Reception,
): Promise<Result<Uint8Array, ReceiveProblem>> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>();
  const watched = reception.pace.watch(() => giveUp(null));
  const gathered = gather(wanted, { ...reception, watched });
  const reader = request.body?.getReader();
  try {
    for (;;) {
      const next = await Promise.race([reader?.read(), late]);
      if (next === undefined || next?.done === true) return succeed(gathered.whole());
      const problem = next === null ? ({ kind: "too_slow" } as const) : gathered.add(next.value);
      if (problem === null) continue;
      reader?.cancel().catch(() => undefined);
      return fail(problem);
    }
  } finally {
    watched.end();
  }
}

function gather(
  wanted: "text" | "bytes",
  { limitBytes, mostValues, place, watched }: Reception & { watched: WatchedBody },
) {
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
